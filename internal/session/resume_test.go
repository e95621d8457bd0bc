package session

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/event"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// TestH31_aGhostLosesToTheNewSocket: a page in the back/forward cache keeps its
// socket open. Whoever comes with the token wins, and what the ghost still says
// counts no more.
func TestH31_aGhostLosesToTheNewSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("memory_get", `{"key":"a"}`), says("x"))
		h := keeps(t, m, nil)
		ghost, hello := h.enters("d1", "", nil)
		ghost.user("u1", "x")
		ghost.until("tool_call")
		b, back := h.enters("d2", tokenOf(hello), nil)
		if snapshotOf(t, back)["running"] != 1.0 || back["session"] != hello["session"] {
			t.Errorf("hello %v", back)
		}
		<-ghost.served
		if ghost.pipe.code != protocol.CloseSuperseded {
			t.Errorf("the ghost was closed with %d", ghost.pipe.code)
		}
		b.want("tool_call", frame{"id": "t1.1"})
		b.run("t1.1", `{"found":false}`)
		b.until("turn_end")
		if e := h.seen(event.KindSessionAttached); len(e) != 1 || e[0].Dur != 0 || e[0].Count != 1 {
			t.Errorf("events %+v", e)
		}
		if e := h.seen(event.KindSessionDetached); len(e) != 0 {
			t.Errorf("detached %+v", e)
		}
		b.leaveFor(h)
	})
}

// TestResume_framesOfTheOldSocket: frames that the server reads from a socket
// after another has taken its place do nothing.
func TestResume_framesOfTheOldSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(calls("memory_get", `{"key":"a"}`), says("x")), nil)
		old, hello := h.enters("d1", "", nil)
		old.user("u1", "x")
		old.until("tool_call")
		s := only(h)
		s.mu.Lock()
		was := s.at
		s.mu.Unlock()
		b, _ := h.enters("d2", tokenOf(hello), nil)
		b.until("tool_call")
		s.take(was, &protocol.ToolResult{ID: "t1.1", Result: json.RawMessage(`{"found":true,"value":"of the ghost"}`)})
		s.take(was, &protocol.Stop{})
		s.reply(was, &protocol.Error{Code: protocol.ErrorMalformed})
		b.quiet(time.Second)
		if s.broker.Pending() != 1 {
			t.Error("the ghost settled the call")
		}
		b.leaveFor(h)
	})
}

// only is the one session of the server.
func only(h *house) (s *session) {
	h.srv.contract.mu.Lock()
	defer h.srv.contract.mu.Unlock()
	for s = range h.srv.contract.open {
	}
	return s
}

// TestResume_token: what a token is good for, and for how long.
func TestResume_token(t *testing.T) {
	const shop = "https://shop.example"
	for _, tc := range []struct {
		name string
		// come comes back with the token of a session that was opened by Peer{Subject: "ada", Site: "shop", Origin: shop},
		// and returns the answer.
		come func(h *house, token string) frame
		want string // reason; "": resumed
	}{
		{"the right one", func(h *house, token string) frame {
			return h.tab(Peer{Subject: "ada", Site: "shop", Origin: shop}).enters("d2", token, nil)
		}, ""},
		{"of another address", func(h *house, token string) frame {
			return h.tab(Peer{Subject: "ada", Site: "shop", Origin: shop, IP: "192.0.2.7"}).enters("d2", token, nil)
		}, ""},
		{"of another origin", func(h *house, token string) frame {
			return h.tab(Peer{Subject: "ada", Site: "shop", Origin: "https://evil.example"}).enters("d2", token, nil)
		}, "origin"},
		{"of another subject", func(h *house, token string) frame {
			return h.tab(Peer{Subject: "bob", Site: "shop", Origin: shop}).enters("d2", token, nil)
		}, "subject"},
		{"of the same subject at another site", func(h *house, token string) frame {
			return h.tab(Peer{Subject: "ada", Site: "press", Origin: shop}).enters("d2", token, nil)
		}, "subject"},
		{"guessed", func(h *house, token string) frame {
			return h.tab(Peer{}).enters("d2", token[:len(token)-1]+"_", nil)
		}, "unknown"},
		{"none at all", func(h *house, token string) frame {
			return h.tab(Peer{}).enters("d2", "farhand", nil)
		}, "unknown"},
		{"of another run of the server", func(h *house, token string) frame {
			next := keeps(h.t, plays(says("x")), nil)
			return next.tab(Peer{Subject: "ada", Site: "shop", Origin: shop}).enters("d2", token, nil)
		}, "server_restarted"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := keeps(t, plays(says("x")), nil)
				b := h.tab(Peer{Subject: "ada", Site: "shop", Origin: shop})
				hello := b.enters("d1", "", nil)
				b.drop()
				back := tc.come(h, tokenOf(hello))
				if reason, _ := back["reason"].(string); reason != tc.want || back["resumed"] != (tc.want == "") || back["resume"] == nil {
					t.Errorf("hello %v, want %q", back, tc.want)
				}
				if (back["session"] == hello["session"]) != (tc.want == "") {
					t.Errorf("session %v after %v", back["session"], hello["session"])
				}
				if tc.want != "" { // the session that was asked for waits on
					again := h.tab(Peer{Subject: "ada", Site: "shop", Origin: shop}).enters("d2", tokenOf(hello), nil)
					if again["resumed"] != true {
						t.Errorf("a wrong attempt cost the session: %v", again["reason"])
					}
				}
			})
		})
	}
}

