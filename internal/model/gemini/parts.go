package gemini

import (
	"encoding/json"

	"farhand/internal/model"
)

// wirePart is what the adapter reads of a part; the rest stays in its bytes.
// Source: https://ai.google.dev/api/caching#Part
type wirePart struct {
	Text         string `json:"text"`
	Thought      bool   `json:"thought"`
	FunctionCall *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
}

// readPart decodes a part of the model. A kind of part that the loop does not
// know gives the zero Part.
func readPart(raw json.RawMessage) (model.Part, error) {
	var w wirePart
	if err := json.Unmarshal(raw, &w); err != nil {
		return model.Part{}, err
	}
	if w.FunctionCall == nil {
		return model.Part{Text: w.Text, Thought: w.Thought}, nil
	}
	call := &model.Call{ID: w.FunctionCall.ID, Name: w.FunctionCall.Name, Args: w.FunctionCall.Args}
	if !given(call.Args) {
		call.Args = json.RawMessage("{}")
	}
	return model.Part{Call: call}, nil
}

// hollow reports whether a part carries nothing, as the unsigned empty text
// that ends some streams. Sent back, such a part makes the API answer 400
// (rule E24). A part with a signature or an unknown field carries something.
func hollow(raw json.RawMessage) bool {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return false
	}
	for name, value := range fields {
		switch {
		case name == "thought", !given(value):
		case (name == "text" || name == "thoughtSignature") && string(value) == `""`:
		default:
			return false
		}
	}
	return true
}
