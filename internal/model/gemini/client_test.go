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

func TestA22_knobsAndTheirDefaults(t *testing.T) {
	for name, tc := range map[string]struct {
		http  HTTPConfig
		limit time.Duration // RequestTimeout
		want  time.Duration
		kind  model.Kind
	}{
		"TestA20 request, unset": {HTTPConfig{Dial: silent}, 0, 5 * time.Minute, model.KindTimeout},
		"TestA20 request, set":   {HTTPConfig{Dial: silent}, 7 * time.Second, 7 * time.Second, model.KindTimeout},
		"TestA21 connect, unset": {HTTPConfig{Dial: deaf}, 0, 10 * time.Second, model.KindUnreachable},
		"TestA21 connect, set":   {HTTPConfig{Dial: deaf, ConnectTimeout: 3 * time.Second}, 0, 3 * time.Second, model.KindUnreachable},
		"request before connect": {HTTPConfig{Dial: deaf}, time.Second, time.Second, model.KindTimeout},
	} {
		t.Run(name, func(t *testing.T) { expire(t, tc.http, tc.limit, tc.want, tc.kind) })
	}
}

func TestA20_requestTimeoutIsFiveMinutes(t *testing.T) {
	expire(t, HTTPConfig{Dial: silent}, 0, 5*time.Minute, model.KindTimeout)
}

func TestA21_connectTimeoutIsTenSeconds(t *testing.T) {
	expire(t, HTTPConfig{Dial: deaf}, 0, 10*time.Second, model.KindUnreachable)
}

// expire expects a step to fail after exactly that time.
func expire(t *testing.T, c HTTPConfig, limit, want time.Duration, kind model.Kind) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := newModel(t, Config{BaseURL: "http://127.0.0.1:1", RequestTimeout: limit, HTTP: NewHTTPClient(c)})
		start := time.Now()
		_, _, err := step(t, m, ask("hello"))
		if e := failure(t, err); e.Kind != kind || time.Since(start) != want {
			t.Errorf("%v after %v, want %s after %v", e, time.Since(start), kind, want)
		}
	})
}

// A stream that stalls is torn down: the other side sees the connection close.
func TestA20_stalledStreamIsTornDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var closed atomic.Bool
		dial := func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go func() {
				buffer := make([]byte, 1<<16)
				_, _ = server.Read(buffer)
				_, _ = io.WriteString(server, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]}\n\n")
				_, _ = io.Copy(io.Discard, server)
				closed.Store(true)
			}()
			return client, nil
		}
		m := newModel(t, Config{BaseURL: "http://127.0.0.1:1", HTTP: NewHTTPClient(HTTPConfig{Dial: dial})})
		_, deltas, err := step(t, m, ask("hello"))
		synctest.Wait()
		if e := failure(t, err); e.Kind != model.KindTimeout || len(deltas) != 1 || !closed.Load() {
			t.Errorf("got %v, %d pieces, closed: %v", e, len(deltas), closed.Load())
		}
	})
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
