package gemini

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/tool"
)

// again sends the answer back and returns the parts of the model's content in
// that request.
func again(t *testing.T, s *server, m *Model, message model.Message) []json.RawMessage {
	t.Helper()
	mustStep(t, m, model.Request{Messages: []model.Message{say("hello"), message, say("go on")}})
	var contents []wireContent
	if err := json.Unmarshal(field(t, s.sent(s.count()-1).body, "contents"), &contents); err != nil {
		t.Fatal(err)
	}
	if len(contents) != 3 || contents[1].Role != model.RoleModel {
		t.Fatalf("contents %s", field(t, s.sent(s.count()-1).body, "contents"))
	}
	return contents[1].Parts
}

func TestH17_partsGoBackAsTheyCame(t *testing.T) {
	for name, part := range map[string]string{
		"text with a signature":        `{"text":"Done.","thoughtSignature":"c2lnLXRleHQ="}`,
		"empty text with a signature":  `{"text":"","thoughtSignature":"c2lnLTU="}`,
		"signature alone":              `{"thoughtSignature":"c2lnLTU="}`,
		"URL-safe signature":           `{"text":"a","thoughtSignature":"a-_b"}`,
		"thought":                      `{"text":"hm","thought":true}`,
		"call without arguments":       `{"functionCall":{"name":"f"},"thoughtSignature":"c2ln"}`,
		"call with empty arguments":    `{"functionCall":{"name":"f","args":{},"id":"okz0loqw"},"thoughtSignature":"c2ln"}`,
		"integers above 2^53":          `{"functionCall":{"name":"f","args":{"n":9007199254740993,"m":-123456789012345678901234567890,"x":1.10}},"thoughtSignature":"c2ln"}`,
		"order of keys":                `{"functionCall":{"args":{"z":1,"a":{"y":2,"b":3}},"name":"f"},"thoughtSignature":"c2ln"}`,
		"unknown fields":               `{"futureField":{"n":9007199254740993},"functionCall":{"name":"f","args":{},"futureField":[1]},"thoughtSignature":"c2ln"}`,
		"unknown kind of part":         `{"hologram":{"data":"x","depth":3}}`,
		"empty text, unknown field":    `{"text":"","futureField":1}`,
		"unicode and markup":           `{"functionCall":{"name":"f","args":{"<script>alert(1)</script>":"ünï \u2028 &amp; \ud83d\ude00 😀"}},"thoughtSignature":"c2ln"}`,
		"space inside":                 "{ \"text\" :\t\"a\" }",
		"1 MB string":                  `{"functionCall":{"name":"f","args":{"s":"` + strings.Repeat("0123456789", 100_000) + `"}},"thoughtSignature":"c2ln"}`,
		"code and media of the future": `{"executableCode":{"language":"PYTHON","code":"print(1<2)"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, events(`{"candidates":[{"content":{"role":"model","parts":[`+part+`,{"text":""}]},"finishReason":"STOP","futureField":1}]}`))
			m := s.model(t)
			message := mustStep(t, m, ask("hello")).Message
			if len(message.Native) != 1 || string(message.Native[0]) != part {
				t.Fatalf("native is %.300s", message.Native)
			}
			if message.Provider != "gemini" || message.Role != model.RoleModel {
				t.Errorf("message of %q by %q", message.Role, message.Provider)
			}
			// The SDK's encoder drops white space and escapes markup: what is
			// sent means the same, digit by digit.
			back := again(t, s, m, message)
			if len(back) != 1 || !same(t, back[0], []byte(part)) {
				t.Errorf("sent back %.300s", back)
			}
		})
	}
}

func TestH17_keyOrderAndDigitsSurviveTheEncoder(t *testing.T) {
	const part = `{"functionCall":{"args":{"z":9007199254740993,"a":1.10},"name":"f"},"thoughtSignature":"c2ln"}`
	s := serve(t, events(`{"candidates":[{"content":{"parts":[`+part+`]},"finishReason":"STOP"}]}`))
	m := s.model(t)
	back := again(t, s, m, mustStep(t, m, ask("hello")).Message)
	if string(back[0]) != part {
		t.Errorf("sent back %s", back[0])
	}
}

func TestH17_argumentsReachTheLoopAsSent(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","id":"x","args":{"n":9007199254740993, "a":1.10}}},{"functionCall":{"name":"g","args":null}},{"functionCall":{"name":"h"}}]},"finishReason":"STOP"}]}`))
	var got []string
	for _, part := range mustStep(t, s.model(t), ask("hello")).Message.Parts {
		got = append(got, part.Call.ID+" "+part.Call.Name+" "+string(part.Call.Args))
	}
	if want := `x f {"n":9007199254740993, "a":1.10}; g {}; h {}`; strings.Join(got, ";") != want {
		t.Errorf("calls %q", got)
	}
}

