package emulator

import (
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// askTool is a request that fits the one tool it declares.
const askTool = `{"contents":[{"role":"user","parts":[{"text":"Where am I?"}]}],"tools":[{"functionDeclarations":[{"name":"geolocation_get","description":"Where the user is.",
	"parametersJsonSchema":{"type":"object","properties":{"save":{"type":"boolean"},"key":{"type":"string"}},"required":["key"],"additionalProperties":false}}]}]}`

// faulty plays one fault, unary or streamed, for that request.
func faulty(t *testing.T, name, path string) *httptest.ResponseRecorder {
	t.Helper()
	return send(t, newEmulator(t, Config{Script: []Step{{Fault: name}}}), path, askTool)
}

func bothWays(t *testing.T, name string, check func(t *testing.T, w *httptest.ResponseRecorder, streamed bool)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		for _, m := range []string{model3, model25} {
			check(t, faulty(t, name, unary(m)), false)
			check(t, faulty(t, name, stream(m)), true)
		}
	})
}

func TestServiceFaults(t *testing.T) {
	for _, test := range []struct {
		name         string
		code         int
		status, text string
		details      []string // suffixes of their types
	}{
		{"E75", 429, "RESOURCE_EXHAUSTED", "Please retry in 0.2s.", []string{"QuotaFailure", "Help", "RetryInfo"}},
		{"E76", 429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", nil},
		{"E77", 429, "RESOURCE_EXHAUSTED", "You exceeded your current quota", []string{"QuotaFailure", "Help"}},
		{"E78", 500, "INTERNAL", "An internal error has occurred.", nil},
		{"E78b", 503, "UNAVAILABLE", "The model is overloaded. Please try again later.", nil},
		{"E78c", 503, "UNAVAILABLE", "This model is currently experiencing high demand.", nil},
		{"E78d", 504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.", nil},
	} {
		bothWays(t, test.name, func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
			details := refused(t, w, test.code, test.status, test.text).Details
			if len(details) != len(test.details) {
				t.Fatalf("details %v", details)
			}
			for i, d := range details {
				if typ := d.(map[string]any)["@type"].(string); !strings.HasSuffix(typ, "google.rpc."+test.details[i]) {
					t.Errorf("detail %d: %s", i, typ)
				}
			}
		})
	}
	t.Run("E75_retryDelay", func(t *testing.T) {
		if w := faulty(t, "E75", unary(model3)); !strings.Contains(w.Body.String(), `"retryDelay": "0.2s"`) {
			t.Errorf("%s", w.Body)
		}
	})
	t.Run("E77_perDay", func(t *testing.T) {
		if w := faulty(t, "E77", unary(model3)); !strings.Contains(w.Body.String(), "PerDay") || strings.Contains(w.Body.String(), "retry") {
			t.Errorf("%s", w.Body)
		}
	})
	bothWays(t, "E79", func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
		var body []struct{ Error apiError }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != 503 || len(body) != 1 || body[0].Error.Code != 503 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	bothWays(t, "E79b", func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
		if w.Code != 502 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || json.Valid(w.Body.Bytes()) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	bothWays(t, "E79c", func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
		if w.Code != 500 || w.Body.Len() != 0 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

func TestE80_errorInsideAStream(t *testing.T) {
	w := faulty(t, "E80", stream(model3))
	events := strings.Split(strings.TrimSuffix(w.Body.String(), "\r\n\r\n"), "\r\n\r\n")
	if w.Code != 200 || len(events) != 3 || !strings.Contains(events[2], `data: {"error":{"code":503,`) {
		t.Errorf("%d %q", w.Code, events)
	}
	refused(t, faulty(t, "E80", unary(model3)), 503, "UNAVAILABLE", "high demand")
}

func TestE81_cutInsideAString(t *testing.T) {
	for _, path := range []string{stream(model3), unary(model3)} {
		resp, err := call(t.Context(), newEmulator(t, Config{Script: []Step{{Fault: "E81"}}}), path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if !errors.Is(err, io.ErrUnexpectedEOF) || strings.Count(string(body), `"`)%2 != 1 {
			t.Errorf("%s: %v after %q", path, err, body)
		}
		if events := strings.Count(string(body), "\r\n\r\n"); strings.HasPrefix(path, stream(model3)) && events != 1 {
			t.Errorf("%d whole events in %q", events, body)
		}
	}
}

func TestBrokenStreams(t *testing.T) {
	bothWays(t, "E82", func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
		for _, f := range frames(t, w) {
			if f.Candidates[0].FinishReason != nil {
				t.Errorf("a finish reason in %s", w.Body)
			}
		}
	})
	bothWays(t, "E83", func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
		if w.Code != 200 || w.Body.Len() != 0 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

func TestE84_firstByteLate(t *testing.T) {
	for _, test := range []struct {
		step Step
		want time.Duration
	}{{Step{Fault: "E84"}, 40 * time.Second}, {Step{Fault: "E84", DelayMS: 5}, 5 * time.Millisecond}} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			accepted(t, send(t, newEmulator(t, Config{Script: []Step{test.step}}), unary(model3), askTool))
			if d := time.Since(start); d != test.want {
				t.Errorf("answered after %v, want %v", d, test.want)
			}
		})
	}
}
