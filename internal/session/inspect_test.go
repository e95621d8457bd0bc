package session

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/event"
	"farhand/internal/tool"
)

// TestInspect_goesThroughTheChain: what a call of the model would meet, and what
// the model would have read of it.
func TestInspect_goesThroughTheChain(t *testing.T) {
	for _, tc := range []struct {
		name, tool, args string
		answer           string // of the page; "": the call is not sent
		response         string // its beginning
		kind             event.Kind
	}{
		{"a value", "memory_get", `{"key":"a"}`, `"result":{"found":true,"value":1}`, `{"output":{"found":true,"value":1}}`, event.KindToolCalled},
		{"an error of the page", "memory_get", `{"key":"a"}`, `"error":{"code":"failed","message":"no store"}`, `{"error":{"code":"failed","message":"no store.`, event.KindToolCalled},
		{"a result that is none", "memory_get", `{"key":"a"}`, `"result":1`, `{"error":{"code":"invalid_result"`, event.KindToolCalled},
		{"bad arguments", "memory_get", `{}`, "", `{"error":{"code":"invalid_args"`, event.KindToolInvalid},
		{"an invented tool", "invented", `{}`, "", `{"error":{"code":"unknown_tool"`, event.KindToolHallucinated},
		{"no grant", "clipboard_read", `{}`, `"result":{"text":"x"}`, `{"error":{"code":"denied"`, event.KindToolDenied},
		{"untrusted", "clipboard_read", `{}`, `"result":{"text":"x"},"grant":"once"`, `{"output":{"content":{"text":"x"},"nonce":"`, event.KindToolCalled},
		{"too many arguments", "memory_put", `{"key":"a","value":"` + strings.Repeat("x", 256<<10) + `"}`, "", `{"error":{"code":"budget"`, event.KindToolSkipped},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, plays(), nil)
				b.inspect("i1", tc.tool, tc.args)
				b.want("turn_start", frame{"turn": 1, "user": "i1"})
				if tc.answer != "" {
					b.want("tool_call", frame{"turn": 1, "step": 1, "id": "t1.1", "name": tc.tool})
					b.sendRaw([]byte(`{"type":"tool_result","id":"t1.1",` + tc.answer + `}`))
				}
				b.want("tool_state", frame{"id": "t1.1"})
				response, _ := json.Marshal(b.want("inspected", frame{"turn": 1})["response"]) // its keys are sorted
				if !strings.HasPrefix(string(response), strings.TrimSuffix(tc.response, "}")) {
					t.Errorf("response %s, want %s", response, tc.response)
				}
				b.want("turn_end", frame{"turn": 1, "reason": "done", "error": nil})
				b.leave()
				if e := b.event(event.KindTurnStart); e.Reason != "inspect" || e.InBytes != len(tc.args) {
					t.Errorf("event %+v", e)
				}
				if e := b.event(tc.kind); e.Call != "t1.1" {
					t.Errorf("event %+v", e)
				}
				if e := b.event(event.KindTurnEnd); e.Reason != "done" || e.Count != 1 {
					t.Errorf("event %+v", e)
				}
			})
		})
	}
}

// TestInspect_isATurn: one at a time, ids used once, ended by all that ends a
// turn, and the model never hears of it.
func TestInspect_isATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(says("x"))
		b := open(t, m, func(c *Config) { c.TurnTimeout = 10 * time.Second })
		b.inspect("i1", "memory_list", `{}`)
		b.until("tool_call")
		b.user("u1", "x")
		b.want("error", frame{"code": "busy", "ref": "u1"})
		b.inspect("i2", "memory_list", `{}`)
		b.want("error", frame{"code": "busy", "ref": "i2"})
		b.send(frame{"type": "stop"})
		b.want("tool_cancel", nil)
		b.want("tool_state", frame{"code": "cancelled"})
		b.want("inspected", frame{"turn": 1})
		b.want("turn_end", frame{"turn": 1, "reason": "stopped"})
		b.run("t1.1", `{"entries":[]}`)
		b.want("nack", frame{"id": "t1.1", "reason": "settled"})
		b.inspect("i1", "memory_list", `{}`)
		b.want("error", frame{"code": "duplicate", "ref": "i1"})

		b.inspect("i2", "memory_list", `{}`)
		b.until("tool_call")
		b.state("t2.1", "running") // and never ends: the turn's clock does
		b.want("notice", frame{"code": "budget_warning"})
		b.want("tool_cancel", frame{"reason": "budget"})
		b.want("tool_state", frame{"code": "budget"})
		b.want("inspected", nil)
		b.want("turn_end", frame{"turn": 2, "reason": "budget"})

		b.user("u1", "hello")
		b.until("turn_end")
		if got := len(m.sent[0].Messages); got != 1 {
			t.Errorf("the model was sent %d messages", got)
		}
		b.inspect("i3", "memory_list", `{}`)
		b.until("tool_call")
		b.leave() // ends the call and the turn
		if e := b.lastEvent(event.KindTurnEnd); e.Turn != 4 || e.Reason != "disconnected" {
			t.Errorf("event %+v", e)
		}
	})
}

// TestInspect_aPanicLeavesTheHistory: it is a fault of ours, not of the
// conversation.
func TestInspect_aPanicLeavesTheHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(says("x"))
		b := open(t, m, nil)
		b.pipe.note = func(_ string, data []byte) {
			if bytes.Contains(data, []byte(`"inspected"`)) {
				panic("boom")
			}
		}
		b.user("u1", "first")
		b.until("turn_end")
		b.inspect("i1", "memory_get", `{}`)
		b.until("tool_state")
		b.want("turn_end", frame{"reason": "internal"})
		b.user("u2", "second")
		b.until("turn_end")
		if got := m.words(1); len(got) != 2 {
			t.Errorf("the model was sent %q", got)
		}
		b.leave()
	})
}

// TestInspect_serverSideOnlyWithDev: what runs on the server is not for every
// page to run.
func TestInspect_serverSideOnlyWithDev(t *testing.T) {
	const contract = `{"version":1,"tools":[{"name":"stock_get","title":"Stock","description":"Gets the stock.",
		"inputSchema":{"type":"object","properties":{}},"where":"server"}]}`
	c, err := tool.Load(tool.Config{Contract: []byte(contract), Server: map[string]tool.Handler{
		"stock_get": func(context.Context, tool.Call) tool.Result { return tool.Result{Value: json.RawMessage("7")} },
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, dev := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := connect(t, plays(), func(cfg *Config) { cfg.Catalog, cfg.Dev = c, dev })
			b.send(frame{"type": "hello", "protocol": 1, "tools": frame{}})
			if hello := b.want("hello", nil); hello["dev"] != map[bool]any{true: true}[dev] {
				t.Errorf("dev %v: hello says %v", dev, hello["dev"])
			}
			b.inspect("i1", "stock_get", `{}`)
			if !dev {
				b.want("error", frame{"code": "unexpected", "ref": "i1"})
			} else {
				b.want("turn_start", nil)
				b.want("tool_state", frame{"state": "succeeded", "name": "stock_get"})
				b.want("inspected", frame{"response": frame{"output": 7}})
				b.want("turn_end", frame{"reason": "done"})
			}
			b.leave()
		})
	}
}
