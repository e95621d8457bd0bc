package emulator

import (
	"fmt"
	"strings"
	"testing"
)

// tools makes a request that declares functions: the JSON of each, "NAME" in
// it standing for a name of its own.
func tools(rest string, declarations ...string) string {
	for i := range declarations {
		declarations[i] = fmt.Sprintf(`{"name":"f%d","description":"d"%s}`, i, declarations[i])
	}
	return `{"contents":[` + userHi + `],"tools":[{"functionDeclarations":[` + strings.Join(declarations, ",") + `]}]` + rest + `}`
}

func openAPI(schema string) string { return `,"parameters":` + schema }
func free(schema string) string    { return `,"parametersJsonSchema":` + schema }

func calling(mode string, allowed ...string) string {
	names := ""
	if len(allowed) > 0 {
		names = fmt.Sprintf(`,"allowedFunctionNames":["%s"]`, strings.Join(allowed, `","`))
	}
	return `,"toolConfig":{"functionCallingConfig":{"mode":"` + mode + `"` + names + `}}`
}

const objectSchema = `{"type":"object","properties":{}}`

// nested is an object schema of that depth.
func nested(depth int) string {
	s := `{"type":"string"}`
	for range depth - 1 {
		s = `{"type":"object","properties":{"a":` + s + `}}`
	}
	return s
}

func enum(members int) string {
	return `{"type":"object","properties":{"a":{"enum":["x"` + strings.Repeat(`,"x"`, members-1) + `]}},"required":["a"]}`
}

