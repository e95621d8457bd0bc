package emulator

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The paths of Vertex AI lead to the same models; a token takes the place of
// the key.
func TestVertex_paths(t *testing.T) {
	const (
		models = "/v1beta1/projects/shop/locations/global/publishers/google/models/"
		hello  = `{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}`
	)
	for _, tc := range []struct {
		name, method, path, token, body string
		status                          int
		says                            string
	}{
		{"unary", "POST", models + "gemini-3-flash:generateContent", "Bearer t", hello, 200, `"modelVersion":"gemini-3-flash"`},
		{"streamed", "POST", models + "gemini-3-flash:streamGenerateContent?alt=sse", "Bearer t", hello, 200, "data: {"},
		{"v1", "POST", "/v1/projects/1/locations/eu/publishers/google/models/gemini-2.5-flash:generateContent", "Bearer t", hello, 200, "modelVersion"},
		{"E6 no token", "POST", models + "gemini-3-flash:generateContent", "", hello, 401, "UNAUTHENTICATED"},
		{"E6 a key", "POST", models + "gemini-3-flash:generateContent?key=k", "", hello, 401, "UNAUTHENTICATED"},
		{"E9 no such model", "POST", models + "nope:generateContent", "Bearer t", hello, 404, "Publisher Model `projects/shop/locations/global/publishers/google/models/nope` was not found"},
		{"E14 a hard rule", "POST", models + "gemini-3-flash:generateContent", "Bearer t", `{}`, 400, "contents is not specified"},
		{"E1 another publisher", "POST", "/v1beta1/projects/shop/locations/global/publishers/others/models/m:generateContent", "Bearer t", hello, 404, "<!DOCTYPE html>"},
		{"E1 no project", "POST", "/v1beta1/publishers/google/models/gemini-3-flash:generateContent", "Bearer t", hello, 404, "<!DOCTYPE html>"},
		{"E2 method", "GET", models + "gemini-3-flash:generateContent", "Bearer t", "", 404, "<!DOCTYPE html>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e, err := New(Config{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequestWithContext(t.Context(), tc.method, tc.path, strings.NewReader(tc.body))
			if tc.token != "" {
				r.Header.Set("Authorization", tc.token)
			}
			w := httptest.NewRecorder()
			e.ServeHTTP(w, r)
			if got := strings.ReplaceAll(w.Body.String(), `": "`, `":"`); w.Code != tc.status || !strings.Contains(got, tc.says) {
				t.Errorf("%d %s", w.Code, got)
			}
			for _, entry := range e.Journal() {
				if entry.Header.Get("Authorization") != "" {
					t.Error("the journal holds the token")
				}
				if tc.status == http.StatusOK && entry.Model == "" {
					t.Errorf("the journal has no model: %+v", entry)
				}
			}
		})
	}
}
