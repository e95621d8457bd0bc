package emulator

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var sampleTools = []Tool{
	{Name: "geolocation_get", Description: "Returns where the user is: latitude and longitude.", Schema: json.RawMessage(`{"type":"object","properties":{"save":{"type":"boolean"}}}`)},
	{Name: "memory_put", Description: "Keeps a value under a key in the browser's memory.", Schema: json.RawMessage(`{"type":"object","properties":{"key":{"type":"string"},"value":{}},"required":["key","value"]}`)},
	{Name: "memory_delete", Description: "Deletes a key from the browser's memory.", Schema: json.RawMessage(`{"type":"object","properties":{"key":{"type":"string"}},"required":["key"]}`)},
	{Name: "clipboard_write", Description: "Puts text on the clipboard.", Schema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`)},
	{Name: "getWeather", Description: "Forecast for a city.", Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"unit":{"enum":["celsius","fahrenheit"]}},"required":["city","unit"]}`)},
	{Name: "add", Description: "Sum of two numbers", Schema: json.RawMessage(`{"type":"OBJECT","properties":{"a":{"type":"NUMBER"},"b":{"type":"INTEGER"}},"required":["a","b"]}`)},
}

func said(words string, tools ...Tool) Request {
	return Request{Mode: ModeAuto, Tools: tools, Contents: []Content{{Role: RoleUser, Parts: []Part{{Text: words}}}}}
}

func TestPlanner_choosesTheToolThatFits(t *testing.T) {
	for _, test := range []struct{ words, name, args string }{
		{"Where am I?", "geolocation_get", `{}`},
		{"What is my location?", "geolocation_get", `{}`},
		{`Copy "hello world" to the clipboard`, "clipboard_write", `{"text":"hello world"}`},
		{`Remember "blue" under the key 'colour'`, "memory_put", `{"key":"colour","value":"blue"}`},
		{`Delete "colour" from memory`, "memory_delete", `{"key":"colour"}`},
		{"What's the weather in Paris?", "getWeather", `{"city":"Paris","unit":"celsius"}`},
		{"Weather for Oslo in fahrenheit please", "getWeather", `{"city":"Oslo in fahrenheit please","unit":"fahrenheit"}`},
		{"Add 2.5 and 40", "add", `{"a":2.5,"b":40}`},
		{"Add One and twelve", "add", `{"a":1,"b":12}`},
		{"Add 3 and four, please", "add", `{"a":3,"b":4}`},
		{"Add them: b is seven, a is eleven", "add", `{"a":11,"b":7}`},
		{`Add "two" and someone to 5 and 6`, "add", `{"a":5,"b":6}`},
		{"please run memory_delete with key=note", "memory_delete", `{"key":"note"}`},
		{"Tell me a joke", "", ""},
		{"Thanks, that is all", "", ""},
	} {
		reply := Planner{}.Plan(said(test.words, sampleTools...))
		if test.name == "" {
			if len(reply.Calls) != 0 || !strings.Contains(reply.Text, "geolocation_get") {
				t.Errorf("%s: %+v, want words that list the tools", test.words, reply)
			}
			continue
		}
		if len(reply.Calls) != 1 || reply.Calls[0].Name != test.name || string(reply.Calls[0].Args) != test.args {
			t.Errorf("%s: %s, want %s %s", test.words, show(reply), test.name, test.args)
		}
	}
}

func show(r Reply) string {
	b, _ := json.Marshal(r)
	return string(b)
}

func TestPlanner_namedToolsAreCalledTogether(t *testing.T) {
	reply := Planner{}.Plan(said("Call memory_delete, then geolocation_get.", sampleTools...))
	if len(reply.Calls) != 2 || reply.Calls[0].Name != "memory_delete" || reply.Calls[1].Name != "geolocation_get" {
		t.Errorf("%s", show(reply))
	}
}

func TestPlanner_answersFromTheResultsOfThisTurn(t *testing.T) {
	r := said("Where am I?", sampleTools...)
	answer := func(value string) {
		r.Contents = append(r.Contents,
			Content{Role: RoleModel, Parts: []Part{{Call: &Call{Name: "geolocation_get"}}}},
			Content{Role: RoleUser, Parts: []Part{{Response: &Response{Name: "geolocation_get", Value: json.RawMessage(value)}}}})
	}
	answer(`{"output":{"latitude":52.5,"longitude":13.4}}`)
	if got := (Planner{}).Plan(r); len(got.Calls) != 0 || got.Text != "geolocation_get answered: latitude: 52.5, longitude: 13.4" {
		t.Errorf("%s", show(got))
	}
	answer(`{"error":{"code":"denied","message":"the user declined"}}`)
	if got := (Planner{}).Plan(r); !strings.HasSuffix(got.Text, "\ngeolocation_get did not work: the user declined") {
		t.Errorf("%s", show(got))
	}
	r.Contents = append(r.Contents, Content{Role: RoleModel, Parts: []Part{{Text: "There."}}}, Content{Role: RoleUser, Parts: []Part{{Text: "And where am I now?"}}})
	if got := (Planner{}).Plan(r); len(got.Calls) != 1 {
		t.Errorf("a new turn begins without results: %s", show(got))
	}
}

