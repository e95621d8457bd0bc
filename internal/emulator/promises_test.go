package emulator

import (
	"encoding/json"
	"testing"
)

// A brain may say what it likes; the modes promise what a client reads.
func TestE68_promisesOfTheModes(t *testing.T) {
	tool := func(name string) string {
		return `{"name":"` + name + `","description":"d","parametersJsonSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":5}},"required":["n"]}}`
	}
	asking := func(mode string, allowed ...string) string {
		return `{"contents":[` + userHi + `],"tools":[{"functionDeclarations":[` + tool("a") + `,` + tool("b") + `]}]` + calling(mode, allowed...) + `}`
	}
	good, bad := json.RawMessage(`{"n":7}`), json.RawMessage(`{"n":"x"}`)
	for _, test := range []struct {
		name  string
		brain saying
		body  string
		want  []string // name and arguments of the calls
	}{
		{"ANY_forcesACall", saying{Text: "no"}, asking("ANY"), []string{`a{"n":5}`}},
		{"ANY_keepsGoodCalls", saying{Calls: []Call{{Name: "b", Args: good}}}, asking("ANY"), []string{`b{"n":7}`}},
		{"ANY_onlyAllowed", saying{Calls: []Call{{Name: "a", Args: good}}}, asking("ANY", "b"), []string{`b{"n":5}`}},
		{"ANY_validArguments", saying{Calls: []Call{{Name: "a", Args: bad}}}, asking("ANY"), []string{`a{"n":5}`}},
		{"VALIDATED_validArguments", saying{Calls: []Call{{Name: "a", Args: bad}, {Name: "b"}}}, asking("VALIDATED"), []string{`a{"n":5}`, `b{"n":5}`}},
		{"VALIDATED_declaredOnly", saying{Text: "well", Calls: []Call{{Name: "c"}}}, asking("VALIDATED"), nil},
		{"VALIDATED_mayTalk", saying{Text: "well"}, asking("VALIDATED"), nil},
		{"AUTO_asTheBrainSays", saying{Calls: []Call{{Name: "c", Args: bad}}}, asking("AUTO"), []string{`c{"n":"x"}`}},
		{"NONE_wordsOnly", saying{Calls: []Call{{Name: "a", Args: good}}}, asking("NONE"), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := newEmulator(t, Config{Brain: test.brain})
			for _, path := range []string{unary(model3), stream(model25)} {
				calls := callsOf(t, send(t, e, path, test.body))
				if len(calls) != len(test.want) {
					t.Fatalf("calls %+v, want %q", calls, test.want)
				}
				for i, c := range calls {
					if got := c.FunctionCall.Name + string(c.FunctionCall.Args); got != test.want[i] {
						t.Errorf("call %s, want %s", got, test.want[i])
					}
				}
			}
		})
	}
}

// In a script the model may break its promises.
func TestE68_scriptsAreExempt(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{{Reply: &Reply{Calls: []Call{{Name: "c"}}}}}})
	if calls := callsOf(t, send(t, e, unary(model3), tools(calling("NONE"), free(objectSchema)))); len(calls) != 1 {
		t.Errorf("calls %+v", calls)
	}
}

func TestModelVersion_ofAnAlias(t *testing.T) {
	e := newEmulator(t, Config{})
	for name, want := range map[string]string{
		"gemini-flash-latest": "gemini-3.8-flash", "gemini-flash-lite-latest": "gemini-3.8-flash-lite",
		"gemini-3-flash-preview": "gemini-3-flash-preview", "gemini-2.5-flash": "gemini-2.5-flash", "gemma-3-27b-it": "gemma-3-27b-it",
	} {
		if got := frames(t, send(t, e, unary(name), request(userHi)))[0].ModelVersion; got != want {
			t.Errorf("%s answers as %s, want %s", name, got, want)
		}
	}
}
