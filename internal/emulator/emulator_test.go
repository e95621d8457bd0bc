package emulator

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Bodies and paths that most tests share.
const (
	model3   = "gemini-3-flash-preview"
	model25  = "gemini-2.5-flash"
	userHi   = `{"role":"user","parts":[{"text":"hi"}]}`
	modelHi  = `{"role":"model","parts":[{"text":"hello"}]}`
	callA    = `{"functionCall":{"name":"a","args":{}},"thoughtSignature":"c2ln"}`
	callB    = `{"functionCall":{"name":"b","args":{}}}`
	answerA  = `{"functionResponse":{"name":"a","response":{"output":1}}}`
	answerB  = `{"functionResponse":{"name":"b","response":{"output":2}}}`
	dummyKey = "test-key"
)

func unary(model string) string  { return "/v1beta/models/" + model + ":generateContent" }
func stream(model string) string { return "/v1beta/models/" + model + ":streamGenerateContent?alt=sse" }

func model(parts ...string) string { return content("model", parts...) }
func user(parts ...string) string  { return content("user", parts...) }

func content(role string, parts ...string) string {
	return fmt.Sprintf(`{"role":%q,"parts":[%s]}`, role, strings.Join(parts, ","))
}

func request(contents ...string) string {
	return `{"contents":[` + strings.Join(contents, ",") + `]}`
}

func declaring(names ...string) string {
	decls := make([]string, len(names))
	for i, n := range names {
		decls[i] = fmt.Sprintf(`{"name":%q,"description":"d","parametersJsonSchema":{"type":"object","properties":{}}}`, n)
	}
	return fmt.Sprintf(`{"contents":[%s],"tools":[{"functionDeclarations":[%s]}]}`, userHi, strings.Join(decls, ","))
}

func newEmulator(t testing.TB, c Config) *Emulator {
	t.Helper()
	e, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// send makes a POST with a good key; edit, if any, changes it before.
func send(t testing.TB, e *Emulator, path, body string, edit ...func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("x-goog-api-key", dummyKey)
	for _, f := range edit {
		f(r)
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	return w
}

// refused checks for an error answer whose message contains every one of texts.
func refused(t testing.TB, w *httptest.ResponseRecorder, code int, status string, texts ...string) apiError {
	t.Helper()
	var body struct{ Error apiError }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("not an error body: %v\n%s", err, w.Body)
	}
	if w.Code != code || body.Error.Code != code || body.Error.Status != status {
		t.Fatalf("status %d, error %d %s; want %d %s\n%s", w.Code, body.Error.Code, body.Error.Status, code, status, w.Body)
	}
	for _, text := range texts {
		if !strings.Contains(body.Error.Message, text) {
			t.Errorf("message %q\ndoes not contain %q", body.Error.Message, text)
		}
	}
	return body.Error
}

func accepted(t testing.TB, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("status %d, want 200\n%s", w.Code, w.Body)
	}
}

// parts returns the raw parts of all frames of an answer.
func parts(t testing.TB, w *httptest.ResponseRecorder) []json.RawMessage {
	t.Helper()
	var all []json.RawMessage
	for _, f := range frames(t, w) {
		for _, c := range f.Candidates {
			all = append(all, c.Content.Parts...)
		}
	}
	return all
}

type frame struct {
	Candidates []struct {
		Content struct {
			Parts []json.RawMessage
			Role  string
		}
		FinishReason  *string
		FinishMessage string
	}
	UsageMetadata struct{ PromptTokenCount, CandidatesTokenCount, TotalTokenCount, ThoughtsTokenCount int }
	ModelVersion  string
	ResponseID    string
}

// frames decodes a unary answer, an SSE stream or an array.
func frames(t testing.TB, w *httptest.ResponseRecorder) []frame {
	t.Helper()
	accepted(t, w)
	body := w.Body.String()
	var out []frame
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		rest, ok := strings.CutSuffix(body, "\r\n\r\n")
		if !ok {
			t.Fatalf("stream does not end with CRLF CRLF: %q", body)
		}
		for _, event := range strings.Split(rest, "\r\n\r\n") {
			data, ok := strings.CutPrefix(event, "data: ")
			if !ok || strings.ContainsAny(data, "\r\n") {
				t.Fatalf("event %q is not one data line", event)
			}
			out = append(out, decodeFrame(t, data))
		}
		return out
	}
	if strings.HasPrefix(body, "[") {
		if err := json.Unmarshal([]byte(body), &out); err != nil {
			t.Fatalf("array: %v\n%s", err, body)
		}
		return out
	}
	return []frame{decodeFrame(t, body)}
}

func decodeFrame(t testing.TB, body string) frame {
	t.Helper()
	var f frame
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		t.Fatalf("answer: %v\n%s", err, body)
	}
	return f
}

type decodedPart struct {
	Text         *string
	Thought      bool
	Signature    string `json:"thoughtSignature"`
	FunctionCall *struct {
		ID   string
		Name string
		Args json.RawMessage
	}
}

func decodePart(t testing.TB, raw json.RawMessage) decodedPart {
	t.Helper()
	var p decodedPart
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	return p
}
