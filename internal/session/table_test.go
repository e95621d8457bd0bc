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
	"farhand/internal/tool"
)

// returning is a contract with one tool for each policy that matters when a
// page comes back.
func returning(t *testing.T) *tool.Catalog {
	t.Helper()
	entry := func(name, policy string, readOnly bool) string {
		return fmt.Sprintf(`{"name":%q,"title":"T","description":"Does it for the user.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"string"},
			"annotations":{"readOnlyHint":%t},"policy":{"timeoutMs":60000,%s},"ui":{"ask":"Do it"}}`, name, readOnly, policy)
	}
	c, err := tool.Load(tool.Config{Contract: []byte(`{"version":1,"tools":[` + strings.Join([]string{
		entry("reads", `"onReload":"rerun"`, true),
		entry("writes", `"onReload":"fail"`, false),
		entry("visits", `"navigates":true`, false),
		entry("asks_reads", `"approval":"session","onReload":"rerun"`, true),
		entry("asks_writes", `"approval":"always"`, false),
		entry("asks_visits", `"approval":"always","navigates":true`, false),
	}, ",") + `]}`)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Where a call stood at the drop, and what the page says of it when it comes
// back.
var drops = []struct {
	name    string
	states  []string // reported before the drop
	calls   bool     // hello.calls has it
	started bool     // hello.started has it
}{
	{"unsent", nil, false, false}, // asked for while nobody was there
	{"sent", nil, false, false},
	{"sent, begun", nil, false, true}, // the acknowledgement was lost
	{"sent, held", nil, true, false},  // the acknowledgement was lost, the result was not
	{"delivered", []string{"delivered"}, false, false},
	{"running", []string{"running"}, false, false},
	{"running, journal", []string{"running"}, false, true},
	{"running, held", []string{"running"}, true, false},
	{"waiting", []string{"awaiting_user"}, false, false}, // an approval if the tool asks, else a prompt of the browser
	{"allowed", []string{"awaiting_user", "running"}, false, false},
	{"allowed, prompt", []string{"awaiting_user", "running", "awaiting_user"}, false, false},
	{"allowed, lost", []string{"awaiting_user"}, false, true}, // the click was the last thing that the page did
}

// The table of docs/protocol.md, "What becomes of open calls": for each drop,
// what happens when the same document comes back, and when a new one does.
var table = map[string]map[string]string{
	"same document": {
		"unsent": "sent", "sent": "sent", "sent, begun": "*", "sent, held": "waits",
		"delivered": "waits", "running": "waits", "running, journal": "waits", "running, held": "waits",
		"waiting": "waits", "allowed": "waits", "allowed, prompt": "waits", "allowed, lost": "waits",
	},
	"new document": {
		"unsent": "sent", "sent": "sent", "sent, begun": "gone", "sent, held": "waits",
		"delivered": "gone unless asked", "running": "gone", "running, journal": "gone", "running, held": "waits",
		"waiting": "gone unless asked", "allowed": "gone", "allowed, prompt": "gone", "allowed, lost": "gone",
	},
}

// gone is what becomes of a call whose body ran in a document that is gone.
var gone = map[string]string{
	"reads": "attempt 2", "writes": "interrupted", "visits": "navigated",
	"asks_reads": "attempt 2", "asks_writes": "interrupted", "asks_visits": "navigated",
}

// TestResume_table: a drop at every point of a call, for every policy, and each
// return.
func TestResume_table(t *testing.T) {
	for document, rows := range table {
		for _, d := range drops {
			for name := range gone {
				want := rows[d.name]
				switch {
				case want == "*": // a document that says of itself that it is gone
					continue
				case want == "gone unless asked" && strings.HasPrefix(name, "asks"):
					want = "sent"
				case strings.HasPrefix(want, "gone"):
					want = gone[name]
				}
				t.Run(fmt.Sprint(document, "/", d.name, "/", name), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						m := plays(calls(name, `{}`), says("x"))
						h, hello := dropped(t, m, d.states, d.name == "unsent")
						page := "d1"
						if document == "new document" {
							page = "d2"
						}
						more := frame{"tools": announced(h.srv.Catalog())}
						if d.calls {
							more["calls"] = []string{"t1.1"}
						}
						if d.started {
							more["started"] = []string{"t1.1"}
						}
						b, back := h.enters(page, tokenOf(hello), more)
						b.finds(snapshotOf(t, back), want, strings.HasPrefix(name, "asks"), d.states)
						synctest.Wait()
						if got, want := strings.Join(m.results(1), " "), modelReads[want]; !strings.HasPrefix(got, want) {
							t.Errorf("the model read %s, want %s", got, want)
						}
						if e := h.seen(event.KindPeerMisbehaved); len(e) != 0 {
							t.Errorf("events %+v", e)
						}
						b.leaveFor(h)
					})
				})
			}
		}
	}
}

