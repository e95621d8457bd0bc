package httpapi

import (
	"crypto/rand"
	"net/http"
	"time"

	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/ticket"
)

const (
	pathTicket     = "/ticket"
	ticketLifetime = time.Minute
)

// newVerifier returns the verifier of the tickets of all sites, and the key of
// those that the server gives away, which ends with the process.
func newVerifier(sites Sites, anonymousOrigins Origins) (*ticket.Verifier, []byte, error) {
	key := make([]byte, ticket.MinKeyBytes)
	if _, err := rand.Read(key); err != nil {
		return nil, nil, err
	}
	parties := map[string]ticket.Party{anonymous: {Keys: [][]byte{key}, Origins: anonymousOrigins.has}}
	for name, site := range sites {
		parties[name] = ticket.Party{Keys: site.Keys, Origins: site.Origins.has}
	}
	verifier, err := ticket.NewVerifier(parties)
	return verifier, key, err
}

// ticket gives a ticket to a page of an anonymous origin. It costs the address as
// much as a socket.
func (h *Handler) ticket(w http.ResponseWriter, r *http.Request) {
	v, refused := h.visit(r)
	if refused == nil && !h.cfg.Anonymous.has(v.origin) {
		refused = h.noTicket(v)
	}
	if refused == nil {
		limits := h.cfg.AnonymousLimits
		names := quota.Names{Site: anonymous + " tickets", Origin: v.origin, Address: v.address}
		if excess := h.quota.Knock(append(v.knocks(h), limits.Parties(names)...)...); excess != nil {
			refused = excessRefusal(excess)
		}
	}
	if refused != nil {
		h.tell(v, refused)
		refused.write(w)
		return
	}
	now := time.Now()
	answer(w, http.StatusOK, struct {
		Ticket      string `json:"ticket"`
		ExpiresInMs int64  `json:"expiresInMs"`
	}{
		ticket.Mint(h.anonymousKey, ticket.Claims{
			Site: anonymous, Sub: rand.Text(), Origin: v.origin, Aud: v.asked.String(),
			Iat: now.Unix(), Exp: now.Add(ticketLifetime).Unix(),
		}),
		ticketLifetime.Milliseconds(),
	})
}

// noTicket says why a page that may open a socket gets no ticket here.
func (h *Handler) noTicket(v visit) *refusal {
	switch {
	case v.own:
		return &refusal{Code: protocol.RefusalOrigin, Message: "Pages of the server itself need no ticket."}
	case h.minted(v.origin):
		return &refusal{Code: protocol.RefusalOrigin, Message: "Tickets for pages of " + v.origin + " come from the backend of their site."}
	}
	refused := h.missing(v)
	refused.Code, refused.Reason = protocol.RefusalOrigin, ""
	return refused
}
