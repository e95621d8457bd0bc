package emulator

import (
	"fmt"
	"strings"
)

// openAPISchemas checks what the proto of parameters leaves open (E56). An
// unknown keyword, a list of types and a member of enum that is no string are
// offences against the proto already (E55).
func openAPISchemas(w *wire, _ family) *apiError {
	var c schemaCheck
	for _, t := range w.tools {
		if t.parameters != nil {
			c.schema(t.parameters, "GenerateContentRequest."+t.path+".parameters")
		}
	}
	return bullets(c.found)
}

type schemaCheck struct{ found []violation }

func (c *schemaCheck) add(path, text string) { c.found = append(c.found, violation{path, text}) }

// schema checks one Schema and those inside it. Nesting is bounded by the
// parser of the body.
func (c *schemaCheck) schema(s *node, path string) {
	properties := s.get("properties")
	known := map[string]bool{}
	if properties != nil {
		for _, p := range properties.fields {
			known[p.name] = true
		}
	}
	typ := strings.ToUpper(s.get("type").string())
	if typ == "OBJECT" && len(known) == 0 {
		c.add(path+".properties", "should be non-empty for OBJECT type")
	}
	if typ == "ARRAY" && s.get("items") == nil {
		c.add(path+".items", "missing field.")
	}
	for i, name := range s.get("required").list() {
		switch {
		case typ != "" && typ != "OBJECT":
			c.add(path+".required", "only allowed for OBJECT type")
		case !known[name.string()]:
			c.add(fmt.Sprintf("%s.required[%d]", path, i), "property is not defined")
		}
	}
	if properties != nil {
		for _, p := range properties.fields {
			c.schema(p.value, fmt.Sprintf("%s.properties[%s]", path, p.name))
		}
	}
	if items := s.get("items"); items != nil {
		c.schema(items, path+".items")
	}
	for i, option := range s.get("any_of").list() {
		c.schema(option, fmt.Sprintf("%s.any_of[%d]", path, i))
	}
}
