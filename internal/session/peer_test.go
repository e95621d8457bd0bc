package session

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/quota"
)

// of returns the events of a kind.
func (h *house) of(kind event.Kind) (found []event.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		if e.Kind == kind {
			found = append(found, e)
		}
	}
	return found
}

// limited is the peer of a socket with these limits.
func limited(t *testing.T, l quota.Limits) Peer {
	t.Helper()
	lease, excess := quota.New(quota.Config{}).Enter(quota.Party{Scope: quota.Subject, Name: "ada", Limits: l})
	if excess != nil {
		t.Fatal(excess)
	}
	return Peer{Subject: "ada", Site: "shop", Meter: lease}
}

// TestA63_X7_siteAndSubjectComeFromTheTicket: they stand on every event, and what a
// page says of them in its frames is not heard; where a ticket names nobody, the
// fields are absent.
func TestA63_X7_siteAndSubjectComeFromTheTicket(t *testing.T) {
	for name, tc := range map[string]struct {
		peer  Peer
		named bool // hello.subject stands for the user
	}{
		"a ticket":         {Peer{Subject: "ada", Site: "shop"}, true},
		"anonymous":        {Peer{Site: "anonymous"}, false},
		"the server's own": {Peer{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := keeps(t, plays(calls("memory_list", `{}`, "no_such", `{}`), says("x")), nil)
				lie := frame{"site": "bank", "subject": "eve", "sub": "eve"}
				b := h.tab(tc.peer)
				hello := b.enters("d1", "", lie)
				if digest, named := hello["subject"].(string); named != tc.named || named && digest != tc.peer.digest() {
					t.Errorf("hello.subject is %v", hello["subject"])
				}
				b.send(frame{"type": "user", "id": "u1", "text": "x", "site": "bank", "subject": "eve"})
				b.until("tool_call")
				b.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}, "subject": "eve"})
				b.send(frame{"type": "tool_result", "id": "t1.1", "result": 1})
				b.until("turn_end")
				b.drop()
				back := h.tab(tc.peer)
				back.enters("d2", tokenOf(hello), lie)
				for range maxMalformed {
					back.sendRaw([]byte(`{"type":"sing","subject":"eve"}`))
				}
				<-back.served
				synctest.Wait()
				for _, e := range h.events {
					if e.Site != tc.peer.Site || e.Subject != tc.peer.Subject {
						t.Errorf("%s is of %q at %q", e.Kind, e.Subject, e.Site)
					}
				}
				for _, kind := range []event.Kind{
					event.KindSessionStart, event.KindTurnStart, event.KindStep, event.KindToolCalled, event.KindToolHallucinated,
					event.KindLateResult, event.KindTurnEnd, event.KindSessionDetached, event.KindSessionAttached,
					event.KindPeerMisbehaved, event.KindSessionEnd,
				} {
					if len(h.of(kind)) == 0 {
						t.Errorf("no event %s", kind)
					}
				}
			})
		})
	}
}

// TestX7_aSocketWithoutASession: what it does wrong is its subject's, too.
func TestX7_aSocketWithoutASession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b := h.tab(Peer{Subject: "ada", Site: "shop"})
		for range maxMalformed {
			b.sendRaw([]byte(`{`))
		}
		<-b.served
		if bad := h.of(event.KindPeerMisbehaved); len(bad) != 1 || bad[0].Subject != "ada" || bad[0].Site != "shop" {
			t.Errorf("events %+v", bad)
		}
	})
}

// TestPeer_digest: it tells users apart, and two users never share one because
// their names run together.
func TestPeer_digest(t *testing.T) {
	all := map[string]Peer{}
	for _, p := range []Peer{{Site: "shop", Subject: "ada"}, {Site: "shop", Subject: "bob"}, {Site: "shopa", Subject: "da"}, {Site: "sh", Subject: "opada"}} {
		d := p.digest()
		if other, taken := all[d]; taken || len(d) != 16 {
			t.Errorf("%+v has %q like %+v", p, d, other)
		}
		all[d] = p
	}
}

