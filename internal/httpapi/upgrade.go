package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"sync"

	"farhand/internal/protocol"
	"farhand/internal/socket"
)

// upgrade turns the request into a socket and serves a session on it.
//
// Refused before the upgrade: 403 for a foreign origin, 503 with Retry-After
// when draining or full, 426 if it is no upgrade. A client that does not offer
// the subprotocol is upgraded and closed with 4011, since a page can see a
// close code but no status.
func (h *Handler) upgrade(w http.ResponseWriter, r *http.Request) {
	if !h.welcome(r.Header.Values("Origin"), requestedHost(r)) {
		h.cfg.Log.Warn().Msg("origin refused")
		text(w, http.StatusForbidden, "The page that opens this socket must come from the same host and port.")
		return
	}
	if refusal := h.enter(); refusal != "" {
		w.Header().Set("Retry-After", "10")
		text(w, http.StatusServiceUnavailable, refusal)
		return
	}
	defer h.leave()

	conn, err := socket.Accept(w, r, socket.Config{
		Subprotocol: protocol.Subprotocol,
		ReadLimit:   h.cfg.ReadLimit,
	})
	if err != nil {
		h.cfg.Log.Debug().Err(err).Msg("upgrade failed")
		return
	}
	h.serve(conn)
}

// welcome reports whether a page with these Origin headers may open a socket. A
// client without one is no browser.
func (h *Handler) welcome(origins []string, asked host) bool {
	switch len(origins) {
	case 0:
		return true
	case 1:
		return sameOrigin(origins[0], asked) || h.cfg.Dev && thisMachine(origins[0])
	}
	return false
}

// serve runs a session on conn and returns when conn has closed.
func (h *Handler) serve(conn *socket.Conn) {
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
	defer conn.Close(protocol.CloseGoingAway, "") // the session has closed it; this is for one that broke
	h.cfg.Serve(h.sessions, conn)
}

// enter counts a socket in, or says why it may not come in.
func (h *Handler) enter() (refusal string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return "The server is shutting down. Try again in a moment."
	}
	if h.open >= h.cfg.MaxSessions {
		h.cfg.Log.Warn().Int("max", h.cfg.MaxSessions).Msg("session refused: server is full")
		return fmt.Sprintf("All %d sessions of this server are in use. Try again later.", h.cfg.MaxSessions)
	}
	h.open++
	h.running.Add(1)
	return ""
}

func (h *Handler) leave() {
	h.mu.Lock()
	h.open--
	h.mu.Unlock()
	h.running.Done()
}
