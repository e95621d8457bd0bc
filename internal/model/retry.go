package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Again says whether a failed step may succeed if it is tried again. The zero
// value means that it will not.
type Again string

// The ways to try again.
const (
	AgainLater Again = "later" // after a wait: the provider failed or is out of reach
	AgainBusy  Again = "busy"  // after a longer one: it is overloaded, or a quota is spent
	AgainNow   Again = "now"   // at once: the model slipped, as with a malformed call
	AgainBrief Again = "brief" // at once and Brief: reasoning left no room to answer

	againOnce Again = "once" // at once, but not twice: the model said nothing
)

// The policy of retries, modelled on what the Gemini API asks of its clients
// (https://ai.google.dev/gemini-api/docs/troubleshooting).
const (
	retryAttempts = 4                // requests in all
	retrySlips    = 2                // of them, repeats because the model slipped
	retryTotal    = 60 * time.Second // from the first failure to the last repeat
	retryBase     = time.Second      // the first wait; it doubles
	retryBaseBusy = 5 * time.Second  // the same for AgainBusy
	retryCap      = 30 * time.Second // the longest wait of our own
	retryJitter   = 0.3              // a wait varies by so much, up and down
)

// Retrying tells of one repeat of a step before it begins.
type Retrying struct {
	Kind    Kind
	Attempt int           // the request that comes, from 2
	Of      int           // requests at most
	Wait    time.Duration // until then
}

// Retry returns m with each step repeated as its errors allow: after a wait
// that the provider named, else one that doubles, or at once if the model
// slipped or said nothing. A wait that would end later than a minute after the
// first failure is not begun; the error is then final. Before each repeat emit
// gets a Delta that retracts what was shown and says why and when. A repeat
// after a second slip asks for calls that fit their schemas (ModeValidated),
// where calls are allowed. Only the request is repeated: a tool never is.
func Retry(m Model) Model { return &retry{m} }

type retry struct{ next Model }

// Generate makes the requests of one step, one after the other.
func (r *retry) Generate(ctx context.Context, req Request, emit func(Delta)) (*Response, error) {
	if emit == nil {
		emit = func(Delta) {}
	}
	var s step
	for attempt := 1; ; attempt++ {
		resp, err := r.next.Generate(ctx, req, emit)
		failure := failureOf(resp, err)
		if failure == nil || attempt == retryAttempts || ctx.Err() != nil {
			return resp, err
		}
		wait, again := s.repeat(&req, failure, attempt)
		if !again {
			return resp, err
		}
		emit(Delta{Retract: true, Retrying: &Retrying{failure.Kind, attempt + 1, retryAttempts, wait}})
		if !sleep(ctx, wait) {
			return nil, context.Cause(ctx)
		}
	}
}

// step is what the failures of one step were.
type step struct {
	first time.Time // zero: none
	slips int
	mute  bool // the model said nothing once
}

// repeat notes the failure of a request. It reports whether there is another,
// after how long, and changes req for it.
func (s *step) repeat(req *Request, failure *Error, attempt int) (wait time.Duration, again bool) {
	if s.first.IsZero() {
		s.first = time.Now()
	}
	switch failure.Again {
	case AgainLater, AgainBusy:
		wait = backoff(failure, attempt)
		return wait, time.Since(s.first)+wait <= retryTotal
	case AgainNow:
		s.slips++
		if s.slips == retrySlips && req.Mode == ModeAuto {
			req.Mode = ModeValidated
		}
		return 0, s.slips <= retrySlips
	case AgainBrief:
		again = !req.Brief
		req.Brief = true
	case againOnce:
		again = !s.mute
		s.mute = true
	}
	return 0, again
}

// failureOf returns what is wrong with a step: its error, or that the model
// said nothing, which is worth one more request.
func failureOf(resp *Response, err error) *Error {
	var failure *Error
	switch {
	case errors.As(err, &failure):
		return failure
	case err == nil && resp.Finish == FinishStop && !resp.Message.Speaks():
		return &Error{Kind: KindNoAnswer, Again: againOnce}
	}
	return nil
}

// backoff is the wait before the repeat that follows attempt: what the provider
// asked for, else a wait of our own that doubles, either with jitter upwards,
// ours also downwards.
func backoff(failure *Error, attempt int) time.Duration {
	base := retryBase
	if failure.Again == AgainBusy {
		base = retryBaseBusy
	}
	own := min(base<<(attempt-1), retryCap)
	own = time.Duration(float64(own) * (1 + retryJitter*(2*rand.Float64()-1)))
	if asked := failure.RetryAfter; asked > own {
		return asked + time.Duration(retryJitter*rand.Float64()*float64(min(asked, retryBase)))
	}
	return own
}

// sleep waits; it reports false if ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
