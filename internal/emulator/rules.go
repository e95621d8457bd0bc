package emulator

import "fmt"

// rule is one stage of the hard rules: what the service itself refuses. It
// sees a request that passed all stages before it.
type rule func(*wire, family) *apiError

// hardRules are the stages after the proto shape, in the order in which the
// service is taken to check; the first refusal is the answer.
var hardRules = []rule{
	requiredFields,
	roles,
	openAPISchemas,
	declarations,
	jsonSchemas,
	toolConfig,
	turnStructure,
	signatures,
	responseNames,
	responseMedia,
	responseReferences,
	generationConfig,
}

// judge runs the hard rules.
func judge(w *wire, f family) *apiError {
	for _, r := range hardRules {
		if err := r(w, f); err != nil {
			return err
		}
	}
	return nil
}

// requiredFields collects what is missing or malformed in contents and
// declarations and reports it together (E28).
func requiredFields(w *wire, _ family) *apiError {
	var found []violation
	add := func(path, format string, args ...any) {
		found = append(found, violation{"GenerateContentRequest." + path, fmt.Sprintf(format, args...)})
	}
	if len(w.contents) == 0 { // E14
		add("contents", "contents is not specified")
	}
	for i, c := range w.contents {
		if len(c.parts) == 0 { // E23
			add(fmt.Sprintf("contents[%d].parts", i), "contents.parts must not be empty.")
		}
		for j, p := range c.parts {
			if p.data == "" && p.signature == "" && !p.video { // E24
				add(fmt.Sprintf("contents[%d].parts[%d].data", i, j),
					"required oneof field 'data' must have one initialized field")
			}
		}
	}
	seen := map[string]bool{}
	for _, t := range w.tools {
		if !functionName.MatchString(t.Name) { // E53
			add(t.path+".name", "Invalid function name. Must start with a letter or an underscore. "+
				"Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), "+
				"with a maximum length of 64.")
		} else if seen[t.Name] { // E54
			add(t.path, "Duplicate function declaration found: %s", t.Name)
		}
		seen[t.Name] = true
	}
	return bullets(found)
}

// roles refuses every role but user and model. A missing role is user; the
// old role function may carry responses (E26). The role of systemInstruction
// is not looked at (E27).
func roles(w *wire, _ family) *apiError {
	for _, c := range w.contents {
		switch c.role {
		case "", RoleUser, RoleModel:
		case "function":
			if c.responses() == 0 {
				return invalid("Please use a valid role: user, model.")
			}
		default:
			return invalid("Please use a valid role: user, model.")
		}
	}
	return nil
}
