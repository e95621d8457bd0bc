package gemini

import (
	"context"
	"errors"
	"time"

	"farhand/internal/model"
)

// The limits of a step when Config does not say. The API sends nothing while
// the model thinks, so the first chunk may take long.
const (
	defaultRequestTimeout = 5 * time.Minute
	defaultFirstTimeout   = 2 * time.Minute
	defaultIdleTimeout    = time.Minute
)

// Why a watchdog ended a request.
var (
	errNotWhole = errors.New("the answer was not whole in time")
	errNoFirst  = errors.New("the answer did not begin in time")
	errStalled  = errors.New("the answer stalled")
)

// watch bounds one request: it ends with its caller's context, when the whole
// answer takes too long, when no first chunk comes, and when the next one does
// not. The context of a request has no deadline: the SDK would tell the server
// of it in X-Server-Timeout, and the API answers 400 below 10 s.
type watch struct {
	ctx    context.Context
	idle   time.Duration
	cancel context.CancelCauseFunc
	unhook func() bool
	whole  *time.Timer
	first  *time.Timer
	next   *time.Timer // nil before the first chunk
}

// watch returns the context of one request with its watchdogs running.
func (m *Model) watch(ctx context.Context) (context.Context, *watch) {
	w := &watch{idle: m.cfg.IdleTimeout}
	w.ctx, w.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	w.unhook = context.AfterFunc(ctx, func() { w.cancel(context.Cause(ctx)) })
	w.whole = w.after(m.cfg.RequestTimeout, errNotWhole)
	w.first = w.after(m.cfg.FirstTimeout, errNoFirst)
	return w.ctx, w
}

func (w *watch) after(limit time.Duration, cause error) *time.Timer {
	return time.AfterFunc(limit, func() { w.cancel(cause) })
}

// arrived tells that a chunk has come.
func (w *watch) arrived() {
	if w.next == nil {
		w.first.Stop()
		w.next = w.after(w.idle, errStalled)
		return
	}
	w.next.Reset(w.idle)
}

// late returns the failure of a request that a watchdog ended, by the cause;
// nil for other causes. One that used up its whole time is not sent again; the
// others may have met a server that hangs.
func late(cause error) *model.Error {
	switch cause {
	case errNotWhole:
		return &model.Error{Kind: model.KindTimeout, Message: tooSlow, Err: cause}
	case errNoFirst, errStalled:
		return &model.Error{Kind: model.KindTimeout, Message: tooSlow, Again: model.AgainLater, Err: cause}
	}
	return nil
}

// stop ends the request and its watchdogs.
func (w *watch) stop() {
	w.unhook()
	w.whole.Stop()
	w.first.Stop()
	if w.next != nil {
		w.next.Stop()
	}
	w.cancel(nil)
}