// TestLimits_turns: a turn too many is refused with its time, and the socket and
// the id stay good. Stop, results and heartbeats need no turn.
func TestLimits_turns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := keeps(t, plays(says("x")), nil)
		b := h.tab(limited(t, quota.Limits{Turns: 2}))
		b.enters("d1", "", nil)
		b.user("u1", "x")
		b.until("turn_end")
		b.user("u1", "x") // is no turn
		b.want("error", frame{"code": "duplicate"})
		b.send(frame{"type": "inspect", "id": "i1", "name": "no_such", "args": frame{}})
		b.until("turn_end")
		b.user("u2", "x")
		b.want("error", frame{"code": "rate_limited", "ref": "u2", "retryAfterMs": 30000})
		b.send(frame{"type": "inspect", "id": "i2", "name": "no_such", "args": frame{}})
		b.want("error", frame{"code": "rate_limited", "ref": "i2", "retryAfterMs": 30000})
		if bad := h.of(event.KindPeerMisbehaved); len(bad) != 2 || bad[0].Code != "rate_limited" || bad[0].Reason != "turns" {
			t.Errorf("events %+v", bad)
		}
		time.Sleep(30 * time.Second)
		b.user("u2", "x")
		b.want("turn_start", frame{"user": "u2"})
		b.until("turn_end")
		b.leave()
	})
}

// TestH23_aFloodEndsTheSocketAndLosesNothing: the socket is closed with the limit
// and its time; the call that waits goes on in a session that is kept, and ends
// with one that is not.
func TestH23_aFloodEndsTheSocketAndLosesNothing(t *testing.T) {
	for name, tc := range map[string]struct {
		limits quota.Limits
		flood  func(b *tab)
		want   protocol.Closed
	}{
		"frames": {quota.Limits{Frames: 1}, func(b *tab) {
			for seq := range 20 {
				if !b.tries(frame{"type": "heartbeat", "seq": seq}) {
					return
				}
			}
		}, protocol.Closed{Code: protocol.RefusalRateLimited, Reason: "frames", RetryAfterMs: 1000}},
		"bytes": {quota.Limits{Bytes: 6000}, func(b *tab) {
			b.tries(frame{"type": "heartbeat", "seq": 1, "fill": string(make([]byte, 5000))})
		}, protocol.Closed{Code: protocol.RefusalRateLimited, Reason: "bytes", RetryAfterMs: 60000}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := keeps(t, plays(calls("memory_list", `{}`), says("x"), calls("memory_list", `{}`)), nil)
				b := h.tab(limited(t, tc.limits))
				hello := b.enters("d1", "", nil)
				b.user("u1", "x")
				b.until("tool_call")
				tc.flood(b)
				<-b.served
				var why protocol.Closed
				if err := json.Unmarshal([]byte(b.pipe.reason), &why); err != nil || b.pipe.code != protocol.CloseRateLimited || why != tc.want {
					t.Errorf("closed %d %s", b.pipe.code, b.pipe.reason)
				}
				if bad := h.of(event.KindPeerMisbehaved); len(bad) != 1 || bad[0].Reason != tc.want.Reason {
					t.Errorf("events %+v", bad)
				}

				back := h.tab(Peer{Subject: "ada", Site: "shop"})
				if again := back.enters("d1", tokenOf(hello), frame{"calls": []string{"t1.1"}}); again["resumed"] != true {
					t.Fatalf("hello %v", again)
				}
				back.send(frame{"type": "tool_result", "id": "t1.1", "result": frame{"entries": []any{}}})
				back.until("turn_end")
				back.leave()

				b = h.tab(limited(t, tc.limits))
				b.send(frame{"type": "hello", "protocol": 1, "tools": everyTool()}) // cannot come back
				b.user("u1", "x")
				b.until("tool_call")
				tc.flood(b)
				<-b.served
				if ends := h.of(event.KindTurnEnd); len(ends) != 2 || ends[1].Reason != "disconnected" {
					t.Errorf("turns ended %+v", ends)
				}
			})
		})
	}
}

