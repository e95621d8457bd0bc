package session

import (
	"errors"

	"farhand/internal/event"
	"farhand/internal/loop"
	"farhand/internal/model"
	"farhand/internal/protocol"
)

// What the loop tells of a turn, for the person and for operators. Frames of a
// turn are queued before its turn_end: the loop has returned by then.

// show sends a piece of an answer to the screen, or what becomes of the step.
func (s *session) show(turn, step int, d model.Delta) {
	if d.Retract {
		s.send(&protocol.Retract{Turn: turn, Step: step})
	}
	if d.Queued {
		s.send(&protocol.Notice{Turn: turn, Code: protocol.NoticeQueued})
	}
	if d.Retrying != nil {
		s.retrying(turn, step, *d.Retrying)
	}
	switch {
	case d.Text == "":
	case d.Thought:
		s.send(&protocol.Reasoning{Turn: turn, Step: step, Delta: d.Text})
	default:
		s.send(&protocol.Text{Turn: turn, Step: step, Delta: d.Text})
	}
}

func (s *session) retrying(turn, step int, r model.Retrying) {
	s.send(&protocol.Notice{Turn: turn, Code: protocol.NoticeRetrying, Details: map[string]any{
		"kind": r.Kind, "attempt": r.Attempt, "of": r.Of, "waitMs": r.Wait.Milliseconds(),
	}})
	s.emit(event.Event{
		Kind: event.KindStepRetried, Turn: turn, Step: step, Code: string(r.Kind), Count: r.Attempt, Dur: r.Wait,
	})
}

func (s *session) shortened(turn int, did loop.Shortened) {
	if did.Elided > 0 {
		s.emit(event.Event{Kind: event.KindHistoryElided, Turn: turn, Step: did.Step, Count: did.Elided})
	}
	if did.Messages > 0 {
		s.send(&protocol.Notice{Turn: turn, Code: protocol.NoticeCompacted, Details: map[string]any{
			"messages": did.Messages, "bytes": did.Bytes,
		}})
		s.emit(event.Event{Kind: event.KindHistoryCompacted, Turn: turn, Step: did.Step, Count: did.Messages, InBytes: did.Bytes})
	}
	if did.Err != nil {
		s.log.Warn().Err(did.Err).Int("turn", turn).Int("step", did.Step).Msg("compaction failed")
		s.emit(event.Event{Kind: event.KindCompactionFailed, Turn: turn, Step: did.Step})
	}
}

func (s *session) warned(turn int, w loop.Warning) {
	s.send(&protocol.Notice{Turn: turn, Code: protocol.NoticeBudgetWarning, Details: map[string]any{
		"budget": w.Budget, "used": w.Used, "of": w.Of,
	}})
	s.emit(event.Event{Kind: event.KindBudgetWarning, Turn: turn, Reason: w.Budget, Count: w.Used})
}

// stepped tells of a request to the model. One that failed for good is told of
// by the end of its turn.
func (s *session) stepped(turn int, step loop.Step) {
	if step.Err == nil {
		s.send(&protocol.Step{
			Turn: turn, Step: step.Number, Ms: step.Dur.Milliseconds(),
			RequestBytes: step.RequestBytes, Usage: usage(step.Usage),
		})
	}
	ev := event.Event{
		Kind: event.KindStep, Turn: turn, Step: step.Number, Model: s.cfg.ModelInfo.Name, Dur: step.Dur,
		InBytes:     step.RequestBytes,
		InputTokens: step.Usage.Input, OutputTokens: step.Usage.Output,
		ThoughtsTokens: step.Usage.Thoughts, CachedTokens: step.Usage.Cached,
	}
	var failure *model.Error
	if errors.As(step.Err, &failure) {
		ev.Code = string(failure.Kind)
		s.log.Warn().Err(failure).Int("turn", turn).Int("step", step.Number).Msg("model request failed")
	}
	s.emit(ev)
}
