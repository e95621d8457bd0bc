package loop

import (
	"encoding/json"

	"farhand/internal/tool"
)

// output is what the model reads of a result: {"output": value} for success,
// {"error": {"code", "message"}} for failure, the two keys whose meaning the
// Gemini API documents for a function response.
func output(r tool.Result) json.RawMessage {
	var v any = struct {
		Output json.RawMessage `json:"output"`
	}{r.Value}
	if r.Err != nil {
		v = struct {
			Error *tool.Error `json:"error"`
		}{r.Err}
	}
	out, err := json.Marshal(v)
	if err != nil { // the chain lets only JSON through
		panic(err)
	}
	return out
}
