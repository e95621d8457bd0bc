package session

import (
	"context"
	"net/url"
	"time"

	"farhand/internal/broker"
	"farhand/internal/event"
	"farhand/internal/guard"
	"farhand/internal/loop"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// turn is the turn that runs.
type turn struct {
	number int
	offer  tool.Offer // frozen
	clock  *loop.Clock
	cancel context.CancelCauseFunc
}

// user starts a turn, or says why not. One that replaces the last message first
// drops that one's turn from the history; the lock decides a race with its end.
func (s *session) user(peer Peer, f *protocol.User) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.freeLocked(peer, f.ID) {
		return
	}
	start := event.Event{InBytes: len(f.Text) + len(f.Context)}
	beside := ""
	if f.Context != nil {
		beside = guard.PageContext(f.Context, f.URL, s.origin, s.nonce)
	}
	if f.Replaces != "" {
		if f.Replaces != s.last {
			s.sendLocked(&protocol.Error{Code: protocol.ErrorUnexpected, Message: "Only the last message can be replaced.", Ref: f.ID})
			return
		}
		s.history.DropTurn()
		s.transcript.drop(f.Replaces)
		start.Reason = "replaces"
	}
	s.last = f.ID
	s.transcript.begin(s.number+1, protocol.SnapshotUser{ID: f.ID, Text: f.Text})
	s.beginLocked(f.ID, start, func(ctx context.Context, t *turn) loop.Outcome {
		return s.loopTurn(ctx, t, f.Text, beside)
	})
}

// freeLocked reports whether the frame of peer with this id may begin a turn, and
// says why not: one runs, the id began one before, or peer has begun too many. It
// never queues.
func (s *session) freeLocked(peer Peer, id string) bool {
	refuse := func(code protocol.ErrorCode, message string) {
		s.sendLocked(&protocol.Error{Code: code, Message: message, Ref: id})
	}
	switch {
	case s.ctx.Err() != nil:
		return false
	case s.began[id]:
		refuse(protocol.ErrorDuplicate, "A message with this id was taken already.")
		return false
	case s.turn != nil:
		refuse(protocol.ErrorBusy, "An answer is still on its way. Wait for it, or stop it.")
		return false
	}
	if excess := peer.turn(); excess != nil {
		s.emit(event.Event{
			Kind: event.KindPeerMisbehaved, Code: string(protocol.ErrorRateLimited), Reason: string(excess.Kind), Dur: excess.Retry,
		})
		s.sendLocked(&protocol.Error{
			Code: protocol.ErrorRateLimited, Message: "Too many messages in a short time.", Ref: id, RetryAfterMs: ms(excess.Retry),
		})
		return false
	}
	return true
}

// ms is a time to wait on the wire, rounded up: whoever waits so long need not
// wait again.
func ms(d time.Duration) int64 { return (d + time.Millisecond - 1).Milliseconds() }

// beginLocked begins the turn of the frame with this id; do is what happens in
// it, start what operators read of its start.
func (s *session) beginLocked(id string, start event.Event, do func(context.Context, *turn) loop.Outcome) {
	s.began[id] = true
	s.number++
	t := &turn{number: s.number, offer: s.offer, clock: loop.NewClock(s.cfg.TurnTimeout)}
	start.Kind, start.Turn = event.KindTurnStart, t.number
	ctx, cancel := context.WithCancelCause(s.ctx)
	t.cancel = cancel
	s.turn = t
	s.sendLocked(&protocol.TurnStart{Turn: t.number, User: id})
	s.turns.Go(func() {
		defer cancel(nil)
		s.run(ctx, t, start, do)
	})
}

// run runs a turn and reports its end, exactly once on every path.
func (s *session) run(ctx context.Context, t *turn, begin event.Event, do func(context.Context, *turn) loop.Outcome) {
	start := time.Now()
	s.emit(begin)
	out := do(ctx, t)
	said := s.history.Size()

	s.mu.Lock()
	s.turn = nil
	s.said = said
	reset := s.reset
	s.reset = false
	s.sendLocked(turnEnd(t.number, out))
	if reset {
		s.restartLocked()
	}
	s.idle = time.Now()
	s.graceLocked()
	var evicted []*session
	if s.at == nil {
		evicted = s.registry.weigh(s, s.bytesLocked())
	}
	s.mu.Unlock()
	expireAll(evicted)
	s.emit(event.Event{
		Kind: event.KindTurnEnd, Turn: t.number, Reason: string(out.Reason), Code: kindOf(out.Error),
		Dur: time.Since(start), Count: out.Calls,
		InputTokens: out.Usage.Input, OutputTokens: out.Usage.Output,
		ThoughtsTokens: out.Usage.Thoughts, CachedTokens: out.Usage.Cached,
	})
}

// panicked, when deferred, makes a panic of a turn, which is a fault of ours,
// its end as internal.
func (s *session) panicked(t *turn, out *loop.Outcome, undo func()) {
	if p := recover(); p != nil {
		s.log.Error().Int("turn", t.number).Msg("turn panicked")
		undo()
		*out = loop.Outcome{Reason: protocol.ReasonInternal}
	}
}

