package tool

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"farhand/internal/emulator"
)

// traps are input schemas that a provider refused somewhere, or that a naive
// stripping breaks.
var traps = map[string]string{
	"parameters named like keywords": `{"type":"object","properties":{"default":{"type":"string"},"title":{"type":"string"},"format":{"type":"string"},"const":{"type":"string"},"$schema":{"type":"string"},"$ref":{"type":"string"},"enum":{"type":"string"},"required":{"type":"string"},"properties":{"type":"object","properties":{"properties":{"type":"string"}}}},"required":["default","$ref","properties"]}`,
	"dialect and identity":           `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://example.com/x","$comment":"c","type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`,
	"no properties":                  `{"type":"object"}`,
	"references":                     `{"type":"object","properties":{"a":{"$ref":"#/$defs/p","description":"mine","default":"x","minLength":1},"b":{"type":"array","items":{"$ref":"#/$defs/q"}}},"$defs":{"p":{"type":"string"},"q":{"anyOf":[{"$ref":"#/$defs/p"},{"type":"null"}]}}}`,
	"a choice at the root":           `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`,
	"joined parts":                   `{"type":"object","allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"b":{"type":"integer"}},"required":["b"]}}}`,
	"const and bounds":               `{"type":"object","properties":{"a":{"const":1},"b":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,"multipleOf":0.25},"c":{"type":"string","format":"email","pattern":"^.+@.+$"}}}`,
	"type lists and tuples":          `{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false},"c":{"enum":[1,"two",null,true]}}}`,
	"conditions":                     `{"type":"object","properties":{"a":{"type":"string"}},"if":{"required":["a"]},"then":{"minProperties":1},"else":{"not":{"required":["a"]}},"dependentRequired":{"a":["a"]},"patternProperties":{"^x-":{"type":"string"}},"propertyNames":{"pattern":"^[a-z]"},"unevaluatedProperties":false}`,
}

// Every trap is accepted by the emulator, which is strict about references,
// depth and the root (E58, E59, E60), in each mode and family, and none holds a
// reference any more.
func TestI35_strippedTrapsPassTheStrictEmulator(t *testing.T) {
	var tools []string
	for _, schema := range traps {
		tools = append(tools, aTool("t"+string(rune('a'+len(tools))), `"inputSchema":`+schema))
	}
	catalog, err := Load(Config{Contract: contract(tools...)})
	if err != nil {
		t.Fatal(err)
	}
	type declaration struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parametersJsonSchema"`
	}
	var declarations []declaration
	announced := map[string]string{}
	for _, spec := range catalog.Specs() {
		announced[spec.Name] = ""
	}
	for _, d := range catalog.Offer(announced, nil, true).Declarations {
		declarations = append(declarations, declaration{d.Name, d.Parameters})
		if bytes.Contains(d.Parameters, []byte("#/")) {
			t.Errorf("%s", d.Parameters)
		}
	}
	if len(declarations) != len(traps) {
		t.Fatalf("%d declarations", len(declarations))
	}
	for _, name := range []string{"gemini-2.5-flash", "gemini-3-flash", "gemini-flash-latest"} {
		for _, mode := range []string{"AUTO", "ANY", "NONE", "VALIDATED"} {
			e, err := emulator.New(emulator.Config{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			body, err := json.Marshal(map[string]any{
				"contents":   []any{map[string]any{"role": "user", "parts": []any{map[string]any{"text": "hello"}}}},
				"tools":      []any{map[string]any{"functionDeclarations": declarations}},
				"toolConfig": map[string]any{"functionCallingConfig": map[string]any{"mode": mode}},
			})
			if err != nil {
				t.Fatal(err)
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
				"http://emulator.invalid/v1beta/models/"+name+":generateContent?key=k", bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			response, err := e.Transport().RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			said, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("%s, %s: %d %s", name, mode, response.StatusCode, said)
			}
		}
	}
}

// What refers to itself is refused when the server starts, wherever the
// reference is; the same definition used twice is none.
func TestI35_recursionIsRefusedAtStart(t *testing.T) {
	for name, properties := range map[string]string{
		"root":            `"a":{"$ref":"#"}`,
		"items":           `"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"array","items":{"$ref":"#/$defs/n"}}`,
		"properties":      `"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n"}}}`,
		"additional":      `"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"additionalProperties":{"$ref":"#/$defs/n"}}`,
		"a tuple":         `"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"prefixItems":[{"$ref":"#/$defs/n"}]}`,
		"a choice":        `"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"anyOf":[{"type":"null"},{"items":{"oneOf":[{"$ref":"#/$defs/n"}]}}]}`,
		"two definitions": `"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"items":{"$ref":"#/$defs/m"}},"m":{"items":{"$ref":"#/$defs/n"}}`,
		"an anchor":       `"a":{"$ref":"#n"}},"$defs":{"n":{"$anchor":"n","items":{"$ref":"#n"}}`,
		"itself":          `"a":{"items":{"$ref":"#/properties/a"}}`,
	} {
		schema := `"inputSchema":{"type":"object","properties":{` + properties + `}}`
		found := faultsOf(t, Config{Contract: contract(aTool("a", schema))})
		if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), "refers to itself") {
			t.Errorf("%s: %q", name, found)
		}
	}
	twice := `"inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/p"},"b":{"items":{"$ref":"#/$defs/p"}}},"$defs":{"p":{"type":"string"}}}`
	if _, err := Load(Config{Contract: contract(aTool("a", twice))}); err != nil {
		t.Error(err)
	}
}
