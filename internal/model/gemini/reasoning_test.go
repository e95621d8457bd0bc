package gemini

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"farhand/internal/emulator"
	"farhand/internal/model"
)

// sends makes one request and returns its generationConfig.
func sends(t *testing.T, c Config, r model.Request) string {
	t.Helper()
	s := serve(t, events(ok))
	c.BaseURL = s.URL
	mustStep(t, newModel(t, c), r)
	return string(field(t, s.sent(0).body, "generationConfig"))
}

func TestA15_A17_thinkingConfigBySettingAndFamily(t *testing.T) {
	level := func(l string) string {
		return `{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"` + l + `"}}`
	}
	budget := func(n string) string { return `{"thinkingConfig":{"includeThoughts":true,"thinkingBudget":` + n + `}}` }
	for _, tc := range []struct {
		names                  []string
		off, low, medium, high string
	}{
		{[]string{"gemini-3-flash", "gemini-3.1-pro-preview", "gemini-flash-latest", "gemini-4-pro", "tunedModels/shop", "gemma-4-31b-it"},
			`{}`, level("LOW"), level("MEDIUM"), level("HIGH")},
		{[]string{"gemini-2.5-flash", "gemini-2.5-pro", "gemini-2.5-flash-lite", "models/gemini-2.5-flash"},
			`{}`, budget("1024"), budget("8192"), budget("24576")},
		{[]string{"gemini-2.0-flash", "gemini-1.5-pro", "gemma-3-27b-it"}, `{}`, `{}`, `{}`, `{}`},
	} {
		for _, name := range tc.names {
			for setting, want := range map[Reasoning]string{"": tc.off, ReasoningLow: tc.low, ReasoningMedium: tc.medium, ReasoningHigh: tc.high} {
				if got := sends(t, Config{Name: name, Reasoning: setting}, ask("hello")); !same(t, []byte(got), []byte(want)) {
					t.Errorf("%s, %q: %s, want %s", name, setting, got, want)
				}
			}
		}
	}
}

func TestA15_otherSettingsAreFaults(t *testing.T) {
	for _, setting := range []Reasoning{"off", "max", "LOW", brief} {
		if _, err := New(Config{Name: "m", Key: testKey, Reasoning: setting}); err == nil || !strings.Contains(err.Error(), "low, medium nor high") {
			t.Errorf("%q: %v", setting, err)
		}
	}
}

// A request that must leave room to answer asks for the least reasoning,
// whatever the setting; thoughts show only if they were asked for.
func TestA15_briefRequestsReasonLeast(t *testing.T) {
	r := ask("hello")
	r.Brief = true
	for _, tc := range []struct{ name, plain, shown string }{
		{"gemini-3-flash", `{"thinkingConfig":{"thinkingLevel":"LOW"}}`, `{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"LOW"}}`},
		{"gemini-2.5-pro", `{"thinkingConfig":{"thinkingBudget":512}}`, `{"thinkingConfig":{"includeThoughts":true,"thinkingBudget":512}}`},
		{"gemini-2.0-flash", `{}`, `{}`},
	} {
		for setting, want := range map[Reasoning]string{"": tc.plain, ReasoningHigh: tc.shown} {
			if got := sends(t, Config{Name: tc.name, Reasoning: setting}, r); !same(t, []byte(got), []byte(want)) {
				t.Errorf("%s, %q: %s, want %s", tc.name, setting, got, want)
			}
		}
	}
}

// An answer that is cut before its first word is asked for once more, briefly;
// if that is cut too, the error says why.
func TestA15_E73_anAnswerWithoutRoom(t *testing.T) {
	const cut = `{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"thoughtsTokenCount":96}}`
	for name, second := range map[string]string{"room the second time": ok, "never room": cut} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, events(cut), events(second))
			m := newModel(t, Config{Name: "gemini-3-flash", BaseURL: s.URL})
			_, err := model.Retry(m).Generate(t.Context(), ask("hello"), nil)
			if s.count() != 2 || !strings.Contains(string(s.sent(1).body), `"thinkingLevel":"LOW"`) {
				t.Errorf("%d requests, the last one %s", s.count(), s.sent(s.count()-1).body)
			}
			if second == ok && err == nil {
				return
			}
			if e := failure(t, err); e.Kind != model.KindBadRequest || e.Message != noRoom {
				t.Errorf("got %v, %q", e, e.Message)
			}
		})
	}
}

