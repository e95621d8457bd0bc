package session

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/event"
	"farhand/internal/model"
)

// TestH29_stepTellsDurationSizeAndTokens: one frame for each request that
// brought an answer, before the calls of its step and before the end.
func TestH29_stepTellsDurationSizeAndTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(after time.Duration, bytes int, next step) step {
			return func(ctx context.Context, emit func(model.Delta)) (*model.Response, error) {
				time.Sleep(after)
				resp, err := next(ctx, emit)
				resp.RequestBytes = bytes
				return resp, err
			}
		}
		b := open(t, plays(slow(300*time.Millisecond, 900, calls("memory_list", `{}`)), slow(2*time.Second, 1200, says("x"))), nil)
		b.steps = true
		b.user("u1", "What do you remember?")
		b.want("turn_start", nil)
		usage := frame{"inputTokens": 7, "outputTokens": 3, "thoughtsTokens": 2, "cachedTokens": 0}
		b.want("step", frame{"turn": 1, "step": 1, "ms": 300, "requestBytes": 900, "usage": usage})
		b.want("tool_call", nil)
		b.run("t1.1", `{"entries":[]}`)
		b.want("tool_state", nil)
		b.want("text", nil)
		b.want("step", frame{"turn": 1, "step": 2, "ms": 2000, "requestBytes": 1200, "usage": usage})
		b.want("turn_end", nil)
		if e := b.event(event.KindStep); e.InBytes != 900 || e.Dur != 300*time.Millisecond {
			t.Errorf("event %+v", e)
		}
		b.leave()
	})
}

// TestH29_X1_aStepIsAllItsRequests: the repeats and the waits between them count
// in one frame, and a step that failed for good has none.
func TestH29_X1_aStepIsAllItsRequests(t *testing.T) {
	fails := func(context.Context, func(model.Delta)) (*model.Response, error) {
		return nil, &model.Error{Kind: model.KindUnreachable, Again: model.AgainLater, RetryAfter: 10 * time.Second}
	}
	synctest.Test(t, func(t *testing.T) {
		b := open(t, model.Retry(plays(fails, says("x"))), nil)
		b.steps = true
		b.user("u1", "x")
		if s := b.until("step"); s["ms"].(float64) < 10_000 {
			t.Errorf("got %v", s)
		}
		b.want("turn_end", frame{"reason": "done"})
		b.leave()
	})
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(fails), nil)
		b.steps = true
		b.user("u1", "x")
		b.want("turn_start", nil)
		b.want("turn_end", frame{"reason": "model_error"})
		b.leave()
	})
}
