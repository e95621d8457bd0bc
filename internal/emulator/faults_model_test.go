package emulator

import (
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// outcome is what the last frame of a fault says.
func outcome(t *testing.T, w *httptest.ResponseRecorder) (finish, message string) {
	t.Helper()
	all := frames(t, w)
	last := all[len(all)-1]
	if len(last.Candidates) == 0 || last.Candidates[0].FinishReason == nil {
		return "", ""
	}
	return *last.Candidates[0].FinishReason, last.Candidates[0].FinishMessage
}

func TestE85_malformedCall(t *testing.T) {
	for name, has := range map[string]string{"E85": `"content":{}`, "E85b": "", "E85c": `"content":{"parts":[{"thoughtSignature":"`} {
		bothWays(t, name, func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
			finish, message := outcome(t, w)
			if finish != "MALFORMED_FUNCTION_CALL" || !strings.HasPrefix(message, "Malformed function call: ") || !strings.Contains(w.Body.String(), has) {
				t.Errorf("%s", w.Body)
			}
			if has == "" && strings.Contains(w.Body.String(), "content") {
				t.Errorf("a content in %s", w.Body)
			}
		})
	}
}

func TestE86_unexpectedCall(t *testing.T) {
	for name, calls := range map[string]int{"E86": 1, "E86b": 0} {
		bothWays(t, name, func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
			if finish, message := outcome(t, w); finish != "UNEXPECTED_TOOL_CALL" || message == "" {
				t.Errorf("%s", w.Body)
			}
			if got := callsOf(t, w); len(got) != calls || calls == 1 && (got[0].FunctionCall.Name != undeclared || got[0].Signature == "") {
				t.Errorf("calls %+v", got)
			}
		})
	}
}

// callsOf are the parts of an answer that are calls.
func callsOf(t *testing.T, w *httptest.ResponseRecorder) []decodedPart {
	t.Helper()
	var calls []decodedPart
	for _, raw := range parts(t, w) {
		if p := decodePart(t, raw); p.FunctionCall != nil {
			calls = append(calls, p)
		}
	}
	return calls
}

func TestFaultyCalls(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"type":"object","properties":{"save":{"type":"boolean"},"key":{"type":"string"}},"required":["key"],"additionalProperties":false}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("mem:///s", schema); err != nil {
		t.Fatal(err)
	}
	compiled := compiler.MustCompile("mem:///s")
	for _, test := range []struct {
		name  string
		calls int
		tool  string
		good  bool // the schema accepts the arguments
		has   string
	}{
		{"E87", 1, undeclared, false, ""},
		{"E88", 1, "geolocation_get", false, `"args":{}`},
		{"E88b", 1, "geolocation_get", false, `"key":42`},
		{"E88c", 1, "geolocation_get", false, `"unexpected_key":true`},
		{"E88d", 1, "geolocation_get", false, `"key":null`},
		{"E89", 1, "geolocation_get", false, ""},
		{"E89b", 1, "geolocation_get", false, `"args":{}`},
		{"E90", 1, "geolocation_get", true, ""},
		{"E90b", 5, "geolocation_get", true, ""},
		{"E94", 1, "geolocation_get", true, ""},
		{"E94b", 1, "geolocation_get", true, ""},
		{"E95", 1, "geolocation_get", true, ""},
		{"E96", 1, "geolocation_get", true, `"futureField":{"a":1}`},
		{"E97", 1, "geolocation_get", false, `"count":9007199254740993`},
		{"E98", 1, "geolocation_get", true, ""},
	} {
		bothWays(t, test.name, func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
			calls := callsOf(t, w)
			if len(calls) != test.calls || !strings.Contains(w.Body.String(), test.has) {
				t.Fatalf("%d calls in %.1000s", len(calls), w.Body)
			}
			if finish, _ := outcome(t, w); finish != "STOP" && test.name != "E96" {
				t.Errorf("finish reason %s", finish)
			}
			for i, c := range calls {
				if c.FunctionCall.Name != test.tool || (c.Signature != "") != (i == 0 && test.name != "E98") {
					t.Errorf("call %+v", c)
				}
				if string(c.FunctionCall.Args) != string(calls[0].FunctionCall.Args) {
					t.Errorf("call %d differs: %s", i, c.FunctionCall.Args)
				}
				args, err := jsonschema.UnmarshalJSON(strings.NewReader(string(c.FunctionCall.Args)))
				if (err == nil && compiled.Validate(args) == nil) != test.good {
					t.Errorf("arguments %s", c.FunctionCall.Args)
				}
			}
		})
	}
	t.Run("E89_argsAbsent", func(t *testing.T) {
		if w := faulty(t, "E89", unary(model3)); strings.Contains(w.Body.String(), `"args"`) {
			t.Errorf("%s", w.Body)
		}
	})
	t.Run("E90_sameInTheNextStep", func(t *testing.T) {
		e := newEmulator(t, Config{Script: []Step{{Fault: "E90", Repeat: -1}}})
		first := callsOf(t, send(t, e, unary(model25), askTool))
		again := strings.Replace(askTool, `}],"tools"`, `},`+model(`{"functionCall":{"name":"geolocation_get"}}`)+`,`+answered("geolocation_get")+`],"tools"`, 1)
		second := callsOf(t, send(t, e, unary(model25), again))
		if len(second) != 1 || string(first[0].FunctionCall.Args) != string(second[0].FunctionCall.Args) {
			t.Errorf("%+v, then %+v", first, second)
		}
	})
	t.Run("E97b_oneMegabyte", func(t *testing.T) {
		calls := callsOf(t, faulty(t, "E97b", stream(model3)))
		if len(calls) != 1 || len(calls[0].FunctionCall.Args) < 1<<20 {
			t.Errorf("%d calls", len(calls))
		}
	})
	t.Run("E97_keys", func(t *testing.T) {
		if w := faulty(t, "E97", unary(model3)); !strings.Contains(w.Body.String(), `"<script>":"</script>&"`) || !strings.Contains(w.Body.String(), `"größe":"日本"`) {
			t.Errorf("%s", w.Body)
		}
	})
}

