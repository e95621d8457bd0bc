package emulator

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTransport_streamsChunkByChunk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEmulator(t, Config{Pace: time.Minute, Brain: saying{Text: "one two"}})
		resp, err := call(t.Context(), e, stream(model25))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%s %v", resp.Status, resp.Header)
		}
		start := time.Now()
		line, err := bufio.NewReader(resp.Body).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "data: {") || time.Since(start) != 0 {
			t.Errorf("first line %q after %v: %v", line, time.Since(start), err)
		}
	})
}

// The bubble of synctest fails when a goroutine is left behind.
func TestE12_cancelledInProcess(t *testing.T) {
	for name, step := range map[string]Step{
		"beforeTheHeader": {Hang: true},
		"duringADelay":    {DelayMS: 3_600_000},
		"duringTheStream": {Reply: &Reply{Text: "one two three"}, Hang: true},
		"betweenChunks":   {Reply: &Reply{Text: "one two three"}, ChunkDelayMS: 3_600_000},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := newEmulator(t, Config{Script: []Step{step}})
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				resp, err := call(ctx, e, stream(model3))
				if err == nil {
					_, err = io.ReadAll(resp.Body)
					resp.Body.Close()
				}
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("error %v, want the context's", err)
				}
				synctest.Wait()
				if j := e.Journal(); len(j) != 1 || !j[0].Cancelled {
					t.Errorf("journal %+v", j)
				}
			})
		})
	}
}

func TestE12_bodyClosedEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEmulator(t, Config{Script: []Step{{Chunks: [][]json.RawMessage{raw(`{"text":"a"}`), raw(`{"text":"b"}`)}}}})
		resp, err := call(t.Context(), e, stream(model3))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if !e.Journal()[0].Cancelled {
			t.Error("not recorded as cancelled")
		}
	})
}

func TestE12_cancelledOnASocket(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{{Reply: &Reply{Text: "one two"}, Hang: true}}})
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		e.ServeHTTP(w, r)
	}))
	defer server.Close()
	resp, err := server.Client().Post(server.URL+stream(model3)+"&key=k", "application/json", strings.NewReader(request(userHi)))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	<-ended
	if j := e.Journal(); !j[0].Cancelled || j[0].Status != 200 {
		t.Errorf("journal %+v", j[0])
	}
}

func TestTransport_failedRequest(t *testing.T) {
	req, err := http.NewRequest(http.MethodGet, "http://emulator.invalid/elsewhere", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := newEmulator(t, Config{}).Transport().RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); resp.StatusCode != 404 || err != nil || len(body) == 0 {
		t.Errorf("%s %q %v", resp.Status, body, err)
	}
}

type panicking struct{}

func (panicking) Plan(Request) Reply { panic("no plan") }

func TestTransport_aPanicIsAnError(t *testing.T) {
	resp, err := call(t.Context(), newEmulator(t, Config{Brain: panicking{}}), unary(model3))
	if err == nil {
		_, err = io.ReadAll(resp.Body)
		resp.Body.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "no plan") {
		t.Errorf("error %v", err)
	}
}
