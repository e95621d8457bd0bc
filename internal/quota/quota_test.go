package quota

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func ada(l Limits) Party { return Party{Subject, "shop ada", l} }

// TestEnter_upgradesPerMinute: so many at once, then evenly.
func TestEnter_upgradesPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{})
		p := ada(Limits{Upgrades: 6})
		for i := range 6 {
			if _, excess := q.Enter(p); excess != nil {
				t.Fatalf("socket %d: %+v", i, excess)
			}
		}
		want := Excess{Subject, Upgrades, 10 * time.Second}
		if excess := q.Ask(p); excess == nil || *excess != want {
			t.Errorf("asked: %+v", excess)
		}
		for range 2 { // what is refused is not counted
			if _, excess := q.Enter(p); excess == nil || *excess != want {
				t.Errorf("the seventh: %+v", excess)
			}
		}
		time.Sleep(10 * time.Second)
		if excess := q.Ask(p); excess != nil {
			t.Errorf("asked ten seconds later: %+v", excess)
		}
		if _, excess := q.Enter(p); excess != nil {
			t.Errorf("ten seconds later: %+v", excess)
		}
		if _, excess := q.Enter(p); excess == nil {
			t.Error("one more was let in")
		}
	})
}

func TestEnter_socketsAtTheSameTime(t *testing.T) {
	q := New(Config{})
	p := ada(Limits{Sockets: 2})
	first, _ := q.Enter(p)
	if _, excess := q.Enter(p); excess != nil {
		t.Fatal(excess)
	}
	want := Excess{Subject, Sockets, socketRetry}
	if _, excess := q.Enter(p); excess == nil || *excess != want {
		t.Errorf("the third: %+v", excess)
	}
	if excess := q.Ask(p); excess == nil || *excess != want {
		t.Errorf("asked: %+v", excess)
	}
	first.Leave()
	first.Leave() // once is enough
	if _, excess := q.Enter(p); excess != nil {
		t.Errorf("after one left: %+v", excess)
	}
	if _, excess := q.Enter(p); excess == nil {
		t.Error("one left, two were let in")
	}
}

// TestLease_limits: turns, frames and bytes, each with its time.
func TestLease_limits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enter := func(l Limits) *Lease {
			lease, excess := New(Config{}).Enter(ada(l))
			if excess != nil {
				t.Fatal(excess)
			}
			return lease
		}
		turns := enter(Limits{Turns: 2})
		turns.Turn()
		turns.Turn()
		if excess := turns.Turn(); excess == nil || *excess != (Excess{Subject, Turns, 30 * time.Second}) {
			t.Errorf("turns: %+v", excess)
		}
		if excess := turns.Frame(1 << 30); excess != nil {
			t.Errorf("frames of one whose turns are used up: %+v", excess)
		}

		frames := enter(Limits{Frames: 20})
		for i := range 20 * frameBurst {
			if excess := frames.Frame(1); excess != nil {
				t.Fatalf("frame %d: %+v", i, excess)
			}
		}
		if excess := frames.Frame(1); excess == nil || *excess != (Excess{Subject, Frames, 50 * time.Millisecond}) {
			t.Errorf("frames: %+v", excess)
		}

		bytes := enter(Limits{Bytes: 6000})
		if excess := bytes.Frame(5900); excess != nil {
			t.Errorf("bytes: %+v", excess)
		}
		if excess := bytes.Frame(200); excess == nil || *excess != (Excess{Subject, Bytes, time.Second}) {
			t.Errorf("too many bytes: %+v", excess)
		}
		if excess := bytes.Frame(6001); excess == nil || excess.Retry != time.Minute {
			t.Errorf("a frame that never fits: %+v", excess)
		}
		if excess := bytes.Frame(100); excess != nil {
			t.Errorf("what is left: %+v", excess)
		}
	})
}

// TestQuota_allOrNobody: a socket that one party refuses costs the others
// nothing.
func TestQuota_allOrNobody(t *testing.T) {
	q := New(Config{})
	site := Party{Site, "shop", Limits{Upgrades: 3, Sockets: 3, Turns: 3}}
	user := ada(Limits{Upgrades: 1, Turns: 1})
	lease, excess := q.Enter(site, user)
	if excess != nil {
		t.Fatal(excess)
	}
	for range 10 {
		if _, excess := q.Enter(site, user); excess == nil || excess.Scope != Subject {
			t.Fatalf("%+v", excess)
		}
		lease.Turn()
	}
	bob := Party{Subject, "shop bob", Limits{Turns: 5}}
	for i, want := range []bool{true, true, false} {
		lease, excess := q.Enter(site, bob)
		if (excess == nil) != want {
			t.Errorf("bob's socket %d: %+v", i, excess)
		}
		if excess == nil && lease.Turn() != nil {
			t.Errorf("bob's turn %d is refused", i)
		}
	}
}

