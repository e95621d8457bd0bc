package session

import (
	"context"

	"farhand/internal/event"
	"farhand/internal/loop"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// inspect runs one call as a turn of its own, or says why not.
func (s *session) inspect(peer Peer, f *protocol.Inspect) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.freeLocked(peer, f.ID) {
		return
	}
	if spec, ok := s.offer.Catalog.Spec(f.Name); ok && spec.Where == tool.Server && !s.cfg.Dev {
		s.sendLocked(&protocol.Error{
			Code: protocol.ErrorUnexpected, Ref: f.ID,
			Message: "A tool that runs on the server can be inspected only with -dev.",
		})
		return
	}
	s.beginLocked(f.ID, event.Event{Reason: protocol.TypeInspect, InBytes: len(f.Args)}, func(ctx context.Context, t *turn) loop.Outcome {
		return s.inspectTurn(ctx, t, f)
	})
}

// inspectTurn runs the call. It leaves the history alone.
func (s *session) inspectTurn(ctx context.Context, t *turn, f *protocol.Inspect) (out loop.Outcome) {
	defer s.panicked(t, &out, func() {})
	response, out := s.loop.Inspect(ctx, loop.Turn{
		Number:  t.number,
		Resolve: t.offer.Catalog.Spec,
		Handle:  s.chain(t),
		Clock:   t.clock,
		Warned:  func(w loop.Warning) { s.warned(t.number, w) },
	}, f.Name, f.Args)
	s.send(&protocol.Inspected{Turn: t.number, Response: response})
	return out
}
