package emulator

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzRequest holds the emulator to answer every request, without a panic, by
// JSON, by events of JSON or by the page of E1.
func FuzzRequest(f *testing.F) {
	for _, body := range []string{
		"", "{}", "[", request(userHi), request(userHi, model(callA), user(answerA)), declaring("a", "b"),
		`{"contents":[{"parts":[{"text":"call tool_a"}]}],"tools":[{"functionDeclarations":[{"name":"tool_a","parametersJsonSchema":{"type":"object","properties":{"x":{"type":"array","minItems":3,"items":{"$ref":"#"}}},"required":["x"]}}]}]}`,
	} {
		f.Add("POST", "/v1beta/models/gemini-3-flash:generateContent", body)
		f.Add("POST", "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse", body)
		f.Add("POST", "/v1/models/gemini-3-flash:streamGenerateContent", body)
		f.Add("POST", "/v1/models/gemini-3-flash:countTokens", body)
		f.Add("GET", "/v1/models", body)
	}
	e, err := New(Config{JournalSize: 1})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r, err := http.NewRequest(method, "http://emulator.invalid", strings.NewReader(body))
		if err != nil {
			t.Skip()
		}
		r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
		r.Header.Set("x-goog-api-key", dummyKey)
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		answer := w.Body.String()
		switch contentType := w.Header().Get("Content-Type"); {
		case strings.HasPrefix(contentType, "text/html"):
			if w.Code != 404 || answer != notFoundPage {
				t.Errorf("HTML with status %d", w.Code)
			}
		case contentType == streamType:
			for event := range strings.SplitSeq(strings.TrimSuffix(answer, "\r\n\r\n"), "\r\n\r\n") {
				if data, ok := strings.CutPrefix(event, "data: "); !ok || !json.Valid([]byte(data)) {
					t.Errorf("event %q", event)
				}
			}
		default:
			if !json.Valid(w.Body.Bytes()) {
				t.Errorf("status %d: not JSON: %q", w.Code, answer)
			}
		}
	})
}