// TestResume_nobody: a call that nobody comes back to ends as disconnected, its
// turn and its session with it.
func TestResume_nobody(t *testing.T) {
	for _, d := range drops {
		for name := range gone {
			if d.calls || d.started {
				continue // nobody says so
			}
			t.Run(fmt.Sprint(d.name, "/", name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h, _ := dropped(t, plays(calls(name, `{}`)), d.states, d.name == "unsent")
					time.Sleep(5 * time.Minute)
					h.empty()
					if e := h.seen(event.KindToolCalled); len(e) != 1 || e[0].Code != "disconnected" {
						t.Errorf("call %+v", e)
					}
					if e := h.seen(event.KindTurnEnd); len(e) != 1 || e[0].Reason != "disconnected" {
						t.Errorf("turn %+v", e)
					}
					if e := h.seen(event.KindSessionExpired); len(e) != 1 || e[0].Reason != "grace" {
						t.Errorf("expired %+v", e)
					}
				})
			})
		}
	}
}

// dropped is a server whose one session lost its socket while its call t1.1 was
// in the last of states, or before the model asked for it.
func dropped(t *testing.T, m *script, states []string, unsent bool) (h *house, hello frame) {
	t.Helper()
	call := m.steps[0]
	m.steps[0] = func(ctx context.Context, emit func(model.Delta)) (*model.Response, error) {
		time.Sleep(time.Second)
		return call(ctx, emit)
	}
	h = keeps(t, m, func(c *Config) { c.Catalog = returning(t) })
	b, hello := h.enters("d1", "", frame{"tools": announced(h.srv.Catalog())})
	b.user("u1", "x")
	b.want("turn_start", nil)
	if !unsent {
		b.until("tool_call")
	}
	for _, state := range states {
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": state})
	}
	b.drop()
	time.Sleep(5 * time.Second)
	return h, hello
}

// modelReads is how what the model reads begins, by what becomes of the call.
var modelReads = map[string]string{
	"sent":        `{"output":"done"}`,
	"waits":       `{"output":"done"}`,
	"attempt 2":   `{"output":"done"}`,
	"navigated":   `{"output":{"navigated":true,"url":"https://shop.example/d2"}}`,
	"interrupted": `{"error":{"code":"interrupted"`,
}

// finds checks what a page that comes back is told of the call, and answers it.
func (b *tab) finds(snapshot map[string]any, want string, asks bool, states []string) {
	b.t.Helper()
	open := snapshot["open"].([]any)
	if want == "navigated" || want == "interrupted" {
		if len(open) != 0 {
			b.t.Errorf("open %v", open)
		}
		state := map[string]string{"navigated": "succeeded", "interrupted": "interrupted"}[want]
		b.want("tool_state", frame{"id": "t1.1", "state": state})
		b.until("turn_end")
		return
	}
	state := "requested"
	if want == "waits" {
		state = append([]string{"delivered"}, states...)[len(states)]
	}
	turn := snapshot["turns"].([]any)[0].(map[string]any)
	parts := turn["parts"].([]any)
	shown := parts[len(parts)-1].(map[string]any)
	if len(open) != 1 || open[0].(map[string]any)["state"] != state || shown["state"] != state || shown["id"] != "t1.1" {
		b.t.Errorf("open %v, shown %v, want %s", open, shown, state)
	}
	if want != "waits" {
		fields := frame{"id": "t1.1", "attempt": nil}
		if want == "attempt 2" {
			fields["attempt"] = 2
		}
		if call := b.want("tool_call", fields); (call["approval"] != nil) != asks {
			b.t.Errorf("call %v", call)
		}
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "running"})
	}
	result := frame{"type": "tool_result", "id": "t1.1", "result": "done"}
	if asks {
		result["grant"] = "once"
	}
	b.send(result)
	b.want("tool_state", frame{"id": "t1.1", "state": "succeeded"})
	b.until("turn_end")
}

// TestResume_aBodyRunsAtMostTwice: a call that was run once more and is lost
// again is interrupted.
func TestResume_aBodyRunsAtMostTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("reads", `{}`), says("x"))
		h, hello := dropped(t, m, []string{"running"}, false)
		tools := announced(h.srv.Catalog())
		b, hello := h.enters("d2", tokenOf(hello), frame{"tools": tools})
		b.want("tool_call", frame{"attempt": 2})
		b.drop()
		b, hello = h.enters("d3", tokenOf(hello), frame{"tools": tools}) // it had not begun again: it still may
		b.want("tool_call", frame{"attempt": 2})
		b.send(frame{"type": "tool_state", "id": "t1.1", "state": "running"})
		b.drop()
		b, _ = h.enters("d4", tokenOf(hello), frame{"tools": tools})
		b.until("turn_end")
		if got := m.results(1)[0]; !strings.HasPrefix(got, modelReads["interrupted"]) {
			t.Errorf("the model read %s", got)
		}
		b.leaveFor(h)
	})
}

// announced is what a page says that has a body for every tool of the contract.
func announced(c *tool.Catalog) frame {
	tools := frame{}
	for _, s := range c.Specs() {
		tools[s.Name] = s.Hash
	}
	return tools
}
