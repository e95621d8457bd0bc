package httpapi

import (
	"net/http"
)

const (
	pathSocket = "/ws"
	pathHealth = "/healthz"
	pathReady  = "/readyz"
)

// health says that the process lives.
func (h *Handler) health(w http.ResponseWriter, _ *http.Request) {
	text(w, http.StatusOK, "ok")
}

// ready says whether new sessions are welcome.
func (h *Handler) ready(w http.ResponseWriter, _ *http.Request) {
	h.mu.Lock()
	draining := h.draining
	h.mu.Unlock()
	if draining {
		text(w, http.StatusServiceUnavailable, "draining")
		return
	}
	text(w, http.StatusOK, "ready")
}

// text answers with one line that nobody may keep.
func text(w http.ResponseWriter, status int, line string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(line + "\n"))
}