// TestResume_origin: without a ticket the page's own word binds the token.
func TestResume_origin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b, hello := h.enters("d1", "", nil)
		b.drop()
		if _, back := h.enters("d2", tokenOf(hello), frame{"page": frame{"url": "https://press.example/"}}); back["reason"] != "origin" {
			t.Errorf("hello %v", back)
		}
	})
}

// TestResume_aTokenIsUsedUp by the first frame after hello: until then the one
// before is good as well, for its answer may be lost.
func TestResume_aTokenIsUsedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b, hello := h.enters("d1", "", nil)
		first := tokenOf(hello)
		b.drop()
		b, lost := h.enters("d2", first, nil) // the answer is lost
		b.drop()
		b, hello = h.enters("d2", first, nil)
		if hello["resumed"] != true {
			t.Fatalf("resumed %v, %v", hello["resumed"], hello["reason"])
		}
		second := tokenOf(hello)
		b.send(frame{"type": "heartbeat", "seq": 1})
		synctest.Wait()
		other, hello := h.enters("d9", first, nil) // a duplicated tab
		if hello["resumed"] != false || hello["reason"] != "unknown" {
			t.Errorf("resumed %v, %v", hello["resumed"], hello["reason"])
		}
		other.drop()
		b.drop()
		if _, hello := h.enters("d8", tokenOf(lost), nil); hello["reason"] != "unknown" {
			t.Errorf("resumed %v, %v", hello["resumed"], hello["reason"])
		}
		if _, hello := h.enters("d3", second, nil); hello["resumed"] != true {
			t.Errorf("resumed %v, %v", hello["resumed"], hello["reason"])
		}
	})
}

// TestResume_twoAtOnce: of two sockets with the same token exactly one has the
// session in the end, and the other is told.
func TestResume_twoAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b, hello := h.enters("d1", "", nil)
		b.drop()
		var tabs []*tab
		for range 5 {
			tabs = append(tabs, h.tab(Peer{}))
		}
		for i, b := range tabs {
			go b.send(frame{"type": "hello", "protocol": 1, "page": frame{"id": fmt.Sprint("e", i), "url": "https://shop.example/"}, "tools": frame{}, "resume": tokenOf(hello)})
		}
		synctest.Wait()
		open := 0
		for _, b := range tabs {
			if got := b.want("hello", nil); got["resumed"] != true || got["session"] != hello["session"] {
				t.Errorf("hello %v", got)
			}
			select {
			case <-b.served:
				if b.pipe.code != protocol.CloseSuperseded {
					t.Errorf("closed %d", b.pipe.code)
				}
			default:
				open++
				b.user("u1", "x")
				b.until("turn_end")
			}
		}
		if open != 1 {
			t.Errorf("%d sockets have the session", open)
		}
		h.shut(tool.ErrShutdown)
		h.srv.Wait(context.Background())
		h.empty()
	})
}

// TestResume_silence: a socket that is silent for 90 s is closed, and its
// session waits; a page that does what no client does loses its session.
func TestResume_silence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b, hello := h.enters("d1", "", nil)
		<-b.served // frozen: it answers no heartbeat
		if b.pipe.code != protocol.CloseIdle {
			t.Errorf("closed %d", b.pipe.code)
		}
		if e := h.seen(event.KindSessionDetached); len(e) != 1 || e[0].Reason != "idle" {
			t.Errorf("events %+v", e)
		}
		b, hello = h.enters("d1", tokenOf(hello), nil)
		if hello["resumed"] != true {
			t.Fatalf("resumed %v, %v", hello["resumed"], hello["reason"])
		}
		for range 5 {
			b.sendRaw([]byte(`{`))
		}
		<-b.served
		if b.pipe.code != protocol.CloseProtocol {
			t.Errorf("closed %d", b.pipe.code)
		}
		h.empty()
	})
}