func TestE91_nothing(t *testing.T) {
	for name, has := range map[string]string{
		"E91": `"content":{"role":"model"}`, "E91b": `"candidates":[{"finishReason":"STOP","index":0}]`, "E91c": `"candidates":[]`, "E91d": `{"modelVersion"`,
	} {
		bothWays(t, name, func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
			if len(parts(t, w)) != 0 || !strings.Contains(w.Body.String(), has) || name == "E91d" && strings.Contains(w.Body.String(), "candidates\"") {
				t.Errorf("%s", w.Body)
			}
		})
	}
}

func TestBlocked(t *testing.T) {
	bothWays(t, "E92", func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
		if !strings.Contains(w.Body.String(), `"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}`) || strings.Contains(w.Body.String(), "candidates\"") {
			t.Errorf("%s", w.Body)
		}
	})
	bothWays(t, "E93", func(t *testing.T, w *httptest.ResponseRecorder, streamed bool) {
		finish, _ := outcome(t, w)
		if finish != "SAFETY" || len(parts(t, w)) != 1 || streamed && len(frames(t, w)) != 2 {
			t.Errorf("%s", w.Body)
		}
	})
}

func TestOrderOfParts(t *testing.T) {
	kinds := func(w *httptest.ResponseRecorder) string {
		var out []string
		for _, raw := range parts(t, w) {
			switch p := decodePart(t, raw); {
			case p.FunctionCall != nil:
				out = append(out, "call")
			case p.Thought:
				out = append(out, "thought")
			case p.Text != nil && *p.Text != "":
				out = append(out, "text")
			}
		}
		return strings.Join(slices.Compact(out), " ")
	}
	for name, want := range map[string]string{"E94": "text call", "E94b": "call text", "E95": "thought call"} {
		bothWays(t, name, func(t *testing.T, w *httptest.ResponseRecorder, _ bool) {
			if got := kinds(w); got != want {
				t.Errorf("parts %q, want %q", got, want)
			}
		})
	}
}

// What the emulator invents it takes back, from a client that keeps history
// verbatim, and from nobody else.
func TestE96_futureFieldsComeBack(t *testing.T) {
	e := newEmulator(t, Config{Strict: true, Script: []Step{{Fault: "E96"}, {}}})
	w := send(t, e, unary(model25), request(userHi))
	if finish, _ := outcome(t, w); finish != "FUTURE_REASON" {
		t.Errorf("finish reason %s", finish)
	}
	sent := parts(t, w)
	accepted(t, send(t, e, unary(model25), request(userHi, model(joined(sent)), answered(undeclared))))
	for _, part := range sent[:2] {
		refused(t, send(t, e, unary(model25), request(user(string(part)))), 400, "INVALID_ARGUMENT", "Cannot find field.")
	}
}

// Whatever a fault sends is one line per frame and a history that can go on.
func TestEveryFaultCanBePlayed(t *testing.T) {
	for name := range faults {
		for _, body := range []string{askTool, request(userHi)} {
			for _, path := range []string{unary(model3), stream(model3), stream(model25)} {
				if name == "E97b" && path != unary(model3) {
					continue // a megabyte takes its time under the race detector
				}
				synctest.Test(t, func(t *testing.T) {
					req := httptest.NewRequest("POST", path, strings.NewReader(body))
					req.Header.Set("x-goog-api-key", dummyKey)
					resp, err := newEmulator(t, Config{Script: []Step{{Fault: name}}}).Transport().RoundTrip(req)
					if err != nil {
						t.Fatal(err)
					}
					defer resp.Body.Close()
					out, _ := io.ReadAll(resp.Body)
					if strings.Contains(string(out), "EMULATOR") || strings.Contains(path, "alt=sse") && strings.Contains(strings.ReplaceAll(string(out), "\r\n\r\n", ""), "\n") && resp.StatusCode == 200 {
						t.Errorf("%s on %s: %q", name, path, out)
					}
				})
			}
		}
	}
}
