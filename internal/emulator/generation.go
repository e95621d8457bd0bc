package emulator

import "strconv"

// generationConfig checks the settings of the answer (E67, E70, E71) and the
// size of the prompt (E72).
func generationConfig(w *wire, f family) *apiError {
	if w.config.get("response_mime_type").string() == "application/json" && len(w.tools) > 0 && !f.signs() { // E67
		return invalid("Function calling with a response mime type: 'application/json' is unsupported")
	}
	level, budget := w.thinking().get("thinking_level"), w.thinking().get("thinking_budget")
	switch {
	case level != nil && budget != nil: // E70
		return invalid("You can only set only one of thinking budget and thinking level.")
	case level != nil && f.major > 0 && !f.signs(): // E70; Gemma, which has no such version, takes it
		return invalid("Thinking level is not supported for this model.")
	case budget.literal() == "0" && f.mustThink(): // E70
		return invalid("Budget 0 is invalid. This model only works in thinking mode.")
	}
	if v := w.config.get("temperature"); v != nil { // E71
		if t, err := strconv.ParseFloat(v.literal(), 64); err == nil && (t < 0 || t > 2) {
			return invalid("* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].\n")
		}
	}
	if w.prompt > inputTokenLimit { // E72
		return invalid("The input token count (%d) exceeds the maximum number of tokens allowed (%d).", w.prompt, inputTokenLimit)
	}
	return nil
}

// maxOutput is generationConfig.maxOutputTokens; zero: none was set.
func (w *wire) maxOutput() int {
	n, err := strconv.Atoi(w.config.get("max_output_tokens").literal())
	if err != nil {
		return 0
	}
	return n
}
