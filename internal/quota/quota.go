// Package quota bounds how often sockets are opened, and how much goes over
// them: for a site, an origin, a subject (a user of a site) and an address.
//
// Whoever may take N in a period has a bucket that holds N and refills evenly
// (golang.org/x/time/rate); see Limits for the periods. A refusal says after
// which time it makes sense to try again.
//
// # Concurrency
//
// Everything is safe for concurrent use. Nothing waits, and no goroutine is
// started.
//
// # Non-goals
//
// The counts are of this process, in memory. Those of a party without a socket
// are forgotten when there are too many parties, the least recently seen first:
// many addresses cost their owner what they cost, not the server its memory.
package quota

import (
	"cmp"
	"sync"
	"time"
)

// Scope is who is counted.
type Scope string

// The scopes.
const (
	Site    Scope = "site"
	Origin  Scope = "origin"
	Subject Scope = "subject"
	Address Scope = "ip"
)

// Kind is what is counted.
type Kind string

// The kinds.
const (
	Upgrades Kind = "upgrades"
	Sockets  Kind = "sockets"
	Turns    Kind = "turns"
	Frames   Kind = "frames"
	Bytes    Kind = "bytes"
)

// Party is somebody who is counted, and what they may take. One name in one
// scope always comes with the same limits.
type Party struct {
	Scope  Scope
	Name   string
	Limits Limits
}

// Excess says which limit is reached.
type Excess struct {
	Scope Scope
	Kind  Kind
	Retry time.Duration // after which it makes sense to try again; above 0
}

// Config is the settings of a Quota.
type Config struct {
	MaxParties int // that are remembered without a socket; 0: 16384
}

// Quota holds the counts of all parties.
type Quota struct {
	max int

	mu      sync.Mutex
	parties map[key]*account
}

type key struct {
	scope Scope
	name  string
}

// New returns a Quota that has counted nothing.
func New(cfg Config) *Quota {
	return &Quota{max: cmp.Or(cfg.MaxParties, 16384), parties: make(map[key]*account)}
}

// socketRetry is when somebody may have closed one of too many sockets.
const socketRetry = 10 * time.Second

// Enter counts a socket that is being opened with every party, or says which
// limit is reached and counts nothing. Sockets are counted until Leave.
func (q *Quota) Enter(parties ...Party) (*Lease, *Excess) {
	lease := &Lease{quota: q}
	if excess := lease.Join(parties...); excess != nil {
		return nil, excess
	}
	return lease, nil
}

// Knock counts an attempt that may come to nothing, like a socket that was
// opened and closed.
func (q *Quota) Knock(parties ...Party) *Excess {
	q.mu.Lock()
	defer q.mu.Unlock()
	return take(q.accountsLocked(parties), Upgrades, 1)
}

// Ask says what Enter would say, and counts nothing.
func (q *Quota) Ask(parties ...Party) *Excess {
	q.mu.Lock()
	defer q.mu.Unlock()
	accounts := q.accountsLocked(parties)
	if excess := full(accounts); excess != nil {
		return excess
	}
	return ask(accounts, Upgrades)
}

func full(accounts []*account) *Excess {
	for _, a := range accounts {
		if most := a.Limits.Sockets; most > 0 && a.sockets >= most {
			return &Excess{a.Scope, Sockets, socketRetry}
		}
	}
	return nil
}

func (q *Quota) accountsLocked(parties []Party) []*account {
	now := time.Now()
	accounts := make([]*account, len(parties))
	for i, p := range parties {
		k := key{p.Scope, p.Name}
		a := q.parties[k]
		if a == nil {
			q.roomLocked()
			a = newAccount(p)
			q.parties[k] = a
		}
		a.seen = now
		accounts[i] = a
	}
	return accounts
}

// sample is how many parties are looked at to find one to forget. Maps are
// walked in random order, so that a few come close to the oldest of all.
const sample = 16

// roomLocked makes room for one party. A party with a socket stays: there are no
// more of them than sockets.
func (q *Quota) roomLocked() {
	if len(q.parties) < q.max {
		return
	}
	var oldest key
	var found *account
	looked := 0
	for k, a := range q.parties {
		if a.sockets == 0 && (found == nil || a.seen.Before(found.seen)) {
			oldest, found = k, a
		}
		if looked++; looked >= sample && found != nil {
			break
		}
	}
	if found != nil {
		delete(q.parties, oldest)
	}
}

// Lease is one open socket, or one that is being opened. Join comes before any
// Frame and Turn. A nil Lease has no limits.
type Lease struct {
	quota    *Quota
	accounts []*account
	left     sync.Once
}

// Join counts the socket with more parties, of whom one knows only by now, or
// says which limit is reached and counts nothing with them.
func (l *Lease) Join(parties ...Party) *Excess {
	q := l.quota
	q.mu.Lock()
	defer q.mu.Unlock()
	accounts := q.accountsLocked(parties)
	if excess := full(accounts); excess != nil {
		return excess
	}
	if excess := take(accounts, Upgrades, 1); excess != nil {
		return excess
	}
	for _, a := range accounts {
		a.sockets++
	}
	l.accounts = append(l.accounts, accounts...)
	return nil
}

// Leave says that the socket has closed.
func (l *Lease) Leave() {
	if l == nil {
		return
	}
	l.left.Do(func() {
		l.quota.mu.Lock()
		defer l.quota.mu.Unlock()
		for _, a := range l.accounts {
			a.sockets--
		}
	})
}

// Frame counts a frame of that many bytes that came on the socket, or says which
// limit is reached.
func (l *Lease) Frame(bytes int) *Excess {
	if l == nil {
		return nil
	}
	if excess := take(l.accounts, Frames, 1); excess != nil {
		return excess
	}
	return take(l.accounts, Bytes, bytes)
}

// Frames counts n frames more that came on the socket, or says which limit is
// reached. Who may never have so many at once is asked for as many as they may.
func (l *Lease) Frames(n int) *Excess {
	if l == nil || n <= 0 {
		return nil
	}
	return take(l.accounts, Frames, n)
}

// Turn counts a turn that the socket begins, or says which limit is reached.
func (l *Lease) Turn() *Excess {
	if l == nil {
		return nil
	}
	return take(l.accounts, Turns, 1)
}
