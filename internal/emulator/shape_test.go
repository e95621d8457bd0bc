package emulator

import (
	"strings"
	"testing"
)

func TestE13_notJSON(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	for _, body := range []string{"nonsense", `{"contents":`, `{"contents":[],}`, "{} {}", `{"a":"` + "\x01" + `"}`, strings.Repeat("[", 100_000)} {
		refused(t, send(t, e, unary(model3), body), 400, "INVALID_ARGUMENT", "Invalid JSON payload received.")
	}
}

func TestE14_noContents(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	for _, body := range []string{"", " \n", "{}", `{"contents":null,"generationConfig":{}}`, `{"contents":[]}`} {
		refused(t, send(t, e, unary(model3), body), 400, "INVALID_ARGUMENT",
			"* GenerateContentRequest.contents: contents is not specified\n")
	}
}

func TestE15_unknownFields(t *testing.T) {
	body := `{"foo":1,"contents":[{"role":"user","parts":[{"text":"hi","futureField":{}}]}],
		"tools":[{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT","properties":{"x":{"type":"STRING"},"y":{"type":"NUMBER","exclusiveMinimum":0}}}}]}]}`
	got := refused(t, send(t, newEmulator(t, Config{}), unary(model3), body), 400, "INVALID_ARGUMENT")
	want := []string{
		`Invalid JSON payload received. Unknown name "foo": Cannot find field.`,
		`Invalid JSON payload received. Unknown name "futureField" at 'contents[0].parts[0]': Cannot find field.`,
		`Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters.properties[1].value': Cannot find field.`,
	}
	if got.Message != strings.Join(want, "\n") {
		t.Errorf("message\n%s\nwant\n%s", got.Message, strings.Join(want, "\n"))
	}
	detail := got.Details[0].(map[string]any)
	violations := detail["fieldViolations"].([]any)
	if detail["@type"] != "type.googleapis.com/google.rpc.BadRequest" || len(violations) != len(want) {
		t.Fatalf("details %v", detail)
	}
	second := violations[1].(map[string]any)
	if second["field"] != "contents[0].parts[0]" || second["description"] != want[1] {
		t.Errorf("violation %v", second)
	}
}

func TestE15_freeValuesAreNotLookedInto(t *testing.T) {
	accepted(t, send(t, newEmulator(t, Config{}), unary(model25), `{"contents":[`+userHi+`,
		{"role":"model","parts":[{"functionCall":{"name":"a","args":{"foo":{"bar":1}}}}]},
		{"role":"user","parts":[{"functionResponse":{"name":"a","response":{"any":{"thing":[1]}}}}]}],
		"tools":[{"functionDeclarations":[{"name":"a","parametersJsonSchema":{"$defs":{"x":{}},"oneOf":[]},"responseJsonSchema":{"foo":1}}]}]}`))
}

func TestE16_bothSpellings(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	for _, body := range []string{
		`{"system_instruction":{"parts":[{"text":"s"}]},"generation_config":{"max_output_tokens":5,"thinking_config":{"include_thoughts":true}},"contents":[` + userHi + `,
		  {"role":"model","parts":[{"function_call":{"name":"a"},"thought_signature":"c2ln"}]},{"parts":[{"function_response":{"name":"a","response":{}}}]}],
		  "tools":[{"function_declarations":[{"name":"a","parameters_json_schema":{}}]}],"tool_config":{"function_calling_config":{"mode":"AUTO"}}}`,
		`{"systemInstruction":{"parts":[{"text":"s"}]},"generationConfig":{"maxOutputTokens":5,"thinkingConfig":{"includeThoughts":true}},"contents":[` + userHi + `,
		  {"role":"model","parts":[{"functionCall":{"name":"a"},"thoughtSignature":"c2ln"}]},{"parts":[{"functionResponse":{"name":"a","response":{}}}]}],
		  "tools":[{"functionDeclarations":[{"name":"a","parametersJsonSchema":{}}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}`,
	} {
		accepted(t, send(t, e, unary(model3), body))
	}
}

