package session

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/event"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// house is a server that keeps sessions, with what its operator sees.
type house struct {
	t    *testing.T
	srv  *Server
	shut context.CancelCauseFunc
	ctx  context.Context
	note func(direction string, data []byte) // if set, told of every frame

	mu     sync.Mutex
	events []event.Event
}

// keeps returns a server that keeps an idle session for 12 hours. Call it in a
// bubble.
func keeps(t *testing.T, m model.Model, change func(*Config)) *house {
	t.Helper()
	h := &house{t: t}
	cfg := Config{
		Catalog: catalog(), Model: m, ModelInfo: protocol.ModelInfo{Name: "test-model"}, Log: zerolog.Nop(), FrameBytes: 1 << 20,
		ResumeTTL: 12 * time.Hour,
		Sink: event.SinkFunc(func(e event.Event) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.events = append(h.events, e)
		}),
	}
	if change != nil {
		change(&cfg)
	}
	srv, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h.srv = srv
	h.ctx, h.shut = context.WithCancelCause(context.Background())
	t.Cleanup(func() { h.shut(nil) })
	return h
}

// tab opens a socket without a hello.
func (h *house) tab(peer Peer) *tab {
	b := &tab{t: h.t, pipe: newPipe(), served: make(chan struct{}), shut: h.shut}
	b.pipe.note = h.note
	go func() {
		h.srv.Serve(h.ctx, b.pipe, peer)
		close(b.served)
	}()
	return b
}

// enters opens a socket of the document doc with a hello that has the token, and
// the fields of more, and returns the answer.
func (h *house) enters(doc, token string, more frame) (*tab, frame) {
	h.t.Helper()
	b := h.tab(Peer{})
	return b, b.enters(doc, token, more)
}

func (b *tab) enters(doc, token string, more frame) frame {
	b.t.Helper()
	hello := frame{
		"type": "hello", "protocol": 1, "page": frame{"id": doc, "url": "https://shop.example/" + doc},
		"tools": everyTool(), "approvals": true, "resume": token,
	}
	for name, value := range more {
		hello[name] = value
	}
	b.send(hello)
	return b.want("hello", nil)
}

// drop loses the socket and waits until the server has seen it.
func (b *tab) drop() {
	b.pipe.end(1006, "")
	<-b.served
}

func tokenOf(hello frame) string { return hello["resume"].(map[string]any)["token"].(string) }

func snapshotOf(t *testing.T, hello frame) map[string]any {
	t.Helper()
	if hello["resumed"] != true {
		t.Fatalf("not resumed: %v", hello["reason"])
	}
	return hello["snapshot"].(map[string]any)
}

// seen returns the events of the kind.
func (h *house) seen(kind event.Kind) (list []event.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		if e.Kind == kind {
			list = append(list, e)
		}
	}
	return list
}

// empty checks that nothing is left of any session.
func (h *house) empty() {
	h.t.Helper()
	synctest.Wait()
	r := h.srv.registry
	if len(r.sessions)+len(r.tokens)+len(r.detached)+len(h.srv.contract.open) != 0 {
		h.t.Errorf("left: %d sessions, %d tokens, %d detached, %d open", len(r.sessions), len(r.tokens), len(r.detached), len(h.srv.contract.open))
	}
	if starts, ends := len(h.seen(event.KindSessionStart)), len(h.seen(event.KindSessionEnd)); starts != ends {
		h.t.Errorf("%d sessions began, %d ended", starts, ends)
	}
}

// TestH31_aSessionEndsWithItsSocketUnlessItsClientCanComeBack: old clients, and
// every client of a server that keeps nothing, find what they always found.
func TestH31_aSessionEndsWithItsSocketUnlessItsClientCanComeBack(t *testing.T) {
	for _, tc := range []struct {
		name  string
		ttl   time.Duration
		hello frame
	}{
		{"a client that cannot come back", time.Hour, frame{"type": "hello", "protocol": 1, "tools": everyTool()}},
		{"a server that keeps nothing", 0, frame{"type": "hello", "protocol": 1, "tools": everyTool(), "resume": ""}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := keeps(t, plays(calls("memory_list", `{}`)), func(c *Config) { c.ResumeTTL = tc.ttl })
				b := h.tab(Peer{})
				b.send(tc.hello)
				if hello := b.want("hello", nil); hello["resume"] != nil || hello["resumed"] != nil || hello["snapshot"] != nil {
					t.Errorf("hello %v", hello)
				}
				b.user("u1", "x")
				b.until("tool_call")
				b.drop()
				h.empty()
				if e := h.seen(event.KindTurnEnd); len(e) != 1 || e[0].Reason != "disconnected" {
					t.Errorf("turn %+v", e)
				}
			})
		})
	}
}

