package httpapi

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"time"
)

// response remembers what was answered. http.ResponseController reaches the
// writer underneath.
type response struct {
	http.ResponseWriter
	status int // 0: nothing yet
	bytes  int64
}

func (w *response) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap serves http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// record logs each request at debug level, without its query. The path of a
// refused request is left out: it is no file of ours but what somebody typed.
func (h *Handler) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		answer := &response{ResponseWriter: w}
		defer func() {
			line := h.cfg.Log.Debug().Str("method", r.Method)
			if answer.status < http.StatusBadRequest {
				line = line.Str("path", r.URL.Path)
			}
			line.Int("status", answer.status).Int64("bytes", answer.bytes).
				Dur("dur", time.Since(start)).Msg("request")
		}()
		next.ServeHTTP(answer, r)
	})
}

// recover turns a panic into a 500 without details, or into nothing if an
// answer has begun. The log gets its type and where it was, not its value,
// which can hold content.
func (h *Handler) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			h.cfg.Log.Error().Str("panic", fmt.Sprintf("%T", v)).Bytes("stack", debug.Stack()).Msg("request panicked")
			if answer, ok := w.(*response); ok && answer.status == 0 {
				page{Title: "Something broke", Text: []string{"The server could not answer. Its log says more."}}.
					write(w, http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}
