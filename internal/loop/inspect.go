package loop

import (
	"context"
	"encoding/json"

	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Inspect runs one call as a turn of its own, without a model and without a
// history: through the same chain, under the same clock. Of t it needs Number,
// Resolve, Handle and Clock; Warned is told as in a turn. It returns what the
// model would have read of the call, in any case, and how the turn ended:
// ReasonDone, or what ended ctx or the clock.
func (l *Loop) Inspect(ctx context.Context, t Turn, name string, args json.RawMessage) (json.RawMessage, Outcome) {
	r := l.run(nil, t)
	wall, expire := context.WithCancelCause(ctx)
	defer expire(nil)
	defer r.Clock.start(r.nearlyOver, func() { expire(tool.ErrBudget) })()

	r.out.Steps = 1 // the call says in which step it was made
	results := r.answer(wall, []*model.Call{{Name: name, Args: args}}, model.ModeAuto)
	r.out.Reason = protocol.ReasonDone
	if end := tool.EndOf(wall); end != nil {
		r.out.Reason = end.Reason
	}
	return results[0].Output, r.out
}
