package session

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/event"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// TestSession_oneTurn is the whole way: words, a call, its result, an answer.
func TestSession_oneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("memory_get", `{"key":"name"}`), says("You are Ada."))
		b := open(t, m, nil)
		b.user("u1", "Who am I?")
		b.want("turn_start", frame{"turn": 1, "user": "u1"})
		b.want("tool_call", frame{"turn": 1, "step": 1, "id": "t1.1", "name": "memory_get", "args": frame{"key": "name"}, "timeoutMs": 15000, "userTimeoutMs": 120000, "approval": nil})
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "delivered"})
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "running"})
		time.Sleep(800 * time.Millisecond)
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"found": true, "value": "Ada"}})
		b.want("tool_state", frame{"id": "t1.1", "state": "succeeded", "ms": 800, "name": nil})
		b.want("text", frame{"turn": 1, "step": 2, "delta": "You are Ada."})
		b.want("turn_end", frame{"turn": 1, "reason": "done", "error": nil, "usage": frame{"inputTokens": 14, "outputTokens": 6, "thoughtsTokens": 4, "cachedTokens": 0}})
		if got := m.results(1); len(got) != 1 || got[0] != `{"output":{"found":true,"value":"Ada"}}` {
			t.Errorf("the model was sent %v", got)
		}
		b.leave()
	})
}

func TestSession_hello(t *testing.T) {
	for _, tc := range []struct {
		name   string
		first  string
		errors string // code of the error frame, "" if none comes
		reason string
	}{
		{"too late", "", "", "no hello in time"},
		{"another frame", `{"type":"stop"}`, "unexpected", "the first frame must be hello"},
		{"another version", `{"type":"hello","protocol":2,"tools":{}}`, "", "supported protocol versions: 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := connect(t, plays(says("x")), nil)
				start := time.Now()
				if tc.first != "" {
					b.sendRaw([]byte(tc.first))
				}
				if tc.errors != "" {
					b.want("error", frame{"code": tc.errors})
				}
				<-b.served
				if b.pipe.code != protocol.CloseProtocol || b.pipe.reason != tc.reason {
					t.Errorf("closed %d %q", b.pipe.code, b.pipe.reason)
				}
				if tc.name == "another version" && b.event(event.KindPeerMisbehaved).Reason != "protocol" {
					t.Error("operators are not told of it")
				}
				if tc.first == "" && time.Since(start) != 5*time.Second {
					t.Errorf("after %v, want 5s", time.Since(start))
				}
			})
		})
	}
}

func TestSession_secondHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(says("x")), nil)
		b.send(frame{"type": "hello", "protocol": 1, "tools": frame{}})
		b.want("error", frame{"code": "unexpected"})
		b.leave()
	})
}

// TestSession_badFrames: a bad frame gets a typed error and the socket lives;
// five in a row close it; a good one in between starts the count anew.
func TestSession_badFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(says("x")), nil)
		for range 3 {
			for _, bad := range []string{`{`, `[]`, `{"type":"nope"}`, `{"type":"user","id":1}`} {
				b.sendRaw([]byte(bad))
				b.want("error", nil)
			}
			b.send(frame{"type": "heartbeat", "seq": 1})
		}
		for range 5 {
			b.sendRaw([]byte(`{`))
			b.want("error", frame{"code": "malformed"})
		}
		<-b.served
		if b.pipe.code != protocol.CloseProtocol {
			t.Errorf("closed %d", b.pipe.code)
		}
		if e := b.event(event.KindPeerMisbehaved); e.Count != 5 {
			t.Errorf("event %+v", e)
		}
	})
}

func TestSession_user(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(hangs, says("x")), nil)
		b.user("u1", "one")
		b.want("turn_start", nil)
		b.want("text", nil)
		b.user("u2", "two")
		b.want("error", frame{"code": "busy", "ref": "u2"})
		b.user("u1", "one")
		b.want("error", frame{"code": "duplicate", "ref": "u1"})
		b.user("u3", strings.Repeat("x", protocol.MaxTextBytes+1))
		b.want("error", frame{"code": "too_large", "ref": "u3"})
		b.send(frame{"type": "stop"})
		b.want("turn_end", frame{"reason": "stopped"})
		b.send(frame{"type": "stop"}) // nothing runs: nothing happens
		b.user("u1", "one")
		b.want("error", frame{"code": "duplicate"})
		b.user("u2", strings.Repeat("x", protocol.MaxTextBytes))
		b.want("turn_start", frame{"turn": 2, "user": "u2"})
		b.until("turn_end")
		b.leave()
	})
}

