package gemini

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"farhand/internal/model"
)

const testKey = "SECRET-KEY-9f3a"

// TestMain runs every test under an environment that must change nothing, with
// a proxy that nothing on a loopback address may use, and fails if the SDK
// prints anything.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"GOOGLE_API_KEY":              "key-of-the-environment",
		"GOOGLE_GENAI_USE_VERTEXAI":   "true",
		"GOOGLE_GENAI_USE_ENTERPRISE": "true",
		"GOOGLE_CLOUD_PROJECT":        "project",
		"GOOGLE_CLOUD_LOCATION":       "europe-west1",
		"GOOGLE_GEMINI_BASE_URL":      "http://127.0.0.1:1/",
		"HTTP_PROXY":                  "http://127.0.0.1:1",
		"HTTPS_PROXY":                 "http://127.0.0.1:1",
		"NO_PROXY":                    "",
	} {
		_ = os.Setenv(name, value)
	}
	var printed bytes.Buffer
	log.SetOutput(&printed)
	code := m.Run()
	if printed.Len() > 0 {
		fmt.Printf("FAIL: package log was used: %s\n", &printed)
		code = 1
	}
	os.Exit(code)
}

// server is a Gemini API that answers each request with the next of its
// answers, the last one again and again, and keeps what was sent.
type server struct {
	*httptest.Server
	answers []http.HandlerFunc

	mu       sync.Mutex
	requests []request
}

type request struct {
	path   string
	header http.Header
	body   []byte
}

func serve(t *testing.T, answers ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		n := min(len(s.requests), len(s.answers)-1)
		s.requests = append(s.requests, request{r.URL.RequestURI(), r.Header, body})
		s.mu.Unlock()
		s.answers[n](w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) sent(n int) request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[n]
}

func (s *server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// reply answers with a status and a body.
func reply(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// events answers with chunks as the API frames them.
func events(chunks ...string) http.HandlerFunc {
	var b strings.Builder
	for _, chunk := range chunks {
		b.WriteString("data: " + chunk + "\r\n\r\n")
	}
	return reply(http.StatusOK, "text/event-stream", b.String())
}

func newModel(t *testing.T, c Config) *Model {
	t.Helper()
	if c.Name == "" {
		c.Name = "gemini-test"
	}
	if c.HTTP == nil {
		c.HTTP = NewHTTPClient(HTTPConfig{})
	}
	if c.Key == "" {
		c.Key = testKey
	}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.HTTP.CloseIdleConnections)
	return m
}

func (s *server) model(t *testing.T) *Model {
	t.Helper()
	return newModel(t, Config{BaseURL: s.URL})
}

func say(text string) model.Message {
	return model.Message{Role: model.RoleUser, Parts: []model.Part{{Text: text}}}
}

func ask(text string) model.Request { return model.Request{Messages: []model.Message{say(text)}} }

// step makes one request and returns the answer with the emitted pieces.
func step(t *testing.T, m *Model, r model.Request) (*model.Response, []model.Delta, error) {
	t.Helper()
	var deltas []model.Delta
	response, err := m.Generate(t.Context(), r, func(d model.Delta) { deltas = append(deltas, d) })
	if (response == nil) == (err == nil) {
		t.Fatalf("response %v with error %v", response, err)
	}
	return response, deltas, err
}

func mustStep(t *testing.T, m *Model, r model.Request) *model.Response {
	t.Helper()
	response, _, err := step(t, m, r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// failure returns err as the typed error that it must be.
func failure(t *testing.T, err error) *model.Error {
	t.Helper()
	e, ok := err.(*model.Error)
	if !ok {
		t.Fatalf("error is %T (%v), want *model.Error", err, err)
	}
	return e
}

// same reports whether two JSON texts mean the same, numbers digit by digit.
func same(t *testing.T, a, b []byte) bool {
	t.Helper()
	return canonical(t, a) == canonical(t, b)
}

func canonical(t *testing.T, raw []byte) string {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%v in %.200s", err, raw)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// field returns the member at path of a JSON object.
func field(t *testing.T, raw []byte, path ...string) json.RawMessage {
	t.Helper()
	for _, name := range path {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(raw, &object); err != nil {
			t.Fatalf("%v in %.200s", err, raw)
		}
		raw = object[name]
	}
	return raw
}
