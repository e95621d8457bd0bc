package emulator

import "encoding/json"

// modelFaults are answers that a client must survive; all have status 200.
var modelFaults = map[string]fault{
	// E85: a malformed call: content {}, no content, a signature alone.
	"E85":  func(x fixture) Step { return x.malformed(map[string]any{"content": struct{}{}}) },
	"E85b": func(x fixture) Step { return x.malformed(map[string]any{}) },
	"E85c": func(x fixture) Step {
		part := map[string]string{"thoughtSignature": x.a.mint.signature(Part{})}
		return x.malformed(map[string]any{"content": map[string]any{"role": RoleModel, "parts": []any{part}}})
	},
	// E86: an undeclared tool with its own finish reason, the call there or not.
	"E86": func(x fixture) Step {
		reason := unexpectedCall
		return Step{
			Parts:        []json.RawMessage{x.part(Call{Name: undeclared, Args: json.RawMessage("{}")}, true)},
			FinishReason: &reason, FinishMessage: unexpectedMessage,
		}
	},
	"E86b": func(x fixture) Step {
		return x.only(map[string]any{"finishReason": unexpectedCall, "finishMessage": unexpectedMessage})
	},
	// E87: an undeclared tool as if it were one.
	"E87": func(fixture) Step { return Step{Reply: &Reply{Calls: []Call{{Name: undeclared}}}} },
	// E90: the same call whenever it is asked; five times in one step.
	"E90": func(x fixture) Step { return Step{Reply: &Reply{Calls: []Call{x.good()}}} },
	"E90b": func(x fixture) Step {
		c := x.good()
		return Step{Reply: &Reply{Calls: []Call{c, c, c, c, c}}}
	},
	// E91: nothing: no parts, no content, an empty list, no list.
	"E91":  func(fixture) Step { return Step{Parts: []json.RawMessage{}} },
	"E91b": func(x fixture) Step { return x.only(map[string]any{"finishReason": "STOP"}) },
	"E91c": func(x fixture) Step {
		return Step{Frames: []json.RawMessage{x.frame(map[string]any{"candidates": []any{}})}}
	},
	"E91d": func(x fixture) Step { return Step{Frames: []json.RawMessage{x.frame(nil)}} },
	// E92: the prompt was blocked.
	"E92": func(x fixture) Step {
		feedback := map[string]string{"blockReason": "PROHIBITED_CONTENT"}
		return Step{Frames: []json.RawMessage{x.frame(map[string]any{"promptFeedback": feedback})}}
	},
	// E93: the answer was blocked after some text.
	"E93": func(x fixture) Step {
		reason := "SAFETY"
		if !x.a.stream {
			return Step{Parts: []json.RawMessage{words("Let me ")}, FinishReason: &reason}
		}
		blocked := x.only(map[string]any{"content": struct{}{}, "finishReason": reason, "safetyRatings": []any{
			map[string]any{"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": true},
		}})
		first := x.a.response(chunk{parts: []json.RawMessage{words("Let me ")}, tokens: 2}, x.a.mint.id(20), nil)
		return Step{Frames: append([]json.RawMessage{first}, blocked.Frames...)}
	},
	// E94: text before the call; text after it.
	"E94": func(x fixture) Step { return Step{Reply: &Reply{Text: "I look that up.", Calls: []Call{x.good()}}} },
	"E94b": func(x fixture) Step {
		return Step{Chunks: [][]json.RawMessage{{x.part(x.good(), true)}, {words("I look that up.")}}}
	},
	// E95: a summary of thoughts before the call, asked for or not.
	"E95": func(x fixture) Step {
		thought := "**Planning** I need a tool for that."
		return Step{Chunks: [][]json.RawMessage{{encode(answerPart{Text: &thought, Thought: true}, "")}, {x.part(x.good(), true)}}}
	},
	// E96: a part, fields and a finish reason of a later API.
	"E96": func(x fixture) Step {
		c := x.good()
		call := map[string]any{"name": c.Name, "args": c.Args, "futureField": map[string]int{"a": 1}}
		if x.a.family.signs() {
			call["id"] = x.a.mint.id(8)
		}
		return x.only(map[string]any{
			"content": map[string]any{"role": RoleModel, "parts": []any{
				map[string]any{"futurePart": map[string]bool{"new": true}},
				map[string]any{"text": "Something new.", "futureField": "kept"},
				map[string]any{"functionCall": call, "thoughtSignature": x.a.mint.signature(Part{Call: &c})},
			}},
			"futureField": 1, "finishReason": "FUTURE_REASON",
		})
	},
	// E98: a call that the model forgot to sign.
	"E98": func(x fixture) Step { return Step{Parts: []json.RawMessage{x.part(x.good(), false)}} },
}

const (
	unexpectedCall    = "UNEXPECTED_TOOL_CALL"
	unexpectedMessage = "Unexpected tool call: Model tried to call an undeclared function: " + undeclared
)

// malformed adds what all malformed calls have.
func (x fixture) malformed(candidate map[string]any) Step {
	candidate["finishReason"] = "MALFORMED_FUNCTION_CALL"
	candidate["finishMessage"] = "Malformed function call: print(default_api." + x.tool().Name + "(a='x'"
	return x.only(candidate)
}