func TestPlanner_modes(t *testing.T) {
	r := said("Tell me a joke", sampleTools...)
	r.Mode, r.Allowed = ModeAny, []string{"add"}
	if got := (Planner{}).Plan(r); len(got.Calls) != 1 || got.Calls[0].Name != "add" {
		t.Errorf("ANY: %s", show(got))
	}
	r = said("Where am I?", sampleTools...)
	r.Mode = ModeNone
	if got := (Planner{}).Plan(r); len(got.Calls) != 0 || got.Text == "" {
		t.Errorf("NONE: %s", show(got))
	}
}

// Arguments are judged by a real validator.
func TestPlanner_argumentsFitTheSchema(t *testing.T) {
	for name, schema := range map[string]string{
		"required only":  `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],"additionalProperties":false}`,
		"numbers":        `{"type":"object","properties":{"a":{"type":"integer","minimum":50,"maximum":60},"b":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"c":{"type":"integer","multipleOf":5,"minimum":7},"d":{"type":"integer","exclusiveMaximum":-3}},"required":["a","b","c","d"]}`,
		"const and enum": `{"type":"object","properties":{"a":{"const":{"x":1}},"b":{"enum":[3,"three"]}},"required":["a","b"]}`,
		"nested":         `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"object","properties":{"c":{"type":"boolean"}},"required":["c"]},"minItems":2}},"required":["b"]}},"required":["a"]}`,
		"tuple":          `{"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2,"maxItems":2}},"required":["a"]}`,
		"no items":       `{"type":"object","properties":{"a":{"type":"array","maxItems":0}},"required":["a"]}`,
		"references":     `{"type":"object","properties":{"a":{"$ref":"#/$defs/point"}},"required":["a"],"$defs":{"point":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}}}`,
		"any of":         `{"type":"object","properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]},"b":{"oneOf":[{"type":"string","maxLength":2}]}},"required":["a","b"]}`,
		"all of":         `{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`,
		"type list":      `{"type":"object","properties":{"a":{"type":["null","integer"]},"b":{"type":["null"]}},"required":["a","b"]}`,
		"lengths":        `{"type":"object","properties":{"a":{"type":"string","minLength":300},"b":{"type":"string","maxLength":3}},"required":["a","b"]}`,
		"patterns":       `{"type":"object","properties":{"a":{"type":"string","pattern":"^[a-z_]+$"},"b":{"type":"string","pattern":"^#[0-9a-f]{6}$"},"c":{"type":"string","pattern":"^[A-Z]{3}$"}},"required":["a","b","c"]}`,
		"formats":        `{"type":"object","properties":{"a":{"type":"string","format":"date-time"},"b":{"type":"string","format":"email"},"c":{"type":"string","format":"uri"},"d":{"type":"string","format":"uuid"}},"required":["a","b","c","d"]}`,
		"untyped":        `{"type":"object","properties":{"a":{}},"required":["a","undeclared"]}`,
		"empty":          `{}`,
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
			if err != nil {
				t.Fatal(err)
			}
			c := jsonschema.NewCompiler()
			c.AssertFormat()
			if err := c.AddResource("schema.json", doc); err != nil {
				t.Fatal(err)
			}
			compiled, err := c.Compile("schema.json")
			if err != nil {
				t.Fatal(err)
			}
			for _, words := range []string{`Do it with "quoted text" and 12.5 for someone@example.org at https://example.org/x.`, "Go", ""} {
				args := arguments(Tool{Name: "t", Schema: json.RawMessage(schema)}, words)
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(args)))
				if err != nil {
					t.Fatal(err)
				}
				if err := compiled.Validate(v); err != nil {
					t.Errorf("%q: %s: %v", words, args, err)
				}
			}
		})
	}
}

func TestPlanner_survivesSchemasThatRequireThemselves(t *testing.T) {
	for _, schema := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}`,
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#"}]}`, `{"$ref":"#/nowhere"}`, `[]`, `"x"`, `{"type":"array"}`,
		`{"type":"object","required":[1,"a"],"properties":{"a":true}}`,
		`{"type":"object","properties":{"a":{"type":"array","items":{"$ref":"#/properties/a"},"minItems":100}},"required":["a"]}`,
	} {
		if args := arguments(Tool{Schema: json.RawMessage(schema)}, "words"); !isObject(args) {
			t.Errorf("%s: %s", schema, args)
		}
	}
}

func TestRequest_resultsAreJoinedWithTheirCalls(t *testing.T) {
	r := said("x")
	r.Contents = append(r.Contents,
		Content{Role: RoleModel, Parts: []Part{
			{Call: &Call{ID: "1", Name: "a", Args: json.RawMessage(`{"n":1}`)}}, {Call: &Call{ID: "2", Name: "a", Args: json.RawMessage(`{"n":2}`)}}}},
		Content{Role: RoleUser, Parts: []Part{{Response: &Response{ID: "2", Name: "a"}}, {Response: &Response{ID: "1", Name: "a"}}}},
		Content{Role: RoleModel, Parts: []Part{{Call: &Call{Name: "b", Args: json.RawMessage(`{"n":3}`)}}}},
		Content{Role: RoleUser, Parts: []Part{{Response: &Response{Name: "b"}}}},
	)
	got := ""
	for _, res := range r.Results() {
		got += res.Name + string(res.Args)
	}
	if want := `a{"n":2}a{"n":1}b{"n":3}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
