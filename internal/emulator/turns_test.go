package emulator

import (
	"encoding/base64"
	"testing"
)

func TestTurnStructure(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	both := user(answerA, answerB)
	for _, test := range []struct {
		name string
		text string // of the refusal; empty: accepted
		body string
	}{
		{"E30_callFirst", callPlace, request(model(callA), user(answerA))},
		{"E30_callInFirstUserContent", callPlace, request(user(callA), user(answerA))},
		{"E30_callAfterAnsweredModelTurn", callPlace, request(userHi, model(callA), user(answerA), modelHi, model(callA), user(answerA))},
		{"E30_callAfterModelTextFirst", callPlace, request(modelHi, model(callA), user(answerA))},
		{"E31_textInsteadOfResponse", responseCount, request(userHi, model(callA), userHi)},
		{"E31_modelTextInsteadOfResponse", responseCount, request(userHi, model(callA), modelHi, userHi)},
		{"E31_nothingFollows", responseCount, request(userHi, model(callA))},
		{"E32_tooFew", responseCount, request(userHi, model(callA, callB), user(answerA))},
		{"E32_tooFewThenText", responseCount, request(userHi, model(callA, callB), user(answerA), userHi)},
		{"E32_tooFewThenCall", responseCount, request(userHi, model(callA, callB), user(answerA), model(callA), user(answerA))},
		{"E32_tooMany", responseCount, request(userHi, model(callA), both)},
		{"E32_answeredAgain", responseCount, request(userHi, model(callA), user(answerA), user(answerA))},
		{"E33_responseFirst", responsePlace, request(user(answerA))},
		{"E33_responseAfterText", responsePlace, request(userHi, modelHi, user(answerA))},
		{"E33_responseAfterUser", responsePlace, request(userHi, user(answerA))},
		{"E34_twoCallContentsOneAnswer", "", request(userHi, model(callA), model(`{"functionCall":{"name":"b"},"thoughtSignature":"c2ln"}`), both)},
		{"E34_piecesOfAStream", "", request(userHi, modelHi, model(callA), model(`{"text":""}`), user(answerA))},
		{"E34_textAfterTheCall", "", request(userHi, model(callA), modelHi, user(answerA))},
		{"E35_answersInTwoContents", "", request(userHi, model(callA, callB), user(answerA), user(answerB))},
		{"E37_consecutiveUsers", "", request(userHi, userHi)},
		{"E37_responsesThenText", "", request(userHi, model(callA), user(answerA), userHi)},
		{"E37_responseWithText", "", request(userHi, model(callA), user(answerA, `{"text":"and"}`))},
		{"E38_undeclaredTool", "", request(userHi, model(callA), user(answerA), modelHi, userHi)},
		{"textThenCallInOneContent", "", request(userHi, model(`{"text":"let me"}`, callA), user(answerA))},
		{"twoSteps", "", request(userHi, model(callA), user(answerA), model(callA, callB), both)},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, m := range []string{model3, model25} {
				w := send(t, e, unary(m), test.body)
				if test.text == "" {
					accepted(t, w)
				} else {
					refused(t, w, 400, "INVALID_ARGUMENT", test.text)
				}
			}
		})
	}
}

func TestE36_trailingModelTurn(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	body := request(userHi, modelHi)
	for _, m := range []string{"gemini-3.5-flash-lite", "gemini-3.6-flash", "gemini-3.8-flash", "gemini-4-pro", "gemini-flash-latest"} {
		refused(t, send(t, e, unary(m), body), 400, "INVALID_ARGUMENT", trailingModel)
	}
	for _, m := range []string{"gemini-2.0-flash", "gemini-3-flash-preview", "gemini-3.1-pro-preview", "gemini-3.5-flash"} {
		accepted(t, send(t, e, unary(m), body))
	}
}

func TestSignatures(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	bare := `{"functionCall":{"name":"bare","args":{}}}`
	answer := user(`{"functionResponse":{"name":"bare","response":{}}}`)
	dummy := func(s string) string { return `{"functionCall":{"name":"bare"},"thoughtSignature":"` + s + `"}` }
	missing := "Function call is missing a thought_signature in functionCall parts."
	for _, test := range []struct {
		name  string
		model string
		text  string
		body  string
	}{
		{"E44_firstStep", model3, missing, request(userHi, model(bare), answer)},
		{"E44_secondStep", model3, missing, request(userHi, model(callA), user(answerA), model(bare), answer)},
		{"E44_secondOfTwoContents", model3, missing, request(userHi, model(callA), model(bare), user(answerA, answerB))},
		{"E44_emptySignature", model3, missing, request(userHi, model(dummy("")), answer)},
		{"E44_latestAlias", "gemini-flash-latest", missing, request(userHi, model(bare), answer)},
		{"E44_majorFour", "gemini-4-flash", missing, request(userHi, model(bare), answer)},
		{"E45_olderTurn", model3, "", request(userHi, model(bare), answer, modelHi, userHi)},
		{"E45_textAfterResponsesStartsATurn", model3, "", request(userHi, model(bare), answer, userHi)},
		{"E45_olderFamily", model25, "", request(userHi, model(bare), answer)},
		{"E46_secondCallUnsigned", model3, "", request(userHi, model(callA, callB), user(answerA, answerB))},
		{"E46_secondCallSignedOnly", model3, missing, request(userHi, model(callB, callA), user(answerB, answerA))},
		{"E47_skipLiteral", model3, "", request(userHi, model(dummy("skip_thought_signature_validator")), answer)},
		{"E47_skipBase64", model3, "", request(userHi, model(dummy(base64.StdEncoding.EncodeToString([]byte("skip_thought_signature_validator")))), answer)},
		{"E47_contextLiteral", model3, "", request(userHi, model(dummy("context_engineering_is_the_way_to_go")), answer)},
		{"E47_contextBase64", model3, "", request(userHi, model(dummy(base64.StdEncoding.EncodeToString([]byte("context_engineering_is_the_way_to_go")))), answer)},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := send(t, e, unary(test.model), test.body)
			if test.text == "" {
				accepted(t, w)
			} else {
				refused(t, w, 400, "INVALID_ARGUMENT", test.text)
			}
		})
	}
}

func TestE44_namesTheCallAndItsPosition(t *testing.T) {
	body := request(userHi, modelHi, userHi, model(`{"functionCall":{"name":"page_snapshot"}}`), user(`{"functionResponse":{"name":"page_snapshot","response":{}}}`))
	got := refused(t, send(t, newEmulator(t, Config{Signatures: SignaturesOpaque}), unary(model3), body), 400, "INVALID_ARGUMENT").Message
	want := "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:page_snapshot` , position 4. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details."
	if got != want {
		t.Errorf("message\n%s\nwant\n%s", got, want)
	}
}
