package gemini

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"farhand/internal/model"
)

// body is an error of the API.
func body(code int, status, message, details string) string {
	if details == "" {
		details = "[]"
	}
	return fmt.Sprintf(`{"error":{"code":%d,"message":%q,"status":%q,"details":%s}}`, code, message, status, details)
}

const (
	retryInfo = `[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"26s"}]`
	perDay    = `[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"26s"}]`
	badKey    = `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]`
)

// waits are the refusals that a wait may overcome: nothing but these is sent
// again (X2, A25). A spent quota and an overload want the longer wait.
var waits = map[string]model.Again{
	"quota": model.AgainBusy, "quota, RetryInfo": model.AgainBusy, "quota, no details": model.AgainBusy, "quota, HTML": model.AgainBusy, "quota for long": model.AgainBusy,
	"unavailable": model.AgainBusy, "site overloaded": model.AgainBusy,
	"request timeout": model.AgainLater, "deadline exceeded": model.AgainLater, "cancelled by them": model.AgainLater,
	"internal": model.AgainLater, "bad gateway, HTML": model.AgainLater,
}

// refusals are the answers of the API, and of what stands in its way, that say no.
var refusals = map[string]struct {
	status int
	body   string
	kind   model.Kind
	says   string // in the message for the person
	after  time.Duration
}{
	"key not valid":        {400, body(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", badKey), model.KindAuth, "GEMINI_API_KEY", 0},
	"key expired":          {400, body(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key.", ""), model.KindAuth, "GEMINI_API_KEY", 0},
	"key leaked":           {403, body(403, "PERMISSION_DENIED", "Your API key was reported as leaked.", ""), model.KindAuth, "GEMINI_API_KEY", 0},
	"no key":               {403, body(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.", ""), model.KindAuth, "GEMINI_API_KEY", 0},
	"unauthenticated":      {401, body(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", ""), model.KindAuth, "GEMINI_API_KEY", 0},
	"place not served":     {400, body(400, "FAILED_PRECONDITION", "User location is not supported for the API use.", ""), model.KindAuth, "-gemini-url", 0},
	"quota":                {429, body(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 34.07s.", ""), model.KindQuota, "Wait", 34070 * time.Millisecond},
	"quota, RetryInfo":     {429, body(429, "RESOURCE_EXHAUSTED", "Please retry in 250ms.", retryInfo), model.KindQuota, "Wait", 26 * time.Second},
	"quota, no details":    {429, body(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", ""), model.KindQuota, "Wait", 0},
	"quota of the day":     {429, body(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", perDay), model.KindQuota, "tomorrow", 0},
	"quota for long":       {429, body(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 13h40m2.5s.", ""), model.KindQuota, "Wait", 13*time.Hour + 40*time.Minute + 2500*time.Millisecond},
	"no quota at all":      {429, body(429, "RESOURCE_EXHAUSTED", "Quota exceeded, limit: 0. Please retry in 5s.", ""), model.KindQuota, "tomorrow", 0},
	"quota, HTML":          {429, "<html>slow down</html>", model.KindQuota, "Wait", 0},
	"model unknown":        {404, body(404, "NOT_FOUND", "models/gemini-test is not found for API version v1beta.", ""), model.KindNotFound, `"gemini-test" was not found. Choose another one with -model`, 0},
	"path unknown":         {404, "<!DOCTYPE html><title>Error 404</title>", model.KindNotFound, "-gemini-url", 0},
	"path unknown, empty":  {404, "", model.KindNotFound, "-gemini-url", 0},
	"wrong method":         {405, "", model.KindNotFound, "-gemini-url", 0},
	"bad request":          {400, body(400, "INVALID_ARGUMENT", "Unknown name \"foo\"", ""), model.KindBadRequest, "new conversation", 0},
	"too long":             {400, body(400, "INVALID_ARGUMENT", "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).", ""), model.KindBadRequest, "too long", 0},
	"too large":            {413, "", model.KindBadRequest, "too long", 0},
	"wrapped in an array":  {400, "[" + body(400, "INVALID_ARGUMENT", "API key not valid.", badKey) + "]", model.KindAuth, "GEMINI_API_KEY", 0},
	"error is a string":    {400, `{"error":"no"}`, model.KindBadRequest, "new conversation", 0},
	"not an error":         {400, `[1,2]`, model.KindBadRequest, "new conversation", 0},
	"request timeout":      {408, "", model.KindTimeout, "too long", 0},
	"deadline exceeded":    {504, body(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.", ""), model.KindTimeout, "too long", 0},
	"cancelled by them":    {499, body(499, "CANCELLED", "The operation was cancelled.", ""), model.KindOverloaded, "Wait", 0},
	"internal":             {500, body(500, "INTERNAL", "An internal error has occurred.", ""), model.KindOverloaded, "Wait", 0},
	"bad gateway, HTML":    {502, "<html>Bad Gateway</html>", model.KindOverloaded, "Wait", 0},
	"unavailable":          {503, body(503, "UNAVAILABLE", "The model is overloaded.", retryInfo), model.KindOverloaded, "Wait", 26 * time.Second},
	"site overloaded":      {529, "", model.KindOverloaded, "Wait", 0},
	"redirect":             {302, "", model.KindUnreachable, "-gemini-url", 0},
	"proxy wants password": {407, "", model.KindUnreachable, "-gemini-url", 0},
}

func TestA49_X2_refusalsSurfaceTyped(t *testing.T) {
	for name, tc := range refusals {
		t.Run(name, func(t *testing.T) {
			s := serve(t, reply(tc.status, "text/plain", tc.body))
			_, _, err := step(t, s.model(t), ask("hello"))
			e := failure(t, err)
			if e.Kind != tc.kind || !strings.Contains(e.Message, tc.says) || e.RetryAfter != tc.after {
				t.Errorf("got %s, %q, retry after %v", e.Kind, e.Message, e.RetryAfter)
			}
			if e.Again != waits[name] {
				t.Errorf("again: %q, want %q", e.Again, waits[name])
			}
			if want := fmt.Sprintf("status %d", tc.status); !strings.Contains(e.Error(), want) {
				t.Errorf("the log would read %q, without %q", e, want)
			}
			if s.count() != 1 {
				t.Errorf("%d requests: the adapter retries nothing", s.count())
			}
		})
	}
}

func TestA49_retryAfterHeaderCounts(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	_, _, err := step(t, s.model(t), ask("hello"))
	if e := failure(t, err); e.RetryAfter != 7*time.Second {
		t.Errorf("retry after %v", e.RetryAfter)
	}
}

func TestA49_errorInsideAStream(t *testing.T) {
	for name, frame := range map[string]string{
		"as an event":       "data: " + body(503, "UNAVAILABLE", "high demand", "") + "\r\n\r\n",
		"bare":              body(503, "UNAVAILABLE", "high demand", "") + "\n",
		"bare, over lines":  "{\n  \"error\": {\n    \"code\": 503\n  }\n}\n\n",
		"in an array":       "data: [" + body(503, "UNAVAILABLE", "high demand", "") + "]\n\n",
		"after a finish":    "data: {\"candidates\":[{\"finishReason\":\"STOP\"}]}\n\ndata: " + body(503, "UNAVAILABLE", "", "") + "\n\n",
		"without a code":    "data: {\"error\":{}}\n\n",
		"an error of words": "data: {\"error\":\"overloaded\"}\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, reply(200, "text/event-stream", "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Let me \"}]}}]}\r\n\r\n"+frame))
			_, deltas, err := step(t, s.model(t), ask("hello"))
			if e := failure(t, err); e.Kind != model.KindOverloaded || e.Again == "" || len(deltas) != 1 {
				t.Errorf("got %v, again %q, after %v", e, e.Again, deltas)
			}
		})
	}
}

func TestA49_networkFailuresAreUnreachable(t *testing.T) {
	closed := serve(t, events("{}"))
	closed.Close()
	secure := serve(t, events("{}"))
	cut := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]},\"finishReason\":\"STOP\"}]}\n\n"))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	resolver := func(err error) Config {
		return Config{BaseURL: "http://nowhere.test", HTTP: &http.Client{Transport: spy(func(*http.Request) error { return err })}}
	}
	for name, tc := range map[string]struct {
		config Config
		log    string
	}{
		"refused":       {Config{BaseURL: closed.URL}, "connection refused"},
		"no TLS":        {Config{BaseURL: strings.Replace(secure.URL, "http", "https", 1)}, "does not speak TLS"},
		"cut":           {Config{BaseURL: cut.URL}, "unexpected EOF"},
		"name unknown":  {resolver(&net.DNSError{Err: "no such host", Name: "nowhere.test", IsNotFound: true}), "no such host"},
		"foreign error": {resolver(fmt.Errorf("POST http://x/?key=%s: %w", testKey, errors.New("words of a page"))), "errorString"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := step(t, newModel(t, tc.config), ask("hello"))
			e := failure(t, err)
			if e.Kind != model.KindUnreachable || e.Again != model.AgainLater || !strings.Contains(e.Error(), tc.log) {
				t.Errorf("got %v, again %q", e, e.Again)
			}
			if strings.Contains(e.Error(), testKey) || strings.Contains(e.Error(), "words of a page") {
				t.Errorf("the error tells too much: %v", e)
			}
		})
	}
}

// What would come out the same is not asked for again.
func TestA49_failuresOfOurOwnAreFinal(t *testing.T) {
	for name, e := range map[string]*model.Error{
		"not the API": notTheAPI(), "too large": brokeOff(errTooLarge),
		"history": badHistory(errUnreadable), "not sent": notSent(errUnreadable),
	} {
		if e.Again != "" {
			t.Errorf("%s: again %q", name, e.Again)
		}
	}
}
