package emulator

import (
	"regexp"
	"slices"
	"strconv"
)

// maxDeclarations is the documented limit of functions in a request (E64).
const maxDeclarations = 512

var functionName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$`)

// declarations checks the tools as a whole: one form of schema each (E57), not
// too many (E64), and no built-in tool beside them before Gemini 3 (E66).
func declarations(w *wire, f family) *apiError {
	var found []violation
	for _, t := range w.tools {
		if t.parameters != nil && t.jsonSchema != nil { // E57
			found = append(found, violation{"GenerateContentRequest." + t.path,
				"parameters and parameters_json_schema are mutually exclusive."})
		}
	}
	switch {
	case len(found) > 0:
		return bullets(found)
	case len(w.tools) > maxDeclarations: // E64
		return invalid("* GenerateContentRequest.tools: %d function declarations, at most %d are allowed.\n", len(w.tools), maxDeclarations)
	case w.builtIn != "" && len(w.tools) > 0 && !f.signs(): // E66
		return invalid("Tool use with function calling is unsupported")
	}
	return nil
}

// toolConfig checks functionCallingConfig against the declarations (E60 to E63).
func toolConfig(w *wire, f family) *apiError {
	if w.calling == nil {
		return nil
	}
	if len(w.tools) == 0 { // E62
		if w.builtIn != "" && f.signs() {
			return nil
		}
		return invalid("Function calling config is set without function_declarations.")
	}
	const allowed = "GenerateContentRequest.tool_config.function_calling_config.allowed_function_names"
	for _, name := range w.view.Allowed { // E63
		switch {
		case w.view.Mode != ModeAny && w.view.Mode != ModeValidated:
			return invalid("* %s: only allowed when the mode is ANY or VALIDATED.\n", allowed)
		case !slices.ContainsFunc(w.tools, func(t wireTool) bool { return t.Name == name }):
			return invalid("* %s: function %s is not declared.\n", allowed, name)
		}
	}
	if w.view.Mode != ModeAny && len(w.view.Allowed) == 0 {
		return nil
	}
	states := 0
	for _, t := range w.tools {
		if t.Schema == nil { // E60
			return invalid("Request contains an invalid argument.")
		}
		for _, s := range []*node{t.parameters, t.jsonSchema} {
			states += complexity(s)
		}
	}
	if w.view.Mode == ModeAny && states > w.maxStates { // E61
		return invalid("The specified schema produces a constraint that has too many states for serving. " +
			"Typical causes of this error are schemas with lots of text, schemas with long array length limits, " +
			"and schemas using complex value matchers.")
	}
	return nil
}

// complexity adds up what makes a schema hard to constrain an answer to: the
// members of enums, the optional properties and the bounds of arrays (E61).
func complexity(schema *node) int {
	if schema == nil {
		return 0
	}
	n := 0
	if members := schema.key("enum"); members != nil {
		n += len(members.items)
	}
	if properties := schema.get("properties"); properties != nil {
		n += max(0, len(properties.fields)-len(schema.get("required").list()))
	}
	for _, name := range []string{"min_items", "max_items"} {
		if bound, err := strconv.Atoi(schema.get(name).literal()); err == nil {
			n += max(0, bound)
		}
	}
	for _, f := range schema.fields {
		n += complexity(f.value)
	}
	for _, item := range schema.items {
		n += complexity(item)
	}
	return n
}
