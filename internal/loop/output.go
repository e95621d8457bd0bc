package loop

import (
	"encoding/json"

	"farhand/internal/model"
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

// callsIn returns the calls of a message, in order.
func callsIn(m model.Message) (calls []*model.Call) {
	for _, p := range m.Parts {
		if p.Call != nil {
			calls = append(calls, p.Call)
		}
	}
	return calls
}