// TestResume_idle: a session without a turn is kept for its time, and no longer.
func TestResume_idle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("Hello.")), nil)
		b, hello := h.enters("d1", "", nil)
		if hello["resumed"] != nil || fmt.Sprint(hello["resume"].(map[string]any)["ttlMs"]) != "4.32e+07" {
			t.Errorf("hello %v", hello)
		}
		b.user("u1", "Hi")
		b.until("turn_end")
		b.drop()
		time.Sleep(12*time.Hour - time.Second)
		b, again := h.enters("d2", tokenOf(hello), nil)
		if again["session"] != hello["session"] || tokenOf(again) == tokenOf(hello) {
			t.Errorf("hello %v", again)
		}
		if got := fmt.Sprint(snapshotOf(t, again)["turns"]); got != "[map[end:map[reason:done usage:map[cachedTokens:0 inputTokens:7 outputTokens:3 thoughtsTokens:2]] "+
			"parts:[map[kind:text step:1 text:Hello.] map[kind:step ms:0 requestBytes:0 step:1 usage:map[cachedTokens:0 inputTokens:7 outputTokens:3 thoughtsTokens:2]]] turn:1 user:map[id:u1 text:Hi]]]" {
			t.Errorf("turns %s", got)
		}
		b.user("u2", "And now?")
		b.want("turn_start", frame{"turn": 2})
		b.until("turn_end")
		b.drop()
		time.Sleep(12*time.Hour + time.Second)
		b, late := h.enters("d3", tokenOf(again), nil)
		if late["resumed"] != false || late["reason"] != "expired" || late["session"] == hello["session"] || late["snapshot"] != nil {
			t.Errorf("hello %v", late)
		}
		if e := h.seen(event.KindSessionExpired); len(e) != 1 || e[0].Reason != "ttl" || e[0].Dur != 12*time.Hour {
			t.Errorf("events %+v", e)
		}
		if e := h.seen(event.KindSessionAttached); len(e) != 1 || e[0].Reason != "new_document" || e[0].Dur != 12*time.Hour-time.Second {
			t.Errorf("events %+v", e)
		}
		if e := h.seen(event.KindSessionStart); len(e) != 2 || e[1].Reason != "expired" {
			t.Errorf("events %+v", e)
		}
		h.shut(tool.ErrShutdown)
		<-b.served
		h.empty()
	})
}

// TestResume_grace: how long a session is kept whose turn runs.
func TestResume_grace(t *testing.T) {
	for _, tc := range []struct {
		name   string
		m      *script
		state  string // of the call at the drop
		after  time.Duration
		reason string
		code   string // of the call
	}{
		{"during a request", plays(hangs), "", 30 * time.Second, "grace", ""},
		{"while a body runs", plays(calls("memory_list", `{}`)), "running", 15 * time.Second, "grace", "timeout"}, // then 15 s of the next request
		{"not acknowledged", plays(calls("memory_list", `{}`)), "", 30 * time.Second, "grace", "disconnected"},
		{"while a call waits for its user", plays(calls("clipboard_read", `{}`)), "awaiting_user", 120 * time.Second, "grace", "disconnected"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := plays(append(tc.m.steps, hangs)...)
				h := keeps(t, m, nil)
				b, hello := h.enters("d1", "", nil)
				b.user("u1", "x")
				synctest.Wait()
				if tc.state != "" {
					b.send(frame{"type": "tool_state", "id": "t1.1", "state": tc.state})
				}
				b.drop()
				start := time.Now()
				if tc.code == "timeout" {
					time.Sleep(tc.after)
					synctest.Wait()
					if len(m.sent) != 2 {
						t.Errorf("the model was not asked again")
					}
					tc.after = 30 * time.Second
				}
				time.Sleep(tc.after - time.Since(start) - time.Millisecond)
				synctest.Wait()
				if e := h.seen(event.KindSessionEnd); len(e) != 0 {
					t.Fatal("it ended before its time")
				}
				time.Sleep(2 * time.Millisecond)
				h.empty()
				if e := h.seen(event.KindSessionExpired); len(e) != 1 || e[0].Reason != tc.reason {
					t.Errorf("expired %+v", e)
				}
				if e := h.seen(event.KindTurnEnd); len(e) != 1 || e[0].Reason != "disconnected" {
					t.Errorf("turn %+v", e)
				}
				ends := append(h.seen(event.KindToolCalled), h.seen(event.KindToolTimedOut)...)
				if tc.state == "awaiting_user" && len(m.sent) != 1 {
					t.Error("the model was asked though the session had ended")
				}
				if tc.code != "" && (len(ends) != 1 || ends[0].Code != tc.code) {
					t.Errorf("call %+v", ends)
				}
				b, late := h.enters("d1", tokenOf(hello), nil)
				if late["reason"] != "expired" {
					t.Errorf("hello %v", late)
				}
				b.leaveFor(h)
			})
		})
	}
}

// leaveFor ends the server and waits for the tab.
func (b *tab) leaveFor(h *house) {
	h.shut(tool.ErrShutdown)
	<-b.served
	h.empty()
}

