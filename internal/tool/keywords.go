package tool

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// holds says where a keyword's value holds schemas.
type holds int

const (
	noSchema   holds = iota
	oneSchema        // the value
	listSchema       // each item of the value
	mapSchema        // each field of the value
)

// draft202012 is the only dialect of a contract's schemas.
const draft202012 = "https://json-schema.org/draft/2020-12/schema"

// keywords are the keywords that a schema may use: those of draft 2020-12
// without the dynamic references, and OpenAPI's discriminator, which is only
// stripped. Every other one fails at start, save our own, which begin with x-
// (H13).
var keywords = map[string]holds{
	"$schema": noSchema, "$id": noSchema, "$anchor": noSchema, "$ref": noSchema, "$comment": noSchema,
	"$defs": mapSchema,

	"allOf": listSchema, "anyOf": listSchema, "oneOf": listSchema, "prefixItems": listSchema,
	"not": oneSchema, "if": oneSchema, "then": oneSchema, "else": oneSchema,
	"items": oneSchema, "contains": oneSchema, "unevaluatedItems": oneSchema,
	"properties": mapSchema, "patternProperties": mapSchema, "dependentSchemas": mapSchema,
	"additionalProperties": oneSchema, "propertyNames": oneSchema, "unevaluatedProperties": oneSchema,

	"type": noSchema, "enum": noSchema, "const": noSchema,
	"multipleOf": noSchema, "minimum": noSchema, "maximum": noSchema,
	"exclusiveMinimum": noSchema, "exclusiveMaximum": noSchema,
	"minLength": noSchema, "maxLength": noSchema, "pattern": noSchema,
	"minItems": noSchema, "maxItems": noSchema, "uniqueItems": noSchema,
	"minContains": noSchema, "maxContains": noSchema,
	"minProperties": noSchema, "maxProperties": noSchema,
	"required": noSchema, "dependentRequired": noSchema,

	"title": noSchema, "description": noSchema, "default": noSchema, "examples": noSchema,
	"deprecated": noSchema, "readOnly": noSchema, "writeOnly": noSchema, "format": noSchema,
	"contentEncoding": noSchema, "contentMediaType": noSchema, "contentSchema": oneSchema,
	"discriminator": noSchema,
}

// checkKeywords reports unknown keywords, references that lead nowhere and
// other dialects in the schema at path. It returns whether it found none.
func checkKeywords(path string, root *node, faults *Faults) bool {
	before := len(*faults)
	walkSchema(path, root, func(path string, n *node) {
		for _, key := range n.keys {
			at := joinPath(path, key)
			switch _, known := keywords[key]; {
			case !known && !strings.HasPrefix(key, "x-"):
				faults.add(at, "unknown keyword")
			case key == "$ref":
				if resolveRef(root, n.get(key).text()) == nil {
					faults.add(at, quote(n.get(key).text())+" is not in this schema; a schema may only refer to itself")
				}
			case key == "$schema" && n.get(key).text() != draft202012:
				faults.add(at, "must be "+draft202012)
			case key == "$id" && n != root:
				faults.add(at, "may only stand at the root of a schema")
			}
		}
	})
	return len(*faults) == before
}

// walkSchema calls visit for the schema n and every schema within it, those in
// objects that are themselves no schema (a parameter may be called "$ref")
// at their right place.
func walkSchema(path string, n *node, visit func(path string, n *node)) {
	if !n.isObject() {
		return
	}
	visit(path, n)
	for _, key := range n.keys {
		value, at := n.get(key), joinPath(path, key)
		switch keywords[key] {
		case oneSchema:
			walkSchema(at, value, visit)
		case listSchema:
			for i, item := range value.items {
				walkSchema(fmt.Sprintf("%s[%d]", at, i), item, visit)
			}
		case mapSchema:
			for _, name := range value.keys {
				walkSchema(joinPath(at, name), value.get(name), visit)
			}
		}
	}
}

// The escapes of a JSON pointer's tokens (RFC 6901, section 3).
var (
	escapePointer   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")
)

// resolveRef returns what ref points to in root: "#", a JSON pointer or an
// anchor behind "#". It is nil for every other reference.
func resolveRef(root *node, ref string) *node {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil
	}
	if fragment != "" && !strings.HasPrefix(fragment, "/") {
		return findAnchor(root, fragment)
	}
	at := root
	for _, token := range strings.Split(fragment, "/")[1:] {
		token = unescapePointer.Replace(token)
		switch {
		case at.isObject() && at.has(token):
			at = at.get(token)
		case at.isArray():
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at.items) {
				return nil
			}
			at = at.items[i]
		default:
			return nil
		}
	}
	return at
}

func findAnchor(root *node, name string) *node {
	var found *node
	walkSchema("", root, func(_ string, n *node) {
		if slices.Contains(n.keys, "$anchor") && n.get("$anchor").text() == name {
			found = n
		}
	})
	return found
}
