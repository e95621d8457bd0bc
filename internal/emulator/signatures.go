package emulator

// signatures checks the thought signatures of the current turn, for the
// families that enforce them. The turn starts after the last user content
// without a function response.
//
// The first call of each of its model contents must have a signature (E44);
// older turns and older families are not checked (E45), other calls need none
// (E46). The two documented dummies are signatures (E47). Where there is one, it
// must be the emulator's own and on its part (E48). Words need none (E49), and
// neither do thoughts (E50).
func signatures(w *wire, f family) *apiError {
	if !f.signs() {
		return nil
	}
	for i := w.view.turnStart() + 1; i < len(w.contents); i++ {
		if w.contents[i].role != RoleModel {
			continue
		}
		first := true
		for _, p := range w.contents[i].parts {
			if p.signature != "" { // E48
				switch w.keys.judge(p, f) {
				case foreign:
					return invalid("Corrupted thought signature.")
				case moved:
					return invalid("Invalid thought signature.")
				}
			}
			if p.view.Call == nil {
				continue
			}
			if first && p.signature == "" { // E44
				return invalid("Function call is missing a thought_signature in functionCall parts. "+
					"This is required for tools to work correctly, and missing thought_signature may lead to "+
					"degraded model performance. Additional data, function call `default_api:%s` , position %d. "+
					"Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
					p.view.Call.Name, i+1)
			}
			first = false
		}
	}
	return nil
}