// TestResume_turnEndsWhileNobodyIsThere: the answer is in the snapshot, and the
// session is idle from then on.
func TestResume_turnEndsWhileNobodyIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(ctx context.Context, emit func(model.Delta)) (*model.Response, error) {
			time.Sleep(20 * time.Second)
			return says("Here you are.")(ctx, emit)
		}
		h := keeps(t, plays(slow), nil)
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("turn_start")
		b.drop()
		time.Sleep(12 * time.Hour) // 20 s of it the turn ran
		b, again := h.enters("d1", tokenOf(hello), nil)
		snapshot := snapshotOf(t, again)
		turn := snapshot["turns"].([]any)[0].(map[string]any)
		if snapshot["running"] != nil || turn["end"] == nil || turn["parts"].([]any)[0].(map[string]any)["text"] != "Here you are." {
			t.Errorf("snapshot %v", snapshot)
		}
		b.leaveFor(h)
	})
}

// TestResume_shutdown ends detached sessions, too, and Wait waits for them.
func TestResume_shutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(calls("memory_list", `{}`)), nil)
		b, _ := h.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("tool_call")
		b.drop()
		idle, _ := h.enters("d2", "", nil)
		idle.drop()
		short, cancel := context.WithTimeoutCause(context.Background(), time.Second, tool.ErrStopped)
		defer cancel()
		if err := h.srv.Wait(short); err != tool.ErrStopped {
			t.Errorf("Wait returned %v while sessions are kept", err)
		}
		h.shut(tool.ErrShutdown)
		if err := h.srv.Wait(context.Background()); err != nil {
			t.Error(err)
		}
		h.empty()
		if e := h.seen(event.KindTurnEnd); len(e) != 1 || e[0].Reason != "shutdown" {
			t.Errorf("turn %+v", e)
		}
		if e := h.seen(event.KindSessionExpired); len(e) != 0 {
			t.Errorf("expired %+v", e)
		}
	})
}

// TestResume_caps: the oldest goes first, in all, for one subject and for one
// address; those that have a socket do not count.
func TestResume_caps(t *testing.T) {
	for _, tc := range []struct {
		name  string
		peers []Peer // each leaves once, one second after the other
		gone  []int  // whose session is not kept
	}{
		{"in all", []Peer{{}, {}, {}, {}, {}}, []int{0, 1}},
		{"of one subject", []Peer{{Subject: "a"}, {Subject: "b"}, {Subject: "a"}, {Subject: "a"}}, []int{0}},
		{"the same name at two sites", []Peer{{Subject: "a", Site: "x"}, {Subject: "a", Site: "y"}, {Subject: "a", Site: "x"}}, nil},
		{"of one address", []Peer{{IP: "a"}, {IP: "a"}, {IP: "a"}}, []int{0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := keeps(t, plays(says("x")), func(c *Config) { c.MaxDetached, c.MaxDetachedEach = 3, 2 })
				stays := h.tab(tc.peers[0])
				stays.enters("stays", "", nil)
				var tokens []string
				for i, peer := range tc.peers {
					b := h.tab(peer)
					tokens = append(tokens, tokenOf(b.enters(fmt.Sprint("d", i), "", nil)))
					b.drop()
					time.Sleep(time.Second)
				}
				var gone []int
				for i, token := range tokens {
					if _, refused := h.srv.registry.find(token); refused == protocol.ResumeExpired {
						gone = append(gone, i)
					}
				}
				if fmt.Sprint(gone) != fmt.Sprint(tc.gone) {
					t.Errorf("gone %v, want %v", gone, tc.gone)
				}
				if e := h.seen(event.KindSessionExpired); len(e) != len(tc.gone) || len(e) > 0 && e[0].Reason != "cap" {
					t.Errorf("expired %+v", e)
				}
				stays.leaveFor(h)
			})
		})
	}
}

// TestResume_bytesCap: what detached conversations take together is bounded, also
// when one grows while nobody is there; the oldest goes first.
func TestResume_bytesCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := strings.Repeat("x", 3000)
		m := plays(says(long), says("y"), func(ctx context.Context, emit func(model.Delta)) (*model.Response, error) {
			time.Sleep(time.Second)
			return says(long+long)(ctx, emit)
		})
		h := keeps(t, m, func(c *Config) { c.DetachedBytes = 16_000 })
		var tokens []string
		leaves := func(doc string, turn func(*tab)) {
			b, hello := h.enters(doc, "", nil)
			tokens = append(tokens, tokenOf(hello))
			turn(b)
			b.drop()
			synctest.Wait()
		}
		said := func(b *tab) {
			b.user("u1", "x")
			b.until("turn_end")
		}
		leaves("long", said)
		leaves("short", said)
		kept := func(want string) {
			t.Helper()
			var got []protocol.ResumeRefusal
			for _, token := range tokens {
				_, refused := h.srv.registry.find(token)
				got = append(got, refused)
			}
			if fmt.Sprint(got) != want {
				t.Errorf("refused %q, want %s", got, want)
			}
		}
		kept("[ ]")
		leaves("grows", func(b *tab) {
			b.user("u1", "x")
			b.until("turn_start")
		})
		kept("[  ]")
		time.Sleep(2 * time.Second)
		kept("[expired  ]")
		if e := h.seen(event.KindSessionExpired); len(e) != 1 || e[0].Reason != "cap" {
			t.Errorf("expired %+v", e)
		}
	})
}
