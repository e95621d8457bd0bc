package model

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// busyFor is a model that takes a second and counts who is in it.
type busyFor struct{ now, most, served atomic.Int32 }

func (b *busyFor) Generate(ctx context.Context, _ Request, emit func(Delta)) (*Response, error) {
	now := b.now.Add(1)
	defer b.now.Add(-1)
	for most := b.most.Load(); now > most && !b.most.CompareAndSwap(most, now); most = b.most.Load() {
	}
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	b.served.Add(1)
	emit(Delta{Text: "hi"})
	return words, nil
}

func TestA24_neverMoreThanTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b busyFor
		m := Limit(&b, 4)
		start := time.Now()
		var queued atomic.Int32
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				_, err := m.Generate(t.Context(), Request{}, func(d Delta) {
					if d.Queued {
						queued.Add(1)
					}
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if b.most.Load() != 4 || b.served.Load() != 50 || queued.Load() != 46 || time.Since(start) != 13*time.Second {
			t.Errorf("%d at once, %d served, %d queued, %v", b.most.Load(), b.served.Load(), queued.Load(), time.Since(start))
		}
	})
}

func TestA24_whoIsCancelledLeavesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b busyFor
		m := Limit(&b, 1)
		go func() { _, _ = m.Generate(t.Context(), Request{}, func(Delta) {}) }()
		synctest.Wait()
		stopped := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		start := time.Now()
		_, err := m.Generate(ctx, Request{}, func(Delta) { cancel(stopped) })
		if !errors.Is(err, stopped) || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if _, err := m.Generate(t.Context(), Request{}, func(Delta) {}); err != nil || b.most.Load() != 1 {
			t.Errorf("the place was lost: %v, %d at once", err, b.most.Load())
		}
	})
}

// A step that waits to be repeated leaves its place to others.
func TestA24_A25_aStepThatWaitsTakesNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := Retry(Limit(&flaky{steps: []any{busy, words}}, 1))
		go func() { _, _ = m.Generate(t.Context(), Request{}, nil) }()
		synctest.Wait()
		start := time.Now()
		if _, err := m.Generate(t.Context(), Request{}, nil); err != nil || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		time.Sleep(time.Minute)
	})
}
