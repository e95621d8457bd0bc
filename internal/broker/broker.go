// Package broker parks tool calls: it asks the browser, and awaits the one
// answer that ends each call.
//
// A Broker belongs to one session. All methods are safe for concurrent use and
// none but Ask waits for anything. Whoever removes a call from the pending map
// decides how it ends, and it alone fills the call's channel; late, repeated
// and unknown answers therefore change nothing. The broker knows no model, no
// contract and no frame: it is told how to send a call and how to cancel one.
package broker

import (
	"context"
	"fmt"
	"sync"
	"time"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Config is what a broker needs to reach its browser. Send is required; the
// other functions may be nil. They are called without a lock held and must
// not block.
type Config struct {
	// Send hands a call to the browser with the time that its body and its
	// user have. It reports false if the browser cannot be reached.
	Send func(c tool.Call, l Limits) bool
	// Cancel tells the browser to abort a call that it was sent.
	Cancel func(id string, reason protocol.Code)
	// Waiting is called with +1 when a call begins to wait for the user and
	// with -1 when it no longer does.
	Waiting func(delta int)
}

// Limits are the clocks of a call. Each accumulates over the whole call and
// never restarts, so switching to and fro between states gains nothing.
type Limits struct {
	Delivery   time.Duration // until the dispatcher acknowledges the call
	Completion time.Duration // while the body runs
	User       time.Duration // while a prompt, an approval or a gesture is open
	Writes     bool          // the tool writes: a timeout says that it may have happened
}

// Broker holds the pending calls of one session.
type Broker struct {
	cfg Config

	mu      sync.Mutex
	pending map[string]*pending
	asked   int       // calls so far
	held    bool      // between Hold and Release
	closed  *tool.End // set by Close
}

// pending is a call that was sent and has no answer yet. Its fields are
// guarded by Broker.mu, except answer.
type pending struct {
	number  int // of asked
	state   protocol.State
	ran     bool // the page said running
	limits  Limits
	whole   time.Duration // of the delivery clock, for another delivery
	stopped bool          // the clock stands still: requested while held
	since   time.Time     // when the clock of state was last read; limits are what was left then
	timer   *time.Timer   // fires when the clock of state runs out
	answer  chan tool.Result
}

// New returns a broker without pending calls.
func New(cfg Config) *Broker {
	if cfg.Cancel == nil {
		cfg.Cancel = func(string, protocol.Code) {}
	}
	if cfg.Waiting == nil {
		cfg.Waiting = func(int) {}
	}
	return &Broker{cfg: cfg, pending: make(map[string]*pending)}
}

// Ask sends the call and returns its one result: the browser's answer, or
// not_delivered, timeout, what the cause of ctx means (cancelled, budget,
// disconnected), or disconnected after Close. The call is registered before it
// is sent, so no answer can come too early.
func (b *Broker) Ask(ctx context.Context, c tool.Call, l Limits) tool.Result {
	p := &pending{
		state:  protocol.StateRequested,
		limits: l,
		whole:  l.Delivery,
		since:  time.Now(),
		answer: make(chan tool.Result, 1),
	}
	if end := b.park(c.ID, p); end != nil {
		return tool.Fail(end.Code, "")
	}
	defer p.timer.Stop()

	if !b.cfg.Send(c, l) {
		b.Settle(c.ID, tool.Fail(protocol.CodeDisconnected, ""))
		return <-p.answer
	}
	if c.Sent != nil {
		c.Sent()
	}
	select {
	case r := <-p.answer:
		return r
	case <-ctx.Done():
		code := tool.EndOf(ctx).Code
		if b.interrupt(c.ID, code) {
			b.cfg.Cancel(c.ID, code)
		}
		return <-p.answer
	}
}

// Progress moves the clocks of a call: delivered acknowledges it,
// awaiting_user starts the user's clock, running the body's. States that do
// not follow from where the call stands, and unknown ids, change nothing.
func (b *Broker) Progress(id string, to protocol.State) {
	b.mu.Lock()
	p, ok := b.pending[id]
	if !ok || !follows(p.state, to) {
		b.mu.Unlock()
		return
	}
	from := p.state
	p.stop(time.Now())
	p.state = to
	p.start(time.Now())
	p.ran = p.ran || to == protocol.StateRunning
	b.mu.Unlock()
	b.waiting(from, to)
}

// Settle ends a pending call with r. It reports false if nobody waits for the
// call: it is unknown, or has ended already. A page keeps the same clocks and
// may see them run out first; what it then says is replaced by what the broker
// would have said, which knows the stage and whether the tool writes.
func (b *Broker) Settle(id string, r tool.Result) (ok bool) {
	p := b.remove(id)
	if p == nil {
		return false
	}
	if r.Page && r.Code() == protocol.CodeTimeout {
		if p.state == protocol.StateRequested { // it answered, so it has the call
			p.state = protocol.StateRunning
		}
		r = timeout(p.state, p.limits.Writes)
	}
	b.finish(p, r)
	return true
}

// interrupt ends a pending call whose turn has ended.
func (b *Broker) interrupt(id string, code protocol.Code) (ok bool) {
	p := b.remove(id)
	if p == nil {
		return false
	}
	b.finish(p, p.cut(code))
	return true
}

// remove takes a call out of the pending ones; nil if it is not among them.
func (b *Broker) remove(id string) *pending {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pending[id]
	delete(b.pending, id)
	return p
}

// Close ends every pending call as cause says, at once, and every later one.
// Only the first Close counts.
func (b *Broker) Close(cause *tool.End) {
	b.mu.Lock()
	if b.closed == nil {
		b.closed = cause
	}
	open := b.pending
	b.pending = make(map[string]*pending)
	b.mu.Unlock()
	for _, p := range open {
		b.finish(p, p.cut(cause.Code))
	}
}

// Pending returns the number of calls without an answer.
func (b *Broker) Pending() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pending)
}