// TestI40_stopSettlesAtOnce: Stop ends open calls, also one that waits for an
// approval, without waiting for a body; the next message works.
func TestI40_I41_stopSettlesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("clipboard_read", `{}`), says("x"))
		b := open(t, m, nil)
		b.user("u1", "read it")
		b.until("tool_call")
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "awaiting_user"})
		start := time.Now()
		b.send(frame{"type": "stop"})
		b.want("tool_cancel", frame{"id": "t1.1", "reason": "cancelled"})
		b.want("tool_state", frame{"id": "t1.1", "state": "cancelled", "code": "cancelled"})
		b.want("turn_end", frame{"reason": "stopped"})
		if time.Since(start) != 0 {
			t.Errorf("took %v", time.Since(start))
		}
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"text": "late"}, "grant": "once"})
		b.want("nack", frame{"id": "t1.1", "reason": "settled"})
		b.send(frame{"type": "tool_result", "id": "t7.7", "result": 1})
		b.want("nack", frame{"id": "t7.7", "reason": "unknown"})
		b.user("u2", "go on")
		b.until("turn_end")
		if got := m.results(1); len(got) != 0 {
			t.Errorf("results at the end of the next request: %v", got)
		}
		if e := b.event(event.KindLateResult); e.Call != "t1.1" || e.Code != "settled" {
			t.Errorf("event %+v", e)
		}
		b.leave()
	})
}

// TestH23: a closed tab wakes what is pending, ends the turn and leaves nothing.
func TestH23_I2_tabClosedMidCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("device_context", `{}`, "memory_list", `{}`))
		b := open(t, m, nil)
		b.user("u1", "x")
		b.until("tool_call")
		b.until("tool_call")
		start := time.Now()
		b.leave() // the bubble fails if a goroutine is left
		if time.Since(start) != 0 {
			t.Errorf("took %v", time.Since(start))
		}
		if e := b.event(event.KindTurnEnd); e.Reason != "disconnected" {
			t.Errorf("turn ended %s", e.Reason)
		}
		if len(m.sent) != 1 {
			t.Errorf("%d requests after the tab was gone", len(m.sent)-1)
		}
	})
}

func TestSession_shutdown(t *testing.T) {
	for name, m := range map[string]*script{"during a request": plays(hangs), "during a call": plays(calls("memory_list", `{}`))} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, m, nil)
				b.user("u1", "x")
				synctest.Wait()
				b.shut(tool.ErrShutdown)
				b.until("turn_end")
				<-b.served
				if b.pipe.code != protocol.CloseDraining {
					t.Errorf("closed %d", b.pipe.code)
				}
				if e := b.event(event.KindTurnEnd); e.Reason != "shutdown" {
					t.Errorf("turn ended %s", e.Reason)
				}
			})
		})
	}
}

func TestSession_silentPeerIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(says("x")), nil)
		start := time.Now()
		for range 3 {
			time.Sleep(80 * time.Second)
			b.send(frame{"type": "heartbeat", "seq": 1})
		}
		<-b.served
		if got := time.Since(start); got != 330*time.Second || b.pipe.code != protocol.CloseIdle {
			t.Errorf("closed %d after %v", b.pipe.code, got)
		}
	})
}

func TestSession_heartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(says("x")), nil)
		time.Sleep(61 * time.Second)
		for seq := 1; seq <= 3; seq++ {
			if got, want := string(<-b.pipe.out), fmt.Sprintf(`{"type":"heartbeat","seq":%d}`, seq); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		b.leave()
	})
}

func TestH30_peerThatDoesNotReadIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(says("x")), nil)
		b.pipe.mu.Lock()
		b.pipe.stuck = true
		b.pipe.mu.Unlock()
		b.user("u1", "x")
		<-b.served
		if e := b.event(event.KindTurnEnd); e.Reason != "disconnected" {
			t.Errorf("turn ended %s", e.Reason)
		}
	})
}

