package emulator

import (
	"fmt"
	"strings"
	"testing"
)

func configured(config string) string {
	return tools(`,"generationConfig":`+config, free(objectSchema))
}

func TestGenerationConfig(t *testing.T) {
	e := newEmulator(t, Config{})
	const jsonUnsupported = "Function calling with a response mime type: 'application/json' is unsupported"
	for _, test := range []struct{ name, model, text, body string }{
		{"E67_jsonWithTools", model25, jsonUnsupported, configured(`{"responseMimeType":"application/json"}`)},
		{"E67_jsonWithToolsSince3", model3, "", configured(`{"responseMimeType":"application/json"}`)},
		{"E67_jsonAlone", model25, "", `{"contents":[` + userHi + `],"generationConfig":{"responseMimeType":"application/json"}}`},
		{"E70_levelBefore3", model25, "Thinking level is not supported for this model.", configured(`{"thinkingConfig":{"thinkingLevel":"LOW"}}`)},
		{"E70_levelSince3", model3, "", configured(`{"thinkingConfig":{"thinkingLevel":"low"}}`)},
		{"E70_levelOfGemma", "gemma-4-31b-it", "", configured(`{"thinkingConfig":{"thinkingLevel":"HIGH"}}`)},
		{"E70_unknownLevel", model3, `Invalid value at 'generation_config.thinking_config.thinking_level'`, configured(`{"thinkingConfig":{"thinkingLevel":"EXTREME"}}`)},
		{"E70_budgetZeroOnPro", "gemini-2.5-pro", "Budget 0 is invalid. This model only works in thinking mode.", configured(`{"thinkingConfig":{"thinkingBudget":0}}`)},
		{"E70_budgetZeroOnFlash", model25, "", configured(`{"thinkingConfig":{"thinkingBudget":0}}`)},
		{"E70_budgetOnPro", "gemini-2.5-pro", "", configured(`{"thinkingConfig":{"thinkingBudget":128}}`)},
		{"E70_both", model3, "You can only set only one of thinking budget and thinking level.", configured(`{"thinkingConfig":{"thinkingBudget":128,"thinkingLevel":"HIGH"}}`)},
		{"E71_temperatureTooHigh", model3, "temperature must be in the range [0.0, 2.0]", configured(`{"temperature":2.1}`)},
		{"E71_temperatureNegative", model25, "temperature must be in the range [0.0, 2.0]", configured(`{"temperature":"-0.1"}`)},
		{"E71_temperature", model3, "", configured(`{"temperature":2}`)},
		{"E72_tooManyTokens", model3, "The input token count (1048578) exceeds the maximum number of tokens allowed (1048576).",
			request(user(`{"text":"` + strings.Repeat("word", 1_048_578) + `"}`))},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := send(t, e, unary(test.model), test.body)
			if test.text == "" {
				accepted(t, w)
			} else {
				refused(t, w, 400, "INVALID_ARGUMENT", test.text)
			}
		})
	}
}

func TestE73_maxOutputTokens(t *testing.T) {
	long := strings.Repeat("word ", 40) // 50 tokens
	call := Call{Name: "f0", Args: []byte(`{"text":"` + strings.Repeat("x", 100) + `"}`)}
	for _, test := range []struct {
		name  string
		limit int // above the hidden thoughts of Gemini 3
		reply Reply
		text  string
		calls int
		cut   bool
	}{
		{"textCut", 10, Reply{Text: long}, long[:40], 0, true},
		{"textFits", 50, Reply{Text: long}, long, 0, false},
		{"noPartialCall", 10, Reply{Text: "Let me.", Calls: []Call{call}}, "Let me.", 0, true},
		{"secondCallLeftOut", 40, Reply{Calls: []Call{call, call}}, "", 1, true},
		{"callsFit", 200, Reply{Calls: []Call{call, call}}, "", 2, false},
	} {
		for _, path := range []string{unary(model3), stream(model3), unary(model25), stream(model25)} {
			t.Run(test.name+path, func(t *testing.T) {
				e := newEmulator(t, Config{Brain: saying(test.reply)})
				limit := test.limit
				if strings.Contains(path, model3) {
					limit += hiddenThinking
				}
				w := send(t, e, path, configured(fmt.Sprintf(`{"maxOutputTokens":%d}`, limit)))
				text, calls := "", 0
				for _, raw := range parts(t, w) {
					if p := decodePart(t, raw); p.FunctionCall != nil {
						calls++
					} else {
						text += *p.Text
					}
				}
				all := frames(t, w)
				last := all[len(all)-1]
				want := "STOP"
				if test.cut {
					want = "MAX_TOKENS"
				}
				if text != test.text || calls != test.calls || *last.Candidates[0].FinishReason != want {
					t.Errorf("text %q, %d calls, %s; want %q, %d, %s", text, calls, *last.Candidates[0].FinishReason, test.text, test.calls, want)
				}
				if u := last.UsageMetadata; u.CandidatesTokenCount+u.ThoughtsTokenCount > limit {
					t.Errorf("usage %+v above the limit %d", u, limit)
				}
			})
		}
	}
}

func TestE73_thoughtsAteTheBudget(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Text: "never said"}})
	for _, path := range []string{unary(model3), stream(model3)} {
		w := send(t, e, path, configured(`{"maxOutputTokens":12}`))
		all := frames(t, w)
		c := all[0].Candidates[0]
		if len(all) != 1 || c.Content.Role != "model" || *c.FinishReason != "MAX_TOKENS" || !strings.Contains(w.Body.String(), `"content":{"role":"model"}`) {
			t.Errorf("%s", w.Body)
		}
		if u := all[0].UsageMetadata; u.ThoughtsTokenCount != 12 || u.CandidatesTokenCount != 0 {
			t.Errorf("usage %+v", u)
		}
	}
}
