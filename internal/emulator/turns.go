package emulator

const (
	callPlace     = "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
	responsePlace = "Please ensure that function response turn comes immediately after a function call turn."
	responseCount = "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
	trailingModel = "Requests ending with a model turn are not supported."
)

// turnStructure checks that each step's calls are followed by as many
// responses. Consecutive model contents with calls count as one step (E34), and
// so do consecutive contents with responses (E35). Consecutive user contents
// (E37) and calls of tools that are not declared (E38) are fine.
func turnStructure(w *wire, f family) *apiError {
	calls, responses := 0, 0 // of the step under way; both 0 outside one
	for i, c := range w.contents {
		open := calls - responses
		switch n := c.responses(); {
		case n > 0 && calls == 0: // E33
			return invalid(responsePlace)
		case n > open: // E32
			return invalid(responseCount)
		case n > 0:
			responses += n
		case open > 0 && (responses > 0 || c.calls() == 0): // E32, E31
			return invalid(responseCount)
		case open == 0:
			calls, responses = 0, 0
		}
		if n := c.calls(); n > 0 {
			if i == 0 || calls == 0 && w.contents[i-1].role == RoleModel { // E30
				return invalid(callPlace)
			}
			calls += n
		}
	}
	if responses != calls { // E31: nothing follows the calls, or E32 at the end
		return invalid(responseCount)
	}
	last := w.contents[len(w.contents)-1]
	if last.role == RoleModel && f.refusesTrailingModel() { // E36
		return invalid(trailingModel)
	}
	return nil
}

// signaturesPresent demands, of the families that enforce it, a thought
// signature on the first call of every model content of the current turn (E44).
// Older turns and older families are not checked (E45), nor are the other
// calls of a content (E46). The two documented dummies are signatures (E47).
func signaturesPresent(w *wire, f family) *apiError {
	if !f.signs() {
		return nil
	}
	for i := w.view.turnStart() + 1; i < len(w.contents); i++ {
		if w.contents[i].role != RoleModel {
			continue
		}
		for _, p := range w.contents[i].parts {
			if p.view.Call == nil {
				continue
			}
			if p.signature == "" {
				return invalid("Function call is missing a thought_signature in functionCall parts. "+
					"This is required for tools to work correctly, and missing thought_signature may lead to "+
					"degraded model performance. Additional data, function call `default_api:%s` , position %d. "+
					"Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
					p.view.Call.Name, i+1)
			}
			break
		}
	}
	return nil
}
