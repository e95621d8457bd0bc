package gemini

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"farhand/internal/model"
)

const (
	refusedKey     = "The Gemini API refused the key of this server. Whoever runs the server must set a valid key in GEMINI_API_KEY."
	refusedPlace   = "The Gemini API is not offered where this server runs. Whoever runs the server must move it or set another address with -gemini-url."
	quotaWait      = "The quota of this server's key is used up for the moment. Wait a little, then send your message again."
	quotaGone      = "The quota of this server's key is used up and will not come back soon. Try again tomorrow, or set a key with a larger quota."
	tooLong        = "The conversation is too long for the model. Start a new conversation."
	invalidRequest = "The model could not take the request. Start a new conversation; if it happens again, tell whoever runs the server."
	overloaded     = "The model is overloaded. Wait a little, then send your message again."
	tooSlow        = "The model took too long to answer. Send your message again, or ask for less at once."
	noAPIHere      = "There is no Gemini API at this address. Check -gemini-url, which goes without the version path."
)

// refusal is an answer that says no: a status other than 2xx, or an error
// inside a stream that began with 200.
type refusal struct {
	status int
	header string // Retry-After; "": not sent
	body   []byte // of any kind: JSON, JSON in an array, HTML, nothing
	vertex bool   // of Vertex AI
}

// wireError is the error of a body (google.rpc.Status).
// Source: https://ai.google.dev/gemini-api/docs/troubleshooting
type wireError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Status  string          `json:"status"`
	Details json.RawMessage `json:"details"`
}

// classify says what the refusal means. name is the model's. The HTTP status
// decides first, as not every body has an error in it; inside a stream it is
// the error's own code.
func (r refusal) classify(name string) *model.Error {
	e := r.read()
	code := r.status
	if code >= 200 && code <= 299 {
		code = e.Code
	}
	failure := e.meaning(code, name)
	if r.vertex && failure.Message == refusedKey {
		failure.Message = refusedCredentials
	}
	failure.Err = fmt.Errorf("status %d %s", code, word(e.Status))
	if e.Status == "" {
		failure.Err = fmt.Errorf("status %d", code)
	}
	if failure.Again != "" {
		failure.RetryAfter = max(e.delay(), retryAfter(r.header))
	}
	return failure
}

// read finds the error in the body; the zero error if there is none.
func (r refusal) read() wireError {
	type envelope struct {
		Error json.RawMessage `json:"error"`
	}
	var one envelope
	var many []envelope
	if json.Unmarshal(r.body, &one) != nil && json.Unmarshal(r.body, &many) == nil && len(many) > 0 {
		one = many[0]
	}
	var e wireError
	if json.Unmarshal(one.Error, &e) != nil {
		return wireError{}
	}
	return e
}

// meaning is the status table. That the place of the server is not served
// counts as auth: no other words help, only other access. What the same request
// can overcome by waiting is tried again; a quota of the day, or of nothing, is
// not waited for.
// Source: https://ai.google.dev/gemini-api/docs/troubleshooting
func (e wireError) meaning(code int, name string) *model.Error {
	text := strings.ToLower(e.Message)
	switch {
	case code == http.StatusUnauthorized, code == http.StatusForbidden,
		code == http.StatusBadRequest && (e.has("API_KEY_INVALID") || strings.Contains(text, "api key")):
		return &model.Error{Kind: model.KindAuth, Message: refusedKey}
	case code == http.StatusBadRequest && strings.Contains(text, "location is not supported"):
		return &model.Error{Kind: model.KindAuth, Message: refusedPlace}
	case code == http.StatusNotFound && e.Status == "NOT_FOUND":
		return &model.Error{Kind: model.KindNotFound, Message: fmt.Sprintf("The model %q was not found. Choose another one with -model.", name)}
	case code == http.StatusNotFound, code == http.StatusMethodNotAllowed:
		return &model.Error{Kind: model.KindNotFound, Message: noAPIHere + fmt.Sprintf(" The model asked for was %q (-model).", name)}
	case code == http.StatusTooManyRequests && (e.has("PerDay") || strings.Contains(text, "limit: 0")):
		return &model.Error{Kind: model.KindQuota, Message: quotaGone}
	case code == http.StatusTooManyRequests:
		return &model.Error{Kind: model.KindQuota, Message: quotaWait, Again: model.AgainBusy}
	case code == http.StatusRequestTimeout, code == http.StatusGatewayTimeout:
		return &model.Error{Kind: model.KindTimeout, Message: tooSlow, Again: model.AgainLater}
	case code == http.StatusRequestEntityTooLarge,
		code == http.StatusBadRequest && (strings.Contains(text, "input token count") || strings.Contains(text, "payload size exceeds")):
		return &model.Error{Kind: model.KindBadRequest, Message: tooLong}
	case code == http.StatusProxyAuthRequired, code == http.StatusNetworkAuthenticationRequired, code >= 300 && code <= 399:
		return &model.Error{Kind: model.KindUnreachable, Message: notTheAPI().Message}
	case code == http.StatusServiceUnavailable, code == statusOverloaded:
		return &model.Error{Kind: model.KindOverloaded, Message: overloaded, Again: model.AgainBusy}
	case code == statusCancelled, code < 300, code >= 500:
		return &model.Error{Kind: model.KindOverloaded, Message: overloaded, Again: model.AgainLater}
	}
	return &model.Error{Kind: model.KindBadRequest, Message: invalidRequest}
}

// Statuses that HTTP does not name: the API's for a request that it gave up on,
// and that of some front ends for an overload.
const (
	statusCancelled  = 499
	statusOverloaded = 529
)

// has looks for a constant in the details: ErrorInfo has a reason, QuotaFailure
// a quotaId.
func (e wireError) has(constant string) bool {
	return strings.Contains(string(e.Details), constant)
}

var retryIn = regexp.MustCompile(`[Rr]etry in ((?:[0-9.]+(?:h|ms|m|s))+)\b`)

// delay returns for how long the API asks to wait, in RetryInfo or in words;
// 0: it does not say.
// Source: google/rpc/error_details.proto
func (e wireError) delay() time.Duration {
	var details []struct {
		Type  string `json:"@type"`
		Delay string `json:"retryDelay"`
	}
	var longest time.Duration
	if json.Unmarshal(e.Details, &details) == nil {
		for _, d := range details {
			if strings.HasSuffix(d.Type, "google.rpc.RetryInfo") {
				longest = max(longest, duration(d.Delay))
			}
		}
	}
	if m := retryIn.FindStringSubmatch(e.Message); m != nil {
		longest = max(longest, duration(m[1]))
	}
	return longest
}

// duration reads a duration; what is none is 0.
func duration(s string) time.Duration {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0
	}
	return max(d, 0)
}

// retryAfter reads a Retry-After header in seconds, which is what APIs send.
// Source: RFC 9110, 10.2.3
func retryAfter(header string) time.Duration {
	seconds, err := strconv.ParseUint(header, 10, 31)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
