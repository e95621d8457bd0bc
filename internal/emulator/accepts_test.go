package emulator

import "testing"

func TestAccepts(t *testing.T) {
	for _, test := range []struct {
		name, schema, args string
		want               bool
	}{
		{"empty", `{"type":"object"}`, `{}`, true},
		{"noSchema", ``, `{"a":1}`, true},
		{"wrongType", `{"properties":{"a":{"type":"string"}}}`, `{"a":1}`, false},
		{"oneOfTheTypes", `{"properties":{"a":{"type":["string","null"]}}}`, `{"a":null}`, true},
		{"integer", `{"properties":{"a":{"type":"integer"}}}`, `{"a":1.5}`, false},
		{"wholeNumber", `{"properties":{"a":{"type":"integer"}}}`, `{"a":2.0}`, true},
		{"openAPI", `{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true}},"required":["a"]}`, `{"a":null}`, true},
		{"furtherKey", `{"properties":{"a":{}},"additionalProperties":false}`, `{"b":1}`, false},
		{"furtherKeyOfType", `{"additionalProperties":{"type":"string"}}`, `{"b":1}`, false},
		{"enum", `{"properties":{"a":{"enum":["x",1]}}}`, `{"a":"y"}`, false},
		{"enumMember", `{"properties":{"a":{"enum":["x",1]}}}`, `{"a":1}`, true},
		{"const", `{"properties":{"a":{"const":{"b":[1]}}}}`, `{"a":{"b":[2]}}`, false},
		{"anyOf", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"array"}]}}}`, `{"a":1}`, false},
		{"reference", `{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"minimum":5}}}`, `{"a":4}`, false},
		{"items", `{"properties":{"a":{"items":{"maxLength":1}}}}`, `{"a":["x","yy"]}`, false},
		{"tooManyItems", `{"properties":{"a":{"maxItems":1}}}`, `{"a":[1,2]}`, false},
		{"unknownKeyword", `{"properties":{"a":{"format":"date","not":{}}}}`, `{"a":1}`, true},
		{"notAnObject", `{"type":"object"}`, `[]`, false},
	} {
		if got := accepts([]byte(test.schema), []byte(test.args)); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	if accepts([]byte(`{"type":"object","required":["a"]}`), nil) {
		t.Error("absent arguments have the required property")
	}
}

// Arguments that the planner makes are accepted by the schema they were made for.
func TestAccepts_whatThePlannerMakes(t *testing.T) {
	for _, tool := range sampleTools {
		if args := arguments(tool, `put "a" under 'b' with 4`); !accepts(tool.Schema, args) {
			t.Errorf("%s: %s", tool.Name, args)
		}
	}
}
