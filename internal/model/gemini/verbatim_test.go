package gemini

import (
	"encoding/json"
	"strings"
	"testing"

	"farhand/internal/model"
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
		"call without arguments":       `{"functionCall":{"name":"f"}}`,
		"call with empty arguments":    `{"functionCall":{"name":"f","args":{},"id":"okz0loqw"},"thoughtSignature":"c2ln"}`,
		"integers above 2^53":          `{"functionCall":{"name":"f","args":{"n":9007199254740993,"m":-123456789012345678901234567890,"x":1.10}}}`,
		"order of keys":                `{"functionCall":{"args":{"z":1,"a":{"y":2,"b":3}},"name":"f"}}`,
		"unknown fields":               `{"futureField":{"n":9007199254740993},"functionCall":{"name":"f","args":{},"futureField":[1]}}`,
		"unknown kind of part":         `{"hologram":{"data":"x","depth":3}}`,
		"empty text, unknown field":    `{"text":"","futureField":1}`,
		"unicode and markup":           `{"functionCall":{"name":"f","args":{"<script>alert(1)</script>":"ünï \u2028 &amp; \ud83d\ude00 😀"}}}`,
		"space inside":                 "{ \"text\" :\t\"a\" }",
		"1 MB string":                  `{"functionCall":{"name":"f","args":{"s":"` + strings.Repeat("0123456789", 100_000) + `"}}}`,
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

func TestH17_foreignMessageIsBuiltFromItsParts(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}]}`))
	foreign := model.Message{
		Role: model.RoleModel, Provider: "other", Native: []json.RawMessage{json.RawMessage(`{"theirs":1}`)},
		Parts: []model.Part{
			{Text: "secret thought", Thought: true}, {Text: "Two calls."},
			{Call: &model.Call{ID: "1", Name: "f", Args: json.RawMessage(`{"n":9007199254740993}`)}},
			{Call: &model.Call{Name: "g", Args: json.RawMessage(`{}`)}},
		},
	}
	want := []string{
		`{"text":"Two calls."}`,
		`{"functionCall":{"id":"1","name":"f","args":{"n":9007199254740993}},"thoughtSignature":"skip_thought_signature_validator"}`,
		`{"functionCall":{"name":"g","args":{}}}`,
	}
	got := again(t, s, s.model(t), foreign)
	if len(got) != len(want) {
		t.Fatalf("sent %s", got)
	}
	for i := range want {
		if !same(t, got[i], []byte(want[i])) {
			t.Errorf("part %d is %s, want %s", i, got[i], want[i])
		}
	}
}
