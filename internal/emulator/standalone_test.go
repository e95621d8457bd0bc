package emulator

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestStandalone_journal(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{{}, {}}})
	server := httptest.NewServer(e.Standalone())
	defer server.Close()
	do := func(method, path, body string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("x-goog-api-key", "the-secret-key")
		req.Header.Set("Authorization", "Bearer the-secret-token")
		resp, err := server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	type report struct {
		Script   string
		Requests []struct {
			Method, Path, Model, KeyHash, Body string
			Stream                             bool
			Status                             int
			Header                             http.Header
			Lints                              []Lint
		}
	}
	get := func() (r report, raw string) {
		resp := do(http.MethodGet, JournalPath, "")
		var b strings.Builder
		if err := resp.Write(&b); err != nil {
			t.Fatal(err)
		}
		_, raw, _ = strings.Cut(b.String(), "\r\n\r\n")
		if resp.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("pages of other origins may read the journal")
		}
		if err := json.Unmarshal([]byte(raw[strings.Index(raw, "{"):strings.LastIndex(raw, "}")+1]), &r); err != nil {
			t.Fatalf("%v\n%s", err, raw)
		}
		return r, raw
	}

	body := request(userHi, model(called("a", "{}", dummies[0])), user(answerA))
	do(http.MethodPost, stream(model3)+"&key=the-secret-key", body)
	r, all := get()
	if len(r.Requests) != 1 || strings.Contains(all, "the-secret") {
		t.Fatalf("%s", all)
	}
	entry := r.Requests[0]
	if entry.Method != "POST" || entry.Model != model3 || !entry.Stream || entry.Status != 200 || entry.Body != body || len(entry.KeyHash) != 16 {
		t.Errorf("%+v", entry)
	}
	if len(entry.Lints) != 1 || entry.Lints[0].ID != "L8" || entry.Lints[0].Rule != "E47" {
		t.Errorf("lints %+v", entry.Lints)
	}
	if r.Script != "script: 1 steps were never asked for" {
		t.Errorf("script %q", r.Script)
	}
	if resp := do(http.MethodPut, JournalPath, ""); resp.StatusCode != 405 || resp.Header.Get("Allow") != "GET, DELETE" {
		t.Errorf("PUT: %s", resp.Status)
	}
	if resp := do(http.MethodDelete, JournalPath, ""); resp.StatusCode != 204 {
		t.Errorf("DELETE: %s", resp.Status)
	}
	do(http.MethodPost, unary(model3), body)
	if r, _ = get(); len(r.Requests) != 1 || r.Requests[0].Stream || r.Script != "" {
		t.Errorf("after the reset: %+v", r)
	}
}

func TestStandalone_noJournalOtherwise(t *testing.T) {
	w := send(t, newEmulator(t, Config{}), JournalPath, "", func(r *http.Request) { r.Method = http.MethodGet })
	if w.Code != 404 {
		t.Errorf("status %d, want 404", w.Code)
	}
}