// TestLease_join: what is counted later counts like the rest, and its refusal
// leaves the first part as it was.
func TestLease_join(t *testing.T) {
	q := New(Config{})
	address := Party{Address, "192.0.2.1", Limits{Sockets: 1, Turns: 5}}
	user := ada(Limits{Sockets: 1, Turns: 1})
	other, _ := q.Enter(user)
	lease, excess := q.Enter(address)
	if excess != nil {
		t.Fatal(excess)
	}
	if excess := lease.Join(user); excess == nil || excess.Scope != Subject {
		t.Errorf("joined: %+v", excess)
	}
	other.Leave()
	if excess := lease.Join(user); excess != nil {
		t.Error(excess)
	}
	lease.Turn()
	if excess := lease.Turn(); excess == nil || excess.Scope != Subject {
		t.Errorf("the second turn: %+v", excess)
	}
	lease.Leave()
	if _, excess := q.Enter(address, user); excess != nil {
		t.Errorf("after it left: %+v", excess)
	}
}

func TestKnock_isAnUpgradeWithoutASocket(t *testing.T) {
	q := New(Config{})
	p := ada(Limits{Upgrades: 2, Sockets: 1})
	for i, want := range []bool{true, true, false} {
		if excess := q.Knock(p); (excess == nil) != want {
			t.Errorf("knock %d: %+v", i, excess)
		}
	}
}

// TestQuota_isBounded: parties come and go without end; those with a socket stay.
func TestQuota_isBounded(t *testing.T) {
	q := New(Config{MaxParties: 100})
	p := ada(Limits{Sockets: 1, Upgrades: 1000})
	if _, excess := q.Enter(p); excess != nil {
		t.Fatal(excess)
	}
	for i := range 10_000 {
		q.Knock(Party{Address, fmt.Sprint(i), Limits{Upgrades: 1}})
		if n := len(q.parties); n > 100 {
			t.Fatalf("%d parties", n)
		}
	}
	if _, excess := q.Enter(p); excess == nil {
		t.Error("a party with a socket was forgotten")
	}
}

// TestQuota_exactAmongMany: the limit holds whoever comes at once.
func TestQuota_exactAmongMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{})
		var in, turns atomic.Int32
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				lease, excess := q.Enter(ada(Limits{Upgrades: 30, Turns: 20}))
				if excess != nil {
					return
				}
				in.Add(1)
				if lease.Turn() == nil {
					turns.Add(1)
				}
				lease.Leave()
			})
		}
		all.Wait()
		if in.Load() != 30 || turns.Load() > 20 {
			t.Errorf("%d sockets, %d turns", in.Load(), turns.Load())
		}
		for _, a := range q.parties {
			if a.sockets != 0 {
				t.Errorf("%d sockets are left", a.sockets)
			}
		}
	})
}

func TestLease_nilHasNoLimits(t *testing.T) {
	var lease *Lease
	if lease.Frame(1<<30) != nil || lease.Turn() != nil {
		t.Error("refused")
	}
	lease.Leave()
}

func TestScopes_parties(t *testing.T) {
	got := Ticketed().Parties(Names{Site: "shop", Origin: "https://shop.example", Subject: "ada", Address: "192.0.2.1"})
	for i, want := range []Party{
		{Site, "shop", Ticketed().Site}, {Origin, "shop https://shop.example", Ticketed().Origin},
		{Subject, "shop ada", Ticketed().Subject}, {Address, "shop 192.0.2.1", Ticketed().Address},
	} {
		if got[i] != want {
			t.Errorf("got %+v, want %+v", got[i], want)
		}
	}
	if got := Anonymous().Parties(Names{Site: "anonymous"}); len(got) != 1 {
		t.Errorf("without the rest: %+v", got)
	}
}

func TestScopes_check(t *testing.T) {
	for _, s := range []Scopes{{}, Ticketed(), Anonymous()} {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
	bad := Scopes{Site: Limits{Turns: -1}, Address: Limits{Bytes: 1 << 50}}
	if err := bad.Check(); err == nil {
		t.Error("no error")
	}
}

func BenchmarkLease_Frame(b *testing.B) {
	lease, _ := New(Config{}).Enter(Ticketed().Parties(Names{Site: "s", Origin: "o", Subject: "u", Address: "a"})...)
	for b.Loop() {
		lease.Frame(1)
	}
}
