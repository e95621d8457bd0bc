package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"

	"farhand/internal/model"
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

// ask makes one step of the model that the flags describe.
func ask(t *testing.T, in inputs, args ...string) (*model.Response, error) {
	t.Helper()
	c, faults, err := parse(args, nil)
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	m, _, err := newModel(c, in, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return m.Generate(t.Context(), model.Request{Messages: []model.Message{{Role: model.RoleUser, Parts: []model.Part{{Text: "hello"}}}}}, nil)
}

func TestI32_aMalformedStepIsAskedForAgain(t *testing.T) {
	requests := 0
	url := google(t, func(*http.Request, []byte) { requests++ }, malformed, words)
	got, err := ask(t, inputs{}, "-gemini-url", url)
	if err != nil || requests != 2 || got.Message.Parts[0].Text != "hi" {
		t.Errorf("%d requests, %+v, %v", requests, got, err)
	}
}