func TestWrongTypes(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	response := func(value string) string {
		return request(userHi, model(callA), user(`{"functionResponse":{"name":"a","response":`+value+`}}`))
	}
	for _, test := range []struct{ name, body, text string }{
		{"E17_int", `{"contents":[` + userHi + `],"generationConfig":{"maxOutputTokens":"x"}}`,
			`Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), "x"`},
		{"E17_string", request(user(`{"text":1}`)), `Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 1`},
		{"E18_list", response(`[1]`),
			`Unknown name "response" at 'contents[2].parts[0].function_response': Proto field is not repeating, cannot start list.`},
		{"E19_responseString", response(`"done"`),
			`Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "done"`},
		{"E20_argsString", request(userHi, model(`{"functionCall":{"name":"a","args":"x"}}`)),
			`Invalid value at 'contents[1].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct), "x"`},
		{"E21_mode", `{"contents":[` + userHi + `],"toolConfig":{"functionCallingConfig":{"mode":"FOO"}}}`,
			`Invalid value at 'tool_config.function_calling_config.mode'`},
		{"E22_signature", request(userHi, model(`{"text":"x","thoughtSignature":"not base64!"}`)),
			`Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for "not base64!"`},
		{"E25_twoData", request(user(`{"text":"x","functionCall":{"name":"a"}}`)),
			`oneof field 'data' is already set. Cannot set 'functionCall'`},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, send(t, e, unary(model3), test.body), 400, "INVALID_ARGUMENT", test.text)
		})
	}
}

func TestRequiredFields(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	noData := "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field\n"
	for _, test := range []struct{ name, body, text string }{
		{"E23_emptyParts", request(userHi, `{"role":"model","parts":[]}`, userHi),
			"* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n"},
		{"E23_noParts", request(userHi, `{"role":"model"}`, userHi),
			"* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n"},
		{"E24_emptyPart", request(userHi, model(`{}`), userHi), noData},
		{"E24_thoughtOnly", request(userHi, model(`{"thought":true}`), userHi), noData},
		{"E24_nullText", request(userHi, model(`{"text":null}`), userHi), noData},
		{"E53_badName", declaring("a", "2b"),
			"* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n"},
		{"E53_longName", declaring(strings.Repeat("a", 65)), "Invalid function name."},
		{"E54_duplicate", declaring("a", "b", "a"), "Duplicate function declaration found: a"},
		{"E39_responseName", request(userHi, model(callA), user(`{"functionResponse":{"response":{}}}`)),
			"* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, send(t, e, unary(model3), test.body), 400, "INVALID_ARGUMENT", test.text)
		})
	}
	for name, part := range map[string]string{
		"E24_signatureOnly":     `{"thoughtSignature":"c2ln"}`,
		"E24_videoMetadataOnly": `{"videoMetadata":{"fps":1}}`,
		"E24_emptyText":         `{"text":""}`,
	} {
		t.Run(name, func(t *testing.T) {
			accepted(t, send(t, e, unary(model3), request(userHi, model(part), userHi)))
		})
	}
	t.Run("E53_goodName", func(t *testing.T) {
		accepted(t, send(t, e, unary(model3), declaring("_a.b:c-D9", strings.Repeat("a", 64))))
	})
}

func TestE28_collectedAsBullets(t *testing.T) {
	body := `{"contents":[{"parts":[]},{"role":"model","parts":[{}]}],"tools":[{"functionDeclarations":[{"name":"1"},{"name":"x"},{"name":"x"}]}]}`
	got := refused(t, send(t, newEmulator(t, Config{}), unary(model3), body), 400, "INVALID_ARGUMENT").Message
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) != 4 || !strings.HasSuffix(got, "\n") {
		t.Fatalf("%q: want four lines, each ended", got)
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "* GenerateContentRequest.") {
			t.Errorf("line %q", l)
		}
	}
}

func TestE26_roles(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	for _, role := range []string{"assistant", "system", "tool", "function", "User"} {
		refused(t, send(t, e, unary(model3), request(content(role, `{"text":"x"}`))), 400, "INVALID_ARGUMENT",
			"Please use a valid role: user, model.")
	}
	accepted(t, send(t, e, unary(model3), request(`{"parts":[{"text":"x"}]}`)))
	accepted(t, send(t, e, unary(model3), request(userHi, model(callA), content("function", answerA))))
}

func TestE27_systemRoleIsIgnored(t *testing.T) {
	accepted(t, send(t, newEmulator(t, Config{}), unary(model3),
		`{"systemInstruction":{"role":"whatever","parts":[{"text":"s"}]},"contents":[`+userHi+`]}`))
}

func TestSinglesWhereListsAreExpected(t *testing.T) {
	accepted(t, send(t, newEmulator(t, Config{}), unary(model3),
		`{"contents":{"parts":{"text":"x"}},"tools":{"googleSearch":{}},"systemInstruction":{"parts":{"text":"s"}}}`))
}