// loopTurn runs the loop. After a panic in it the turn is dropped.
func (s *session) loopTurn(ctx context.Context, t *turn, words, beside string) (out loop.Outcome) {
	defer s.panicked(t, &out, s.history.DropTurn)
	out, err := s.loop.Run(ctx, &s.history, loop.Turn{
		Number:  t.number,
		Words:   words,
		Beside:  beside,
		System:  s.cfg.System,
		Tools:   t.offer.Declarations,
		Resolve: t.offer.Catalog.Spec,
		Handle:  s.chain(t),
		Clock:   t.clock,
		Emit:    func(step int, d model.Delta) { s.show(t.number, step, d) },
		Stepped: func(step loop.Step) { s.stepped(t.number, step) },

		Shortened: func(did loop.Shortened) { s.shortened(t.number, did) },
		Warned:    func(w loop.Warning) { s.warned(t.number, w) },
	})
	if err != nil {
		s.log.Error().Err(err).Int("turn", t.number).Msg("turn failed")
	}
	return out
}

// chain is the handler of the turn's calls.
func (s *session) chain(t *turn) tool.Handler {
	return guard.Chain(guard.Config{
		Catalog: t.offer.Catalog,
		Offer:   t.offer,
		Grants:  &s.grants,
		Origin:  s.origin,
		Nonce:   s.nonce,
		Ask: func(ctx context.Context, c tool.Call) tool.Result {
			spec, _ := t.offer.Spec(c.Name)
			return s.broker.Ask(ctx, c, broker.Limits{
				Delivery:   s.cfg.Delivery,
				Completion: spec.Policy.Timeout,
				User:       spec.Policy.UserTimeout,
				Writes:     !spec.ReadOnly,
			})
		},
		Ended: func(e guard.Ended) { s.callEnded(t, e) },
		Warn:  s.emit,
	})
}

// callEnded tells page and operators how a call ended.
func (s *session) callEnded(t *turn, e guard.Ended) {
	code := e.Result.Code()
	f := &protocol.ServerToolState{ID: e.Call.ID, State: code.State(), Code: code, Ms: e.Dur.Milliseconds()}
	if unfit := e.Result.Unfit; unfit != nil {
		f.Mismatch = &unfit.First
	}
	s.mu.Lock()
	if !s.sent[e.Call.ID] {
		f.Name, f.Args = e.Call.Name, e.Call.Args
		if f.Name == "" {
			f.Name = event.Clean(e.Call.Said)
		}
	}
	delete(s.calls, e.Call.ID)
	s.sendLocked(f)
	s.mu.Unlock()

	spec, _ := t.offer.Catalog.Spec(e.Call.Name)
	s.emit(e.Event(spec, guard.Names(t.offer)))
	if unfit := e.Result.Unfit; unfit != nil {
		s.emit(event.Event{
			Kind: event.KindDisagreement, Turn: t.number, Call: e.Call.ID, Tool: e.Call.Name,
			Reason: string(code), Path: unfit.Place, Expected: unfit.First.Expected, Got: unfit.First.Got,
		})
	}
}

// stop ends the turn that runs, if any. It does not wait for it.
func (s *session) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn != nil {
		s.turn.cancel(tool.ErrStopped)
	}
}

// restart ends the turn and then forgets history and grants.
func (s *session) restart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn == nil {
		s.restartLocked()
		return
	}
	s.reset = true
	s.turn.cancel(tool.ErrStopped)
}

func (s *session) restartLocked() {
	s.history.Reset()
	s.said = 0
	s.last = ""
	s.grants.Reset()
	s.transcript.reset()
	s.sendLocked(s.helloLocked())
}

// waiting stops the turn's clock while a call waits for the user. A detached
// session whose time is up by then ends here, before the turn hears of the call.
func (s *session) waiting(delta int) {
	s.mu.Lock()
	t := s.turn
	s.waits += delta
	s.graceLocked()
	s.mu.Unlock()
	if t != nil {
		t.clock.Wait(delta)
	}
	s.graceOver()
}

func turnEnd(number int, out loop.Outcome) *protocol.TurnEnd {
	f := &protocol.TurnEnd{
		Turn:   number,
		Reason: out.Reason,
		Usage:  usage(out.Usage),
	}
	if e := out.Error; e != nil {
		f.Error = &protocol.TurnError{Kind: string(e.Kind), Message: e.Message, RetryAfterMs: e.RetryAfter.Milliseconds()}
	}
	return f
}

func usage(u model.Usage) protocol.Usage {
	return protocol.Usage{
		InputTokens: u.Input, OutputTokens: u.Output, ThoughtsTokens: u.Thoughts, CachedTokens: u.Cached,
	}
}

func kindOf(e *model.Error) string {
	if e == nil {
		return ""
	}
	return string(e.Kind)
}

// originOf is the origin of a page's URL, "" if it has none.
func originOf(page string) string {
	u, err := url.Parse(page)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
