package event

import (
	"context"
	"sync"
	"time"
)

// defaultBuffer is how many records a sink may lag behind.
const defaultBuffer = 1024

// FanConfig is what NewFan needs.
type FanConfig struct {
	Sinks  []Sink
	Buffer int // records that wait per sink before the oldest is dropped; 0: 1024
}

// Fan passes every record to several sinks (A88). All see the same order. Each
// sink is fed by a goroutine of its own from a bounded buffer, so Emit never
// waits for a sink: one that lags behind loses its oldest records and is told
// how many by a KindDropped record in their place. A sink that panics loses the
// record at hand, which is counted with them.
type Fan struct {
	mu     sync.Mutex
	wake   *sync.Cond // on mu: a queue grew or the fan closed
	queues []*queue   // the slice is fixed, the queues are guarded
	closed bool
}

// queue is what waits for one sink.
type queue struct {
	sink    Sink
	limit   int
	waiting []Event
	dropped int
	done    chan struct{} // closed when the sink has everything
}

// NewFan starts the fan. Close ends it.
func NewFan(cfg FanConfig) *Fan {
	limit := cfg.Buffer
	if limit <= 0 {
		limit = defaultBuffer
	}
	f := &Fan{}
	f.wake = sync.NewCond(&f.mu)
	for _, sink := range cfg.Sinks {
		q := &queue{sink: sink, limit: limit, done: make(chan struct{})}
		f.queues = append(f.queues, q)
		go f.feed(q)
	}
	return f
}

// Emit hands e to every sink and returns at once. A record without a time gets
// the present one. After Close it does nothing.
func (f *Fan) Emit(e Event) {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	for _, q := range f.queues {
		if len(q.waiting) == q.limit {
			q.waiting = q.waiting[1:]
			q.dropped++
		}
		q.waiting = append(q.waiting, e)
	}
	f.wake.Broadcast()
}

// Close takes no further records and returns once every sink has those that
// wait, or when ctx ends, with its error; a sink that hangs is then left
// behind.
func (f *Fan) Close(ctx context.Context) error {
	f.mu.Lock()
	f.closed = true
	f.wake.Broadcast()
	f.mu.Unlock()
	for _, q := range f.queues {
		select {
		case <-q.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// feed passes records to one sink until the fan is closed and its queue empty.
func (f *Fan) feed(q *queue) {
	defer close(q.done)
	for {
		batch, dropped := f.next(q)
		if dropped > 0 {
			f.deliver(q, Event{Time: time.Now(), Kind: KindDropped, Count: dropped})
		}
		if batch == nil {
			return
		}
		for _, e := range batch {
			f.deliver(q, e)
		}
	}
}

// deliver passes one record to one sink. If the sink panics, the record counts
// as dropped: what fails in a sink stays in it.
func (f *Fan) deliver(q *queue, e Event) {
	defer func() {
		if recover() != nil {
			f.mu.Lock()
			defer f.mu.Unlock()
			q.dropped++
		}
	}()
	q.sink.Emit(e)
}

// next waits for records and takes all that wait; nil once there will be none.
func (f *Fan) next(q *queue) (batch []Event, dropped int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(q.waiting) == 0 && !f.closed {
		f.wake.Wait()
	}
	batch, dropped = q.waiting, q.dropped
	q.waiting, q.dropped = nil, 0
	return batch, dropped
}