// park registers p and starts its delivery clock, or says why it cannot.
func (b *Broker) park(id string, p *pending) *tool.End {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed != nil {
		return b.closed
	}
	if b.pending[id] != nil {
		panic(fmt.Sprintf("broker: call id %s is pending already", id))
	}
	b.pending[id] = p
	b.asked++
	p.number = b.asked
	p.timer = time.AfterFunc(*p.clock(), func() { b.expire(id, p) })
	if b.held {
		p.stop(time.Now())
	}
	return nil
}

// expire ends p if the clock of its state has run out. The timer may have
// fired just before Progress switched clocks; then it is set anew.
func (b *Broker) expire(id string, p *pending) {
	b.mu.Lock()
	if b.pending[id] != p || p.stopped {
		b.mu.Unlock()
		return
	}
	p.advance(time.Now())
	if left := *p.clock(); left > 0 {
		p.timer.Reset(left)
		b.mu.Unlock()
		return
	}
	delete(b.pending, id)
	held := b.held
	b.mu.Unlock()

	r := timeout(p.state, p.limits.Writes)
	if held && p.state == protocol.StateAwaitingUser { // there was nobody to answer
		r = p.cut(protocol.CodeDisconnected)
	}
	b.cfg.Cancel(id, r.Err.Code) // before the end of the call is told
	b.finish(p, r)
}

// finish answers p, which the caller has removed from the map.
func (b *Broker) finish(p *pending, r tool.Result) {
	b.waiting(p.state, "")
	p.answer <- r
}

// waiting reports that a call came to wait for the user or stopped doing so.
func (b *Broker) waiting(from, to protocol.State) {
	switch {
	case to == protocol.StateAwaitingUser:
		b.cfg.Waiting(+1)
	case from == protocol.StateAwaitingUser:
		b.cfg.Waiting(-1)
	}
}

// cut is the result of a call that ends because its turn or its session does.
// It is the browser's by now, acknowledged or not, so it may have happened.
func (p *pending) cut(code protocol.Code) tool.Result {
	state := p.state
	if state == protocol.StateRequested {
		state = protocol.StateRunning
	}
	return tool.Fail(code, stage(state, p.limits.Writes))
}

// advance takes the time since the last reading off the clock of p's state.
func (p *pending) advance(now time.Time) {
	if !p.stopped {
		*p.clock() -= now.Sub(p.since)
	}
	p.since = now
}

// stop makes the clock of p's state stand still.
func (p *pending) stop(now time.Time) {
	p.advance(now)
	p.stopped = true
	p.timer.Stop()
}

// start lets the clock of p's state run.
func (p *pending) start(now time.Time) {
	p.since, p.stopped = now, false
	p.timer.Reset(*p.clock())
}

// clock returns the clock that runs in p's state.
func (p *pending) clock() *time.Duration {
	switch p.state {
	case protocol.StateRequested:
		return &p.limits.Delivery
	case protocol.StateAwaitingUser:
		return &p.limits.User
	default:
		return &p.limits.Completion
	}
}

// follows reports whether a call in state from may move to state to. Any
// state acknowledges the call, so delivered may be left out.
func follows(from, to protocol.State) bool {
	switch to {
	case protocol.StateDelivered:
		return from == protocol.StateRequested
	case protocol.StateAwaitingUser, protocol.StateRunning:
		return from != to
	}
	return false
}

// timeout is the result of a call whose clock ran out in state.
func timeout(state protocol.State, writes bool) tool.Result {
	code := protocol.CodeTimeout
	if state == protocol.StateRequested {
		code = protocol.CodeNotDelivered
	}
	return tool.Fail(code, stage(state, writes))
}

// stage tells the model how far a call came that got no answer and, for a tool
// that writes, that the action may have happened.
func stage(state protocol.State, writes bool) string {
	switch state {
	case protocol.StateRequested:
		return "Stage: not_delivered."
	case protocol.StateAwaitingUser:
		return "Stage: awaiting_user. The user did not answer the question in the browser, so nothing was done."
	}
	if writes {
		return "Stage: running. The action may have happened all the same; check before you repeat it."
	}
	return "Stage: running."
}
