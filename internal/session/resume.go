package session

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"farhand/internal/broker"
	"farhand/internal/event"
	"farhand/internal/guard"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// resume attaches a to the session whose token hello carries, or says why not.
func (srv *Server) resume(a *attachment, hello *protocol.ClientHello) protocol.ResumeRefusal {
	s, refused := srv.registry.find(*hello.Resume)
	if refused != "" {
		return refused
	}
	if s.peer.Subject != a.peer.Subject || s.peer.Site != a.peer.Site {
		return protocol.ResumeSubject
	}
	if s.origin != cmp.Or(a.peer.Origin, originOf(hello.Page.URL)) {
		return protocol.ResumeOrigin
	}
	s.entry.Lock()
	before := s.own.brought
	s.entry.Unlock()
	d, excess := s.declare(a.peer, hello.Declare, before)
	if excess != nil {
		a.flooded(excess)
		return ""
	}
	return s.attach(a, hello, d)
}

// attach makes a the socket of the session, in four steps: it takes the token,
// so that nobody else comes and the session does not expire; it takes back the
// calls that are sent again; it swaps the sockets, under the lock under which
// frames are queued; and it settles the calls that this page cannot answer, of
// whose end it then hears like of any other.
func (s *session) attach(a *attachment, hello *protocol.ClientHello, d brought) protocol.ResumeRefusal {
	s.Server.contract.mu.Lock()
	defer s.Server.contract.mu.Unlock()
	s.entry.Lock()
	defer s.entry.Unlock()
	token, refused := s.receive(*hello.Resume)
	if refused != "" {
		return refused
	}

	back := document{
		same:    hello.Page.ID != "" && hello.Page.ID == s.page,
		calls:   setOf(hello.Calls),
		started: setOf(hello.Started),
	}
	fates := s.decide(back)
	s.approvals, s.page, s.unheard = hello.Approvals, hello.Page.ID, true
	offer := s.offered(announcement{hello.Tools, hello.Unavailable, d})
	e := event.Event{Kind: event.KindSessionAttached, Reason: back.name()}
	if e.Count, e.Dur, refused = s.swap(a, token, offer, fates); refused != "" {
		return refused
	}
	s.emit(e)
	for id, fate := range fates {
		if fate.settles() {
			s.broker.Settle(id, s.outcome(id, fate, hello.Page.URL))
		}
	}
	return ""
}

// swap makes a the socket, tells it where the session stands, and sends the
// calls that it has to run. It returns how many calls wait for the page, and how
// long the session had no socket.
func (s *session) swap(a *attachment, token string, offer tool.Offer, fates map[string]fate) (calls int, away time.Duration, refused protocol.ResumeRefusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.returning = false
	if s.ctx.Err() != nil {
		return 0, 0, protocol.ResumeExpired
	}
	if s.at == nil {
		away = time.Since(s.since)
	} else {
		s.at.close(protocol.CloseSuperseded, "the session goes on on another socket")
	}
	s.at = a
	a.session.Store(s)
	s.grace.Stop()
	s.offer = offer

	open := slices.DeleteFunc(s.openLocked(), func(o broker.Open) bool { return fates[o.ID].settles() })
	resumed := true
	answer := s.helloLocked()
	answer.Resume = &protocol.Resume{Token: token, TTLMs: s.cfg.ResumeTTL.Milliseconds()}
	answer.Resumed, answer.Snapshot = &resumed, s.snapshotLocked(open)
	a.put(answer)
	for _, o := range open {
		if fate, decided := fates[o.ID]; !decided || fate.sends() {
			a.put(withLeft(*s.calls[o.ID], o.Limits))
		}
	}
	if s.catalog != s.Server.contract.catalog {
		a.put(changed(nil))
	}
	s.broker.Release()
	return len(open), away, ""
}

// receive exchanges the token that a browser comes back with for the next one.
func (s *session) receive(token string) (next string, refused protocol.ResumeRefusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, refused = s.registry.rotate(s, token)
	s.returning = refused == ""
	return next, refused
}

// decide finds what becomes of each call that was sent and waits for the page,
// and moves it to where it then stands.
func (s *session) decide(back document) map[string]fate {
	fates := make(map[string]fate)
	for _, o := range s.broker.Open() {
		s.mu.Lock()
		call := s.calls[o.ID]
		if call == nil {
			s.mu.Unlock()
			continue // it is just being sent
		}
		spec, _ := s.turn.offer.Spec(call.Name) // its turn waits for it
		fate := back.fate(o, call, spec)
		if fate == fateRunAgain {
			call.Attempt = lastAttempt
		}
		s.mu.Unlock()
		switch {
		case fate == fateWaits:
			s.broker.Progress(o.ID, protocol.StateDelivered)
		case fate.sends():
			s.broker.Again(o.ID)
		}
		fates[o.ID] = fate
	}
	return fates
}

// outcome is the result of a call whose body ran in a document that is gone. If
// it asked, it ran because its user had allowed it.
func (s *session) outcome(id string, f fate, page string) tool.Result {
	r := tool.Fail(protocol.CodeInterrupted, "")
	if f == fateNavigated {
		r = tool.Result{Value: navigated(page), Navigated: true}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if call := s.calls[id]; call != nil && call.Approval != nil {
		r.Grant = protocol.GrantOnce
	}
	return r
}

// navigated is the result of a tool that left its document for the one at page,
// of which the model reads origin and path.
func navigated(page string) json.RawMessage {
	value, _ := json.Marshal(struct { // a string can always be encoded
		Navigated bool   `json:"navigated"`
		URL       string `json:"url"`
	}{true, guard.BareURL(page)})
	return value
}

// openLocked returns the calls that were sent and wait for the page.
func (s *session) openLocked() []broker.Open {
	var open []broker.Open
	for _, o := range s.broker.Open() {
		if s.calls[o.ID] != nil {
			open = append(open, o)
		}
	}
	return open
}

func (s *session) snapshotLocked(open []broker.Open) *protocol.Snapshot {
	snapshot := &protocol.Snapshot{
		Turns:     s.transcript.turnsWith(s.broker.Open()),
		Open:      make([]protocol.OpenCall, len(open)),
		Truncated: s.transcript.truncated,
	}
	if s.turn != nil {
		snapshot.Running = s.turn.number
	}
	for i, o := range open {
		snapshot.Open[i] = protocol.OpenCall{
			ID: o.ID, State: o.State, TimeoutMs: left(o.Limits.Completion), UserTimeoutMs: left(o.Limits.User),
		}
	}
	return snapshot
}

// withLeft is the call as it is sent again, with what is left of its clocks.
func withLeft(call protocol.ToolCall, l broker.Limits) *protocol.ToolCall {
	call.TimeoutMs, call.UserTimeoutMs = left(l.Completion), left(l.User)
	return &call
}

func left(d time.Duration) int64 { return max(d, 0).Milliseconds() }

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}
