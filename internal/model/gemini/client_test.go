package gemini

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/model"
)

// silent is a server that takes a request and never answers.
func silent(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	go func() { _, _ = io.Copy(io.Discard, server) }()
	return client, nil
}

// deaf is an address where nobody takes a connection.
func deaf(ctx context.Context, _, _ string) (net.Conn, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// trickle is a server that sends pieces of an answer, one each time step has
// passed, from the first at once until the other side leaves.
func trickle(step time.Duration, pieces int, left *atomic.Bool) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			_, _ = server.Read(make([]byte, 1<<16))
			_, _ = io.WriteString(server, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
			for range pieces {
				if _, err := io.WriteString(server, "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]}\n\n"); err != nil {
					break
				}
				time.Sleep(step)
			}
			_, _ = io.Copy(io.Discard, server)
			left.Store(true)
		}()
		return client, nil
	}
}

// What hits a limit ends with a typed error after exactly that time, and the
// other side sees the connection close.
func TestA22_knobsAndTheirDefaults(t *testing.T) {
	const ever = 1 << 20
	for name, tc := range map[string]struct {
		config Config
		http   HTTPConfig
		pieces int           // of a trickling answer; 0: no answer
		every  time.Duration // from one piece to the next
		want   time.Duration
		kind   model.Kind
		again  model.Again
	}{
		"TestA20 whole, unset":   {pieces: ever, every: 30 * time.Second, want: 5 * time.Minute, kind: model.KindTimeout},
		"TestA20 whole, set":     {config: Config{RequestTimeout: 7 * time.Second}, pieces: ever, every: time.Second, want: 7 * time.Second, kind: model.KindTimeout},
		"TestA20 whole, silence": {config: Config{RequestTimeout: 7 * time.Second}, want: 7 * time.Second, kind: model.KindTimeout},
		"first, unset":           {want: 2 * time.Minute, kind: model.KindTimeout, again: model.AgainLater},
		"first, set":             {config: Config{FirstTimeout: 11 * time.Second}, want: 11 * time.Second, kind: model.KindTimeout, again: model.AgainLater},
		"idle, unset":            {pieces: 1, want: time.Minute, kind: model.KindTimeout, again: model.AgainLater},
		"idle, set":              {config: Config{IdleTimeout: 3 * time.Second}, pieces: 1, want: 3 * time.Second, kind: model.KindTimeout, again: model.AgainLater},
		"idle, after some":       {config: Config{IdleTimeout: 3 * time.Second, FirstTimeout: time.Second}, pieces: 5, every: 2 * time.Second, want: 11 * time.Second, kind: model.KindTimeout, again: model.AgainLater},
		"TestA21 connect, unset": {http: HTTPConfig{Dial: deaf}, want: 10 * time.Second, kind: model.KindUnreachable, again: model.AgainLater},
		"TestA21 connect, set":   {http: HTTPConfig{Dial: deaf, ConnectTimeout: 3 * time.Second}, want: 3 * time.Second, kind: model.KindUnreachable, again: model.AgainLater},
		"whole before connect":   {config: Config{RequestTimeout: time.Second}, http: HTTPConfig{Dial: deaf}, want: time.Second, kind: model.KindTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var left atomic.Bool
				switch {
				case tc.pieces > 0:
					tc.http.Dial = trickle(tc.every, tc.pieces, &left)
				case tc.http.Dial == nil:
					tc.http.Dial = silent
				}
				tc.config.BaseURL, tc.config.HTTP = "http://127.0.0.1:1", NewHTTPClient(tc.http)
				m := newModel(t, tc.config)
				start := time.Now()
				_, deltas, err := step(t, m, ask("hello"))
				took := time.Since(start)
				time.Sleep(time.Minute)
				if e := failure(t, err); e.Kind != tc.kind || e.Again != tc.again || took != tc.want {
					t.Errorf("%v, again %q, after %v", e, e.Again, took)
				}
				if tc.pieces > 0 && (len(deltas) == 0 || !left.Load()) {
					t.Errorf("%d pieces; torn down: %v", len(deltas), left.Load())
				}
			})
		})
	}
}

