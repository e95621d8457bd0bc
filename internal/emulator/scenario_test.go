package emulator

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func scenarioSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestScenario_file(t *testing.T) {
	file, err := os.ReadFile("testdata/scenario.json")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := ReadScenario(bytes.NewReader(file))
	if err != nil || len(steps) != 11 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if err := scenarioSchema(t).Validate(value); err != nil {
		t.Error(err)
	}
	e := newEmulator(t, Config{Script: steps})
	for range 2 {
		refused(t, send(t, e, stream(model3), askTool), 429, "RESOURCE_EXHAUSTED")
	}
	accepted(t, send(t, e, unary(model3), askTool)) // E84, in 20 ms
	if got := callsOf(t, send(t, e, stream(model3), askTool)); len(got) != 1 || string(got[0].FunctionCall.Args) != `{"save":false}` {
		t.Errorf("%+v", got)
	}
}

func TestScenario_refused(t *testing.T) {
	schema := scenarioSchema(t)
	for name, test := range map[string]struct {
		file, text string
		unseen     bool // the schema cannot tell
	}{
		"noList":        {`{"reply":{}}`, "cannot unmarshal", false},
		"unknownField":  {`[{"replay":{}}]`, `unknown field "replay"`, false},
		"unknownFault":  {`[{},{"fault":"E1"}]`, `step 2: fault "E1": unknown`, false},
		"unknownLint":   {`[{"allow":["L14"]}]`, `allow "L14"`, false},
		"twoAnswers":    {`[{"plan":true,"body":""}]`, "more than one of", true},
		"badStatus":     {`[{"status":700}]`, "status 700", false},
		"badRepeat":     {`[{"repeat":-2}]`, "repeat -2", false},
		"negativeDelay": {`[{"delayMs":-1}]`, "negative delay", false},
		"twoValues":     {`[] []`, "more than one JSON value", true},
		"notJSON":       {`[`, "unexpected EOF", true},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ReadScenario(strings.NewReader(test.file)); err == nil || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %v, want %q in it", err, test.text)
			}
			if test.unseen {
				return
			}
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(test.file))
			if err == nil && schema.Validate(value) == nil {
				t.Error("the schema accepts it")
			}
		})
	}
}

// The schema lists the fields, faults and lints that the code knows.
func TestScenario_schemaIsComplete(t *testing.T) {
	file, err := os.ReadFile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type properties struct {
		Properties map[string]struct {
			Enum  []string
			Items struct{ Enum []string }
		}
	}
	var schema struct {
		Defs struct{ Step, Reply, Expect properties } `json:"$defs"`
	}
	if err := json.Unmarshal(file, &schema); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		is properties
		of any
	}{{schema.Defs.Step, Step{}}, {schema.Defs.Reply, Reply{}}, {schema.Defs.Expect, Expect{}}} {
		typ := reflect.TypeOf(test.of)
		var want []string
		for i := range typ.NumField() {
			if tag, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ","); tag != "" && tag != "-" {
				want = append(want, tag)
			}
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(test.is.Properties)); !slices.Equal(got, want) {
			t.Errorf("%s: properties %v, want %v", typ, got, want)
		}
	}
	if got, want := schema.Defs.Step.Properties["fault"].Enum, slices.Sorted(maps.Keys(faults)); !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
	if got, want := slices.Sorted(slices.Values(schema.Defs.Step.Properties["allow"].Items.Enum)), slices.Sorted(maps.Keys(lintKinds)); !slices.Equal(got, want) {
		t.Errorf("lints %q, want %q", got, want)
	}
}

func TestScenario_expect(t *testing.T) {
	good := Expect{Model: model3, Mode: ModeAuto, Words: "hi", Results: []string{"a"}, Contains: []string{`"output":1`}}
	for _, test := range []struct {
		name   string
		expect Expect
		text   string
	}{
		{"all", good, ""},
		{"model", Expect{Model: "other"}, `model "gemini-3-flash-preview", expected "other"`},
		{"mode", Expect{Mode: ModeAny}, "mode AUTO, expected ANY"},
		{"words", Expect{Words: "bye"}, `words "hi", expected "bye"`},
		{"results", Expect{Results: []string{}}, `results of ["a"], expected []`},
		{"contains", Expect{Contains: []string{"absent"}}, `the body does not contain "absent"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := newEmulator(t, Config{Signatures: SignaturesOpaque, Script: []Step{{Expect: &test.expect}}})
			w := send(t, e, unary(model3), request(userHi, model(callA), user(answerA)))
			if test.text == "" {
				accepted(t, w)
				return
			}
			refused(t, w, 500, "INTERNAL", "EMULATOR: script step 1: "+test.text)
		})
	}
}

func TestScenario_repeat(t *testing.T) {
	says := func(text string, repeat int) Step { return Step{Reply: &Reply{Text: text}, Repeat: repeat} }
	e := newEmulator(t, Config{Script: []Step{says("a", 0), says("b", 2), says("c", -1)}})
	if err := e.Done(); err == nil || !strings.Contains(err.Error(), "3 steps were never asked for") {
		t.Errorf("Done: %v", err)
	}
	said := ""
	for range 6 {
		said += *decodePart(t, parts(t, send(t, e, unary(model25), request(userHi)))[0]).Text
	}
	if said != "abbccc" || e.Done() != nil {
		t.Errorf("said %q, %v", said, e.Done())
	}
}

func TestScenario_framesAreOneLine(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{{Frames: raw("{\n \"candidates\": []\r\n}")}}})
	if got := send(t, e, stream(model3), request(userHi)).Body.String(); got != "data: {\"candidates\":[]}\r\n\r\n" {
		t.Errorf("%q", got)
	}
}

// The guide for users lists every fault, lint and field.
func TestScenario_isDocumented(t *testing.T) {
	guide, err := os.ReadFile("../../docs/emulator.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	typ := reflect.TypeOf(Step{})
	for i := range typ.NumField() {
		if tag, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ","); tag != "" && tag != "-" {
			names = append(names, "`"+tag+"`")
		}
	}
	for name := range faults {
		names = append(names, "`"+name+"`")
	}
	for id, kind := range lintKinds {
		names = append(names, "| "+id+" ")
		names = append(names, kind.rule)
	}
	for _, name := range names {
		if !strings.Contains(string(guide), name) {
			t.Errorf("docs/emulator.md does not mention %s", name)
		}
	}
}
