package emulator

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// accepts reports whether arguments are of the shape that a schema asks for,
// JSON Schema or OpenAPI: types, enums, required and further properties, bounds.
// A keyword that it does not know accepts all, as the service ignores it.
func accepts(schema, args json.RawMessage) bool {
	var root map[string]any
	if json.Unmarshal(schema, &root) != nil {
		return true
	}
	if args == nil {
		args = json.RawMessage("{}")
	}
	var value any
	if json.Unmarshal(args, &value) != nil {
		return false
	}
	g := generator{root: root}
	return g.accepts(root, value, 0)
}

func (g *generator) accepts(schema map[string]any, value any, depth int) bool {
	schema = g.resolve(schema)
	if depth > maxSchemaDepth {
		return true
	}
	if v, ok := schema["const"]; ok && !reflect.DeepEqual(v, value) {
		return false
	}
	if members, ok := schema["enum"].([]any); ok && !slices.ContainsFunc(members, func(m any) bool { return reflect.DeepEqual(m, value) }) {
		return false
	}
	for _, key := range []string{"anyOf", "oneOf", "any_of"} {
		options, ok := schema[key].([]any)
		if ok && !slices.ContainsFunc(options, func(o any) bool {
			option, _ := o.(map[string]any)
			return g.accepts(option, value, depth+1)
		}) {
			return false
		}
	}
	if value == nil && schema["nullable"] == true {
		return true
	}
	if types := typesOf(schema); len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isOfType(value, t) }) {
		return false
	}
	switch v := value.(type) {
	case map[string]any:
		return g.acceptsObject(schema, v, depth)
	case []any:
		n := float64(len(v))
		items, _ := schema["items"].(map[string]any)
		return n >= bound(schema, "minItems", 0) && n <= bound(schema, "maxItems", n) &&
			!slices.ContainsFunc(v, func(item any) bool { return !g.accepts(items, item, depth+1) })
	case string:
		n := float64(utf8.RuneCountInString(v))
		return n >= bound(schema, "minLength", 0) && n <= bound(schema, "maxLength", n)
	case float64:
		return v >= bound(schema, "minimum", v) && v <= bound(schema, "maximum", v)
	}
	return true
}

func (g *generator) acceptsObject(schema, value map[string]any, depth int) bool {
	required, _ := schema["required"].([]any)
	for _, r := range required {
		if name, ok := r.(string); ok {
			if _, there := value[name]; !there {
				return false
			}
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	further, _ := schema["additionalProperties"].(map[string]any)
	for name, v := range value {
		property, declared := properties[name].(map[string]any)
		if !declared {
			property = further
		}
		if !declared && schema["additionalProperties"] == false || !g.accepts(property, v, depth+1) {
			return false
		}
	}
	return true
}

// isOfType compares a decoded value with the name of a type in lower case.
func isOfType(value any, typ string) bool {
	switch v := value.(type) {
	case map[string]any:
		return typ == "object"
	case []any:
		return typ == "array"
	case string:
		return typ == "string"
	case bool:
		return typ == "boolean"
	case float64:
		return typ == "number" || typ == "integer" && v == math.Trunc(v)
	}
	return typ == "null"
}

// typesOf are the types that a schema states, in lower case; none: any.
func typesOf(schema map[string]any) []string {
	stated, ok := schema["type"].([]any)
	if !ok {
		stated = []any{schema["type"]}
	}
	var types []string
	for _, t := range stated {
		if s, ok := t.(string); ok {
			types = append(types, strings.ToLower(s))
		}
	}
	return types
}
