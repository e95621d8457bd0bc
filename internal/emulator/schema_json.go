package emulator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxSchemaDepth bounds the nesting of a JSON Schema, references followed (E58).
const maxSchemaDepth = 32

// jsonSchemas checks the free form of parametersJsonSchema: its references and
// its depth (E58), and that it describes an object (E59). All other keywords
// are taken and ignored.
func jsonSchemas(w *wire, _ family) *apiError {
	for _, t := range w.tools {
		if t.jsonSchema == nil {
			continue
		}
		r := references{root: t.jsonSchema, height: map[*node]int{}}
		if _, text := r.measure(t.jsonSchema, nil, 1); text != "" {
			return invalid("%s", text)
		}
		if !r.describesObject(t.jsonSchema) { // E59
			return invalid("* GenerateContentRequest.%s.parameters_json_schema: schema should be of type OBJECT.\n", t.path)
		}
	}
	return nil
}

// references follows the $refs of one schema.
type references struct {
	root   *node
	height map[*node]int // of the schemas that were checked; underWay: being checked
}

const underWay = -1

// measure returns how deep a schema at that depth nests with references
// followed, and its first offence. Every schema is measured once, so that schemas
// which refer to each other many times cost no more than their size.
func (r *references) measure(schema *node, path []string, depth int) (height int, offence string) {
	const tooDeep = "maximum schema depth exceeded"
	if schema == nil || schema.kind != object {
		return 0, ""
	}
	switch h, seen := r.height[schema]; {
	case seen && h == underWay || depth > maxSchemaDepth:
		return 0, tooDeep
	case seen:
		return h, ""
	}
	r.height[schema] = underWay
	below := 0
	for _, sub := range r.below(schema) {
		if sub.schema == nil {
			return 0, "reference to undefined schema at " + strings.Join(path, ".")
		}
		h, offence := r.measure(sub.schema, append(slices.Clone(path), sub.path...), depth+1)
		if offence != "" {
			return 0, offence
		}
		below = max(below, h)
	}
	if below >= maxSchemaDepth {
		return 0, tooDeep
	}
	if ref := schema.key("$ref"); ref != nil {
		for _, f := range schema.fields {
			if f.name != "description" && f.name != "default" && !strings.HasPrefix(f.name, "$") {
				return 0, fmt.Sprintf("$ref '%s' was set alongside unsupported fields. "+
					"If a schema node has $ref set, then only description and default can be set alongside it", ref.str)
			}
		}
	}
	r.height[schema] = below + 1
	return below + 1, ""
}

// subschema is a schema inside another and the way to it. A nil schema is a
// reference that leads nowhere.
type subschema struct {
	path   []string
	schema *node
}

// below lists the schemas that a schema applies.
func (r *references) below(schema *node) []subschema {
	var subs []subschema
	if ref := schema.key("$ref"); ref != nil {
		subs = append(subs, subschema{nil, r.resolve(ref.str)})
	}
	if properties := schema.key("properties"); properties != nil {
		for _, f := range properties.fields {
			subs = append(subs, subschema{[]string{"properties", f.name}, f.value})
		}
	}
	for _, name := range []string{"items", "additionalProperties"} {
		if s := schema.key(name); s != nil {
			subs = append(subs, subschema{[]string{name}, s})
		}
	}
	for _, name := range []string{"anyOf", "oneOf", "prefixItems"} {
		if list := schema.key(name); list != nil {
			for i, s := range list.items {
				subs = append(subs, subschema{[]string{name, strconv.Itoa(i)}, s})
			}
		}
	}
	return subs
}

// resolve follows a reference inside the schema: a JSON pointer, an $anchor or
// an $id. nil: it leads nowhere.
func (r *references) resolve(ref string) *node {
	pointer, local := strings.CutPrefix(ref, "#")
	if local && (pointer == "" || pointer[0] == '/') {
		at := r.root
		for _, key := range strings.Split(pointer, "/")[1:] {
			if at = at.step(strings.NewReplacer("~1", "/", "~0", "~").Replace(key)); at == nil {
				return nil
			}
		}
		return at
	}
	return r.root.find(func(n *node) bool {
		return local && n.key("$anchor").string() == pointer || n.key("$id").string() == ref
	})
}

// describesObject reports a schema that names the type object, or no type.
func (r *references) describesObject(schema *node) bool {
	for range maxSchemaDepth {
		ref := schema.key("$ref")
		if ref == nil {
			break
		}
		schema = r.resolve(ref.str)
	}
	if schema == nil || schema.kind != object {
		return false
	}
	types := schema.key("type")
	if types == nil {
		return true
	}
	return slices.ContainsFunc(types.list(), func(t *node) bool { return strings.EqualFold(t.str, "object") })
}