func TestA20_theWholeStepMayTakeFiveMinutes(t *testing.T) {
	if c, err := (Config{Name: "m", Key: testKey}).complete(); err != nil || c.RequestTimeout != 5*time.Minute {
		t.Errorf("%v, %v", c.RequestTimeout, err)
	}
}

// An answer that ends in time is whole, however long ago the first piece came.
func TestA20_slowAnswersArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newModel(t, Config{BaseURL: "http://127.0.0.1:1", HTTP: NewHTTPClient(HTTPConfig{Dial: slow})})
		response, _, err := step(t, m, ask("hello"))
		if err != nil || len(response.Message.Parts) != 5 {
			t.Errorf("got %+v, %v", response, err)
		}
	})
}

// slow is a server whose answer takes just less than each limit.
func slow(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	go func() {
		_, _ = server.Read(make([]byte, 1<<16))
		time.Sleep(2*time.Minute - time.Millisecond)
		_, _ = io.WriteString(server, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
		for n := range 4 {
			_, _ = io.WriteString(server, "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]}\n\n")
			if n < 3 {
				time.Sleep(time.Minute - time.Millisecond)
			}
		}
		_, _ = io.WriteString(server, "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"z\"}]},\"finishReason\":\"STOP\"}]}\n\n")
		_ = server.Close()
	}()
	return client, nil
}

// The caller's deadline is no secret to the caller, but must not reach the
// server: the API answers 400 to less than 10 s.
func TestA20_callersDeadlineStaysHere(t *testing.T) {
	s := serve(t, events(ok))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := s.model(t).Generate(ctx, ask("hello"), nil); err != nil {
		t.Fatal(err)
	}
	if got := s.sent(0).header.Values("X-Server-Timeout"); got != nil {
		t.Errorf("X-Server-Timeout is %v", got)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("turn is over"))
		defer cancel()
		m := newModel(t, Config{BaseURL: "http://127.0.0.1:1", HTTP: NewHTTPClient(HTTPConfig{Dial: silent})})
		if _, err := m.Generate(ctx, ask("hello"), nil); err == nil || err.Error() != "turn is over" {
			t.Errorf("got %v, want the cause", err)
		}
	})
}

func TestA23_sessionsShareOneConnectionPool(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"stream":  events(ok),
		"array":   reply(200, "application/json", "["+ok+"]\n"),
		"refusal": reply(503, "text/plain", "busy"),
	} {
		t.Run(name, func(t *testing.T) {
			var dials atomic.Int32
			client := NewHTTPClient(HTTPConfig{Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
				dials.Add(1)
				return new(net.Dialer).DialContext(ctx, network, address)
			}})
			s := serve(t, answer)
			for range 2 {
				m := newModel(t, Config{BaseURL: s.URL, HTTP: client})
				for range 3 {
					_, _, _ = step(t, m, ask("hello"))
				}
			}
			if s.count() != 6 || dials.Load() != 1 {
				t.Errorf("%d requests over %d connections", s.count(), dials.Load())
			}
		})
	}
}

func TestA23_proxyIsTheEnvironments_neverForLoopback(t *testing.T) {
	proxy := NewHTTPClient(HTTPConfig{}).Transport.(*http.Transport).Proxy
	for address, want := range map[string]string{
		"https://generativelanguage.googleapis.com/": "http://127.0.0.1:1",
		"http://127.0.0.1:8081/":                     "",
		"http://localhost:8081/":                     "",
		"http://[::1]:8081/":                         "",
	} {
		r, err := http.NewRequest(http.MethodPost, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if u, err := proxy(r); err != nil {
			t.Error(err)
		} else if u != nil {
			got = u.String()
		}
		if got != want {
			t.Errorf("proxy for %s is %q, want %q", address, got, want)
		}
	}
}

// A client that would follow redirects is used without that: the key would go
// along to another host.
func TestA23_redirectsAreNotFollowed(t *testing.T) {
	other := serve(t, events(ok))
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	for _, client := range []*http.Client{NewHTTPClient(HTTPConfig{}), {}} {
		_, _, err := step(t, newModel(t, Config{BaseURL: s.URL, HTTP: client}), ask("hello"))
		if e := failure(t, err); e.Kind != model.KindUnreachable {
			t.Errorf("got %v", e)
		}
	}
	if other.count() != 0 {
		t.Errorf("the key went to another host %d times", other.count())
	}
}
