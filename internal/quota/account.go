package quota

import (
	"time"

	"golang.org/x/time/rate"
)

// account is the buckets of a party. sockets and seen are guarded by Quota.mu.
type account struct {
	Party
	buckets map[Kind]*rate.Limiter // none for what is not limited
	sockets int
	seen    time.Time
}

// frameBurst is how many seconds' worth of frames may come at once: the results
// that a page kept while it was away.
const frameBurst = 10

func newAccount(p Party) *account {
	a := &account{Party: p, buckets: make(map[Kind]*rate.Limiter)}
	minute := func(kind Kind, most int) {
		if most > 0 {
			a.buckets[kind] = rate.NewLimiter(rate.Limit(float64(most)/60), most)
		}
	}
	minute(Upgrades, p.Limits.Upgrades)
	minute(Turns, p.Limits.Turns)
	minute(Bytes, p.Limits.Bytes)
	if n := p.Limits.Frames; n > 0 {
		a.buckets[Frames] = rate.NewLimiter(rate.Limit(n), n*frameBurst)
	}
	return a
}

// take takes n from every account, or from none and says which has too little.
func take(accounts []*account, kind Kind, n int) *Excess {
	now := time.Now()
	var taken []*rate.Reservation
	for _, a := range accounts {
		bucket := a.buckets[kind]
		if bucket == nil {
			continue
		}
		n := n
		if kind == Frames {
			n = min(n, bucket.Burst())
		}
		r := bucket.ReserveN(now, n)
		if wait := delay(r, now); wait > 0 {
			r.CancelAt(now)
			for _, t := range taken {
				t.CancelAt(now)
			}
			return &Excess{a.Scope, kind, wait}
		}
		taken = append(taken, r)
	}
	return nil
}

// delay is how long r must wait. What is more than a whole bucket never comes;
// a minute is then as good a time as any.
func delay(r *rate.Reservation, now time.Time) time.Duration {
	if !r.OK() {
		return time.Minute
	}
	return r.DelayFrom(now)
}

// ask says what take of one would say.
func ask(accounts []*account, kind Kind) *Excess {
	now := time.Now()
	for _, a := range accounts {
		if bucket := a.buckets[kind]; bucket != nil {
			if missing := 1 - bucket.TokensAt(now); missing > 0 {
				wait := time.Duration(missing / float64(bucket.Limit()) * float64(time.Second))
				return &Excess{a.Scope, kind, max(wait, time.Millisecond)}
			}
		}
	}
	return nil
}
