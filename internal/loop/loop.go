// Package loop runs one turn: it asks the model, runs the calls that the model
// makes, appends their results, and repeats until the model answers in words or
// a budget of the turn is spent.
//
// A Loop holds settings only and is safe for concurrent use; a Run owns its
// History until it returns. The loop knows no socket and no browser: calls go
// through one handler. Every call of a step has exactly one result before the
// next request, whatever happened to it. It repeats no request that failed: a
// decorator of its Model does (model.Retry).
package loop

import (
	"cmp"
	"context"
	"errors"
	"time"

	"farhand/internal/history"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Config is the settings of a loop. Model is required.
type Config struct {
	Model      model.Model
	MaxSteps   int           // requests with tools in a turn; 0: 30
	MaxCalls   int           // calls that run in a turn; 0: 32
	MaxTokens  int           // of all requests of a turn, both ways; 0: no limit
	MaxRepeats int           // how often the same call runs in a row; 0: 4
	Width      int           // calls that run at the same time; 0: 8
	LastWords  time.Duration // for the one request after a limit, and for a digest; 0: 30 s
	Full       history.Full  // when a conversation is compacted
	Digest     Digest        // tells what compaction removes; nil: history.Lines
}

// Loop runs turns.
type Loop struct{ cfg Config }

// New returns a loop.
func New(cfg Config) *Loop {
	cfg.MaxSteps = cmp.Or(cfg.MaxSteps, 30)
	cfg.MaxCalls = cmp.Or(cfg.MaxCalls, 32)
	cfg.MaxRepeats = cmp.Or(cfg.MaxRepeats, 4)
	cfg.Width = cmp.Or(cfg.Width, 8)
	cfg.LastWords = cmp.Or(cfg.LastWords, 30*time.Second)
	return &Loop{cfg}
}

// Turn is one user message and all that answers it. The set of tools is
// frozen for the turn. The functions for the screen and for operators may be
// nil; the other fields are required.
type Turn struct {
	Number  int    // from 1, never repeated in a session
	Words   string // what the user wrote
	Beside  string // what the model reads beside the words, marked as data; "": nothing
	System  string
	Tools   []tool.Declaration
	Resolve func(said string) (*tool.Spec, bool) // a name that the model used, against the contract
	Handle  tool.Handler                         // the one chain that every call enters
	Clock   *Clock                               // the turn's wall clock, not started

	Emit      func(step int, d model.Delta) // pieces of an answer, and why it comes late
	Stepped   func(Step)                    // told after each request, before the calls of its answer
	Shortened func(Shortened)               // told when the conversation was shortened, or could not be
	Warned    func(Warning)                 // told once for each budget that is nearly spent; from any goroutine
}

// Step is one request to the model, with its repeats.
type Step struct {
	Number       int
	Dur          time.Duration
	RequestBytes int // of the body of the last one; 0: not known
	Usage        model.Usage
	Err          error // it failed for good
}

// Outcome is how a turn ended.
type Outcome struct {
	Reason protocol.Reason
	Error  *model.Error // for model_error and blocked
	Usage  model.Usage  // over all steps
	Steps  int
	Calls  int
}

// run is the state of one turn.
type run struct {
	Config
	Turn
	history *history.History
	out     Outcome
	streak  streak
	refused bool            // a guard has refused a call because a budget is spent
	forced  bool            // the next step must be words
	warned  map[string]bool // budgets, but time
}

// Run runs the turn t on h. It ends when the model answers in words, a limit
// is reached, the model fails, or ctx ends, whose cause (a *tool.End) gives the
// reason. The returned error is a fault of ours: the history was not valid; h
// has then lost the turn.
func (l *Loop) Run(ctx context.Context, h *history.History, t Turn) (Outcome, error) {
	r := l.run(h, t)
	if t.Beside == "" {
		h.Begin(t.Words)
	} else {
		h.BeginBeside(t.Words, t.Beside)
	}
	reason, err := r.turn(ctx)
	if err != nil {
		reason = protocol.ReasonInternal
	}
	if reason == protocol.ReasonInternal || reason == protocol.ReasonBlocked {
		h.DropTurn()
	}
	r.out.Reason = reason
	return r.out, err
}

// run returns the state of a turn before its first step.
func (l *Loop) run(h *history.History, t Turn) *run {
	if t.Emit == nil {
		t.Emit = func(int, model.Delta) {}
	}
	if t.Stepped == nil {
		t.Stepped = func(Step) {}
	}
	if t.Shortened == nil {
		t.Shortened = func(Shortened) {}
	}
	if t.Warned == nil {
		t.Warned = func(Warning) {}
	}
	return &run{Config: l.cfg, Turn: t, history: h, warned: make(map[string]bool)}
}

// turn repeats steps until one of them ends the turn.
func (r *run) turn(ctx context.Context) (protocol.Reason, error) {
	wall, expire := context.WithCancelCause(ctx)
	defer expire(nil)
	defer r.Clock.start(r.nearlyOver, func() { expire(tool.ErrBudget) })()

	for {
		reason, err := r.step(wall, r.mode())
		if reason == "" && err == nil {
			r.warn()
			if wall.Err() != nil || r.spent() {
				reason, err = r.atLimit(ctx)
			}
		}
		if reason != "" || err != nil {
			return reason, err
		}
	}
}

// mode returns the mode of the next step. A model that repeats itself must
// answer in words once.
func (r *run) mode() model.Mode {
	if r.forced {
		r.forced = false
		return model.ModeNone
	}
	return model.ModeAuto
}

// atLimit ends a turn whose ctx has ended, or whose budget is spent: then one
// last request without tools gives the user words.
func (r *run) atLimit(ctx context.Context) (protocol.Reason, error) {
	if end := tool.EndOf(ctx); end != nil {
		return end.Reason, nil
	}
	last, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(r.LastWords, func() { cancel(tool.ErrBudget) })
	defer timer.Stop()

	reason, err := r.step(last, model.ModeNone)
	if err != nil {
		return "", err
	}
	switch reason {
	case protocol.ReasonBlocked, protocol.ReasonStopped, protocol.ReasonDisconnected, protocol.ReasonShutdown:
		return reason, nil
	}
	r.out.Error = nil
	return protocol.ReasonBudget, nil
}

// step makes one request and runs the calls of its answer; in mode NONE, where
// there should be none, they are answered and do not run. A reason ends the
// turn; without one the turn goes on.
func (r *run) step(ctx context.Context, mode model.Mode) (protocol.Reason, error) {
	if end := tool.EndOf(ctx); end != nil {
		return end.Reason, nil
	}
	r.shorten(ctx)
	if err := r.history.Valid(); err != nil {
		return "", err
	}
	resp, err := r.generate(ctx, mode)
	if err != nil {
		return r.failed(ctx, err), nil
	}
	m := resp.Message
	if !m.Speaks() {
		return protocol.ReasonNoAnswer, nil
	}
	if err := r.history.Model(m); err != nil {
		return "", err
	}
	if calls := m.Calls(); len(calls) > 0 {
		return "", r.history.Results(r.answer(ctx, calls, mode))
	}
	if resp.Finish == model.FinishTruncated {
		return protocol.ReasonTruncated, nil
	}
	return protocol.ReasonDone, nil
}

// generate makes one request and reports it. What it showed is taken back if
// the step fails for a reason that is not the user's; where it showed nothing,
// there is nothing to take back.
func (r *run) generate(ctx context.Context, mode model.Mode) (*model.Response, error) {
	r.out.Steps++
	step, shown := r.out.Steps, false
	start := time.Now()
	resp, err := r.Model.Generate(ctx, model.Request{
		System:   r.System,
		Tools:    r.Tools,
		Messages: r.history.Messages(),
		Mode:     mode,
	}, func(d model.Delta) {
		d.Retract = d.Retract && shown
		shown = !d.Retract && (shown || d.Text != "")
		r.Emit(step, d)
	})
	s := Step{Number: step, Dur: time.Since(start), Err: err}
	if err == nil {
		s.Usage, s.RequestBytes = resp.Usage, resp.RequestBytes
		r.out.Usage = r.out.Usage.Add(resp.Usage)
		r.history.Counted(resp.Usage.Input)
	} else if shown && !ended(ctx) {
		r.Emit(step, model.Delta{Retract: true})
	}
	r.Stepped(s)
	return resp, err
}

// failed says how a turn ends whose request failed. A turn whose wall clock
// ran out in a request ends as the model's timeout: the model is what hung.
func (r *run) failed(ctx context.Context, err error) protocol.Reason {
	if ended(ctx) {
		return tool.EndOf(ctx).Reason
	}
	var failure *model.Error
	switch {
	case ctx.Err() != nil:
		failure = &model.Error{
			Kind:    model.KindTimeout,
			Message: "The model did not answer in time. Try again in a moment.",
			Err:     err,
		}
	case !errors.As(err, &failure):
		failure = &model.Error{
			Kind:    model.KindUnreachable,
			Message: "The model could not be reached. Try again in a moment.",
			Err:     err,
		}
	}
	r.out.Error = failure
	if failure.Kind == model.KindBlocked {
		return protocol.ReasonBlocked
	}
	return protocol.ReasonModelError
}

// ended reports whether ctx ended from outside the turn, not by its clock.
func ended(ctx context.Context) bool {
	end := tool.EndOf(ctx)
	return end != nil && end != tool.ErrBudget
}