// TestResume_aPeerThatDoesNotRead is cut and may come back: what it missed is in
// the snapshot.
func TestResume_aPeerThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("An answer.")), nil)
		b, hello := h.enters("d1", "", nil)
		b.pipe.mu.Lock()
		b.pipe.stuck = true
		b.pipe.mu.Unlock()
		b.user("u1", "x")
		<-b.served
		synctest.Wait()
		b, back := h.enters("d1", tokenOf(hello), nil)
		turn := snapshotOf(t, back)["turns"].([]any)[0].(map[string]any)
		if turn["parts"].([]any)[0].(map[string]any)["text"] != "An answer." || turn["end"] == nil {
			t.Errorf("turn %v", turn)
		}
		b.leaveFor(h)
	})
}

// TestResume_streamIsWhole: whatever moment a browser goes and comes back at,
// the snapshot and what follows it are exactly the text.
func TestResume_streamIsWhole(t *testing.T) {
	for seed := range uint64(60) {
		synctest.Test(t, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 5))
			var want strings.Builder
			stream := func(_ context.Context, emit func(model.Delta)) (*model.Response, error) {
				for range 40 {
					piece := strings.Repeat(string(rune('a'+rnd.IntN(26))), 1+rnd.IntN(30)) + "ü☃"
					want.WriteString(piece)
					emit(model.Delta{Text: piece})
					time.Sleep(time.Duration(rnd.IntN(3)) * 100 * time.Millisecond)
				}
				return response(model.Part{Text: want.String()}), nil
			}
			h := keeps(t, plays(stream), nil)
			b, hello := h.enters("d1", "", nil)
			b.user("u1", "x")
			cuts := rand.New(rand.NewPCG(seed, 6))
			var got string
			for done := false; !done; {
				stay := time.Duration(cuts.IntN(1500)) * time.Millisecond
				cut := time.AfterFunc(stay, func() { b.pipe.end(1006, "") })
				for f := b.next(); f != nil; f = b.next() {
					switch f["type"] {
					case "text":
						got += f["delta"].(string)
					case "turn_end":
						done = true
						b.pipe.end(1000, "")
					}
				}
				cut.Stop()
				if done {
					break
				}
				if cuts.IntN(2) == 0 { // else the server has not seen the loss
					<-b.served
					time.Sleep(time.Duration(cuts.IntN(1000)) * time.Millisecond)
				}
				token := tokenOf(hello)
				b, hello = h.enters(fmt.Sprint("d", cuts.IntN(3)), token, nil)
				got = ""
				turn := snapshotOf(t, hello)["turns"].([]any)[0].(map[string]any)
				for _, part := range turn["parts"].([]any) {
					if part := part.(map[string]any); part["kind"] == "text" {
						got += part["text"].(string)
					}
				}
				if done = turn["end"] != nil; done {
					b.drop()
				}
			}
			if got != want.String() {
				t.Errorf("seed %d: got %d characters, want %d:\n%s\n%s", seed, len(got), want.Len(), got, want.String())
			}
			h.shut(tool.ErrShutdown)
			h.srv.Wait(context.Background())
			h.empty()
		})
	}
}

// TestResume_stopAndReset come after the return like any frame, and find what
// went on meanwhile.
func TestResume_stopAndReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("memory_list", `{}`), hangs, says("x"))
		h := keeps(t, m, nil)
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("tool_call")
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "running"})
		b.drop()
		b, hello = h.enters("d1", tokenOf(hello), frame{"calls": []string{"t1.1"}})
		b.send(frame{"type": "stop"})
		b.want("tool_cancel", frame{"id": "t1.1", "reason": "cancelled"})
		b.want("tool_state", frame{"id": "t1.1", "state": "cancelled"})
		b.want("turn_end", frame{"reason": "stopped"})
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}})
		b.want("nack", frame{"id": "t1.1", "reason": "settled"})

		b.user("u2", "y")
		b.until("text")
		b.drop()
		b, hello = h.enters("d1", tokenOf(hello), nil)
		b.send(frame{"type": "reset"})
		b.want("turn_end", frame{"turn": 2, "reason": "stopped"})
		if again := b.want("hello", nil); again["resume"] != nil || again["resumed"] != nil || again["snapshot"] != nil {
			t.Errorf("hello %v", again)
		}
		b.drop()
		b, hello = h.enters("d2", tokenOf(hello), nil)
		if turns := snapshotOf(t, hello)["turns"].([]any); len(turns) != 0 {
			t.Errorf("turns after a reset: %v", turns)
		}
		b.user("u1", "x")
		b.want("error", frame{"code": "duplicate"}) // the session is the same
		b.user("u3", "z")
		b.until("turn_end")
		if got := len(m.sent[len(m.sent)-1].Messages); got != 1 {
			t.Errorf("%d messages after a reset", got)
		}
		b.leaveFor(h)
	})
}

