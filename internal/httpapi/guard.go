package httpapi

import (
	"context"
	"net/http"
	"strings"
)

// policy is the content security policy of every response; connect adds to its
// last directive. The page needs no inline code or style, no eval, no string
// that becomes markup, no frame and no form; pictures come from here or are
// part of the page itself, so nothing that a model writes makes the browser
// fetch.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'; connect-src 'self'"

// connect returns what connect-src needs beyond 'self', which older Safari
// does not extend to the socket. A policy cannot name an IPv6 address.
func connect(h host) string {
	if strings.HasPrefix(h.name, "[") {
		return ""
	}
	return " ws://" + h.String() + " wss://" + h.String()
}

type hostKey struct{}

// requestedHost returns the host that guard has checked.
func requestedHost(r *http.Request) host {
	h, _ := r.Context().Value(hostKey{}).(host)
	return h
}

// anyHost are the paths that skip the host check: health tells nothing, and an
// orchestrator asks by address; /check tells which host is missing.
var anyHost = map[string]bool{pathHealth: true, pathReady: true, pathCheck: true}

// guard sets the headers of every response and refuses hosts that are not
// allowed, except for anyHost.
func (h *Handler) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := parseHost(r.Host)
		allowed := err == nil && h.cfg.Hosts.allows(asked)

		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		if h.cfg.Permissions != nil {
			if features := h.cfg.Permissions(); features != "" {
				header.Set("Permissions-Policy", features)
			}
		}
		header.Set("Content-Security-Policy", policy)
		if allowed {
			header.Set("Content-Security-Policy", policy+connect(asked))
		}

		if !allowed && !anyHost[r.URL.Path] {
			h.cfg.Log.Debug().Msg("host refused")
			wrongHost(w, asked.name)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), hostKey{}, asked)))
	})
}
