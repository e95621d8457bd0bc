package session

import (
	"cmp"
	"encoding/json"
	"time"

	"farhand/internal/broker"
	"farhand/internal/event"
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
	return s.attach(a, hello)
}

// attach makes a the socket of the session, in three steps: it takes the token,
// so that nobody else comes and the session does not expire; it settles the
// calls that the page cannot answer any more and takes back those that are sent
// again; and it swaps the sockets, under the lock under which frames are queued.
func (s *session) attach(a *attachment, hello *protocol.ClientHello) protocol.ResumeRefusal {
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
	fates := s.decide(back, hello.Page.URL)
	s.approvals, s.page, s.unheard = hello.Approvals, hello.Page.ID, true
	offer := s.offered(hello.Tools, hello.Unavailable)
	e := event.Event{Kind: event.KindSessionAttached, Reason: back.name()}
	if e.Count, e.Dur, refused = s.swap(a, token, offer, fates); refused == "" {
		s.emit(e)
	}
	return refused
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

	open := s.openLocked()
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

// decide settles or takes back each call that waits for the page, and returns
// what it did.
func (s *session) decide(back document, url string) map[string]fate {
	fates := make(map[string]fate)
	for _, o := range s.broker.Open() {
		s.mu.Lock()
		call := s.calls[o.ID]
		s.mu.Unlock()
		if call == nil {
			continue // it is just being sent
		}
		spec, _ := s.catalog.Spec(call.Name)
		fate := back.fate(o, call, spec)
		fates[o.ID] = fate
		switch fate {
		case fateWaits:
			s.broker.Progress(o.ID, protocol.StateDelivered)
		case fateSentAgain:
			s.broker.Again(o.ID)
		case fateRunAgain:
			s.mu.Lock()
			call.Attempt = lastAttempt
			s.mu.Unlock()
			s.broker.Again(o.ID)
		case fateNavigated:
			s.broker.Settle(o.ID, tool.Result{Value: navigated(url), Grant: granted(call)})
		case fateInterrupted:
			r := tool.Fail(protocol.CodeInterrupted, "")
			r.Grant = granted(call)
			s.broker.Settle(o.ID, r)
		}
	}
	return fates
}

// granted is the grant of a call whose body ran in a page that is gone: it ran
// because its user had allowed it.
func granted(call *protocol.ToolCall) protocol.Grant {
	if call.Approval == nil {
		return ""
	}
	return protocol.GrantOnce
}

// navigated is the result of a tool that left its document for the one at url.
func navigated(url string) json.RawMessage {
	value, _ := json.Marshal(struct { // a string can always be encoded
		Navigated bool   `json:"navigated"`
		URL       string `json:"url"`
	}{true, url})
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
		Turns:     s.transcript.turnsWith(open),
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
