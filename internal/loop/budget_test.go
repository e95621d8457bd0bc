package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// busy is a model that makes another call whenever it may, n in each step.
func busy(n int) step {
	return func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
		if r.Mode == model.ModeNone {
			return says("That is all I could do.")(ctx, r, emit)
		}
		var pairs []string
		for i := range n {
			pairs = append(pairs, "add", fmt.Sprintf(`{"a":%d,"b":%d}`, len(r.Messages), i))
		}
		return calls(pairs...)(ctx, r, emit)
	}
}

// TestA76_everyLimit: each ends the turn with words, after one warning; the
// next message works.
func TestA76_everyLimit(t *testing.T) {
	for _, tc := range []struct {
		name     string
		cfg      Config
		each     int
		requests int
		warned   []Warning
	}{
		{"steps", Config{MaxSteps: 4}, 1, 5, []Warning{{"steps", 3, 4}}},
		{"calls", Config{MaxCalls: 8}, 2, 5, []Warning{{"calls", 6, 8}}},
		{"calls, all at once", Config{MaxCalls: 8}, 20, 2, []Warning{{"calls", 20, 8}}},
		{"tokens", Config{MaxTokens: 44}, 1, 5, []Warning{{"tokens", 33, 44}}}, // 11 for each request
	} {
		t.Run(tc.name, func(t *testing.T) {
			tb := newTable(t, nil)
			m := plays(busy(tc.each))
			out := tb.run(t.Context(), m, tc.cfg)
			if out.Reason != protocol.ReasonBudget || len(m.sent) != tc.requests || m.sent[len(m.sent)-1].Mode != model.ModeNone {
				t.Errorf("ended %s after %d requests, want budget, %d", out.Reason, len(m.sent), tc.requests)
			}
			if !reflect.DeepEqual(tb.warned, tc.warned) {
				t.Errorf("warned %v, want %v", tb.warned, tc.warned)
			}
			tb.nextMessageWorks()
		})
	}
}

// TestA76_guardIsSpent: a guard that refuses a call for a budget of its own
// ends the turn in the same way.
func TestA76_guardIsSpent(t *testing.T) {
	tb := newTable(t, func(context.Context, tool.Call) tool.Result { return tool.Fail(protocol.CodeBudget, "") })
	m := plays(busy(1))
	if out := tb.run(t.Context(), m, Config{}); out.Reason != protocol.ReasonBudget || len(m.sent) != 2 {
		t.Errorf("ended %s after %d requests", out.Reason, len(m.sent))
	}
	tb.nextMessageWorks()
}

func TestA76_noWarningWhereThereIsNoLimit(t *testing.T) {
	tb := newTable(t, nil)
	tb.run(t.Context(), plays(calls("add", `{}`), says("done")), Config{})
	if len(tb.warned) != 0 {
		t.Errorf("warned %v", tb.warned)
	}
}

// TestA76_time: the warning comes while a call still runs, waits for the user
// left out, and never after the turn.
func TestA76_time(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var tb *table
		warned := func() []Warning {
			tb.mu.Lock()
			defer tb.mu.Unlock()
			return tb.warned
		}
		tb = newTable(t, func(ctx context.Context, c tool.Call) tool.Result {
			if c.ID == "t1.1" {
				time.Sleep(time.Minute)
				tb.clock.Wait(+1)
				time.Sleep(time.Hour)
				tb.clock.Wait(-1)
				return tool.Result{Value: json.RawMessage("1")}
			}
			time.Sleep(165*time.Second - time.Millisecond)
			before := len(warned())
			time.Sleep(2 * time.Millisecond)
			if after := len(warned()); before != 0 || after != 1 {
				t.Errorf("%d warnings before three quarters of the time, %d after", before, after)
			}
			<-ctx.Done()
			return tool.Fail(tool.EndOf(ctx).Code, "")
		})
		out := tb.run(t.Context(), plays(calls("add", `{"a":1}`), calls("add", `{"a":2}`), says("Time is up.")), Config{})
		if took := time.Since(start); out.Reason != protocol.ReasonBudget || took != time.Hour+5*time.Minute {
			t.Errorf("ended %s after %v", out.Reason, took)
		}
		if want := []Warning{{"time", 225_000, 300_000}}; !reflect.DeepEqual(warned(), want) {
			t.Errorf("warned %v, want %v", warned(), want)
		}
		tb.nextMessageWorks()
		time.Sleep(time.Hour)
		if len(warned()) != 1 {
			t.Error("warned after the turn")
		}
	})
}
