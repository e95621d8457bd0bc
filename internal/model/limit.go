package model

import "context"

// Limit returns m with at most n requests at the same time, in the order in
// which they came; the others wait, each as long as its context lasts. Before a
// request that has to wait, emit gets a Delta that says so. n is at least 1. Put
// it inside Retry, so that a step that waits to be repeated takes up no place.
func Limit(m Model, n int) Model { return &limit{m, make(chan struct{}, n)} }

type limit struct {
	next   Model
	places chan struct{} // holds one value for each request
}

// Generate waits for a place and makes the request.
func (l *limit) Generate(ctx context.Context, r Request, emit func(Delta)) (*Response, error) {
	select {
	case l.places <- struct{}{}:
	default:
		if emit != nil {
			emit(Delta{Queued: true})
		}
		select {
		case l.places <- struct{}{}:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	defer func() { <-l.places }()
	return l.next.Generate(ctx, r, emit)
}
