package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"sync"

	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/session"
	"farhand/internal/socket"
)

// upgrade turns the request into a socket and serves a session on it.
//
// Refused before the upgrade: 403 for an origin that is not allowed, 429 for an
// address over its limits, 503 when draining or full, 426 if it is no upgrade. A
// page can see a close code but no status, so that whatever is found out after
// these cheap steps is told by one: 4011 without the subprotocol, 4003 without a
// good ticket, 4008 for a site, an origin or a user over their limits.
func (h *Handler) upgrade(w http.ResponseWriter, r *http.Request) {
	v, refused := h.visit(r)
	if refused != nil {
		h.tell(v, refused)
		refused.write(w)
		return
	}
	lease, excess := h.quota.Enter(v.knocks(h)...)
	if excess != nil {
		refused = excessRefusal(excess)
		h.tell(v, refused)
		refused.write(w)
		return
	}
	defer lease.Leave()
	if refused := h.enter(); refused != nil {
		h.tell(v, refused)
		refused.write(w)
		return
	}
	defer h.leave()

	peer, refused := h.admit(v, offered(r), lease)
	if refused != nil {
		h.tell(v, refused)
	}
	conn, err := socket.Accept(w, r, socket.Config{
		Subprotocol: protocol.Subprotocol,
		ReadLimit:   h.cfg.ReadLimit,
	})
	if err != nil {
		h.cfg.Log.Debug().Err(err).Msg("upgrade failed")
		return
	}
	h.serve(conn, peer, refused)
}

// admit takes the last steps: the ticket, and the limits of those it names.
func (h *Handler) admit(v visit, tickets []string, lease *quota.Lease) (session.Peer, *refusal) {
	id, refused := h.identify(v, tickets)
	if refused != nil {
		return session.Peer{}, refused
	}
	if excess := lease.Join(id.parties...); excess != nil {
		return session.Peer{}, excessRefusal(excess)
	}
	if refused := id.spend(); refused != nil {
		return session.Peer{}, refused
	}
	return v.peer(id, lease), nil
}

// serve runs a session on conn, or says why not, and returns when conn has
// closed.
func (h *Handler) serve(conn *socket.Conn, peer session.Peer, refused *refusal) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() {
		err := conn.Run(h.sockets)
		switch {
		case errors.Is(err, socket.ErrSlow):
			h.cfg.Log.Warn().Msg("socket cut: peer does not read")
		case err != nil:
			h.cfg.Log.Debug().Err(err).Msg("socket ended")
		}
	})
	if conn.Subprotocol() == "" {
		conn.Close(protocol.CloseProtocol, "supported subprotocol: "+protocol.Subprotocol)
		return
	}
	if refused != nil {
		conn.Close(refused.closes())
		return
	}
	defer conn.Close(protocol.CloseGoingAway, "") // the session has closed it; this is for one that broke
	h.cfg.Serve(h.sessions, conn, peer)
}

// enter counts a socket in, or says why it may not come in.
func (h *Handler) enter() *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	if refused := h.roomLocked(); refused != nil {
		return refused
	}
	h.open++
	h.running.Add(1)
	return nil
}

// room says what enter would say.
func (h *Handler) room() *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.roomLocked()
}

func (h *Handler) roomLocked() *refusal {
	switch {
	case h.draining:
		return &refusal{Code: protocol.RefusalDraining, Retry: retry, Message: "The server is shutting down. Try again in a moment."}
	case h.open >= h.cfg.MaxSessions:
		return &refusal{
			Code: protocol.RefusalFull, Retry: retry, Flag: fmt.Sprintf("-max-sessions %d", 2*h.cfg.MaxSessions),
			Message: fmt.Sprintf("All %d sessions of this server are in use. Try again later.", h.cfg.MaxSessions),
		}
	}
	return nil
}

func (h *Handler) leave() {
	h.mu.Lock()
	h.open--
	h.mu.Unlock()
	h.running.Done()
}
