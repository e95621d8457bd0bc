package gemini

import (
	"bytes"
	"encoding/json"

	"farhand/internal/model"
)

// wireContent is a Content.
// Source: https://ai.google.dev/api/caching#Content
type wireContent struct {
	Role  model.Role        `json:"role"`
	Parts []json.RawMessage `json:"parts"`
}

type wireCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type wireResult struct {
	ID       string          `json:"id,omitempty"`
	Name     string          `json:"name"`
	Response json.RawMessage `json:"response"`
	Parts    []wireMedia     `json:"parts,omitempty"`
}

// contents returns the contents of a request. The model's own parts go back as
// they came. A message that has nothing to send is left out, as the API refuses
// a content without parts (rule E23). The media of results go where f takes them.
func contents(messages []model.Message, f family) ([]json.RawMessage, error) {
	contents := make([]json.RawMessage, 0, len(messages))
	add := func(role model.Role, parts []json.RawMessage) error {
		if len(parts) == 0 {
			return nil
		}
		content, err := json.Marshal(wireContent{role, parts})
		contents = append(contents, content)
		return err
	}
	for _, message := range messages {
		parts := message.Native
		if message.Role != model.RoleModel || message.Provider != provider || len(parts) == 0 {
			var err error
			if parts, err = build(message, f); err != nil {
				return nil, err
			}
		}
		if message.Role == model.RoleModel && f.needsSignatures() {
			parts = signed(parts)
		}
		if err := add(message.Role, parts); err != nil {
			return nil, err
		}
		if f.mediaInResults() {
			continue
		}
		apart, err := mediaContent(message)
		if err == nil {
			err = add(message.Role, apart)
		}
		if err != nil {
			return nil, err
		}
	}
	return contents, nil
}

// build makes the parts of a message that has no bytes of its own here: a
// user's, or a model's of another provider. The other's thoughts stay behind.
func build(message model.Message, f family) ([]json.RawMessage, error) {
	var parts []json.RawMessage
	for _, part := range message.Parts {
		var wire any
		switch {
		case part.Result != nil:
			response, err := response(part.Result.Output)
			if err != nil {
				return nil, err
			}
			result := wireResult{ID: part.Result.ID, Name: part.Result.Name, Response: response}
			if f.mediaInResults() {
				result.Parts = media(part.Result)
			}
			wire = map[string]any{"functionResponse": result}
		case part.Call != nil:
			wire = map[string]any{"functionCall": wireCall{part.Call.ID, part.Call.Name, part.Call.Args}}
		case part.Text != "" && !part.Thought:
			wire = map[string]any{"text": part.Text}
		default:
			continue
		}
		raw, err := json.Marshal(wire)
		if err != nil {
			return nil, err
		}
		parts = append(parts, raw)
	}
	return parts, nil
}

// maxStructDepth is how deeply the values of a response may be nested. The API
// reads them into google.protobuf.Struct, whose readers stop at 100 messages in
// each other (CodedInputStream's default), and every level takes two or three.
const maxStructDepth = 32

// response returns output as the API takes it. A value of output goes as its
// JSON text if the API would answer 400 to it, now and in every later request:
// one that has a key `$ref` anywhere, which the API reads as a reference to
// media (rule E43), and one that is nested too deeply. This is the one place
// that does so.
func response(output json.RawMessage) (json.RawMessage, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(output, &values); err != nil {
		return nil, err
	}
	changed := false
	for name, value := range values {
		sendable, err := sendable(value)
		if err != nil {
			return nil, err
		}
		if sendable {
			continue
		}
		text, err := json.Marshal(string(value))
		if err != nil {
			return nil, err
		}
		values[name], changed = text, true
	}
	if !changed {
		return output, nil
	}
	return json.Marshal(values)
}

// sendable reports whether the API takes value as it is.
func sendable(value json.RawMessage) (bool, error) {
	if depth(value) > maxStructDepth {
		return false, nil
	}
	// A key can be spelled with escapes; a value with neither has no such key.
	if !bytes.Contains(value, []byte("$ref")) && !bytes.Contains(value, []byte(`\u`)) {
		return true, nil
	}
	var decoded any
	if err := json.Unmarshal(value, &decoded); err != nil {
		return false, err
	}
	return !hasRef(decoded), nil
}

// depth returns how many arrays and objects of value, which is valid JSON, lie
// in each other.
func depth(value json.RawMessage) (deepest int) {
	open, quoted := 0, false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			open++
			deepest = max(deepest, open)
		case c == ']' || c == '}':
			open--
		}
	}
	return deepest
}

func hasRef(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			if key == "$ref" || hasRef(member) {
				return true
			}
		}
	case []any:
		for _, element := range v {
			if hasRef(element) {
				return true
			}
		}
	}
	return false
}
