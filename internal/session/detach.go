package session

import (
	"time"

	"farhand/internal/event"
	"farhand/internal/tool"
)

// Why a session that nobody came back to has ended.
const (
	expiredGrace = "grace" // its turn ran
	expiredTTL   = "ttl"   // it was idle
	expiredCap   = "cap"   // newer ones took its place
)

// detach takes the socket a from the session. It reports whether the session
// goes on without it: it is kept, or has another socket by now.
func (s *session) detach(a *attachment) (goesOn bool) {
	s.mu.Lock()
	switch {
	case s.at != a:
		s.mu.Unlock()
		return true
	case s.ctx.Err() != nil:
		s.mu.Unlock()
		return false
	case !s.kept || a.fault:
		s.mu.Unlock()
		s.end(tool.ErrDisconnected)
		return false
	}
	s.at = nil
	s.since = time.Now()
	s.idle = s.since
	s.broker.Hold()
	s.graceLocked()
	evicted := s.registry.park(s, s.bytesLocked())
	s.mu.Unlock()
	s.emit(event.Event{Kind: event.KindSessionDetached, Reason: a.lost()})
	expireAll(evicted)
	return true
}

// bytesLocked is about what the session's conversation takes in memory. That of
// a turn that runs is counted when it ends.
func (s *session) bytesLocked() int { return s.said + s.transcript.bytes }

// expireAll ends sessions whose place newer or larger ones have taken.
func expireAll(evicted []*session) {
	for _, old := range evicted {
		old.expire(expiredCap)
	}
}

// graceLocked sets the timer that ends the session if nobody comes back.
func (s *session) graceLocked() {
	s.grace.Stop()
	if s.at != nil || s.ctx.Err() != nil {
		return
	}
	if left, _ := s.leftLocked(); left < forever {
		s.grace.Reset(max(left, 0))
	}
}

const forever = time.Duration(1<<63 - 1)

// leftLocked is how long a detached session is kept from now on, and why it
// ends then. While a call waits for its user, that call's own clock decides.
func (s *session) leftLocked() (left time.Duration, reason string) {
	switch {
	case s.turn == nil:
		return s.cfg.ResumeTTL - time.Since(s.idle), expiredTTL
	case s.waits > 0:
		return forever, ""
	}
	return s.cfg.Grace - time.Since(s.since), expiredGrace
}

// graceOver ends the session if it is detached and its time is up.
func (s *session) graceOver() {
	s.mu.Lock()
	if s.at != nil || s.returning || s.ctx.Err() != nil {
		s.mu.Unlock()
		return
	}
	left, reason := s.leftLocked()
	over := left <= 0 && s.registry.forget(s)
	s.mu.Unlock()
	if over {
		s.expire(reason)
	}
}

// expire ends a session that the registry has just forgotten.
func (s *session) expire(reason string) {
	s.mu.Lock()
	away := time.Since(s.since)
	s.mu.Unlock()
	s.emit(event.Event{Kind: event.KindSessionExpired, Reason: reason, Dur: away})
	s.end(tool.ErrDisconnected)
}