func TestH17_hollowPartsAreDropped(t *testing.T) {
	for _, part := range []string{
		`{"text":""}`, `{}`, `null`, `{"thought":true}`, `{"text":"","thought":true}`, `{"text":null}`, `{"text":"","thoughtSignature":""}`, `{"functionCall":null}`,
	} {
		s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"a"},`+part+`,{"text":"b"}]},"finishReason":"STOP"}]}`))
		if native := mustStep(t, s.model(t), ask("hello")).Message.Native; len(native) != 2 {
			t.Errorf("%s is kept: %s", part, native)
		}
	}
}

// foreign is a step of another provider.
func foreign(answer string) model.Message {
	return model.Message{
		Role: model.RoleModel, Provider: "other", Native: []json.RawMessage{json.RawMessage(`{"theirs":1}`)},
		Parts: []model.Part{
			{Text: "secret thought", Thought: true}, {Text: answer},
			{Call: &model.Call{ID: "1", Name: "f", Args: json.RawMessage(`{"n":9007199254740993}`)}},
			{Call: &model.Call{Name: "g", Args: json.RawMessage(`{}`)}},
		},
	}
}

// results answers the calls f and g.
func results() model.Message {
	return model.Message{Role: model.RoleUser, Parts: []model.Part{
		{Result: &model.Result{ID: "1", Name: "f", Output: json.RawMessage(`{"output":1}`)}},
		{Result: &model.Result{Name: "g", Output: json.RawMessage(`{"output":2}`)}},
	}}
}

// The stand-in for a signature goes on the first call of each step, where the
// model wants signatures, and nowhere else: in earlier turns too, so that a
// message is the same in every request.
func TestH17_I31_foreignMessageIsBuiltFromItsParts(t *testing.T) {
	const (
		call     = `{"functionCall":{"id":"1","name":"f","args":{"n":9007199254740993}}}`
		standIn  = `{"functionCall":{"id":"1","name":"f","args":{"n":9007199254740993}},"thoughtSignature":"skip_thought_signature_validator"}`
		parallel = `{"functionCall":{"name":"g","args":{}}}`
	)
	for name, first := range map[string]string{
		"gemini-3-flash": standIn, "gemini-flash-latest": standIn, "tunedModels/shop": standIn, "gemini-2.5-flash": call, "gemma-3-27b-it": call,
	} {
		s := serve(t, events(ok))
		mustStep(t, newModel(t, Config{BaseURL: s.URL, Name: name}), model.Request{Messages: []model.Message{
			say("hello"), foreign("Old."), results(), say("go on"), foreign("New."), results(), foreign("Newer."), results(),
		}})
		var contents []wireContent
		if err := json.Unmarshal(field(t, s.sent(0).body, "contents"), &contents); err != nil {
			t.Fatal(err)
		}
		for n, want := range map[int][]string{
			1: {`{"text":"Old."}`, first, parallel}, 4: {`{"text":"New."}`, first, parallel}, 6: {`{"text":"Newer."}`, first, parallel},
		} {
			for i := range want {
				if got := contents[n].Parts; len(got) != len(want) || !same(t, got[i], []byte(want[i])) {
					t.Errorf("%s: content %d is %s, want %s", name, n, got, want)
				}
			}
		}
	}
}

// A model that forgets to sign a call would be refused in every later request
// of the turn; what it did sign stays.
func TestI31_E98_unsignedCallGetsTheStandIn(t *testing.T) {
	for part, want := range map[string]string{
		`{"functionCall":{"name":"f","args":{"n":9007199254740993}}}`:                           `{"functionCall":{"name":"f","args":{"n":9007199254740993}},"thoughtSignature":"skip_thought_signature_validator"}`,
		`{"functionCall":{"name":"f"},"thoughtSignature":"c2ln"}`:                               `{"functionCall":{"name":"f"},"thoughtSignature":"c2ln"}`,
		`{"text":"I look."},{"functionCall":{"name":"f"}},{"functionCall":{"name":"f"}}`:        `{"text":"I look."},{"functionCall":{"name":"f"},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"name":"f"}}`,
		`{"functionCall":{"name":"f"},"thoughtSignature":"c2ln"},{"functionCall":{"name":"f"}}`: `{"functionCall":{"name":"f"},"thoughtSignature":"c2ln"},{"functionCall":{"name":"f"}}`,
	} {
		s := serve(t, events(`{"candidates":[{"content":{"parts":[`+part+`]},"finishReason":"STOP"}]}`))
		m := newModel(t, Config{BaseURL: s.URL, Name: "gemini-3-flash"})
		first := mustStep(t, m, ask("hello")).Message
		kept := string(first.Native[0])
		mustStep(t, m, model.Request{Messages: []model.Message{say("hello"), first, results()}})
		var contents []wireContent
		if err := json.Unmarshal(field(t, s.sent(1).body, "contents"), &contents); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(contents[1].Parts)
		if err != nil || !same(t, got, []byte("["+want+"]")) {
			t.Errorf("sent %s, want %s", got, want)
		}
		if string(first.Native[0]) != kept {
			t.Error("the stored message was changed")
		}
	}
}

// On the strict emulator, which refuses a call without a signature and a message
// that changed since it was sent, the turn goes on and so do the next ones.
func TestI30_I31_E52_signaturesOnTheStrictEmulator(t *testing.T) {
	for _, fault := range []string{"", "E98"} {
		e, err := emulator.New(emulator.Config{Strict: true, Script: []emulator.Step{
			{Fault: fault, Plan: fault == ""}, {Reply: &emulator.Reply{Text: "Done."}}, {Reply: &emulator.Reply{Text: "Again."}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(t, Config{Name: "gemini-3-flash", BaseURL: "http://emulator.invalid", HTTP: &http.Client{Transport: e.Transport()}})
		r := ask("Read the page.")
		r.Tools = []tool.Declaration{{Name: "page_read", Description: "Reads the page.", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)}}
		first := mustStep(t, m, r).Message
		answers := model.Message{Role: model.RoleUser}
		for _, part := range first.Parts {
			if part.Call != nil {
				answers.Parts = append(answers.Parts, model.Part{Result: &model.Result{ID: part.Call.ID, Name: part.Call.Name, Output: json.RawMessage(`{"output":"A"}`)}})
			}
		}
		r.Messages = append(r.Messages, first, answers)
		last := mustStep(t, m, r)
		if last.Message.Parts[0].Text != "Done." || len(answers.Parts) == 0 {
			t.Errorf("%q: %d calls, then %+v", fault, len(answers.Parts), last)
		}
		r.Messages = append(r.Messages, last.Message, say("And now?"))
		mustStep(t, m, r)
		if err := e.Done(); err != nil {
			t.Error(err)
		}
	}
}
