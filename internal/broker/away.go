package broker

import (
	"cmp"
	"slices"
	"time"

	"farhand/internal/protocol"
)

// A browser may go away and come back while its calls are pending. Between Hold
// and Release nobody can acknowledge a call, so delivery clocks stand still;
// bodies go on in the page or not at all, so completion clocks run; and so do
// the users' clocks, whose end is then disconnected: nobody was there to answer.

// Open is a pending call.
type Open struct {
	ID    string
	State protocol.State
	Ran   bool // the page has said that the body runs
	// Limits is what is left of each clock.
	Limits Limits
}

// Hold says that the browser cannot be reached. Calls may still be asked: they
// wait for Release, and Send is told of them as ever.
func (b *Broker) Hold() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = true
	for _, p := range b.pending {
		if p.state == protocol.StateRequested && !p.stopped {
			p.stop(time.Now())
		}
	}
}

// Release says that the browser can be reached again.
func (b *Broker) Release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = false
	for _, p := range b.pending {
		if p.stopped {
			p.start(time.Now())
		}
	}
}

// Again takes a pending call back to where it was when it was asked, because it
// is sent once more: its delivery clock begins anew, the other clocks go on
// from where they are. It reports false if nobody waits for the call.
func (b *Broker) Again(id string) (ok bool) {
	b.mu.Lock()
	p := b.pending[id]
	if p == nil {
		b.mu.Unlock()
		return false
	}
	from := p.state
	p.stop(time.Now())
	p.state, p.ran, p.limits.Delivery = protocol.StateRequested, false, p.whole
	if !b.held {
		p.start(time.Now())
	}
	b.mu.Unlock()
	b.waiting(from, protocol.StateRequested)
	return true
}

// Open returns the pending calls in the order in which they were asked.
func (b *Broker) Open() []Open {
	b.mu.Lock()
	defer b.mu.Unlock()
	type numbered struct {
		Open
		number int
	}
	var list []numbered
	for id, p := range b.pending {
		p.advance(time.Now())
		list = append(list, numbered{Open{ID: id, State: p.state, Ran: p.ran, Limits: p.limits}, p.number})
	}
	slices.SortFunc(list, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	open := make([]Open, len(list))
	for i, n := range list {
		open[i] = n.Open
	}
	return open
}
