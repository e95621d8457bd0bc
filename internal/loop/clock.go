package loop

import (
	"sync"
	"time"
)

// Clock is the wall clock of a turn. It stands still while a call waits for
// the user, and it never restarts. Its methods are safe for concurrent use.
type Clock struct {
	limit time.Duration
	told  sync.WaitGroup // a nearly that runs

	mu     sync.Mutex
	left   time.Duration
	since  time.Time
	waits  int         // calls that wait for the user now
	nearly bool        // the warning was given
	timer  *time.Timer // nil before start and after stop
}

// NewClock returns a clock that has not been started.
func NewClock(limit time.Duration) *Clock { return &Clock{limit: limit, left: limit} }

// start lets the clock run. nearly is called once when three quarters of the
// time are over, expired once when it is up, each on a goroutine of its own.
// stop ends the clock; no nearly runs when it has returned.
func (c *Clock) start(nearly func(used, of time.Duration), expired func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.since = time.Now()
	c.timer = time.AfterFunc(c.nextLocked(), func() {
		switch c.fired() {
		case fireNearly:
			defer c.told.Done()
			nearly(c.limit*warnParts/allParts, c.limit)
		case fireExpired:
			expired()
		}
	})
	return func() {
		c.mu.Lock()
		c.timer.Stop()
		c.timer = nil
		c.mu.Unlock()
		c.told.Wait()
	}
}

// What a timer that fired means.
const (
	fireNothing = iota
	fireNearly
	fireExpired
)

// fired reads the clock when its timer has fired, and sets the timer anew after
// the warning.
func (c *Clock) fired() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.timer == nil || c.waits > 0:
		return fireNothing
	case c.nearly:
		return fireExpired
	}
	c.readLocked()
	c.nearly = true
	c.timer.Reset(c.nextLocked())
	c.told.Add(1)
	return fireNearly
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
	switch {
	case before == 0 && c.waits > 0:
		c.readLocked()
		c.timer.Stop()
	case before > 0 && c.waits == 0:
		c.since = time.Now()
		c.timer.Reset(c.nextLocked())
	}
}

// readLocked takes the time since the last reading off what is left.
func (c *Clock) readLocked() {
	now := time.Now()
	c.left -= now.Sub(c.since)
	c.since = now
}

// nextLocked is the time until the warning or, after it, until the end.
func (c *Clock) nextLocked() time.Duration {
	next := c.left
	if !c.nearly {
		next -= c.limit - c.limit*warnParts/allParts
	}
	return max(next, 0)
}
