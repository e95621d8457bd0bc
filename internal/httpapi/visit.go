package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/session"
	"farhand/internal/ticket"
)

// visit is a request for a socket, as far as the connection tells.
type visit struct {
	origin  string // of the page, in the spelling of browsers; "": no browser
	own     bool   // no ticket is needed: a page of the server itself, or no browser
	address string // that is counted; "": none
	asked   host
}

// visit says who asks, or that pages of this origin may not.
func (h *Handler) visit(r *http.Request) (visit, *refusal) {
	v := visit{asked: requestedHost(r), address: h.cfg.Proxies.client(r)}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		v.own = true
		return v, nil
	}
	origin, ok := canonicalOrigin(origins[0])
	if !ok || len(origins) > 1 {
		return v, &refusal{
			Code:    protocol.RefusalOrigin,
			Message: "This page has no origin that could be allowed: it is a file, it stands in a sandboxed frame, or its browser hides the origin.",
		}
	}
	v.origin = origin
	v.own = sameOrigin(origin, v.asked) || h.cfg.Dev && ThisMachine(origin)
	if !v.own && !h.lists(origin) {
		return v, &refusal{
			Code: protocol.RefusalOrigin,
			Flag: "-origins " + origin,
			Message: fmt.Sprintf("Pages of %s may not use this server. Its operator allows them with -origins %[1]s, or FARHAND_ORIGINS=%[1]s. "+
				"The value is a list with commas; it replaces the one in use.", origin),
		}
	}
	return v, nil
}

// lists reports whether the operator allows pages of this origin.
func (h *Handler) lists(origin string) bool {
	return h.cfg.Origins.has(origin) || h.cfg.Anonymous.has(origin)
}

// knocks returns the address as the one that is counted before anything is known
// of the page.
func (v visit) knocks(h *Handler) []quota.Party {
	if v.address == "" {
		return nil
	}
	return []quota.Party{{Scope: quota.Address, Name: v.address, Limits: h.cfg.Knocking}}
}

// identity is what a ticket says of a visit.
type identity struct {
	site, subject string
	parties       []quota.Party
	spend         func() *refusal // uses the ticket up
}

// identify checks the tickets that were shown, of which one is right, and none if
// the page needs none.
func (h *Handler) identify(v visit, tickets []string) (identity, *refusal) {
	if len(tickets) == 0 {
		if v.own {
			return identity{spend: func() *refusal { return nil }}, nil
		}
		return identity{}, h.missing(v)
	}
	if len(tickets) > 1 {
		return identity{}, unticketed(&ticket.Refusal{Reason: ticket.Malformed, Message: "more than one ticket"})
	}
	use := ticket.Use{Origin: v.origin, Here: v.asked.named}
	claims, err := h.tickets.Check(tickets[0], use)
	if err != nil {
		return identity{}, unticketed(err)
	}
	id := identity{site: claims.Site, subject: claims.Sub, spend: func() *refusal {
		_, err := h.tickets.Spend(tickets[0], use)
		return unticketed(err)
	}}
	limits := h.cfg.Sites[claims.Site].Limits
	if claims.Site == anonymous {
		id.subject, limits = "", h.cfg.AnonymousLimits
	}
	id.parties = limits.Parties(quota.Names{Site: id.site, Origin: v.origin, Subject: id.subject, Address: v.address})
	return id, nil
}

// peer is who the session talks to.
func (v visit) peer(id identity, lease *quota.Lease) session.Peer {
	return session.Peer{Site: id.site, Subject: id.subject, Origin: v.origin, Own: v.own, IP: v.address, Meter: lease}
}

// missing says where pages of this origin get their tickets.
func (h *Handler) missing(v visit) *refusal {
	r := &refusal{Code: protocol.RefusalAuthentication, Reason: "missing"}
	switch {
	case h.cfg.Anonymous.has(v.origin):
		r.Message = "Pages of " + v.origin + " need a ticket: POST /ticket gives one. The client does this with ticketUrl."
	case h.minted(v.origin):
		r.Message = "Pages of " + v.origin + " need a ticket of their site: give the client ticketUrl or getTicket."
	default:
		r.Flag = "-anonymous-origins " + v.origin
		r.Message = fmt.Sprintf("Pages of %s need a ticket, and nobody can mint one. The operator names this origin in a site of -site-keys FILE, "+
			"or allows it for everybody with -anonymous-origins %[1]s, or FARHAND_ANONYMOUS_ORIGINS=%[1]s.", v.origin)
	}
	return r
}

// minted reports whether some site has pages of this origin.
func (h *Handler) minted(origin string) bool {
	for _, site := range h.cfg.Sites {
		if site.Origins.has(origin) {
			return true
		}
	}
	return false
}

// unticketed is the refusal of a ticket; nil for nil.
func unticketed(err error) *refusal {
	var bad *ticket.Refusal
	if !errors.As(err, &bad) {
		return nil
	}
	return &refusal{Code: protocol.RefusalAuthentication, Reason: string(bad.Reason), Message: sentence(bad.Message)}
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." }

// offered returns the tickets among the subprotocols of an upgrade.
func offered(r *http.Request) (tickets []string) {
	for _, line := range r.Header.Values("Sec-WebSocket-Protocol") {
		for entry := range strings.SplitSeq(line, ",") {
			if t, ok := strings.CutPrefix(strings.TrimSpace(entry), protocol.TicketPrefix); ok {
				tickets = append(tickets, t)
			}
		}
	}
	return tickets
}

// named reports whether the audience of a ticket is this host. The default ports
// count as none: behind a proxy that speaks TLS nobody here knows the scheme.
func (h host) named(aud string) bool {
	other, err := parseHost(aud)
	return err == nil && other.name == h.name && bare(other.port) == bare(h.port)
}

func bare(port string) string {
	if schemeOf[port] != "" {
		return ""
	}
	return port
}
