package httpapi

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"farhand/internal/protocol"
	"farhand/internal/quota"
)

// refusal is why a socket is not opened, in the words of /check.
type refusal struct {
	Code    protocol.RefusalCode
	Reason  string        // "": the code says all
	Message string        // for the developer of the page: what would help
	Retry   time.Duration // 0: it makes no sense before something is changed
	Flag    string        // for the operator's log: what would allow it; "": nothing, or nothing of the kind
}

// retry is when a full or draining server may have room again.
const retry = 10 * time.Second

func excessRefusal(e *quota.Excess) *refusal {
	what := map[quota.Kind]string{
		quota.Upgrades: "Too many connections are opened",
		quota.Sockets:  "Too many connections are open at the same time",
	}[e.Kind]
	by := map[quota.Scope]string{
		quota.Site: "by this site", quota.Origin: "by pages of this origin", quota.Subject: "by this user", quota.Address: "from this address",
	}[e.Scope]
	return &refusal{
		Code: protocol.RefusalRateLimited, Reason: string(e.Kind), Retry: e.Retry,
		Message: fmt.Sprintf("%s %s. Try again in %d s.", what, by, int(math.Ceil(e.Retry.Seconds()))),
	}
}

// status is what an upgrade is refused with.
func (r *refusal) status() int {
	switch r.Code {
	case protocol.RefusalRateLimited:
		return http.StatusTooManyRequests
	case protocol.RefusalFull, protocol.RefusalDraining:
		return http.StatusServiceUnavailable
	}
	return http.StatusForbidden
}

// closes is the close code and reason of a socket that was upgraded to tell this.
func (r *refusal) closes() (code int, reason string) {
	code = protocol.CloseAuthentication
	if r.Code == protocol.RefusalRateLimited {
		code = protocol.CloseRateLimited
	}
	return code, protocol.Closed{Code: r.Code, Reason: r.Reason, RetryAfterMs: milliseconds(r.Retry)}.Text()
}

// verdict is the answer of /check, and the body of every refusal.
type verdict struct {
	OK           bool                 `json:"ok"`
	Code         protocol.RefusalCode `json:"code,omitempty"`
	Reason       string               `json:"reason,omitempty"`
	Message      string               `json:"message,omitempty"`
	RetryAfterMs int64                `json:"retryAfterMs,omitempty"`
}

// verdict returns what r says; nil says that nothing stands against it.
func (r *refusal) verdict() verdict {
	if r == nil {
		return verdict{OK: true}
	}
	return verdict{Code: r.Code, Reason: r.Reason, Message: r.Message, RetryAfterMs: milliseconds(r.Retry)}
}

// write answers with r as an HTTP status.
func (r *refusal) write(w http.ResponseWriter) {
	if r.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(r.Retry.Seconds()))))
	}
	answer(w, r.status(), r.verdict())
}

// answer writes JSON that nobody may keep.
func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the peer has gone, nobody to tell
}

// milliseconds is a time to wait on the wire, rounded up: whoever waits so long
// need not wait again.
func milliseconds(d time.Duration) int64 { return (d + time.Millisecond - 1).Milliseconds() }

// tell writes a refusal into the log, a warning unless there are very many. Of
// what the peer typed it repeats an origin that could be one, and nothing else.
func (h *Handler) tell(v visit, r *refusal) {
	line := h.cfg.Log.Debug()
	if h.warnings.Allow() {
		line = h.cfg.Log.Warn()
	}
	line = line.Str("code", string(r.Code))
	for _, f := range []struct{ key, value string }{{"reason", r.Reason}, {"origin", v.origin}, {"add", r.Flag}} {
		if f.value != "" {
			line = line.Str(f.key, f.value)
		}
	}
	line.Msg("socket refused")
}
