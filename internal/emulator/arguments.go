package emulator

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// arguments makes arguments for a tool that its schema accepts: the required
// properties only, with values found in the words where they fit. It knows the
// JSON Schema keywords that describe a value's shape, and the OpenAPI form of
// parameters; a pattern is only tried against a few values.
func arguments(t Tool, words string) json.RawMessage {
	var schema map[string]any
	if json.Unmarshal(t.Schema, &schema) != nil || schema == nil {
		return json.RawMessage("{}")
	}
	g := generator{root: schema, found: search(words, t)}
	args, ok := g.value("", schema, 0).(map[string]any)
	if !ok {
		args = map[string]any{}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return json.RawMessage("{}")
	}
	return raw
}

// generator makes one value for a schema. It consumes what it finds in the
// user's words, so that two properties do not get the same quotation.
type generator struct {
	root  map[string]any
	found *findings
	made  int
}

// deepest and maxValues bound schemas that require themselves, by nesting and by
// the number of values.
const (
	deepest   = 16
	maxValues = 1000
)

// value returns a value for the property of that name.
func (g *generator) value(name string, schema map[string]any, depth int) any {
	schema = g.resolve(schema)
	if g.made++; depth > deepest || g.made > maxValues {
		return nil
	}
	if v, ok := schema["const"]; ok {
		return v
	}
	if members, ok := schema["enum"].([]any); ok && len(members) > 0 {
		return g.found.member(members)
	}
	for _, key := range []string{"anyOf", "oneOf", "any_of"} {
		if options, ok := schema[key].([]any); ok && len(options) > 0 {
			if first, ok := options[0].(map[string]any); ok {
				rest := maps.Clone(schema)
				delete(rest, key)
				return g.value(name, merge(rest, first), depth+1)
			}
		}
	}
	switch typeOf(schema) {
	case "object":
		return g.object(schema, depth)
	case "array":
		return g.array(name, schema, depth)
	case "string":
		return g.text(name, schema)
	case "integer":
		return int64(math.Round(g.number(name, schema, 1)))
	case "number":
		return g.number(name, schema, 0)
	case "boolean":
		return true
	case "null":
		return nil
	}
	return g.text(name, schema)
}

// resolve follows local references and folds allOf in.
func (g *generator) resolve(schema map[string]any) map[string]any {
	for range deepest {
		ref, ok := schema["$ref"].(string)
		if !ok {
			break
		}
		target, ok := g.lookup(ref)
		if !ok {
			break
		}
		rest := maps.Clone(schema)
		delete(rest, "$ref")
		schema = merge(rest, target)
	}
	all, ok := schema["allOf"].([]any)
	if !ok {
		return schema
	}
	folded := maps.Clone(schema)
	delete(folded, "allOf")
	for _, s := range all {
		if m, ok := s.(map[string]any); ok {
			folded = merge(folded, m)
		}
	}
	return folded
}

func (g *generator) lookup(ref string) (map[string]any, bool) {
	at := g.root
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, false
	}
	for _, key := range strings.Split(strings.Trim(path, "/"), "/") {
		if key == "" {
			continue
		}
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		if at, ok = at[key].(map[string]any); !ok {
			return nil, false
		}
	}
	return at, true
}

// merge adds what b demands to a; lists of required names are joined.
func merge(a, b map[string]any) map[string]any {
	out := maps.Clone(b)
	for key, v := range a {
		switch old := out[key].(type) {
		case []any:
			if more, ok := v.([]any); ok && key == "required" {
				v = slices.Concat(more, old)
			}
		case map[string]any:
			if more, ok := v.(map[string]any); ok && key == "properties" {
				v = merge(more, old)
			}
		}
		out[key] = v
	}
	return out
}

// typeOf is the first type that is not null, in lower case; without one it is
// read off the other keywords.
func typeOf(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return strings.ToLower(t)
	case []any:
		for _, one := range t {
			if s, ok := one.(string); ok && s != "null" {
				return s
			}
		}
		return "null"
	}
	switch {
	case schema["properties"] != nil || schema["required"] != nil:
		return "object"
	case schema["items"] != nil:
		return "array"
	case schema["minimum"] != nil || schema["maximum"] != nil:
		return "number"
	}
	return ""
}

func (g *generator) object(schema map[string]any, depth int) map[string]any {
	out := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, r := range required {
		name, ok := r.(string)
		if !ok || out[name] != nil {
			continue
		}
		property, _ := properties[name].(map[string]any)
		out[name] = g.value(name, property, depth+1)
	}
	return out
}

func (g *generator) array(name string, schema map[string]any, depth int) []any {
	out := []any{}
	item, _ := schema["items"].(map[string]any)
	prefix, _ := schema["prefixItems"].([]any)
	n := min(bound(schema, "minItems", 1), bound(schema, "maxItems", 100), 100)
	for i := range int(n) {
		of := item
		if i < len(prefix) {
			of, _ = prefix[i].(map[string]any)
		}
		out = append(out, g.value(name, of, depth+1))
	}
	return out
}

// number takes the next number of the words and moves it between the bounds.
// step is 1 for integers, 0 otherwise.
func (g *generator) number(name string, schema map[string]any, step float64) float64 {
	low, high := bound(schema, "minimum", math.Inf(-1)), bound(schema, "maximum", math.Inf(1))
	gap := math.Max(step, 1e-9)
	low = math.Max(low, bound(schema, "exclusiveMinimum", math.Inf(-1))+gap)
	high = math.Min(high, bound(schema, "exclusiveMaximum", math.Inf(1))-gap)
	v := math.Min(math.Max(g.found.number(name, 1), low), high)
	if step == 1 {
		v = math.Min(math.Max(math.Round(v), math.Ceil(low)), math.Floor(high))
	}
	if of := bound(schema, "multipleOf", 0); of > 0 {
		if v = math.Floor(v/of) * of; v < low {
			v += of
		}
	}
	return v
}

// bound reads a numeric keyword; OpenAPI clients send some as strings.
func bound(schema map[string]any, key string, absent float64) float64 {
	switch v := schema[key].(type) {
	case float64:
		return v
	case string:
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			return f
		}
	}
	return absent
}
