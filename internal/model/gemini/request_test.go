package gemini

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"farhand/internal/model"
	"farhand/internal/tool"
)

const ok = `{"candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}]}`

// TestA13_ModelIsTheSeam holds the loop's side of the bargain: it needs no
// more than the interface.
func TestA13_ModelIsTheSeam(t *testing.T) {
	s := serve(t, events(ok))
	var m model.Model = s.model(t)
	response, err := m.Generate(t.Context(), ask("hello"), nil)
	if err != nil || response.Message.Parts[0].Text != "ok" {
		t.Errorf("got %v, %v", response, err)
	}
}

func TestA12_requestOnTheWire(t *testing.T) {
	warm := 0.7
	declarations := []tool.Declaration{
		{Name: "b_tool", Description: "Does b.", Parameters: json.RawMessage(`{"type":"object","properties":{"z":{"type":"integer","maximum":9007199254740993},"a":{}}}`)},
		{Name: "a_tool", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)},
	}
	const tools = `[{"functionDeclarations":[{"name":"b_tool","description":"Does b.","parametersJsonSchema":{"type":"object","properties":{"z":{"type":"integer","maximum":9007199254740993},"a":{}}}},{"name":"a_tool","parametersJsonSchema":{"type":"object","properties":{}}}]}]`
	const contents = `"contents":[{"role":"user","parts":[{"text":"hello"}]}]`
	for name, tc := range map[string]struct {
		config Config
		change func(*model.Request)
		want   string
	}{
		"bare": {Config{}, func(*model.Request) {}, `{` + contents + `,"generationConfig":{}}`},
		"mode without tools says nothing": {Config{}, func(r *model.Request) { r.Mode = model.ModeNone },
			`{` + contents + `,"generationConfig":{}}`},
		"everything": {Config{Temperature: &warm}, func(r *model.Request) {
			r.System, r.Tools, r.Mode = "Be kind.", declarations, model.ModeAuto
		}, `{` + contents + `,"generationConfig":{"temperature":0.7},"systemInstruction":{"role":"user","parts":[{"text":"Be kind."}]},"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}},"tools":` + tools + `}`},
		"words only": {Config{}, func(r *model.Request) { r.Tools, r.Mode = declarations, model.ModeNone },
			`{` + contents + `,"generationConfig":{},"toolConfig":{"functionCallingConfig":{"mode":"NONE"}},"tools":` + tools + `}`},
		"calls that fit": {Config{}, func(r *model.Request) { r.Tools, r.Mode = declarations, model.ModeValidated },
			`{` + contents + `,"generationConfig":{},"toolConfig":{"functionCallingConfig":{"mode":"VALIDATED"}},"tools":` + tools + `}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, events(ok))
			tc.config.BaseURL = s.URL
			m := newModel(t, tc.config)
			r := ask("hello")
			tc.change(&r)
			mustStep(t, m, r)
			mustStep(t, m, r)
			first, second := s.sent(0), s.sent(1)
			if !same(t, first.body, []byte(tc.want)) {
				t.Errorf("sent\n%s\nwant\n%s", first.body, tc.want)
			}
			if !bytes.Equal(first.body, second.body) {
				t.Error("the same request twice differs on the wire")
			}
			if len(r.Tools) > 0 && string(field(t, first.body, "tools")) != tools {
				t.Errorf("the tool block is %s", field(t, first.body, "tools"))
			}
			if first.path != "/v1beta/models/gemini-test:streamGenerateContent?alt=sse" {
				t.Errorf("sent to %s", first.path)
			}
			if first.header.Get("X-Goog-Api-Key") != testKey || first.header.Get("X-Server-Timeout") != "" {
				t.Errorf("headers %v", first.header)
			}
		})
	}
}

func TestA12_messageWithoutPartsIsNotSent(t *testing.T) {
	s := serve(t, events(ok))
	mustStep(t, s.model(t), model.Request{Messages: []model.Message{
		say("hello"), {Role: model.RoleModel, Provider: "gemini"}, say(""), {Role: model.RoleUser}, say("go on"),
	}})
	const want = `[{"role":"user","parts":[{"text":"hello"}]},{"role":"user","parts":[{"text":"go on"}]}]`
	if got := field(t, s.sent(0).body, "contents"); string(got) != want {
		t.Errorf("sent %s", got)
	}
}

func TestA12_results(t *testing.T) {
	for name, tc := range map[string]struct{ output, want string }{
		"value":                    {`{"output":{"b":1,"a":9007199254740993}}`, `{"output":{"b":1,"a":9007199254740993}}`},
		"error":                    {`{"error":{"code":"timeout","message":"No answer."}}`, `{"error":{"code":"timeout","message":"No answer."}}`},
		"key $ref":                 {`{"output":{"$ref":"#/x"}}`, `{"output":"{\"$ref\":\"#/x\"}"}`},
		"key $ref, deep":           {`{"output":[{"a":[{"$ref":9007199254740993}]}]}`, `{"output":"[{\"a\":[{\"$ref\":9007199254740993}]}]"}`},
		"key $ref with an escape":  {`{"output":{"\u0024ref":1}}`, `{"output":"{\"\\u0024ref\":1}"}`},
		"$ref as a value":          {`{"output":"see $ref"}`, `{"output":"see $ref"}`},
		"key that begins so":       {`{"output":{"$reference":1}}`, `{"output":{"$reference":1}}`},
		"as deep as the API reads": {`{"output":` + nested(maxStructDepth) + `}`, `{"output":` + nested(maxStructDepth) + `}`},
		"deeper":                   {`{"output":` + nested(maxStructDepth+1) + `}`, `{"output":"` + nested(maxStructDepth+1) + `"}`},
		"brackets in strings":      {`{"output":"` + nested(maxStructDepth+1) + `\"\\"}`, `{"output":"` + nested(maxStructDepth+1) + `\"\\"}`},
		"many beside each other":   {`{"output":[[]` + strings.Repeat(`,[],{}`, 40) + `]}`, `{"output":[[]` + strings.Repeat(`,[],{}`, 40) + `]}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, events(ok))
			call := model.Message{Role: model.RoleModel, Provider: "gemini", Native: []json.RawMessage{json.RawMessage(`{"functionCall":{"name":"f"}}`)}}
			result := model.Message{Role: model.RoleUser, Parts: []model.Part{{Result: &model.Result{Name: "f", Output: json.RawMessage(tc.output)}}}}
			mustStep(t, s.model(t), model.Request{Messages: []model.Message{say("hello"), call, result}})
			var contents []wireContent
			if err := json.Unmarshal(field(t, s.sent(0).body, "contents"), &contents); err != nil {
				t.Fatal(err)
			}
			want := `{"functionResponse":{"name":"f","response":` + tc.want + `}}`
			if got := contents[2].Parts[0]; !same(t, got, []byte(want)) {
				t.Errorf("sent %s, want %s", got, want)
			}
		})
	}
}