// TestH31: two sessions share no history, no ids and no grants.
func TestH31_sessionsShareNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := plays(calls("memory_list", `{}`), says("x")), plays(calls("memory_list", `{}`), says("x"))
		a, b := open(t, one, nil), open(t, two, nil)
		a.user("u1", "x")
		b.user("u1", "x")
		a.until("tool_call")
		b.until("tool_call")
		a.leave()
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}})
		b.until("text")
		b.want("turn_end", frame{"reason": "done"})
		b.leave()
	})
}

// TestSession_reset ends the turn, forgets history and grants, and says hello.
func TestSession_reset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("clipboard_read", `{}`), says("x"), calls("clipboard_read", `{}`), says("x"), hangs, says("x"))
		b := open(t, m, nil)
		b.user("u1", "x")
		if call := b.until("tool_call"); call["approval"] == nil {
			t.Fatal("not asked")
		}
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"text": "x"}, "grant": "session"})
		b.until("turn_end")
		b.user("u2", "x")
		if call := b.until("tool_call"); call["approval"] != nil {
			t.Fatal("asked in spite of the grant")
		}
		b.send(frame{"type": "tool_result", "id": "t2.1", "result": frame{"text": "x"}})
		b.until("turn_end")

		b.user("u3", "x")
		b.until("text")
		b.send(frame{"type": "reset"})
		b.want("turn_end", frame{"turn": 3, "reason": "stopped"})
		b.want("hello", nil)
		b.user("u4", "after")
		b.want("turn_start", frame{"turn": 4})
		b.until("turn_end")
		if got := len(m.sent[len(m.sent)-1].Messages); got != 1 {
			t.Errorf("%d messages after a reset", got)
		}
		b.send(frame{"type": "reset"})
		b.want("hello", nil)
		b.leave()
	})
}

// TestSession_toolsChanged takes effect at the next turn; the running one keeps
// its set.
func TestSession_toolsChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("memory_list", `{}`), says("x"))
		b := open(t, m, nil)
		b.user("u1", "x")
		b.until("tool_call")
		b.send(frame{"type": "tools_changed", "tools": frame{"speak": ""}, "unavailable": []any{frame{"name": "geolocation_get", "reason": "insecure_context"}}})
		hello := b.want("hello", nil)
		if tools := hello["tools"].([]any); len(tools) != 1 || tools[0].(map[string]any)["name"] != "speak" {
			t.Errorf("offered %v", tools)
		}
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}})
		b.until("turn_end")
		b.user("u2", "x")
		b.until("turn_end")
		if got := len(m.sent[1].Tools); got < 2 {
			t.Errorf("the running turn lost its tools: %d", got)
		}
		if got := m.sent[2].Tools; len(got) != 1 || got[0].Name != "speak" {
			t.Errorf("offered %v", got)
		}
		b.leave()
	})
}

// TestA55: a call that no frame was sent for is told as a finished one.
func TestA55_refusedCallsAreSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(calls("web_search", `{"q":1}`, "memory_get", `{}`), says("x")), nil)
		b.user("u1", "x")
		b.want("turn_start", nil)
		b.want("tool_state", frame{"id": "t1.1", "state": "failed", "code": "unknown_tool", "name": "web_search", "args": frame{"q": 1}})
		b.want("tool_state", frame{"id": "t1.2", "state": "failed", "code": "invalid_args", "name": "memory_get"})
		b.until("turn_end")
		b.leave()
	})
}

// TestSession_modelErrors reach the person as kind and words.
func TestSession_modelErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(func(context.Context, func(model.Delta)) (*model.Response, error) {
			return nil, &model.Error{Kind: model.KindQuota, Message: "Wait a minute.", RetryAfter: 26 * time.Second}
		}), nil)
		b.user("u1", "x")
		b.until("turn_start")
		b.want("turn_end", frame{"reason": "model_error", "error": frame{"kind": "quota", "message": "Wait a minute.", "retryAfterMs": 26000}})
		b.leave()
	})
}

func TestSession_panicEndsTheTurnOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(func(context.Context, func(model.Delta)) (*model.Response, error) { panic("boom") }, says("x")), nil)
		b.user("u1", "x")
		b.until("turn_start")
		b.want("turn_end", frame{"reason": "internal"})
		b.user("u2", "x")
		b.until("text")
		b.want("turn_end", frame{"reason": "done"})
		b.leave()
	})
}

