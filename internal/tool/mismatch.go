package tool

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"farhand/internal/protocol"
)

// Unfit is the error of a result that does not fit its tool. Its text is for the
// model.
type Unfit struct {
	text string

	// First is the first reason, for the page, by its own path.
	First protocol.Mismatch

	// Place is the path for operators: a key that the schema does not name is a
	// star, since it may be content.
	Place string
}

// Error returns the reasons for the model.
func (u *Unfit) Error() string { return u.text }

// resultPath is where the paths of a result begin.
const resultPath = "result"

// unfit returns err, which comes from validate, with its first reason.
func unfit(schema *jsonschema.Schema, err error, reasons []leaf) *Unfit {
	u := &Unfit{text: err.Error(), Place: resultPath}
	if len(reasons) == 0 {
		u.First = protocol.Mismatch{Path: resultPath, Expected: "JSON that every reader reads alike", Got: err.Error()}
		return u
	}
	first := reasons[0]
	named := map[string]bool{}
	propertyNames(schema, named, map[*jsonschema.Schema]bool{})
	path := resultPath
	for _, token := range first.path {
		if _, err := strconv.Atoi(token); err == nil {
			path, u.Place = path+"["+token+"]", u.Place+"["+token+"]"
			continue
		}
		path = joinPath(path, token)
		if !named[token] {
			token = "*"
		}
		u.Place = joinPath(u.Place, token)
	}
	u.First.Path = protocol.Cut(path, maxLeafChars)
	u.Place = protocol.Cut(u.Place, maxLeafChars)
	u.First.Expected, u.First.Got = first.difference()
	return u
}

// propertyNames gathers every name that schema has in a properties keyword.
func propertyNames(schema *jsonschema.Schema, names map[string]bool, seen map[*jsonschema.Schema]bool) {
	if schema == nil || seen[schema] {
		return
	}
	seen[schema] = true
	parts := []*jsonschema.Schema{schema.Ref, schema.Not, schema.If, schema.Then, schema.Else, schema.Items2020, schema.Contains}
	parts = append(append(append(append(parts, schema.AllOf...), schema.AnyOf...), schema.OneOf...), schema.PrefixItems...)
	if further, ok := schema.AdditionalProperties.(*jsonschema.Schema); ok {
		parts = append(parts, further)
	}
	for name, property := range schema.Properties {
		names[name] = true
		parts = append(parts, property)
	}
	for _, part := range parts {
		propertyNames(part, names, seen)
	}
}

// words is a value of a schema, as JSON of bounded length.
func words(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return "another value"
	}
	return protocol.Cut(plain(string(data)), maxLeafChars)
}

// difference says what was expected and what was got, in kinds, numbers of
// things and words of the schema: no value of the instance is in it.
func (l leaf) difference() (expected, got string) {
	atLeast := func(want, got int, things string) (string, string) {
		return fmt.Sprintf("at least %d %s", want, things), strconv.Itoa(got)
	}
	atMost := func(want, got int, things string) (string, string) {
		return fmt.Sprintf("at most %d %s", want, things), strconv.Itoa(got)
	}
	switch k := l.kind.(type) {
	case *kind.Type:
		return strings.Join(k.Want, " or "), k.Got
	case *kind.Required:
		return "the field " + quote(k.Missing[0]), "none"
	case *kind.AdditionalProperties:
		return "no other field", fmt.Sprintf("%d more", len(k.Properties))
	case *kind.Enum:
		return "one of " + words(k.Want), "another"
	case *kind.Const:
		return words(k.Want), "another"
	case *kind.Minimum:
		return "at least " + k.Want.RatString(), "less"
	case *kind.Maximum:
		return "at most " + k.Want.RatString(), "more"
	case *kind.ExclusiveMinimum:
		return "more than " + k.Want.RatString(), "less, or as much"
	case *kind.ExclusiveMaximum:
		return "less than " + k.Want.RatString(), "more, or as much"
	case *kind.MinLength:
		return atLeast(k.Want, k.Got, "characters")
	case *kind.MaxLength:
		return atMost(k.Want, k.Got, "characters")
	case *kind.MinItems:
		return atLeast(k.Want, k.Got, "items")
	case *kind.MaxItems:
		return atMost(k.Want, k.Got, "items")
	case *kind.MinProperties:
		return atLeast(k.Want, k.Got, "fields")
	case *kind.MaxProperties:
		return atMost(k.Want, k.Got, "fields")
	}
	return strings.Join(l.kind.KeywordPath(), "."), "what does not fit"
}