// nested returns arrays in arrays.
func nested(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }

func TestA12_brokenHistoryIsNotSent(t *testing.T) {
	s := serve(t, events(ok))
	_, _, err := step(t, s.model(t), model.Request{Messages: []model.Message{
		{Role: model.RoleModel, Provider: "gemini", Native: []json.RawMessage{json.RawMessage(`{"text":"secret`)}},
	}})
	if e := failure(t, err); e.Kind != model.KindBadRequest || bytes.Contains([]byte(e.Error()), []byte("secret")) || s.count() != 0 {
		t.Errorf("got %v after %d requests", e, s.count())
	}
}

// Nothing is continued on its own: one Generate is one request.
func TestA12_oneRequestPerStep(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"CONTINUATION","continuationToken":"dG9r"}]}`))
	if got := mustStep(t, s.model(t), ask("hello")); got.Finish != model.FinishTruncated || s.count() != 1 {
		t.Errorf("finish %q after %d requests", got.Finish, s.count())
	}
}

func TestA14_oneModelServesManyConversations(t *testing.T) {
	s := serve(t, events(ok))
	m := s.model(t)
	r := ask("hello")
	r.System, r.Tools = "Be kind.", []tool.Declaration{{Name: "f", Parameters: json.RawMessage(`{"type":"object"}`)}}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			var text string
			response, err := m.Generate(t.Context(), r, func(d model.Delta) { text += d.Text })
			if err != nil || text != "ok" || len(response.Message.Native) != 1 {
				t.Errorf("got %v, %v", response, err)
			}
		})
	}
	all.Wait()
}
