// Package loop runs one turn: it asks the model, runs the calls that the model
// makes, appends their results, and repeats until the model answers in words.
//
// A Loop holds settings only and is safe for concurrent use; a Run owns its
// History until it returns. The loop knows no socket and no browser: calls go
// through one handler. Every call of a step has exactly one result before the
// next request, whatever happened to it. Retrying a step is not the loop's
// work but a decorator's around its Model.
package loop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"farhand/internal/history"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Config is the settings of a loop. Model is required.
type Config struct {
	Model     model.Model
	MaxSteps  int           // requests with tools in a turn; 0: 30
	MaxCalls  int           // calls that run in a turn; 0: 32
	LastWords time.Duration // for the one request after a limit; 0: 30 s
}

// Loop runs turns.
type Loop struct{ cfg Config }

// New returns a loop.
func New(cfg Config) *Loop {
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = 30
	}
	if cfg.MaxCalls == 0 {
		cfg.MaxCalls = 32
	}
	if cfg.LastWords == 0 {
		cfg.LastWords = 30 * time.Second
	}
	return &Loop{cfg}
}

// Turn is one user message and all that answers it. The set of tools is
// frozen for the turn. All fields but Emit and Stepped are required.
type Turn struct {
	Number  int    // from 1, never repeated in a session
	Words   string // what the user wrote
	System  string
	Tools   []tool.Declaration
	Resolve func(said string) (*tool.Spec, bool) // a name that the model used, against the contract
	Handle  tool.Handler                         // the one chain that every call enters
	Clock   *Clock                               // the turn's wall clock, not started
	Emit    func(step int, d model.Delta)        // pieces of an answer, for the screen
	Stepped func(Step)                           // told after each request
}

// Step is one request to the model.
type Step struct {
	Number int
	Dur    time.Duration
	Usage  model.Usage
	Err    error
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
	closed  bool // no further call runs
}

// Run runs the turn t on h. It ends when the model answers in words, a limit
// is reached, the model fails, or ctx ends, whose cause (a *tool.End) gives the
// reason. The returned error is a fault of ours: the history was not valid; h
// has then lost the turn.
func (l *Loop) Run(ctx context.Context, h *history.History, t Turn) (Outcome, error) {
	if t.Emit == nil {
		t.Emit = func(int, model.Delta) {}
	}
	if t.Stepped == nil {
		t.Stepped = func(Step) {}
	}
	r := &run{Config: l.cfg, Turn: t, history: h}
	h.Begin(t.Words)
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

// turn repeats steps until one of them ends the turn.
func (r *run) turn(ctx context.Context) (protocol.Reason, error) {
	wall, expire := context.WithCancelCause(ctx)
	defer expire(nil)
	defer r.Clock.start(func() { expire(tool.ErrBudget) })()

	for {
		reason, err := r.step(wall, model.ModeAuto)
		if reason == "" && err == nil && (wall.Err() != nil || r.spent()) {
			reason, err = r.atLimit(ctx)
		}
		if reason != "" || err != nil {
			return reason, err
		}
	}
}

// spent reports whether the turn has used up its steps or calls.
func (r *run) spent() bool {
	return r.out.Steps >= r.MaxSteps || r.out.Calls >= r.MaxCalls
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

	r.closed = true // a call in spite of NONE is answered, not run
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

// step makes one request and runs the calls of its answer. A reason ends the
// turn; without one the turn goes on.
func (r *run) step(ctx context.Context, mode model.Mode) (protocol.Reason, error) {
	if end := tool.EndOf(ctx); end != nil {
		return end.Reason, nil
	}
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
	if calls := callsIn(m); len(calls) > 0 {
		return "", r.history.Results(r.answer(ctx, calls))
	}
	if resp.Finish == model.FinishTruncated {
		return protocol.ReasonTruncated, nil
	}
	return protocol.ReasonDone, nil
}

// generate makes one request and reports it. What it showed is taken back if
// the step fails for a reason that is not the user's.
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
		shown = !d.Retract
		r.Emit(step, d)
	})
	s := Step{Number: step, Dur: time.Since(start), Err: err}
	if err == nil {
		s.Usage = resp.Usage
		r.out.Usage = r.out.Usage.Add(resp.Usage)
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

// answer runs the calls of a step and returns their results in call order: all
// together if every tool is parallel, else one after the other. Calls that run
// together still leave in call order, so that the user sees them in it.
func (r *run) answer(ctx context.Context, calls []*model.Call) []model.Result {
	prepared := make([]func(sent func()) model.Result, len(calls))
	together := true
	for i, c := range calls {
		spec, ok := r.Resolve(c.Name)
		together = together && ok && spec.Policy.Parallel
		prepared[i] = r.prepare(ctx, c, spec)
	}
	results := make([]model.Result, len(calls))
	var wg sync.WaitGroup
	for i, call := range prepared {
		left := make(chan struct{})
		gone := sync.OnceFunc(func() { close(left) })
		wg.Go(func() {
			defer gone()
			results[i] = call(gone)
		})
		<-left
		if !together {
			wg.Wait()
		}
	}
	wg.Wait()
	return results
}

// prepare numbers a call and charges it to the budget. A call over budget
// enters the chain with a context that has ended, and is answered there.
func (r *run) prepare(ctx context.Context, c *model.Call, spec *tool.Spec) func(sent func()) model.Result {
	r.out.Calls++
	call := tool.Call{
		ID:   fmt.Sprintf("t%d.%d", r.Number, r.out.Calls),
		Turn: r.Number,
		Step: r.out.Steps,
		Said: c.Name,
		Args: c.Args,
	}
	if spec != nil {
		call.Name = spec.Name
	}
	over := r.closed || r.out.Calls > r.MaxCalls
	return func(sent func()) model.Result {
		if over {
			spent, cancel := context.WithCancelCause(ctx)
			cancel(tool.ErrBudget)
			ctx = spent
		}
		call.Sent = sent
		return model.Result{ID: c.ID, Name: c.Name, Output: output(r.Handle(ctx, call))}
	}
}
