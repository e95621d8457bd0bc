package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Again says whether a failed step may succeed if the same request is sent
// again. The zero value means that it will not.
type Again string

// The ways to try again.
const (
	AgainLater Again = "later" // after a wait: the provider is busy or out of reach
	AgainNow   Again = "now"   // at once: the model slipped, as with a malformed call
)

// The policy of retries, modelled on what the Gemini API asks of its clients
// (https://ai.google.dev/gemini-api/docs/troubleshooting).
const (
	retryAttempts = 4                // requests in all
	retrySlips    = 2                // of them, repeats because the model slipped
	retryTotal    = 60 * time.Second // from the first failure to the last repeat
	retryBase     = time.Second      // the first wait; it doubles
	retryBaseBusy = 5 * time.Second  // the same where the provider is busy or a quota is spent
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
// slipped. A wait that would end later than a minute after the first failure is
// not begun; the error is then final. Before each repeat emit gets a Delta that
// retracts what was shown and says why and when. A repeat after a second slip
// asks for calls that fit their schemas (ModeValidated), where calls are
// allowed. Only the request is repeated: a tool never is.
func Retry(m Model) Model { return &retry{m} }

type retry struct{ next Model }

func (r *retry) Generate(ctx context.Context, req Request, emit func(Delta)) (*Response, error) {
	if emit == nil {
		emit = func(Delta) {}
	}
	var first time.Time // of failures
	slips := 0
	for attempt := 1; ; attempt++ {
		resp, err := r.next.Generate(ctx, req, emit)
		failure := failureOf(resp, err)
		if failure == nil || attempt == retryAttempts || ctx.Err() != nil {
			return resp, err
		}
		if first.IsZero() {
			first = time.Now()
		}
		var wait time.Duration
		switch failure.Again {
		case AgainNow:
			if slips++; slips > retrySlips {
				return resp, err
			}
			if slips == retrySlips && req.Mode == ModeAuto && err != nil {
				req.Mode = ModeValidated
			}
		case AgainLater:
			wait = backoff(failure, attempt)
			if time.Since(first)+wait > retryTotal {
				return resp, err
			}
		default:
			return resp, err
		}
		emit(Delta{Retract: true, Retrying: &Retrying{failure.Kind, attempt + 1, retryAttempts, wait}})
		if !sleep(ctx, wait) {
			return nil, context.Cause(ctx)
		}
	}
}

// failureOf returns what is wrong with a step: its error, or that the model
// said nothing, which is worth one more request.
func failureOf(resp *Response, err error) *Error {
	var failure *Error
	switch {
	case errors.As(err, &failure):
		return failure
	case err == nil && resp.Finish == FinishStop && !resp.Message.Speaks():
		return &Error{Kind: KindOverloaded, Again: AgainNow}
	}
	return nil
}

// backoff is the wait before the repeat that follows attempt: what the provider
// asked for, else a wait of our own that doubles, either with jitter upwards,
// ours also downwards.
func backoff(failure *Error, attempt int) time.Duration {
	base := retryBase
	if failure.Kind == KindOverloaded || failure.Kind == KindQuota {
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
