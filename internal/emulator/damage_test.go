package emulator

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// jsonObject is a decoded JSON object that a damage edits.
type jsonObject = map[string]any

// threeSteps is a whole request as a good client sends it after three steps of
// the emulator: one call, two calls, one call, every one answered.
func threeSteps(t *testing.T, e *Emulator, name string) string {
	t.Helper()
	contents := []any{jsonObject{"role": "user", "parts": []any{jsonObject{"text": "compare a and b"}}}}
	body := func() string {
		return string(encode(jsonObject{
			"contents":         contents,
			"tools":            []any{jsonObject{"functionDeclarations": []any{declaration("a"), declaration("b")}}},
			"toolConfig":       jsonObject{"functionCallingConfig": jsonObject{"mode": "AUTO"}},
			"generationConfig": jsonObject{"temperature": 1, "maxOutputTokens": 1000},
		}, ""))
	}
	for range 3 {
		var sent, responses []any
		for _, raw := range parts(t, send(t, e, unary(name), body())) {
			var part jsonObject
			if err := json.Unmarshal(raw, &part); err != nil {
				t.Fatal(err)
			}
			sent = append(sent, part)
			if call, ok := part["functionCall"].(jsonObject); ok {
				response := jsonObject{"name": call["name"], "response": jsonObject{"output": 1}}
				if id, ok := call["id"]; ok {
					response["id"] = id
				}
				responses = append(responses, jsonObject{"functionResponse": response})
			}
		}
		contents = append(contents, jsonObject{"role": "model", "parts": sent}, jsonObject{"role": "user", "parts": responses})
	}
	return body()
}

func declaration(name string) jsonObject {
	return jsonObject{"name": name, "description": "d", "parametersJsonSchema": jsonObject{
		"type": "object", "properties": jsonObject{"n": jsonObject{"type": "integer"}},
	}}
}

// damage is one thing done to the valid request.
type damage struct {
	name string
	do   func(r *damaged)
	text string
}

// damaged is the request being spoiled.
type damaged struct{ body jsonObject }

func (d *damaged) contents() []any          { return d.body["contents"].([]any) }
func (d *damaged) set(contents ...any)      { d.body["contents"] = contents }
func (d *damaged) content(i int) jsonObject { return d.contents()[i].(jsonObject) }
func (d *damaged) parts(i int) []any        { return d.content(i)["parts"].([]any) }
func (d *damaged) part(i, j int) jsonObject { return d.parts(i)[j].(jsonObject) }
func (d *damaged) call(i, j int) jsonObject { return d.part(i, j)["functionCall"].(jsonObject) }
func (d *damaged) resp(i, j int) jsonObject { return d.part(i, j)["functionResponse"].(jsonObject) }
func (d *damaged) tool(i int) jsonObject    { return d.tools()[i].(jsonObject) }
func (d *damaged) config() jsonObject       { return d.body["generationConfig"].(jsonObject) }
func (d *damaged) calling(v jsonObject) {
	d.body["toolConfig"] = jsonObject{"functionCallingConfig": v}
}
func (d *damaged) drop(i int) {
	d.set(append(append([]any{}, d.contents()[:i]...), d.contents()[i+1:]...)...)
}
func (d *damaged) insert(i int, c any) {
	d.set(append(append(append([]any{}, d.contents()[:i]...), c), d.contents()[i:]...)...)
}
func (d *damaged) setParts(i int, parts []any) { d.content(i)["parts"] = parts }
func (d *damaged) tools() []any {
	return d.body["tools"].([]any)[0].(jsonObject)["functionDeclarations"].([]any)
}

func says(role, text string) jsonObject {
	return jsonObject{"role": role, "parts": []any{jsonObject{"text": text}}}
}

