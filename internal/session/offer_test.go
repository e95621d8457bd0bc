package session

import (
	"slices"
	"testing"
	"testing/synctest"
)

// TestA57_A59: the model is told of a tool only where it can run and, if it can
// do harm, only where somebody can be asked. Here by what the model is sent.
func TestA57_A59_declaredOnlyWhereItBelongs(t *testing.T) {
	for _, tc := range []struct {
		name      string
		tools     frame
		approvals bool
		want      []string
	}{
		{"a page without bodies", frame{}, true, nil},
		{"a page with two", frame{"memory_get": "", "speak": ""}, true, []string{"memory_get", "speak"}},
		{"a page that can ask", frame{"memory_get": "", "clipboard_read": ""}, true, []string{"clipboard_read", "memory_get"}},
		{"a page that cannot", frame{"memory_get": "", "clipboard_read": ""}, false, []string{"memory_get"}},
		{"names that the contract does not have", frame{"memory_get": "", "script_eval": ""}, true, []string{"memory_get"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := plays(says("x"))
				b := connect(t, m, nil)
				b.send(frame{"type": "hello", "protocol": 1, "tools": tc.tools, "approvals": tc.approvals})
				b.user("u1", "x")
				b.until("turn_end")
				b.leave()
				var got []string
				for _, d := range m.sent[0].Tools {
					got = append(got, d.Name)
				}
				if !slices.Equal(got, tc.want) {
					t.Errorf("declared %v, want %v", got, tc.want)
				}
			})
		})
	}
}
