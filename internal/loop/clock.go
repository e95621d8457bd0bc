package loop

import (
	"sync"
	"time"
)

// Clock is the wall clock of a turn. It stands still while a call waits for
// the user, and it never restarts. Its methods are safe for concurrent use.
type Clock struct {
	mu    sync.Mutex
	left  time.Duration
	since time.Time
	waits int         // calls that wait for the user now
	timer *time.Timer // nil before start and after stop
}

// NewClock returns a clock that has not been started.
func NewClock(limit time.Duration) *Clock { return &Clock{left: limit} }

// start lets the clock run; expired is called once, on a goroutine of its own,
// when its time is up. stop ends it.
func (c *Clock) start(expired func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.since = time.Now()
	c.timer = time.AfterFunc(c.left, expired)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.timer.Stop()
		c.timer = nil
	}
}

// Wait counts the calls that wait for the user: +1 when one begins, -1 when it
// no longer does. The clock stands still while there are any.
func (c *Clock) Wait(delta int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.waits
	c.waits += delta
	if c.timer == nil {
		return
	}
	now := time.Now()
	switch {
	case before == 0 && c.waits > 0:
		c.left -= now.Sub(c.since)
		c.timer.Stop()
	case before > 0 && c.waits == 0:
		c.since = now
		c.timer.Reset(max(c.left, 0))
	}
}
