package session

import (
	"fmt"

	"farhand/internal/broker"
	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// take acts on a frame that came on a, unless another socket has taken its
// place.
func (s *session) take(a *attachment, frame protocol.ClientFrame) {
	s.entry.Lock()
	defer s.entry.Unlock()
	if !s.attached(a) {
		return
	}
	if s.unheard {
		s.unheard = false
		s.registry.heard(s)
	}
	switch f := frame.(type) {
	case *protocol.ClientHello:
		s.send(&protocol.Error{Code: protocol.ErrorUnexpected, Message: "hello was sent already."})
	case *protocol.User:
		s.user(a.peer, f)
	case *protocol.ClientToolState:
		s.broker.Progress(f.ID, f.State)
	case *protocol.ToolResult:
		s.result(f)
	case *protocol.ToolsChanged:
		d, excess := s.declare(a.peer, f.Declare, s.own.brought)
		if excess != nil {
			a.flooded(excess)
			return
		}
		s.announce(announcement{f.Tools, f.Unavailable, d}, func(*protocol.ServerHello) {})
	case *protocol.Stop:
		s.stop()
	case *protocol.Reset:
		s.restart()
	case *protocol.Revoke:
		s.revoke(f.Name)
	case *protocol.End:
		a.closeAs(protocol.CloseNormal, "the client ended its session", true)
	case *protocol.Inspect:
		s.inspect(a.peer, f)
	case *protocol.Heartbeat: // an answer: that it came is all that counts
	default:
		panic(fmt.Sprintf("session: no case for %T", frame))
	}
}

func (s *session) attached(a *attachment) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at == a
}

// reply answers a frame that came on a.
func (s *session) reply(a *attachment, f protocol.ServerFrame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at == a {
		a.put(f)
	}
}

// announce works out which tools this page can run, from the next turn on,
// and says so, with what add adds.
func (s *session) announce(a announcement, add func(*protocol.ServerHello)) {
	offer := s.offered(a)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offer = offer
	hello := s.helloLocked()
	add(hello)
	s.sendLocked(hello)
}

// revoke takes back the grant of a tool, or all of them, and says what is left.
func (s *session) revoke(tool string) {
	if tool == "" {
		s.grants.Reset()
	} else {
		s.grants.Remove(tool)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sendLocked(s.helloLocked())
}

func (s *session) helloLocked() *protocol.ServerHello {
	return &protocol.ServerHello{
		Session:  s.id,
		Protocol: protocol.Version,
		Model:    s.cfg.ModelInfo,
		Tools:    s.offer.Tools,
		Withheld: s.offer.Withheld,
		Limits: protocol.Limits{
			FrameBytes:  s.cfg.FrameBytes,
			TextBytes:   protocol.MaxTextBytes,
			HeartbeatMs: int(s.cfg.Heartbeat.Milliseconds()),
		},
		Grants:  s.grants.Tools(),
		Dev:     s.cfg.Dev,
		Subject: s.peer.digest(),
	}
}

// result settles a call with what the page answered.
func (s *session) result(f *protocol.ToolResult) {
	if s.broker.Settle(f.ID, answer(f)) {
		return
	}
	late := event.Event{Kind: event.KindLateResult}
	reason := protocol.NackUnknown
	s.mu.Lock()
	if s.sent[f.ID] { // an id that the page made up is not recorded
		reason, late.Call = protocol.NackSettled, f.ID
	}
	s.mu.Unlock()
	late.Code = string(reason)
	s.emit(late)
	s.send(&protocol.Nack{ID: f.ID, Reason: reason})
}

// answer is the page's answer as a result.
func answer(f *protocol.ToolResult) tool.Result {
	r := tool.Result{Media: f.Media, Grant: f.Grant}
	if f.Error != nil {
		r.Page = true
		r.Err = &tool.Error{Code: f.Error.Code, Message: f.Error.Message}
		return r
	}
	r.Value = f.Result
	return r
}

// sendCall hands a call to the page, or to the one that comes back. It is
// recorded first: its result may come before Send returns.
func (s *session) sendCall(c tool.Call, l broker.Limits) bool {
	f := &protocol.ToolCall{
		Turn: c.Turn, Step: c.Step, ID: c.ID, Name: c.Name, Args: c.Args,
		TimeoutMs:     l.Completion.Milliseconds(),
		UserTimeoutMs: l.User.Milliseconds(),
		Approval:      c.Approval,
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent[c.ID] = true
	s.calls[c.ID] = f
	return s.sendLocked(f)
}

func (s *session) cancelCall(id string, reason protocol.Code) {
	s.send(&protocol.ToolCancel{ID: id, Reason: reason})
}
