package gemini

import (
	"fmt"
	"testing"

	"farhand/internal/model"
)

func TestH18_finishReasons(t *testing.T) {
	const (
		nothing = `{}`
		text    = `{"parts":[{"text":"words"}]}`
		thought = `{"parts":[{"text":"hm","thought":true}]}`
		call    = `{"parts":[{"functionCall":{"name":"add","args":{"a":1}},"thoughtSignature":"c2ln"}]}`
		signed  = `{"parts":[{"text":"","thoughtSignature":"c2ln"}]}`
		both    = `{"parts":[{"text":"first"},{"functionCall":{"name":"add"}},{"text":"then"}]}`
	)
	for _, tc := range []struct {
		reason, content string
		finish          model.Finish
		kind            model.Kind // if it fails
		parts           int
	}{
		{"STOP", text, model.FinishStop, "", 1},
		{"STOP", thought, model.FinishStop, "", 1},
		{"STOP", call, model.FinishStop, "", 1},
		{"STOP", both, model.FinishStop, "", 3},
		{"STOP", nothing, model.FinishStop, "", 0},
		{"STOP", signed, model.FinishStop, "", 0},
		{"FUNCTION_CALL", call, model.FinishStop, "", 1},
		{"SOMETHING_NEW", text, model.FinishStop, "", 1},
		{"SOMETHING_NEW", nothing, model.FinishStop, "", 0},
		{"OTHER", call, model.FinishStop, "", 1},
		{"FINISH_REASON_UNSPECIFIED", call, model.FinishStop, "", 1},
		{"MAX_TOKENS", text, model.FinishTruncated, "", 1},
		{"MAX_TOKENS", nothing, "", model.KindBadRequest, 0},
		{"CONTINUATION", thought, "", model.KindBadRequest, 0},
		{"MAX_TOKENS", call, model.FinishStop, "", 1},
		{"CONTINUATION", text, model.FinishTruncated, "", 1},
		{"CONTINUATION", call, model.FinishStop, "", 1},
		{"UNEXPECTED_TOOL_CALL", call, model.FinishStop, "", 1},
		{"UNEXPECTED_TOOL_CALL", nothing, "", model.KindBadRequest, 0},
		{"MISSING_THOUGHT_SIGNATURE", nothing, "", model.KindBadRequest, 0},
		{"MALFORMED_RESPONSE", nothing, "", model.KindBadRequest, 0},
		{"MALFORMED_FUNCTION_CALL", nothing, "", model.KindBadRequest, 0},
		{"MALFORMED_FUNCTION_CALL", signed, "", model.KindBadRequest, 0},
		{"MALFORMED_FUNCTION_CALL", call, "", model.KindBadRequest, 0},
		{"MALFORMED_FUNCTION_CALL", text, "", model.KindBadRequest, 0},
		{"", text, "", model.KindUnreachable, 0},
		{"", call, "", model.KindUnreachable, 0},
		{"", nothing, "", model.KindUnreachable, 0},
		{"SAFETY", text, "", model.KindBlocked, 0},
		{"SAFETY", call, "", model.KindBlocked, 0},
		{"PROHIBITED_CONTENT", nothing, "", model.KindBlocked, 0},
		{"RECITATION", text, "", model.KindBlocked, 0},
		{"BLOCKLIST", nothing, "", model.KindBlocked, 0},
		{"SPII", nothing, "", model.KindBlocked, 0},
		{"LANGUAGE", nothing, "", model.KindBlocked, 0},
		{"STOP", `{"parts":[{"functionCall":{}}]}`, "", model.KindBadRequest, 0},
		{"STOP", `{"parts":[{"functionCall":{"name":"add","args":"a"}}]}`, "", model.KindBadRequest, 0},
		{"STOP", `{"parts":[{"functionCall":{"name":"add","args":null}}]}`, model.FinishStop, "", 1},
	} {
		t.Run(tc.reason+" "+tc.content, func(t *testing.T) {
			s := serve(t, events(fmt.Sprintf(`{"candidates":[{"content":%s,"finishReason":%q}]}`, tc.content, tc.reason)))
			response, _, err := step(t, s.model(t), ask("hello"))
			if tc.kind != "" {
				if e := failure(t, err); e.Kind != tc.kind {
					t.Errorf("got %v, want kind %s", e, tc.kind)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if response.Finish != tc.finish || len(response.Message.Parts) != tc.parts {
				t.Errorf("finish %q with %d parts", response.Finish, len(response.Message.Parts))
			}
		})
	}
}

// What a step comes to, by what was observed of it: the parts decide whether
// there are calls, the finish reason whether the step counts.
func TestI32_finishTable(t *testing.T) {
	const (
		nothing = `{}`
		bare    = `{"role":"model"}`
		text    = `{"parts":[{"text":"words"}]}`
		thought = `{"parts":[{"text":"hm","thought":true}]}`
		call    = `{"parts":[{"functionCall":{"name":"add","args":{"a":1}}}]}`
		signed  = `{"parts":[{"thoughtSignature":"c2ln"}]}`
	)
	fails := func(kind model.Kind, again model.Again, says string) *model.Error {
		return &model.Error{Kind: kind, Again: again, Message: says}
	}
	whole := brokeOff(errNoFinish).Message
	for _, tc := range []struct {
		row      string
		reasons  []string
		contents []string
		want     *model.Error // nil: the step counts
		finish   model.Finish
		calls    int
		speaks   bool
	}{
		{"a call, STOP or unspecified or unknown: run it", []string{"STOP", "FINISH_REASON_UNSPECIFIED", "OTHER", "FUNCTION_CALL"}, []string{call}, nil, model.FinishStop, 1, true},
		{"malformed, even with a call: again", []string{"MALFORMED_FUNCTION_CALL"}, []string{nothing, bare, text, call, signed}, fails(model.KindBadRequest, model.AgainNow, malformedCall), "", 0, false},
		{"unexpected tool with a call: as a hallucinated name", []string{"UNEXPECTED_TOOL_CALL"}, []string{call}, nil, model.FinishStop, 1, true},
		{"unexpected, unsigned or malformed without content: again", []string{"UNEXPECTED_TOOL_CALL", "MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "TOO_MANY_TOOL_CALLS"}, []string{nothing, bare, thought, signed}, fails(model.KindBadRequest, model.AgainNow, malformedCall), "", 0, false},
		{"cut with whole calls: run them", []string{"MAX_TOKENS", "CONTINUATION"}, []string{call}, nil, model.FinishStop, 1, true},
		{"cut with words: a cut answer", []string{"MAX_TOKENS", "CONTINUATION"}, []string{text}, nil, model.FinishTruncated, 0, true},
		{"cut before the first word: again, brief", []string{"MAX_TOKENS", "CONTINUATION"}, []string{nothing, bare, thought, signed}, fails(model.KindBadRequest, model.AgainBrief, noRoom), "", 0, false},
		{"nothing, or thoughts only: for Retry", []string{"STOP", "OTHER", "SOMETHING_NEW"}, []string{nothing, bare, thought, signed}, nil, model.FinishStop, 0, false},
		{"blocked: never again", []string{"SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST"}, []string{nothing, text, call}, fails(model.KindBlocked, "", blockedAnswer), "", 0, false},
		{"blocked as a quote: never again", []string{"RECITATION"}, []string{text}, fails(model.KindBlocked, "", blockedQuote), "", 0, false},
		{"blocked as personal: never again", []string{"SPII"}, []string{text}, fails(model.KindBlocked, "", blockedPersonal), "", 0, false},
		{"no finish reason: broken, later", []string{""}, []string{nothing, text, call}, fails(model.KindUnreachable, model.AgainLater, whole), "", 0, false},
	} {
		for _, reason := range tc.reasons {
			for _, content := range tc.contents {
				t.Run(tc.row+"/"+reason+" "+content, func(t *testing.T) {
					s := serve(t, events(fmt.Sprintf(`{"candidates":[{"content":%s,"finishReason":%q}]}`, content, reason)))
					response, _, err := step(t, s.model(t), ask("hello"))
					if tc.want != nil {
						if e := failure(t, err); e.Kind != tc.want.Kind || e.Again != tc.want.Again || e.Message != tc.want.Message {
							t.Errorf("got %v, again %q, %q", e, e.Again, e.Message)
						}
						return
					}
					if err != nil {
						t.Fatal(err)
					}
					calls := 0
					for _, part := range response.Message.Parts {
						if part.Call != nil {
							calls++
						}
					}
					if response.Finish != tc.finish || calls != tc.calls || response.Message.Speaks() != tc.speaks {
						t.Errorf("finish %q, parts %+v", response.Finish, response.Message.Parts)
					}
				})
			}
		}
	}
}

// Alone, after some words, and before a chunk that says no more of it.
func TestH18_blockedPrompt(t *testing.T) {
	const (
		block = `{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}`
		half  = `{"candidates":[{"content":{"parts":[{"text":"Half"}]}}]}`
		more  = `{"promptFeedback":{},"usageMetadata":{"promptTokenCount":1}}`
	)
	for _, chunks := range [][]string{{block}, {half, block}, {block, more}} {
		s := serve(t, events(chunks...))
		_, _, err := step(t, s.model(t), ask("hello"))
		if e := failure(t, err); e.Kind != model.KindBlocked || e.Message != blockedPrompt || e.Again != "" {
			t.Errorf("%s: got %v", chunks, e)
		}
	}
}

// The finish reason may come before the last part, or in a chunk of its own.
func TestH18_finishReasonInAnyChunk(t *testing.T) {
	s := serve(t, events(
		`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}`,
		`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"add"}}]}}]}`,
		`{"usageMetadata":{}}`,
	))
	response := mustStep(t, s.model(t), ask("hello"))
	if len(response.Message.Parts) != 2 || response.Message.Parts[1].Call == nil {
		t.Errorf("parts %+v", response.Message.Parts)
	}
}
