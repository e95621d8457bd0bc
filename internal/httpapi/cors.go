package httpapi

import (
	"net/http"
	"strings"
)

// allowOrigin says which pages may read an answer
// (https://fetch.spec.whatwg.org/#http-access-control-allow-origin).
const allowOrigin = "Access-Control-Allow-Origin"

// varies says that an answer differs from page to page.
func varies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		next.ServeHTTP(w, r)
	})
}

// shared lets pages of allowed origins read an answer, and no others.
func (h *Handler) shared(next http.Handler) http.Handler {
	return varies(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v, refused := h.visit(r); refused == nil && v.origin != "" {
			w.Header().Set(allowOrigin, v.origin)
		}
		next.ServeHTTP(w, r)
	}))
}

// files serves the page, and what other pages need of it. Any page can name such a
// file in a script tag, so that a loader can ask /check and say what is missing;
// as a module, or to read it, only pages of allowed origins can.
func (h *Handler) files(site http.Handler) http.Handler {
	shared := h.shared(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		site.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forAnyPage(strings.TrimPrefix(r.URL.Path, "/")) {
			shared.ServeHTTP(w, r)
			return
		}
		site.ServeHTTP(w, r)
	})
}

// everybody lets every page read an answer.
func everybody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(allowOrigin, "*")
		next.ServeHTTP(w, r)
	})
}
