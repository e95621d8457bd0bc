package session

import (
	"testing"
	"testing/synctest"

	"farhand/internal/tool"
)

// TestRevoke_callsAskAgain: one tool or all, also within a turn; what was never
// allowed is no fault.
func TestRevoke_callsAskAgain(t *testing.T) {
	const asking = `"title":"T","description":"Does it.","inputSchema":{"type":"object"},"policy":{"risk":"high"},"ui":{"ask":"Do it"}`
	c, err := tool.Load(tool.Config{Contract: []byte(`{"version":1,"tools":[{"name":"b",` + asking + `},{"name":"a",` + asking + `}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		b := connect(t, plays(calls("a", `{}`), calls("b", `{}`), says("x")), func(cfg *Config) { cfg.Catalog = c })
		b.send(frame{"type": "hello", "protocol": 1, "tools": frame{"a": "", "b": ""}, "approvals": true})
		b.want("hello", frame{"grants": nil})
		revoke := func(f frame, left any) {
			t.Helper()
			f["type"] = "revoke"
			b.send(f)
			b.want("hello", frame{"grants": left})
		}
		inspect := func(id, name string, asks bool) { // as a call of the model, and shorter to say
			t.Helper()
			b.inspect(id, name, `{}`)
			call := b.until("tool_call")
			if (call["approval"] != nil) != asks {
				t.Errorf("%s: approval %v", id, call["approval"])
			}
			b.send(frame{"type": "tool_result", "id": call["id"], "result": 1, "grant": "session"})
			b.until("turn_end")
		}
		revoke(frame{}, nil)
		revoke(frame{"name": "invented"}, nil)
		inspect("i1", "b", true)
		inspect("i2", "a", true)
		revoke(frame{"name": "invented"}, []any{"a", "b"})
		inspect("i3", "a", false)
		revoke(frame{"name": "a"}, []any{"b"})
		inspect("i4", "a", true)
		inspect("i5", "b", false)

		b.user("u1", "x") // a, then b
		call := b.until("tool_call")
		if call["approval"] != nil {
			t.Error("asked in spite of the grant")
		}
		revoke(frame{}, nil) // the call that was sent goes on, the next one asks
		b.send(frame{"type": "tool_result", "id": call["id"], "result": 1})
		b.want("tool_state", frame{"state": "succeeded"})
		if call = b.want("tool_call", nil); call["approval"] == nil {
			t.Error("not asked after the grant was taken back")
		}
		b.leave()
	})
}