func TestDeclarations(t *testing.T) {
	e := newEmulator(t, Config{MaxStates: 20})
	const search = `,"tools":[{"googleSearch":{}}]`
	for _, test := range []struct {
		name  string
		text  string // of the refusal; empty: accepted
		body  string
		model string // empty: both families
	}{
		{"E55_unknownKeyword", `Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`,
			tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"OBJECT","additionalProperties":false}}}`)), ""},
		{"E55_ref", `Unknown name "$ref" at 'tools[0].function_declarations[0].parameters'`, tools("", openAPI(`{"$ref":"#/x"}`)), ""},
		{"E56_listOfTypes", "Proto field is not repeating, cannot start list.", tools("", openAPI(`{"type":["string","null"]}`)), ""},
		{"E56_enumOfNumbers", `parameters.properties[0].value.enum[0]' (TYPE_STRING), 1`,
			tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"STRING","enum":[1]}}}`)), ""},
		{"E56_emptyProperties", "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type\n",
			tools("", openAPI(`{"type":"OBJECT","properties":{}}`)), ""},
		{"E56_nestedObject", "parameters.properties[a].properties: should be non-empty for OBJECT type\n",
			tools("", openAPI(`{"type":"object","properties":{"a":{"type":"object"}}}`)), ""},
		{"E56_requiredUndefined", "parameters.required[1]: property is not defined\n",
			tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"STRING"}},"required":["a","b"]}`)), ""},
		{"E56_requiredOfString", "parameters.properties[a].required: only allowed for OBJECT type\n",
			tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"STRING","required":["b"]}}}`)), ""},
		{"E56_arrayWithoutItems", "parameters.properties[a].items: missing field.\n",
			tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"ARRAY"}}}`)), ""},
		{"E56_insideItemsAndAnyOf", "parameters.properties[a].items.any_of[0].items: missing field.\n",
			tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"ARRAY","items":{"anyOf":[{"type":"ARRAY"}]}}}}`)), ""},
		{"E56_good", "", tools("", openAPI(`{"type":"OBJECT","properties":{"a":{"type":"ARRAY","items":{"type":"STRING","nullable":true}}},"required":["a"]}`)), ""},
		{"E57_bothForms", "* GenerateContentRequest.tools[0].function_declarations[1]: ",
			tools("", free(objectSchema), free(objectSchema)+openAPI(`{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}`)), ""},
		{"E58_undefined", "reference to undefined schema at properties.x.anyOf.1",
			tools("", free(`{"type":"object","properties":{"x":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/Gone"}]}}}`)), ""},
		{"E58_elsewhere", "reference to undefined schema at properties.x",
			tools("", free(`{"type":"object","properties":{"x":{"$ref":"https://example.com/schema"}}}`)), ""},
		{"E58_siblings", "$ref '#/$defs/A' was set alongside unsupported fields.",
			tools("", free(`{"type":"object","properties":{"x":{"$ref":"#/$defs/A","type":"object"}},"$defs":{"A":{}}}`)), ""},
		{"E58_cycle", "maximum schema depth exceeded", tools("", free(`{"type":"object","properties":{"x":{"items":{"$ref":"#"}}}}`)), ""},
		{"E58_selfReference", "maximum schema depth exceeded", tools("", free(`{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}`)), ""},
		{"E58_tooDeep", "maximum schema depth exceeded", tools("", free(nested(maxSchemaDepth+1))), ""},
		{"E58_deep", "", tools("", free(nested(maxSchemaDepth))), ""},
		{"E58_tooDeepByReference", "maximum schema depth exceeded",
			tools("", free(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":`+nested(maxSchemaDepth)+`}}`)), ""},
		{"E58_toleratedBesideRef", "", tools("", free(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"d","default":1,"$comment":"c"}},"$defs":{"A":{"type":"string"}}}`)), ""},
		{"E58_anchorAndPointer", "", tools("", free(`{"type":"object","properties":{"a":{"$ref":"#here"},"b":{"$ref":"#/properties/c~1d/prefixItems/0"},"c/d":{"prefixItems":[{"$anchor":"here"}]}}}`)), ""},
		{"E58_usedOftenNotDeep", "", tools("", free(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/B"}]},"B":{}}}`)), ""},
		{"E58_propertyNamedRef", "", tools("", free(`{"type":"object","properties":{"$ref":{"type":"string"},"default":{"type":"string"}}}`)), ""},
		{"E59_string", "schema should be of type OBJECT.", tools("", free(`{"type":"string"}`)), ""},
		{"E59_referenceToArray", "schema should be of type OBJECT.", tools("", free(`{"$ref":"#/$defs/A","$defs":{"A":{"type":"array"}}}`)), ""},
		{"E59_noSchema", "schema should be of type OBJECT.", tools("", free(`true`)), ""},
		{"E59_nullableObject", "", tools("", free(`{"type":["object","null"]}`)), ""},
		{"E60_anyWithoutSchema", "Request contains an invalid argument.", tools(calling("ANY"), free(objectSchema), ""), ""},
		{"E60_allowedWithoutSchema", "Request contains an invalid argument.", tools(calling("VALIDATED", "f0"), ""), ""},
		{"E60_autoWithoutSchema", "", tools(calling("AUTO"), ""), ""},
		{"E60_emptyObject", "", tools(calling("ANY"), free(objectSchema)), ""},
		{"E61_enum", "The specified schema produces a constraint that has too many states for serving.", tools(calling("ANY"), free(enum(21))), ""},
		{"E61_enumSmallEnough", "", tools(calling("ANY"), free(enum(20))), ""},
		{"E61_auto", "", tools(calling("AUTO"), free(enum(21))), ""},
		{"E61_arrayBounds", "too many states", tools(calling("ANY"), free(`{"type":"object","properties":{"a":{"type":"array","maxItems":20}}}`)), ""},
		{"E61_openAPI", "too many states", tools(calling("ANY"), openAPI(`{"type":"OBJECT","properties":{"a":{"type":"ARRAY","items":{"type":"STRING"},"maxItems":"20"}}}`)), ""},
		{"E61_optional", "too many states", tools(calling("ANY"), free(enum(20)), free(`{"type":"object","properties":{"a":{"type":"string"}}}`)), ""},
		{"E62_noDeclarations", "Function calling config is set without function_declarations.", `{"contents":[` + userHi + `]` + calling("AUTO") + `}`, ""},
		{"E62_builtInBefore3", "Function calling config is set without function_declarations.", `{"contents":[` + userHi + `]` + search + calling("AUTO") + `}`, model25},
		{"E62_builtIn", "", `{"contents":[` + userHi + `]` + search + calling("AUTO") + `}`, model3},
		{"E63_auto", "only allowed when the mode is ANY or VALIDATED", tools(calling("AUTO", "f0"), free(objectSchema)), ""},
		{"E63_none", "only allowed when the mode is ANY or VALIDATED", tools(calling("NONE", "f0"), free(objectSchema)), ""},
		{"E63_undeclared", "function f1 is not declared", tools(calling("ANY", "f0", "f1"), free(objectSchema)), ""},
		{"E63_declared", "", tools(calling("ANY", "f0"), free(objectSchema)), ""},
		{"E64_tooMany", "513 function declarations", tools("", make([]string, maxDeclarations+1)...), ""},
		{"E64_most", "", tools("", make([]string, maxDeclarations)...), ""},
		{"E66_builtInBeside", "Tool use with function calling is unsupported", `{"contents":[` + userHi + `],"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"f"}]}]}`, model25},
		{"E66_builtInInside", "Tool use with function calling is unsupported", `{"contents":[` + userHi + `],"tools":[{"codeExecution":{},"functionDeclarations":[{"name":"f"}]}]}`, model25},
		{"E66_since3", "", `{"contents":[` + userHi + `],"tools":[{"googleSearch":{}},{"functionDeclarations":[{"name":"f"}]}]}`, model3},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, m := range []string{model3, model25} {
				if test.model != "" && test.model != m {
					continue
				}
				w := send(t, e, unary(m), test.body)
				if test.text == "" {
					accepted(t, w)
				} else {
					refused(t, w, 400, "INVALID_ARGUMENT", test.text)
				}
			}
		})
	}
}

// The recorded schemas that the service took in parametersJsonSchema.
func TestE58_keywordsThatAreTaken(t *testing.T) {
	schema := `{"$schema":"x","$id":"y","title":"t","description":"d","type":"object","additionalProperties":{"type":"string"},"required":["a"],"propertyOrdering":["a"],
		"$defs":{"D":{"type":"string","enum":["x"]}},"properties":{
		"a":{"oneOf":[{"type":"integer","minimum":1,"maximum":9},{"$ref":"#/$defs/D"}],"default":1},
		"b":{"type":"array","minItems":1,"maxItems":3,"uniqueItems":true,"prefixItems":[{"type":"number"}],"items":{"type":["string","null"],"minLength":1,"maxLength":3,"pattern":"^x"}},
		"c":{"const":1,"not":{},"if":{},"then":{},"patternProperties":{"^x":{}},"examples":[1]}}}`
	for _, mode := range []string{"AUTO", "ANY", "VALIDATED"} {
		accepted(t, send(t, newEmulator(t, Config{}), unary(model3), tools(calling(mode), free(schema), free(`{"type":"object","properties":{},"additionalProperties":false}`))))
	}
}
