package ticket

import (
	"crypto/sha256"
	"time"
)

const (
	// period is how long a ticket can be good, from when it is first shown.
	period = MaxLifetime + MaxAhead
	// maxUsed is how many used tickets of a site are remembered from each period.
	// More are refused, not forgotten: some 500 a second, far above the limits of
	// internal/quota.
	maxUsed = 1 << 16
)

// replay remembers the tickets of a site that were used, for as long as they
// could be good, in two generations: the older one is forgotten as a whole. The
// zero value is ready; it is not safe for concurrent use.
type replay struct {
	now, before map[[sha256.Size]byte]struct{}
	since       time.Time // of now
}

// check refuses a ticket that was used, or whose use could not be remembered.
func (r *replay) check(jti string, at time.Time) *Refusal {
	r.age(at)
	key := sha256.Sum256([]byte(jti))
	_, now := r.now[key]
	_, before := r.before[key]
	switch {
	case now || before:
		return refuse(Reused, "the ticket was used; mint one for each connection")
	case len(r.now) >= maxUsed:
		return refuse(Crowded, "too many tickets of this site were used in the last two minutes")
	}
	return nil
}

// add remembers a ticket that check has not refused.
func (r *replay) add(jti string, at time.Time) {
	r.age(at)
	r.now[sha256.Sum256([]byte(jti))] = struct{}{}
}

func (r *replay) age(at time.Time) {
	passed := at.Sub(r.since)
	if passed < period && r.now != nil {
		return
	}
	r.before = r.now
	if passed >= 2*period {
		r.before = nil
	}
	r.now, r.since = make(map[[sha256.Size]byte]struct{}), at
}