// TestSession_humanWaits: an approval may take longer than the turn's clock.
func TestSession_humanWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(calls("clipboard_read", `{}`), says("x")), func(c *Config) { c.TurnTimeout = 10 * time.Second })
		b.user("u1", "x")
		b.until("tool_call")
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "awaiting_user"})
		time.Sleep(60 * time.Second)
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "running"})
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"text": "x"}, "grant": "once"})
		b.want("tool_state", frame{"state": "succeeded"})
		b.until("text")
		b.want("turn_end", frame{"reason": "done"})
		b.leave()
	})
}

// TestA94_H3: a marker in every word, argument, result, page field and error is
// found in no event and no log line.
func TestA94_H3_noContentInSinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const marker = "MARKER7f3a"
		var log strings.Builder
		m := plays(
			calls("memory_put", `{"key":"`+marker+`","value":"`+marker+`"}`, "memory_get", `{"`+marker+`":1}`),
			says(marker),
			func(context.Context, func(model.Delta)) (*model.Response, error) {
				return nil, &model.Error{Kind: model.KindAuth, Message: marker}
			},
		)
		b := connect(t, m, func(c *Config) { c.Log = traceLog(&log); c.System = marker })
		b.send(frame{"type": "hello", "protocol": 1, "page": frame{"id": marker, "url": "https://" + marker + "/", "lang": marker}, "tools": everyTool(), "approvals": true})
		b.user("u"+marker, marker)
		b.until("tool_call")
		b.send(frame{"type": "tool_result", "id": "t1.1", "error": frame{"code": "failed", "message": marker}})
		b.until("turn_end")
		b.user("u2", marker)
		b.until("turn_end")
		b.send(frame{"type": "tool_result", "id": marker, "result": marker})
		b.sendRaw([]byte(`{"type":"` + marker + `"}`))
		b.leave()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, e := range b.events {
			if s := fmt.Sprintf("%+v", e); strings.Contains(s, marker) {
				t.Errorf("event %s", s)
			}
		}
		if strings.Contains(log.String(), marker) {
			t.Errorf("log %s", log.String())
		}
	})
}

// TestA89: over whole conversations, good and bad, each turn has one start and
// one end, each call one final state, and nothing of a turn comes after its end.
func TestA89_framesFollowTheStateMachine(t *testing.T) {
	for name, m := range map[string]*script{
		"words": plays(says("x")),
		"calls": plays(calls("memory_list", `{}`, "web_search", `{}`), says("x")),
		"limit": plays(calls("memory_list", `{}`)),
		"blocked": plays(func(context.Context, func(model.Delta)) (*model.Response, error) {
			return nil, &model.Error{Kind: model.KindBlocked}
		}),
		"panic": plays(func(context.Context, func(model.Delta)) (*model.Response, error) { panic("x") }),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, m, func(c *Config) { c.MaxCalls = 4 })
				running, states := 0, map[string]int{}
				for turn := 1; turn <= 2; turn++ {
					b.user(fmt.Sprint("u", turn), "x")
					for done := false; !done; {
						f := b.next()
						if f["type"] != "turn_start" && running == 0 {
							t.Fatalf("outside a turn: %v", f)
						}
						switch f["type"] {
						case "turn_start":
							running++
						case "tool_call":
							b.send(frame{"type": "tool_result", "id": f["id"], "result": frame{"entries": []any{}}})
						case "tool_state":
							states[f["id"].(string)]++
						case "turn_end":
							running--
							done = true
						}
					}
				}
				for id, n := range states {
					if n != 1 {
						t.Errorf("call %s has %d final states", id, n)
					}
				}
				b.quiet(time.Minute)
				b.leave()
			})
		})
	}
}

// TestInvariant8_prefixIsStable: the tool block and the system text are the
// same bytes in every request while the offered set is the same, whatever order
// a page announces its tools in.
func TestInvariant8_prefixIsStable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []string
		for range 2 {
			m := plays(calls("memory_list", `{}`), says("x"), says("y"))
			b := open(t, m, nil)
			b.user("u1", "x")
			b.until("tool_call")
			b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}})
			b.until("turn_end")
			b.user("u2", "y")
			b.until("turn_end")
			b.leave()
			for _, r := range m.sent {
				sent = append(sent, fmt.Sprintf("%s %q", r.System, r.Tools))
			}
		}
		for i, s := range sent {
			if s != sent[0] {
				t.Errorf("request %d differs:\n%s\n%s", i, s, sent[0])
			}
		}
	})
}
