package httpapi

import (
	"net/http"
	"strings"
)

// allowOrigin says which pages may read an answer
// (https://fetch.spec.whatwg.org/#http-access-control-allow-origin).
const allowOrigin = "Access-Control-Allow-Origin"

// shared lets pages of allowed origins read an answer, and no others.
func (h *Handler) shared(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		if v, refused := h.visit(r); refused == nil && v.origin != "" {
			w.Header().Set(allowOrigin, v.origin)
		}
		next(w, r)
	}
}

// files serves the page, and what other pages need of it. Any page can name such a
// file in a script tag, so that a loader can ask /check and say what is missing;
// as a module, or to read it, only pages of allowed origins can.
func (h *Handler) files(site http.Handler) http.Handler {
	shared := h.shared(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		site.ServeHTTP(w, r)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if forAnyPage(strings.TrimPrefix(r.URL.Path, "/")) {
			shared(w, r)
			return
		}
		site.ServeHTTP(w, r)
	})
}

// everybody lets every page read an answer.
func everybody(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(allowOrigin, "*")
		next(w, r)
	}
}

// preflight answers what a browser asks before a request that is not simple
// (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
func preflight(method, header string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Methods", method)
		w.Header().Set("Access-Control-Allow-Headers", header)
		w.Header().Set("Access-Control-Max-Age", "600") // seconds
		w.WriteHeader(http.StatusNoContent)
	}
}