// damages are all wrong on Gemini 3 and later; those without a signature in
// their name are wrong on 2.5 as well.
var damages = []damage{
	{"E14 no contents", func(d *damaged) { d.set() }, "* GenerateContentRequest.contents: contents is not specified"},
	{"E15 unknown field of the request", func(d *damaged) { d.body["foo"] = 1 }, `Unknown name "foo": Cannot find field.`},
	{"E15 unknown field of a part", func(d *damaged) { d.part(1, 0)["foo"] = 1 }, `Unknown name "foo" at 'contents[1].parts[0]': Cannot find field.`},
	{"E15 unknown field of a response", func(d *damaged) { d.resp(2, 0)["is_error"] = true }, `Unknown name "is_error" at 'contents[2].parts[0].function_response': Cannot find field.`},
	{"E17 text is a number", func(d *damaged) { d.part(0, 0)["text"] = 1 }, "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 1"},
	{"E17 limit is a word", func(d *damaged) { d.config()["maxOutputTokens"] = "many" }, `Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), "many"`},
	{"E18 response is a list", func(d *damaged) { d.resp(2, 0)["response"] = []any{1} }, `Unknown name "response" at 'contents[2].parts[0].function_response': Proto field is not repeating, cannot start list.`},
	{"E19 response is a string", func(d *damaged) { d.resp(2, 0)["response"] = "done" }, `Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "done"`},
	{"E19 response is a number", func(d *damaged) { d.resp(2, 0)["response"] = 4 }, "function_response.response' (type.googleapis.com/google.protobuf.Struct), 4"},
	{"E20 arguments are JSON text", func(d *damaged) { d.call(1, 0)["args"] = "{}" }, `Invalid value at 'contents[1].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct), "{}"`},
	{"E21 unknown mode", func(d *damaged) { d.calling(jsonObject{"mode": "FOO"}) }, `Invalid value at 'tool_config.function_calling_config.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), "FOO"`},
	{"E22 signature is not base64", func(d *damaged) { d.part(1, 0)["thoughtSignature"] = "*" }, `Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for "*"`},
	{"E23 empty parts", func(d *damaged) { d.setParts(2, []any{}) }, "* GenerateContentRequest.contents[2].parts: contents.parts must not be empty."},
	{"E23 no parts", func(d *damaged) { delete(d.content(0), "parts") }, "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty."},
	{"E24 empty part", func(d *damaged) { d.setParts(3, append(d.parts(3), jsonObject{})) }, "* GenerateContentRequest.contents[3].parts[2].data: required oneof field 'data' must have one initialized field"},
	{"E25 text and call in one part", func(d *damaged) { d.part(1, 0)["text"] = "x" }, "oneof field 'data' is already set."},
	{"E26 role assistant", func(d *damaged) { d.content(1)["role"] = "assistant" }, "Please use a valid role: user, model."},
	{"E26 role tool", func(d *damaged) { d.content(2)["role"] = "tool" }, "Please use a valid role: user, model."},
	{"E26 role system", func(d *damaged) { d.insert(0, says("system", "be kind")) }, "Please use a valid role: user, model."},
	{"E30 history begins with a call", func(d *damaged) { d.drop(0) }, callPlace},
	{"E30 call after the model's words", func(d *damaged) { d.insert(3, says("model", "well")) }, callPlace},
	{"E31 words instead of responses", func(d *damaged) { d.setParts(2, []any{jsonObject{"text": "x"}}) }, responseCount},
	{"E31 last responses missing", func(d *damaged) { d.drop(6) }, responseCount},
	{"E31 responses of a step missing", func(d *damaged) { d.drop(2) }, responseCount},
	{"E32 one response too few", func(d *damaged) { d.setParts(4, d.parts(4)[:1]) }, responseCount},
	{"E32 one response too many", func(d *damaged) { d.setParts(2, append(d.parts(2), d.parts(2)[0])) }, responseCount},
	{"E32 responses sent twice", func(d *damaged) { d.insert(3, d.contents()[2]) }, responseCount},
	{"E33 responses without their call", func(d *damaged) { d.drop(1) }, responsePlace},
	{"E33 history begins with responses", func(d *damaged) { d.set(d.contents()[2:]...) }, responsePlace},
	{"E31 words between call and response", func(d *damaged) { d.insert(2, says("user", "wait")) }, responseCount},
	{"E39 response without a name", func(d *damaged) { delete(d.resp(2, 0), "name") }, "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty."},
	{"E42 media of a kind that is not taken", func(d *damaged) {
		d.resp(2, 0)["parts"] = []any{jsonObject{"inlineData": jsonObject{"mimeType": "image/gif", "data": "aGk="}}}
	}, "function_response.parts"},
	{"E43 $ref in a result", func(d *damaged) { d.resp(2, 0)["response"] = jsonObject{"output": jsonObject{"$ref": "#/$defs/A"}} }, "The referenced name `#/$defs/A` in function_response.response does not match to a display_name in the function_response.parts."},
	{"E44 signature dropped", func(d *damaged) { delete(d.part(1, 0), "thoughtSignature") }, "function call `default_api:a` , position 2."},
	{"E44 signature of the last step dropped", func(d *damaged) { delete(d.part(5, 0), "thoughtSignature") }, "function call `default_api:b` , position 6."},
	{"E44 signature empty", func(d *damaged) { d.part(3, 0)["thoughtSignature"] = "" }, "position 4."},
	{"E44 signature on the second call only", func(d *damaged) { d.setParts(3, []any{d.part(3, 1), d.part(3, 0)}) }, "position 4."},
	{"E48 signature of another call", func(d *damaged) { d.part(5, 0)["thoughtSignature"] = d.part(1, 0)["thoughtSignature"] }, "Invalid thought signature."},
	{"E48 signature with changed arguments", func(d *damaged) { d.call(1, 0)["args"] = jsonObject{"n": 2} }, "Invalid thought signature."},
	{"E48 signature copied to every call", func(d *damaged) { d.part(3, 1)["thoughtSignature"] = d.part(3, 0)["thoughtSignature"] }, "Invalid thought signature."},
	{"E48 signature of somebody else", func(d *damaged) {
		d.part(1, 0)["thoughtSignature"] = base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", signatureSize)))
	}, "Corrupted thought signature."},
	{"E48 signature cut", func(d *damaged) {
		s := d.part(1, 0)["thoughtSignature"].(string)
		d.part(1, 0)["thoughtSignature"] = s[:len(s)/2/4*4]
	}, "Corrupted thought signature."},
	{"E53 tool with a space in its name", func(d *damaged) { d.tool(1)["name"] = "b c" }, "* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name."},
	{"E53 tool with a name of 65 letters", func(d *damaged) { d.tool(1)["name"] = strings.Repeat("b", 65) }, "Invalid function name."},
	{"E54 two tools of one name", func(d *damaged) { d.tool(1)["name"] = "a" }, "Duplicate function declaration found: a"},
	{"E55 keyword outside the OpenAPI subset", func(d *damaged) {
		delete(d.tool(0), "parametersJsonSchema")
		d.tool(0)["parameters"] = jsonObject{"type": "object", "properties": jsonObject{"n": jsonObject{"type": "number", "exclusiveMinimum": 0}}}
	}, `Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`},
	{"E56 array without items", func(d *damaged) {
		delete(d.tool(0), "parametersJsonSchema")
		d.tool(0)["parameters"] = jsonObject{"type": "object", "properties": jsonObject{"n": jsonObject{"type": "array"}}}
	}, "parameters.properties[n].items: missing field."},
	{"E57 both forms of schema", func(d *damaged) {
		d.tool(0)["parameters"] = jsonObject{"type": "object", "properties": jsonObject{"n": jsonObject{"type": "number"}}}
	}, "mutually exclusive"},
	{"E58 reference to nothing", func(d *damaged) {
		d.tool(0)["parametersJsonSchema"] = jsonObject{"type": "object", "properties": jsonObject{"n": jsonObject{"$ref": "#/$defs/N"}}}
	}, "reference to undefined schema at properties.n"},
	{"E59 schema of a string", func(d *damaged) { d.tool(0)["parametersJsonSchema"] = jsonObject{"type": "string"} }, "schema should be of type OBJECT."},
	{"E60 mode ANY without a schema", func(d *damaged) { delete(d.tool(0), "parametersJsonSchema"); d.calling(jsonObject{"mode": "ANY"}) }, "Request contains an invalid argument."},
	{"E61 mode ANY with a rich schema", func(d *damaged) {
		d.tool(0)["parametersJsonSchema"] = jsonObject{"type": "object", "properties": jsonObject{"n": jsonObject{"type": "array", "maxItems": 5000}}}
		d.calling(jsonObject{"mode": "ANY"})
	}, "too many states for serving"},
	{"E62 tools dropped, their config kept", func(d *damaged) { delete(d.body, "tools") }, "Function calling config is set without function_declarations."},
	{"E63 allowed names in mode AUTO", func(d *damaged) { d.calling(jsonObject{"mode": "AUTO", "allowedFunctionNames": []any{"a"}}) }, "allowed_function_names"},
	{"E63 allowed name that is not declared", func(d *damaged) { d.calling(jsonObject{"mode": "ANY", "allowedFunctionNames": []any{"c"}}) }, "function c is not declared"},
	{"E70 thinking level and budget", func(d *damaged) {
		d.config()["thinkingConfig"] = jsonObject{"thinkingLevel": "LOW", "thinkingBudget": 1}
	}, "only one of thinking budget and thinking level"},
	{"E71 temperature of 3", func(d *damaged) { d.config()["temperature"] = 3 }, "temperature must be in the range"},
}