const reasoned = `{"candidates":[{"content":{"parts":[{"text":"MARKER one ","thought":true},{"text":"MARKER two","thought":true,"thoughtSignature":"c2ln"},` +
	`{"text":"An answer","thoughtSignature":"c2lnMg=="},{"text":"."}]},"finishReason":"STOP"}],"usageMetadata":{"candidatesTokenCount":3,"thoughtsTokenCount":91}}`

func TestA16_A18_thoughtsApartFromTheAnswer(t *testing.T) {
	s := serve(t, events(reasoned))
	m := newModel(t, Config{BaseURL: s.URL, Reasoning: ReasoningLow})
	response, deltas, err := step(t, m, ask("hello"))
	if err != nil {
		t.Fatal(err)
	}
	var thoughts, words string
	for _, d := range deltas {
		if d.Thought {
			thoughts += d.Text
		} else {
			words += d.Text
		}
	}
	if thoughts != "MARKER one MARKER two" || words != "An answer." || response.Usage.Thoughts != 91 || response.Usage.Output != 3 {
		t.Errorf("thoughts %q, words %q, usage %+v", thoughts, words, response.Usage)
	}
}

// Thoughts go back untouched, signature and all.
func TestA16_thoughtsGoBackAsTheyCame(t *testing.T) {
	s := serve(t, events(reasoned))
	m := newModel(t, Config{BaseURL: s.URL, Reasoning: ReasoningLow})
	back := again(t, s, m, mustStep(t, m, ask("hello")).Message)
	want := field(t, []byte(reasoned), "candidates")
	for _, part := range back {
		if !bytes.Contains(want, part) {
			t.Errorf("sent back %s", part)
		}
	}
	if len(back) != 4 {
		t.Errorf("sent back %d parts", len(back))
	}
}

// A turn with reasoning on the strict emulator, which refuses a control that
// the model does not take (E70) and thoughts that are not verbatim (L10).
func TestA15_E70_aTurnWithReasoningOnTheStrictEmulator(t *testing.T) {
	for _, name := range []string{"gemini-2.5-flash", "gemini-2.5-pro", "gemini-3-pro-preview", "gemini-flash-latest"} {
		for _, setting := range []Reasoning{ReasoningLow, ReasoningMedium, ReasoningHigh} {
			e, err := emulator.New(emulator.Config{Strict: true, Script: []emulator.Step{
				{Reply: &emulator.Reply{Thought: "Think first.", Text: "One."}}, {Reply: &emulator.Reply{Text: "Two."}},
			}})
			if err != nil {
				t.Fatal(err)
			}
			m := newModel(t, Config{Name: name, Reasoning: setting, BaseURL: "http://emulator.invalid", HTTP: &http.Client{Transport: e.Transport()}})
			r := ask("hello")
			first := mustStep(t, m, r).Message
			if !first.Parts[0].Thought {
				t.Errorf("%s: no thoughts in %s", name, first.Native)
			}
			r.Messages = append(r.Messages, first, say("go on"))
			mustStep(t, m, r)
			if err := e.Done(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestA19_thoughtsAreInNoLog(t *testing.T) {
	var out bytes.Buffer
	for _, answer := range []string{reasoned, strings.Replace(reasoned, "STOP", "SAFETY", 1), strings.Replace(reasoned, "STOP", "MALFORMED_FUNCTION_CALL", 1)} {
		s := serve(t, events(answer))
		m := newModel(t, Config{BaseURL: s.URL, Reasoning: ReasoningHigh, Log: zerolog.New(&out).Level(zerolog.TraceLevel)})
		if _, _, err := step(t, m, ask("hello")); err != nil && strings.Contains(err.Error(), "MARKER") {
			t.Errorf("the error holds a thought: %v", err)
		}
	}
	if out.Len() == 0 || strings.Contains(out.String(), "MARKER") {
		t.Errorf("the log is %s", &out)
	}
}
