package httpapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// methods is what stands at an address, method by method. It answers every other
// one with those that there are.
type methods map[string]http.HandlerFunc

// reads is an address that is only read. The server leaves the body out for HEAD.
func reads(serve http.HandlerFunc) methods {
	return methods{http.MethodGet: serve, http.MethodHead: serve}
}

// preflight adds the answer to what a browser asks before a request that is not
// simple (https://fetch.spec.whatwg.org/#cors-preflight-fetch). Pages may send
// header.
func (m methods) preflight(header string) methods {
	allowed := m.String()
	m[http.MethodOptions] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", m.String())
		w.Header().Set("Access-Control-Allow-Methods", allowed)
		w.Header().Set("Access-Control-Allow-Headers", header)
		w.Header().Set("Access-Control-Max-Age", "600") // seconds
		w.WriteHeader(http.StatusNoContent)
	}
	return m
}

// String is the value of Allow.
func (m methods) String() string { return strings.Join(slices.Sorted(maps.Keys(m)), ", ") }

// ServeHTTP implements http.Handler.
func (m methods) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if serve := m[r.Method]; serve != nil {
		serve(w, r)
		return
	}
	w.Header().Set("Allow", m.String())
	page{Title: "Method not allowed", Text: []string{"This address takes " + m.String() + "."}}.write(w, http.StatusMethodNotAllowed)
}
