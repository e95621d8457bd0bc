package httpapi

import (
	"fmt"
	"net/http"

	"farhand/internal/protocol"
)

const (
	pathCheck    = "/check"
	headerTicket = "Farhand-Ticket"
)

// check says what would become of a socket that this page opens now. Everybody may
// ask: a browser tells a page nothing of a refused handshake, and the answer names
// nothing but what the page knows and which flag would help.
func (h *Handler) check(w http.ResponseWriter, r *http.Request) {
	answer(w, http.StatusOK, h.judge(r).verdict())
}

// judge takes the same steps in the same order as guard and upgrade, and changes
// nothing.
func (h *Handler) judge(r *http.Request) *refusal {
	asked := requestedHost(r)
	if asked.name == "" {
		return &refusal{Code: protocol.RefusalHost, Message: "The request's Host header holds no valid host name."}
	}
	if !h.cfg.Hosts.allows(asked) {
		return &refusal{
			Code: protocol.RefusalHost,
			Message: fmt.Sprintf("The server does not answer to the name %s. Its operator adds it with -hosts %[1]s, or FARHAND_HOSTS=%[1]s. "+
				"The value is a list with commas; it replaces the one in use.", asked.name),
		}
	}
	v, refused := h.visit(r)
	if refused != nil {
		return refused
	}
	if excess := h.quota.Ask(v.knocks(h)...); excess != nil {
		return excessRefusal(excess)
	}
	if refused := h.room(); refused != nil {
		return refused
	}
	id, refused := h.identify(v, r.Header.Values(headerTicket))
	if refused != nil {
		return refused
	}
	if excess := h.quota.Ask(id.parties...); excess != nil {
		return excessRefusal(excess)
	}
	return nil
}
