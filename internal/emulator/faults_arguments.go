package emulator

import (
	"encoding/json"
	"slices"
	"strings"
)

// argumentFaults are calls whose arguments are not what a client expects.
var argumentFaults = map[string]fault{
	// E88: against the schema: nothing, a wrong type, a key too many, null. A tool
	// without properties takes the first and the third only.
	"E88":  func(x fixture) Step { return x.calling(map[string]any{}) },
	"E88b": func(x fixture) Step { return x.spoiled(func(property *node) any { return otherType(property) }) },
	"E88c": func(x fixture) Step {
		args := x.goodArguments()
		args["unexpected_key"] = true
		return x.calling(args)
	},
	"E88d": func(x fixture) Step { return x.spoiled(func(*node) any { return nil }) },
	// E89: no args; args {}.
	"E89":  func(x fixture) Step { return Step{Parts: []json.RawMessage{x.part(Call{Name: x.tool().Name}, true)}} },
	"E89b": func(x fixture) Step { return x.calling(map[string]any{}) },
	// E97: an integer above 2^53, keys of other scripts and of HTML; a megabyte.
	"E97": func(x fixture) Step {
		return x.calling(map[string]any{"count": json.Number("9007199254740993"), "größe": "日本", "<script>": "</script>&"})
	},
	"E97b": func(x fixture) Step {
		return x.calling(map[string]any{"text": strings.Repeat("0123456789abcdef", 1<<16)})
	},
}

// calling is a step of one signed call, sent as it is.
func (x fixture) calling(args map[string]any) Step {
	c := Call{Name: x.tool().Name, Args: encode(args, "")}
	return Step{Parts: []json.RawMessage{x.part(c, true)}}
}

func (x fixture) goodArguments() map[string]any {
	args := map[string]any{}
	if err := json.Unmarshal(x.good().Args, &args); err != nil {
		return map[string]any{}
	}
	return args
}

// spoiled replaces one argument, a required one if there is any.
func (x fixture) spoiled(value func(property *node) any) Step {
	args := x.goodArguments()
	if schema, err := parse(x.tool().Schema); err == nil {
		properties := schema.key("properties")
		name := ""
		if properties != nil && len(properties.fields) > 0 {
			name = properties.fields[0].name
		}
		if required := schema.key("required").list(); len(required) > 0 {
			name = required[0].str
		}
		if property := properties.key(name); property != nil {
			args[name] = value(property)
		}
	}
	return x.calling(args)
}

// otherType is a value that the property does not take.
func otherType(property *node) any {
	isString := func(t *node) bool { return strings.EqualFold(t.str, "string") }
	if slices.ContainsFunc(property.key("type").list(), isString) {
		return 42
	}
	return "of another type"
}
