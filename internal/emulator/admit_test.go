package emulator

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestE1_unknownPathIsHTML(t *testing.T) {
	e := newEmulator(t, Config{})
	for _, path := range []string{
		"/", "/v1beta", "/v2/models/x:generateContent", "/v1beta/models/gemini-3:unknown",
		"/v1beta/models/a/b:generateContent", "/v1beta/v1beta/models/gemini-3:generateContent",
	} {
		w := send(t, e, path, "{}")
		if w.Code != 404 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: %d %s %q", path, w.Code, w.Header(), w.Body)
		}
	}
}

func TestE2_getOnGenerateContent(t *testing.T) {
	w := send(t, newEmulator(t, Config{}), unary(model3), "", func(r *http.Request) { r.Method = http.MethodGet })
	if w.Code != 404 {
		t.Errorf("status %d, want 404", w.Code)
	}
}

func TestKeys(t *testing.T) {
	e := newEmulator(t, Config{})
	key := func(k string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("x-goog-api-key", k) }
	}
	none := func(r *http.Request) { r.Header.Del("x-goog-api-key") }
	for _, test := range []struct {
		name   string
		edit   func(*http.Request)
		code   int
		status string
		text   string
	}{
		{"E3_noKey", none, 403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers"},
		{"E4_badKey", key("bad-key"), 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."},
		{"E5_expiredKey", key("expired-key"), 400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."},
		{"E5_leakedKey", key("leaked-key"), 403, "PERMISSION_DENIED", "Your API key was reported as leaked. Please use another API key."},
		{"E6_bearerOnly", func(r *http.Request) { none(r); r.Header.Set("Authorization", "Bearer x") }, 401, "UNAUTHENTICATED",
			"Request had invalid authentication credentials."},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, send(t, e, unary(model3), "not JSON", test.edit), test.code, test.status, test.text)
		})
	}
	t.Run("E3_keyInQuery", func(t *testing.T) {
		accepted(t, send(t, e, unary(model3)+"?key=k", request(userHi), none))
	})
}

func TestE4_details(t *testing.T) {
	w := send(t, newEmulator(t, Config{}), unary(model3), "{}", func(r *http.Request) { r.Header.Set("x-goog-api-key", "bad-key") })
	details := refused(t, w, 400, "INVALID_ARGUMENT").Details
	if len(details) != 2 {
		t.Fatalf("details %v", details)
	}
	info := details[0].(map[string]any)
	if info["@type"] != "type.googleapis.com/google.rpc.ErrorInfo" || info["reason"] != "API_KEY_INVALID" ||
		info["domain"] != "googleapis.com" || info["metadata"].(map[string]any)["service"] != "generativelanguage.googleapis.com" {
		t.Errorf("ErrorInfo %v", info)
	}
	if details[1].(map[string]any)["@type"] != "type.googleapis.com/google.rpc.LocalizedMessage" {
		t.Errorf("LocalizedMessage %v", details[1])
	}
}

func TestE7_bodySize(t *testing.T) {
	e := newEmulator(t, Config{})
	// A body of zero bytes costs no memory until it is read.
	sized := func(n int64, known bool) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(io.LimitReader(zeros{}, n)), -1
			if known {
				r.ContentLength = n
			}
		}
	}
	refused(t, send(t, e, unary(model3), "", sized(maxBody, true)), 400, "INVALID_ARGUMENT", "Invalid JSON payload received.")
	for _, known := range []bool{true, false} {
		refused(t, send(t, e, unary(model3), "", sized(maxBody+1, known)), 400, "INVALID_ARGUMENT",
			"Request payload size exceeds the limit: 20971520 bytes.")
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

func TestE8_shortDeadline(t *testing.T) {
	e := newEmulator(t, Config{})
	deadline := func(s string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("X-Server-Timeout", s) }
	}
	refused(t, send(t, e, unary(model3), request(userHi), deadline("5")), 400, "INVALID_ARGUMENT",
		"Manually set deadline 5s is too short. Minimum allowed deadline is 10s.")
	accepted(t, send(t, e, unary(model3), request(userHi), deadline("10")))
}

func TestE9_unknownModel(t *testing.T) {
	e := newEmulator(t, Config{})
	for _, path := range []string{unary("nope"), stream("nope")} {
		refused(t, send(t, e, path, request(userHi)), 404, "NOT_FOUND",
			"models/nope is not found for API version v1beta, or is not supported for generateContent.")
	}
	accepted(t, send(t, e, "/v1/models/gemma-3-27b-it:generateContent", request(userHi)))
}

func TestE10_emptyModel(t *testing.T) {
	e := newEmulator(t, Config{})
	for _, path := range []string{"/v1beta/:generateContent", "/v1beta/models/:generateContent"} {
		if w := send(t, e, path, ""); w.Code != 404 {
			t.Errorf("%s: status %d, want 404", path, w.Code)
		}
	}
}

func TestE100_countTokens(t *testing.T) {
	e := newEmulator(t, Config{})
	path := func(m string) string { return "/v1beta/models/" + m + ":countTokens" }
	for _, body := range []string{
		request(user(`{"text":"12345678"}`)),
		`{"generateContentRequest":{"model":"models/x","contents":[{"parts":[{"text":"12345678"}]}]}}`,
	} {
		w := send(t, e, path(model3), body)
		accepted(t, w)
		var got struct {
			TotalTokens         int
			PromptTokensDetails []tokenDetail
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.TotalTokens != 2 ||
			len(got.PromptTokensDetails) != 1 || got.PromptTokensDetails[0] != (tokenDetail{"TEXT", 2}) {
			t.Errorf("%s: %s %v", body, w.Body, err)
		}
	}
	refused(t, send(t, e, path("nope"), request(userHi)), 404, "NOT_FOUND", "for countTokens")
}

func TestE101_models(t *testing.T) {
	e := newEmulator(t, Config{})
	get := func(path string) *httptest.ResponseRecorder {
		return send(t, e, path, "", func(r *http.Request) { r.Method = http.MethodGet })
	}
	w := get("/v1beta/models")
	accepted(t, w)
	var list struct{ Models []map[string]any }
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || len(list.Models) == 0 {
		t.Fatalf("%v\n%s", err, w.Body)
	}
	for _, key := range []string{"name", "version", "displayName", "inputTokenLimit", "outputTokenLimit", "supportedGenerationMethods", "thinking"} {
		if list.Models[0][key] == nil {
			t.Errorf("model without %s", key)
		}
	}
	accepted(t, get("/v1beta/models/gemini-2.5-pro"))
	refused(t, get("/v1beta/models/nope"), 404, "NOT_FOUND")
}