// TestH23_declarationsAreBounded: tools that have to be compiled cost a page as many
// frames as their size, in every frame that declares them; the ones that it had
// declared in the same words cost nothing, nor do those of a page that may not.
func TestH23_declarationsAreBounded(t *testing.T) {
	tools := func(round int, more frame) (list []frame) {
		for i := range 60 {
			words := fmt.Sprintf("Round %d. %s", round, strings.Repeat("x", 100))
			list = append(list, cartAdd(frame{"name": fmt.Sprint("t", i), "description": words}, more))
		}
		return list
	}
	changed := func(i int) []frame { return tools(i, nil) }
	same := func(int) []frame { return tools(0, nil) }
	oneOfAll := func(i int) []frame {
		return append(same(0)[1:], cartAdd(frame{"name": "t0", "description": fmt.Sprint(i)}))
	}
	bad := func(i int) []frame { return tools(i, frame{"inputSchema": frame{"type": "object", "minimum": "x"}}) }

	for name, tc := range map[string]struct {
		may     bool
		by      string
		declare func(i int) []frame
		bounded bool
	}{
		"changed":                {true, "tools_changed", changed, true},
		"changed and refused":    {true, "tools_changed", bad, true},
		"the same":               {true, "tools_changed", same, false},
		"one of all":             {true, "tools_changed", oneOfAll, false},
		"of a page that may not": {false, "tools_changed", changed, false},
		"in new sessions":        {true, "hello", changed, true},
		"coming back":            {true, "resume", changed, true},
		"coming back the same":   {true, "resume", same, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := keeps(t, plays(says("x")), func(cfg *Config) {
					if tc.may {
						cfg.PageTools = Pages{Origins: []string{"https://shop.example"}}
					}
				})
				peer := limited(t, quota.Limits{Frames: 20}) // 200 at once; all the tools cost some 85
				peer.Origin = "https://shop.example"
				b := h.tab(peer)
				token := tokenOf(b.enters("d1", "", nil))
				closed := func() bool {
					synctest.Wait()
					select {
					case <-b.served:
						return true
					default:
						return false
					}
				}
				for i := 0; i < 10 && !closed(); i++ {
					f := frame{"type": "tools_changed", "tools": frame{}, "declare": tc.declare(i)}
					if tc.by != "tools_changed" {
						b.drop()
						b = h.tab(peer)
						f["type"], f["protocol"] = "hello", 1
					}
					if tc.by == "resume" {
						f["resume"] = token
					}
					b.send(f)
					if !closed() && tc.by == "resume" {
						token = tokenOf(b.want("hello", nil))
					}
				}
				if !closed() {
					if tc.bounded {
						t.Error("nothing bounds it")
					}
					b.leave()
					return
				}
				var why protocol.Closed
				err := json.Unmarshal([]byte(b.pipe.reason), &why)
				if !tc.bounded || err != nil || b.pipe.code != protocol.CloseRateLimited ||
					why.Code != protocol.RefusalRateLimited || why.Reason != "frames" || why.RetryAfterMs <= 0 {
					t.Errorf("closed %d %s", b.pipe.code, b.pipe.reason)
				}
				if bad := h.of(event.KindPeerMisbehaved); len(bad) != 1 || bad[0].Code != "rate_limited" || bad[0].Reason != "frames" {
					t.Errorf("events %+v", bad)
				}
			})
		})
	}
}

// tries sends a frame if the socket is open.
func (b *tab) tries(f frame) bool {
	select {
	case b.pipe.in <- encode(f):
		return true
	case <-b.pipe.gone:
		return false
	}
}
