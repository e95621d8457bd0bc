package emulator

import (
	"encoding/base64"
	"testing"
)

// What recorded clients sent and the service took: nothing of it is refused,
// on either generation, and only what is named is a lint.
func TestAcceptedShapes(t *testing.T) {
	for _, test := range []struct{ name, body string }{
		{"E37 consecutive users", request(userHi, userHi, userHi)},
		{"E37 responses, then words", request(userHi, model(callA), user(answerA), userHi)},
		{"two texts in one content", request(user(`{"text":"a"}`, `{"text":"b"}`))},
		{"E34 two contents of calls, one of responses", request(userHi, model(callA), model(`{"functionCall":{"name":"b"},"thoughtSignature":"c2ln"}`), user(answerA, answerB))},
		{"E38 tool that is not declared", `{"contents":[` + userHi + `,` + model(callA) + `,` + user(answerA) + `],"tools":[{"functionDeclarations":[{"name":"other"}]}]}`},
		{"absent args", request(userHi, model(`{"functionCall":{"name":"a"},"thoughtSignature":"c2ln"}`), user(answerA))},
		{"empty response", request(userHi, model(callA), user(`{"functionResponse":{"name":"a","response":{}}}`))},
		{"no response object", request(userHi, model(callA), user(`{"functionResponse":{"name":"a"}}`))},
		{"any response keys", request(userHi, model(callA), user(`{"functionResponse":{"name":"a","response":{"x":{"type":"object"},"0":[null,{}]}}}`))},
		{"ids made by the client", request(userHi, model(withIDs("a", "1")), user(answering("a", "1")))},
		{"E50 thoughts returned", request(userHi, model(`{"text":"hm","thought":true}`, callA), user(answerA))},
		{"E24 signature alone", request(userHi, model(`{"thoughtSignature":"c2ln"}`), userHi)},
		{"URL-safe signature", request(userHi, model(`{"functionCall":{"name":"a"},"thoughtSignature":"_-8="}`), user(answerA))},
		{"E47 first dummy", request(userHi, model(called("a", "{}", dummies[0])), user(answerA))},
		{"E47 second dummy", request(userHi, model(called("a", "{}", dummies[1])), user(answerA))},
		{"E47 first dummy in base64", request(userHi, model(called("a", "{}", base64.StdEncoding.EncodeToString([]byte(dummies[0])))), user(answerA))},
		{"E47 second dummy in base64", request(userHi, model(called("a", "{}", base64.StdEncoding.EncodeToString([]byte(dummies[1])))), user(answerA))},
		{"image beside words", request(user(`{"text":"x"}`, `{"inlineData":{"mimeType":"image/png","data":"aGk="}}`))},
		{"image after responses", request(userHi, model(callA), user(answerA), user(`{"inlineData":{"mimeType":"image/png","data":"aGk="}}`))},
		{"system instruction without a role", `{"systemInstruction":{"parts":[{"text":"s"}]},"contents":[` + userHi + `]}`},
		{"empty generationConfig", `{"contents":[` + userHi + `],"generationConfig":{}}`},
		{"empty text", request(userHi, model(`{"text":""}`), userHi)},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, m := range []string{model3, "gemini-3.8-flash", model25, "gemini-2.0-flash"} {
				for _, path := range []string{unary(m), stream(m)} {
					accepted(t, send(t, newEmulator(t, Config{Signatures: SignaturesOpaque}), path, test.body))
				}
			}
		})
	}
	media := request(userHi, model(callA), user(`{"functionResponse":{"name":"a","response":{"x":{"$ref":"p"}},"parts":[{"inlineData":{"mimeType":"image/png","data":"aGk=","displayName":"p"}},{"fileData":{"mimeType":"application/pdf","fileUri":"u"}}]}}`))
	t.Run("E42 media in a response since 3", func(t *testing.T) {
		accepted(t, send(t, newEmulator(t, Config{Signatures: SignaturesOpaque}), unary(model3), media))
	})
}

// Parts and settings that no rule is about, as recorded clients sent them.
func TestAcceptedParts(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	for name, body := range map[string]string{
		"media beside text": request(user(`{"text":"x"}`, `{"inlineData":{"mimeType":"image/png","data":"aGk="},"mediaResolution":{"level":"MEDIA_RESOLUTION_LOW"}}`, `{"fileData":{"fileUri":"u","mimeType":"application/pdf"}}`)),
		"code execution":    request(userHi, model(`{"executableCode":{"language":"PYTHON","code":"1"}}`, `{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}}`), userHi),
		"built-in tools": `{"contents":[` + userHi + `],"tools":[{"googleSearch":{}},{"codeExecution":{}},{"urlContext":{}},{"googleMaps":{"enableWidget":true}}],
			"toolConfig":{"includeServerSideToolInvocations":true,"retrievalConfig":{"languageCode":"en"}}}`,
		"generation config": `{"contents":[` + userHi + `],"generationConfig":{"temperature":0.5,"topK":40,"topP":"0.9","seed":1,"candidateCount":1,"stopSequences":["x"],
			"responseMimeType":"application/json","responseSchema":{"type":"object","properties":{"a":{"type":"STRING","enum":["x"]}},"propertyOrdering":["a"]},
			"responseModalities":["TEXT"],"speechConfig":{"voiceConfig":{"prebuiltVoiceConfig":{"voiceName":"v"}}},"thinkingConfig":{"thinkingBudget":-1}},
			"safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"BLOCK_NONE"}],"cachedContent":"cachedContents/x","labels":{"a":"b"},"model":"models/x"}`,
	} {
		t.Run(name, func(t *testing.T) { accepted(t, send(t, e, unary(model3), body)) })
	}
}
