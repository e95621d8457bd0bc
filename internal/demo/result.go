package demo

import (
	"encoding/json"
	"strings"

	"farhand/internal/emulator"
	"farhand/internal/protocol"
)

func (r result) failed() bool { return r.code != "" }

// read decodes the value; what does not fit stays as it was in v.
func (r result) read(v any) { _ = json.Unmarshal(r.value, v) }

// decode reads the function responses that the loop sends: {"output": value}
// or {"error": {"code", "message"}}. A value from outside the conversation is
// marked {"trusted": false, …, "content": value}; a value with a $ref key
// comes as JSON text.
func decode(responses []emulator.Result) []result {
	results := make([]result, len(responses))
	for i, resp := range responses {
		var body struct {
			Output json.RawMessage
			Error  *struct{ Code protocol.Code }
		}
		_ = json.Unmarshal(resp.Value, &body) // an empty body reads as a failure below
		r := result{name: resp.Name, args: resp.Args, value: content(body.Output)}
		if r.value == nil {
			r.code = protocol.CodeFailed
			if body.Error != nil && body.Error.Code != "" {
				r.code = body.Error.Code
			}
		}
		results[i] = r
	}
	return results
}

// content takes a value out of its JSON text and its mark.
func content(output json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(output, &text) == nil && json.Valid([]byte(text)) {
		output = json.RawMessage(text)
	}
	var marked struct {
		Trusted *bool
		Content json.RawMessage
	}
	if json.Unmarshal(output, &marked) == nil && marked.Trusted != nil {
		return marked.Content
	}
	return output
}

// report says what came of a plan that failed: what was found all the same,
// what did not work, and what the user can do about it.
func report(results []result) string {
	var sentences []string
	for _, r := range results {
		switch {
		case r.failed():
			sentences = append(sentences, "I could not "+deed[r.name]+". "+advice(r.code))
		case r.name == geolocationGet:
			sentences = append(sentences, whereYouAre(r))
		case r.name == deviceContext:
			sentences = append(sentences, aboutDevice(r, ""))
		}
	}
	return strings.Join(sentences, "\n")
}

// deed completes "I could not …".
var deed = map[string]string{
	geolocationGet: "get your location",
	memoryPut:      "remember that",
	memoryGet:      "look that up",
	memoryList:     "list what is remembered",
	memorySearch:   "search what is remembered",
	memoryDelete:   "forget that",
	clipboardRead:  "read your clipboard",
	clipboardWrite: "write to your clipboard",
	deviceContext:  "look at this device",
	speak:          "speak",
}

// advice is the code's own sentence for the person.
func advice(code protocol.Code) string {
	info, ok := code.Info()
	if !ok {
		info, _ = protocol.CodeFailed.Info()
	}
	return info.Person
}
