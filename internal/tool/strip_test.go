package tool

import "testing"

func TestH13_keywordsInWireCopyOut(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"removed", `{"$schema":"s","$id":"i","$comment":"c","$anchor":"a","title":"t","examples":[1],"deprecated":true,"readOnly":true,
			"writeOnly":true,"discriminator":{},"contentEncoding":"base64","contentMediaType":"m","contentSchema":{},"if":{},"then":{},"else":{},
			"not":{},"dependentRequired":{},"dependentSchemas":{},"patternProperties":{},"propertyNames":{},"unevaluatedProperties":false,
			"unevaluatedItems":false,"contains":{},"minContains":1,"maxContains":1,"minProperties":1,"maxProperties":2,"x-ours":1,"$defs":{"a":{}},
			"type":"object"}`, `{"type":"object"}`},
		{"kept, in order", `{"uniqueItems":true,"type":["string","null"],"description":"d","enum":["a",1,null],"pattern":"^a$","minLength":1,
			"maxLength":2,"minimum":1,"maximum":2,"minItems":1,"maxItems":2,"required":["a"],"default":{"title":"t"}}`,
			`{"uniqueItems":true,"type":["string","null"],"description":"d","enum":["a",1,null],"pattern":"^a$","minLength":1,` +
				`"maxLength":2,"minimum":1,"maximum":2,"minItems":1,"maxItems":2,"required":["a"],"default":{"title":"t"}}`},
		{"names of parameters", `{"properties":{"$schema":{"type":"string"},"default":{"title":"gone"},"title":{},"format":{},"const":{"const":1},"$ref":{},"not":true,"never":false}}`,
			`{"properties":{"$schema":{"type":"string"},"default":{},"title":{},"format":{},"const":{"enum":[1]},"$ref":{},"not":{}}}`},
		{"data that looks like keywords", `{"default":{"$ref":"#","const":1},"enum":[{"title":"t"}],"const":{"$schema":1}}`,
			`{"default":{"$ref":"#","const":1},"enum":[{"$schema":1}]}`},
		{"const", `{"const":null}`, `{"enum":[null]}`},
		{"const before enum", `{"const":"a","enum":["a","b"]}`, `{"enum":["a"]}`},
		{"const after enum", `{"enum":["a","b"],"const":"a"}`, `{"enum":["a"]}`},
		{"exclusive bounds", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1.50}`,
			`{"type":"number","minimum":0,"maximum":1.50,"description":"Must be greater than 0. Must be less than 1.50."}`},
		{"exclusive beside inclusive", `{"exclusiveMinimum":0,"minimum":-1,"description":"A number."}`,
			`{"minimum":-1,"description":"A number. Must be greater than 0."}`},
		{"multipleOf", `{"multipleOf":5}`, `{"description":"Must be a multiple of 5."}`},
		{"formats", `{"items":{"format":"date-time"},"additionalProperties":{"format":"email","description":"Where to."}}`,
			`{"items":{"format":"date-time"},"additionalProperties":{"description":"Where to. Format: email."}}`},
		{"oneOf", `{"oneOf":[{"type":"string","title":"t"},true,false]}`, `{"anyOf":[{"type":"string"},{}]}`},
		{"oneOf beside anyOf", `{"anyOf":[{"type":"string"}],"oneOf":[{"type":"number"}]}`, `{"anyOf":[{"type":"string"}]}`},
		{"a choice of nothing", `{"anyOf":[false]}`, `{}`},
		{"allOf", `{"properties":{"a":{"type":"string"}},"required":["a"],"allOf":[
			{"type":"object","properties":{"b":{"const":1},"a":{"type":"number"}},"required":["b","a"],"description":"d"},
			{"allOf":[{"properties":{"c":{}},"description":"e"}]}]}`,
			`{"properties":{"a":{"type":"string"},"b":{"enum":[1]},"c":{}},"required":["a","b"],"type":"object","description":"d"}`},
		{"booleans", `{"items":true,"additionalProperties":false,"prefixItems":[true,{"const":1}]}`,
			`{"items":{},"additionalProperties":false,"prefixItems":[{},{"enum":[1]}]}`},
		{"no more items", `{"prefixItems":[{}],"items":false}`, `{"prefixItems":[{}]}`},
		{"additional beside pattern properties", `{"patternProperties":{"^x":{}},"additionalProperties":false}`, `{}`},
		{"references", `{"properties":{"a":{"$ref":"#/$defs/p~1q","description":"mine","minLength":1},"b":{"$ref":"#named"},"c":{"$ref":"#/$defs/list/items"}},
			"$defs":{"p/q":{"type":"string","description":"theirs"},"n":{"$anchor":"named","exclusiveMinimum":0},"list":{"items":{"$ref":"#/$defs/p~1q"}}}}`,
			`{"properties":{"a":{"description":"mine","minLength":1,"type":"string"},"b":{"minimum":0,"description":"Must be greater than 0."},` +
				`"c":{"type":"string","description":"theirs"}}}`},
		{"not escaped for HTML", `{"pattern":"<a>&","description":"<"}`, `{"pattern":"<a>&","description":"<"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var faults Faults
			out := stripSchemaKeywords("schema", parseNode([]byte(c.in), nil), &faults)
			if got := string(out.json()); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
			if len(faults) > 0 {
				t.Error(faults)
			}
		})
	}
}

func TestH13_theRootIsAlwaysAnObjectWithProperties(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"without properties", `{"type":"object","additionalProperties":false}`, `{"type":"object","additionalProperties":false,"properties":{}}`},
		{"with a choice", `{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{},"b":{}}}`,
			`{"type":"object","properties":{"a":{},"b":{}}}`},
		{"joined from parts", `{"type":"object","allOf":[{"properties":{"a":{}}}],"required":["a"]}`,
			`{"type":"object","required":["a"],"properties":{"a":{}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var faults Faults
			out := declareParameters("schema", parseNode([]byte(c.in), nil), &faults)
			if got := string(out.json()); got != c.want || len(faults) > 0 {
				t.Errorf("\n got %s %v\nwant %s", got, faults, c.want)
			}
		})
	}
}

// Doubling references would fill memory long before they fill the depth.
func TestH13_referencesThatMultiplyAreRefused(t *testing.T) {
	schema := `{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{`
	for c := 'a'; c < 't'; c++ {
		next := `{"$ref":"#/$defs/` + string(c+1) + `"}`
		schema += `"` + string(c) + `":{"prefixItems":[` + next + `,` + next + `]},`
	}
	schema += `"t":{}}}`
	expectFaults(t, Config{Contract: contract(aTool("a", `"inputSchema":`+schema))},
		`tools[0].inputSchema: is nested too deeply or too large once its references are filled in`)
}
