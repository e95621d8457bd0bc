package emulator

import (
	"fmt"
	"testing"
)

// withResponse is a history whose last function response has these fields
// beside its name.
func withResponse(fields string) string {
	return request(userHi, model(callA), user(`{"functionResponse":{"name":"a",`+fields+`}}`))
}

func media(typ, name string) string {
	return fmt.Sprintf(`"parts":[{"inlineData":{"mimeType":%q,"data":"aGk=","displayName":%q}}]`, typ, name)
}

func TestResponses(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	const unsupported = "`function_response.parts` is not supported for this model."
	notFound := func(name string) string {
		return "The referenced name `" + name + "` in function_response.response does not match to a display_name in the function_response.parts."
	}
	for _, test := range []struct{ name, model, text, body string }{
		{"E42_partsBefore3", model25, unsupported, withResponse(`"response":{"a":1},` + media("image/png", "p"))},
		{"E42_png", model3, "", withResponse(`"response":{"a":1},` + media("image/png", "p"))},
		{"E42_jpeg", model3, "", withResponse(`"response":{"a":1},` + media("image/jpeg", "p"))},
		{"E42_webp", model3, "", withResponse(`"response":{"a":1},` + media("image/webp", "p"))},
		{"E42_pdf", model3, "", withResponse(`"response":{"a":1},` + media("application/pdf", "p"))},
		{"E42_text", model3, "", withResponse(`"response":{"a":1},` + media("text/plain", "p"))},
		{"E42_gif", model3, "Unsupported MIME type in function_response.parts: image/gif", withResponse(`"response":{"a":1},` + media("image/gif", "p"))},
		{"E42_file", model3, "Unsupported MIME type", withResponse(`"response":{},"parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"u"}}]`)},
		{"E43_schemaInAResult", model3, notFound("#/$defs/A"), withResponse(`"response":{"output":{"properties":[{"x":{"$ref":"#/$defs/A"}}]}}`)},
		{"E43_before3", model25, notFound("x"), withResponse(`"response":{"$ref":"x"}`)},
		{"E43_notAString", model3, notFound("7"), withResponse(`"response":{"$ref":7}`)},
		{"E43_otherName", model3, notFound("q"), withResponse(`"response":{"a":{"$ref":"q"}},` + media("image/png", "p"))},
		{"E43_namedPart", model3, "", withResponse(`"response":{"a":{"$ref":"p"}},` + media("image/png", "p"))},
		{"E43_inAString", model3, "", withResponse(`"response":{"output":"{\"$ref\":\"#/$defs/A\"}"}`)},
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
