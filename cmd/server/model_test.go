package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"farhand/internal/model"
	"farhand/internal/model/gemini"
)

const (
	malformed = `{"candidates":[{"content":{},"finishReason":"MALFORMED_FUNCTION_CALL"}]}`
	words     = `{"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}]}`
)

// google is a Gemini API that gives its answers one after the other, the last
// one again and again, and hands each request to seen.
func google(t *testing.T, seen func(*http.Request, []byte), answers ...string) string {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen(r, body)
		_, _ = io.WriteString(w, "data: "+answers[min(n, len(answers)-1)]+"\r\n\r\n")
		n++
	}))
	t.Cleanup(s.Close)
	return s.URL
}

var hello = model.Request{Messages: []model.Message{{Role: model.RoleUser, Parts: []model.Part{{Text: "hello"}}}}}

// ask makes one step of the model that the flags describe.
func ask(t *testing.T, in inputs, args ...string) (*model.Response, error) {
	t.Helper()
	c, faults, err := parse(args, nil)
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	m, err := newModels(c, in, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return m.steps.Generate(t.Context(), hello, nil)
}

// TestA79_aDigestIsAskedForOnce: a turn does not wait for repeats of what it can
// do without.
func TestA79_aDigestIsAskedForOnce(t *testing.T) {
	requests := 0
	url := google(t, func(*http.Request, []byte) { requests++ }, malformed, words)
	m, err := newModels(Config{Model: "gemini-3-flash", GeminiURL: url, MaxRequests: 1}, inputs{}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.once.Generate(t.Context(), hello, nil); err == nil || requests != 1 {
		t.Errorf("%d requests, %v", requests, err)
	}
}

func TestI32_aMalformedStepIsAskedForAgain(t *testing.T) {
	requests := 0
	url := google(t, func(*http.Request, []byte) { requests++ }, malformed, words)
	got, err := ask(t, inputs{}, "-gemini-url", url)
	if err != nil || requests != 2 || got.Message.Parts[0].Text != "hi" {
		t.Errorf("%d requests, %+v, %v", requests, got, err)
	}
}

func TestA15_reasoningByFlag(t *testing.T) {
	for setting, want := range map[string]string{
		"":       `{}`,
		"off":    `{}`,
		"low":    `{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"LOW"}}`,
		"medium": `{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"MEDIUM"}}`,
		"high":   `{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"HIGH"}}`,
	} {
		var sent struct {
			Config json.RawMessage `json:"generationConfig"`
		}
		url := google(t, func(_ *http.Request, body []byte) {
			if err := json.Unmarshal(body, &sent); err != nil {
				t.Error(err)
			}
		}, words)
		args := []string{"-gemini-url", url}
		if setting != "" {
			args = append(args, "-reasoning", setting)
		}
		if _, err := ask(t, inputs{}, args...); err != nil || string(sent.Config) != want {
			t.Errorf("%q: sent %s, %v", setting, sent.Config, err)
		}
	}
}

// TestModel_providerSaysWhereWordsGo, in words for people.
func TestModel_providerSaysWhereWordsGo(t *testing.T) {
	for _, row := range []struct {
		args []string
		key  string
		want string
	}{
		{nil, "", ""}, // the demo model: nowhere
		{nil, "k", "Google (Gemini API)"},
		{[]string{"-gemini-url", "http://127.0.0.1:9000/api"}, "", "127.0.0.1:9000"},
		{[]string{"-gemini-url", "https://models.example"}, "k", "models.example"},
	} {
		c, _, err := parse(row.args, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := newModels(c, inputs{key: row.key}, zerolog.Nop())
		if err != nil || m.info.Provider == nil || *m.info.Provider != row.want {
			t.Errorf("%v: %+v, %v, want %q", row.args, m.info, err, row.want)
		}
	}
	vertex := Config{Vertex: gemini.Vertex{Project: "shop"}}
	if got := provider(vertex); got != "Google Cloud (Vertex AI)" {
		t.Errorf("Vertex AI is %q", got)
	}
	vertex.GeminiURL = "https://private.example"
	if got := provider(vertex); got != "private.example" {
		t.Errorf("an address of it is %q", got)
	}
}

func TestA12_vertexWithoutCredentialsIsABadFlag(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "none"))
	c, _, err := parse([]string{"-vertex-project", "shop"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newModels(c, inputs{}, zerolog.Nop())
	var bad fault
	if !errors.As(err, &bad) || !strings.HasPrefix(bad.Error(), `-vertex-project: "shop": `) {
		t.Errorf("got %v", err)
	}
}
