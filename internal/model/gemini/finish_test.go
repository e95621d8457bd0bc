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
		{"MAX_TOKENS", nothing, model.FinishTruncated, "", 0},
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

func TestH18_blockedPrompt(t *testing.T) {
	s := serve(t, events(`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}`))
	_, _, err := step(t, s.model(t), ask("hello"))
	if e := failure(t, err); e.Kind != model.KindBlocked || e.Message != blockedPrompt {
		t.Errorf("got %v", e)
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
