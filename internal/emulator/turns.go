package emulator

const (
	callPlace     = "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
	responsePlace = "Please ensure that function response turn comes immediately after a function call turn."
	responseCount = "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
	trailingModel = "Requests ending with a model turn are not supported."
)

// turnStructure checks that each step's calls are followed by as many
// responses. Consecutive model contents count as one step (E34): clients that
// keep each piece of a stream as a content of its own send text, calls and an
// empty text one after the other. So do consecutive contents with responses
// (E35). Consecutive user contents (E37) and calls of tools that are not
// declared (E38) are fine.
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
		case open > 0 && (responses > 0 || c.role != RoleModel): // E32, E31
			return invalid(responseCount)
		case open == 0:
			calls, responses = 0, 0
		}
		if n := c.calls(); n > 0 {
			if calls == 0 && !w.mayCall(i) { // E30
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

// mayCall reports whether calls may begin in a content: directly after a user
// content, or after words of the model that themselves follow the user's. After
// words that follow responses they may not (E30).
func (w *wire) mayCall(i int) bool {
	before := i - 1
	for before >= 0 && w.contents[before].role == RoleModel {
		before--
	}
	return before >= 0 && (before == i-1 || w.contents[before].responses() == 0)
}