// TestResume_grantsAndTools: grants stay; what the new page can run holds from
// the next turn on.
func TestResume_grantsAndTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("clipboard_read", `{}`), says("x"))
		h := keeps(t, m, nil)
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("tool_call")
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"text": "x"}, "grant": "session"})
		b.until("turn_end")
		b.drop()
		b, hello = h.enters("d2", tokenOf(hello), frame{"tools": frame{"clipboard_read": "", "speak": ""}})
		if fmt.Sprint(hello["grants"]) != "[clipboard_read]" || len(hello["tools"].([]any)) != 2 {
			t.Errorf("resumed %v, %v", hello["resumed"], hello["reason"])
		}
		b.drop()
		b, _ = h.enters("d3", tokenOf(hello), frame{"tools": frame{"speak": ""}, "approvals": false})
		b.user("u2", "x")
		b.until("turn_end")
		if got := m.sent[len(m.sent)-1].Tools; len(got) != 1 || got[0].Name != "speak" {
			t.Errorf("declared %v", got)
		}
		b.leaveFor(h)
	})
}

// TestResume_contractChanged: a page that was away hears of it when it is back.
func TestResume_contractChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b, hello := h.enters("d1", "", nil)
		b.drop()
		h.srv.ContractChanged(returning(t), nil)
		b, back := h.enters("d1", tokenOf(hello), nil)
		if len(back["tools"].([]any)) != len(everyTool()) {
			t.Errorf("tools %v", back["tools"])
		}
		b.want("contract_changed", frame{"faults": []any{}})
		b.leaveFor(h)
	})
}

// TestResume_inspect: a call that a developer runs is no part of the
// conversation, before and after a return.
func TestResume_inspect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("turn_end")
		b.inspect("i1", "memory_get", `{"key":"a"}`)
		b.until("tool_call")
		b.drop()
		b, back := h.enters("d1", tokenOf(hello), nil)
		snapshot := snapshotOf(t, back)
		if len(snapshot["turns"].([]any)) != 1 || snapshot["running"] != 2.0 || len(snapshot["open"].([]any)) != 1 {
			t.Errorf("snapshot %v", snapshot)
		}
		b.want("tool_call", frame{"id": "t2.1"})
		b.run("t2.1", `{"found":false}`)
		b.until("inspected")
		b.want("turn_end", frame{"turn": 2, "reason": "done"})
		b.leaveFor(h)
	})
}

// TestResume_whatCrossedTheLoss: a message that never arrived is sent again and
// runs once; a result for a call that ended meanwhile is refused.
func TestResume_whatCrossedTheLoss(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("memory_list", `{}`), says("x"))
		h := keeps(t, m, nil)
		b, hello := h.enters("d1", "", nil)
		b.drop()
		b, hello = h.enters("d1", tokenOf(hello), nil)
		if turns := snapshotOf(t, hello)["turns"].([]any); len(turns) != 0 {
			t.Errorf("turns %v", turns)
		}
		b.user("u1", "x")
		b.until("tool_call")
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "running"})
		b.drop()
		time.Sleep(20 * time.Second) // its limit is 15 s
		b, hello = h.enters("d1", tokenOf(hello), frame{"calls": []string{"t1.1"}})
		if turns := snapshotOf(t, hello)["turns"].([]any); turns[0].(map[string]any)["user"].(map[string]any)["id"] != "u1" {
			t.Errorf("turns %v", turns)
		}
		b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}})
		b.want("nack", frame{"id": "t1.1", "reason": "settled"})
		b.user("u1", "x")
		b.want("error", frame{"code": "duplicate"})
		if len(m.sent) != 2 {
			t.Errorf("%d requests", len(m.sent))
		}
		b.leaveFor(h)
	})
}

// TestResume_endIsForGood: a client that ends its session leaves nothing behind,
// also in the middle of a turn.
func TestResume_endIsForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(calls("memory_get", `{"key":"a"}`)), nil)
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("tool_call")
		b.send(frame{"type": "end"})
		<-b.served
		if b.pipe.code != protocol.CloseNormal {
			t.Errorf("closed with %d", b.pipe.code)
		}
		if e := h.seen(event.KindSessionEnd); len(e) != 1 || len(h.seen(event.KindSessionDetached)) != 0 {
			t.Errorf("ended %+v", e)
		}
		next, back := h.enters("d2", tokenOf(hello), nil)
		if back["resumed"] != false || back["reason"] != "expired" {
			t.Errorf("hello %v", back)
		}
		next.leaveFor(h)
	})
}