// From one valid history of three steps come more than forty that are not. Each
// is refused for its own reason, and the valid one is accepted, in strict mode too
// where the model enforces signatures.
func TestDamagedHistories(t *testing.T) {
	if len(damages) < 40 {
		t.Fatalf("%d damages, at least 40 are wanted", len(damages))
	}
	for _, name := range []string{model3, "gemini-3.1-pro-preview", "gemini-flash-latest", model25} {
		e := newEmulator(t, Config{Strict: name != model25, Script: []Step{
			{Reply: &Reply{Calls: []Call{{Name: "a", Args: json.RawMessage(`{"n":1}`)}}}},
			{Reply: &Reply{Calls: []Call{{Name: "a"}, {Name: "b"}}}},
			{Reply: &Reply{Calls: []Call{{Name: "b"}}}},
			{Reply: &Reply{Text: "Done."}, Repeat: -1},
		}})
		good := threeSteps(t, e, name)
		for _, d := range damages {
			signature := strings.Contains(d.name, "ignature") && !strings.HasPrefix(d.name, "E22")
			t.Run(name+" "+d.name, func(t *testing.T) {
				accepted(t, send(t, e, unary(name), good))
				var r damaged
				if err := json.Unmarshal([]byte(good), &r.body); err != nil {
					t.Fatal(err)
				}
				d.do(&r)
				body := string(encode(r.body, ""))
				for _, path := range []string{unary(name), stream(name)} {
					w := send(t, e, path, body)
					if signature && name == model25 {
						accepted(t, w) // E45
						continue
					}
					refused(t, w, 400, "INVALID_ARGUMENT", d.text)
				}
			})
		}
		if err := e.Done(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
