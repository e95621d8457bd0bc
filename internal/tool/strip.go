package tool

import "strings"

// The bounds of a schema with its references filled in. Gemini refuses deeper
// ones with "maximum schema depth exceeded".
const (
	maxSchemaDepth = 32
	maxSchemaNodes = 10000
)

// wireFormats are the formats that a declaration keeps
// (https://ai.google.dev/api/caching#Schema); others become words.
var wireFormats = map[string]bool{
	"date-time": true, "date": true, "time": true,
	"int32": true, "int64": true, "float": true, "double": true,
}

// declareParameters returns the input schema as the model is told of it: an
// object with properties, without a choice at its root, and with no property
// required that it does not have. The full schema still validates (H13).
func declareParameters(path string, input *node, faults *Faults) *node {
	out := objectNode()
	for stripped, i := stripSchemaKeywords(path, input, faults), 0; i < len(stripped.keys); i++ {
		if key := stripped.keys[i]; key != "anyOf" {
			out.set(key, stripped.get(key))
		}
	}
	if !out.get("properties").isObject() {
		out.set("properties", objectNode())
	}
	if out.has("required") {
		for _, name := range out.get("required").texts() {
			if !out.get("properties").has(name) {
				faults.add(path+".required", quote(name)+" is not in properties")
			}
		}
	}
	return out
}

// stripSchemaKeywords returns a copy of a schema with what model providers
// reject or ignore removed or said in other keywords, in source order:
// references filled in, const as enum, exclusive bounds as inclusive ones with
// words, oneOf as anyOf, allOf merged. Names in properties are left alone: a
// parameter may be called default or $schema. A schema that refers to itself
// is a fault, for no provider takes one.
func stripSchemaKeywords(path string, root *node, faults *Faults) *node {
	s := &stripper{root: root, path: path, faults: faults, open: map[*node]bool{}}
	if out := s.schema(root, 1); out != nil {
		return out
	}
	return objectNode()
}

type stripper struct {
	root   *node
	path   string
	faults *Faults
	open   map[*node]bool // targets of the references that are being filled in
	nodes  int
}

// schema returns the copy of n, nil if n allows nothing.
func (s *stripper) schema(n *node, depth int) *node {
	out := objectNode()
	if n.isFalse() {
		return nil
	}
	if !n.isObject() {
		return out
	}
	s.nodes++
	if depth > maxSchemaDepth || s.nodes > maxSchemaNodes {
		s.faults.add(s.path, "is nested too deeply or too large once its references are filled in")
		return out
	}
	var notes []string
	for _, key := range n.keys {
		s.keyword(out, n, key, depth, &notes)
	}
	for _, part := range s.parts(n, depth) {
		merge(out, part)
	}
	if len(notes) > 0 {
		words := append([]string{}, notes...)
		if text := out.get("description").text(); text != "" {
			words = append([]string{text}, notes...)
		}
		out.set("description", scalarNode(strings.Join(words, " ")))
	}
	return out
}

// keyword copies one keyword of n to out, or adds to notes what it means.
// $ref and allOf are left to parts; what is not named here is dropped.
func (s *stripper) keyword(out, n *node, key string, depth int, notes *[]string) {
	value := n.get(key)
	switch key {
	case "type", "description", "default", "required", "pattern", "uniqueItems",
		"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems":
		out.set(key, value)
	case "enum":
		if !n.has("const") { // which says it more narrowly
			out.set(key, value)
		}
	case "const":
		out.set("enum", &node{kind: '[', items: []*node{value}})
	case "exclusiveMinimum":
		s.bound(out, n, "minimum", value)
		*notes = append(*notes, "Must be greater than "+string(value.json())+".")
	case "exclusiveMaximum":
		s.bound(out, n, "maximum", value)
		*notes = append(*notes, "Must be less than "+string(value.json())+".")
	case "multipleOf":
		*notes = append(*notes, "Must be a multiple of "+string(value.json())+".")
	case "format":
		if wireFormats[value.text()] {
			out.set(key, value)
		} else {
			*notes = append(*notes, "Format: "+value.text()+".")
		}
	case "properties":
		out.set(key, s.properties(value, depth))
	case "items":
		if items := s.schema(value, depth+1); items != nil {
			out.set(key, items)
		}
	case "additionalProperties":
		s.additional(out, n, value, depth)
	case "prefixItems":
		out.set(key, s.list(value, depth))
	case "anyOf", "oneOf":
		if choice := s.list(value, depth); len(choice.items) > 0 && !out.has("anyOf") {
			out.set("anyOf", choice)
		}
	}
}

// bound sets an inclusive bound, unless the schema has one of its own.
func (s *stripper) bound(out, n *node, key string, value *node) {
	if !n.has(key) {
		out.set(key, value)
	}
}

func (s *stripper) properties(value *node, depth int) *node {
	out := objectNode()
	for _, name := range value.keys {
		if property := s.schema(value.get(name), depth+1); property != nil {
			out.set(name, property)
		}
	}
	return out
}

// additional copies additionalProperties, except beside patternProperties:
// those are dropped, and it would then forbid what they allow.
func (s *stripper) additional(out, n, value *node, depth int) {
	switch {
	case n.has("patternProperties"):
	case value.isObject():
		out.set("additionalProperties", s.schema(value, depth+1))
	default:
		out.set("additionalProperties", value)
	}
}

func (s *stripper) list(value *node, depth int) *node {
	out := &node{kind: '['}
	for _, item := range value.items {
		if schema := s.schema(item, depth+1); schema != nil {
			out.items = append(out.items, schema)
		}
	}
	return out
}

// parts returns the copies of the schemas that n is joined with: the target of
// its $ref and the members of its allOf.
func (s *stripper) parts(n *node, depth int) []*node {
	var parts []*node
	if n.has("$ref") {
		ref := n.get("$ref").text()
		target := resolveRef(s.root, ref)
		switch {
		case target == nil: // checkKeywords has reported it
		case target == s.root || s.open[target]:
			s.faults.add(s.path, "refers to itself by "+quote(ref)+"; model providers reject recursive schemas")
		default:
			s.open[target] = true
			parts = append(parts, s.schema(target, depth+1))
			delete(s.open, target)
		}
	}
	if n.has("allOf") {
		for _, item := range n.get("allOf").items {
			parts = append(parts, s.schema(item, depth+1))
		}
	}
	return parts
}

// merge adds to out what part says and out does not. The copy is advice to the
// model, so where both speak of the same keyword, out's own word stands.
func merge(out, part *node) {
	if part == nil {
		return
	}
	for _, key := range part.keys {
		have, value := out.get(key), part.get(key)
		switch {
		case have == nil:
			out.set(key, value)
		case key == "properties" && have.isObject():
			joined := objectNode()
			for _, from := range []*node{have, value} {
				for _, name := range from.keys {
					if !joined.has(name) {
						joined.set(name, from.get(name))
					}
				}
			}
			out.set(key, joined)
		case key == "required" && have.isArray():
			out.set(key, &node{kind: '[', items: unite(have, value)})
		}
	}
}

// unite returns the items of two arrays of strings, each once.
func unite(a, b *node) []*node {
	seen := map[string]bool{}
	var items []*node
	for _, item := range append(append([]*node{}, a.items...), b.items...) {
		if !seen[item.text()] {
			seen[item.text()] = true
			items = append(items, item)
		}
	}
	return items
}
