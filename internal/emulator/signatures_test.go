package emulator

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// issued returns the parts of an emulator's answer to hi.
func issued(t *testing.T, e *Emulator, path string) []json.RawMessage {
	t.Helper()
	return parts(t, send(t, e, path, declaring("a", "b")))
}

func called(name, args, signature string) string {
	return `{"functionCall":{"name":"` + name + `","args":` + args + `},"thoughtSignature":"` + signature + `"}`
}

func answered(names ...string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = `{"functionResponse":{"name":"` + n + `","response":{"output":1}}}`
	}
	return user(out...)
}

// The four verdicts need no memory: another emulator with the same secret gives
// the same ones.
func TestE48_verdicts(t *testing.T) {
	const args = `{"n":1}`
	e := newEmulator(t, Config{Brain: saying{Calls: []Call{{Name: "a", Args: json.RawMessage(args)}, {Name: "b"}}}})
	other := newEmulator(t, Config{Seed: 7, Brain: e.brain})
	from := func(e *Emulator, path string) string { return decodePart(t, issued(t, e, path)[0]).Signature }
	good, ofOther, of25 := from(e, unary(model3)), from(other, unary(model3)), from(e, unary(model25))
	ofText := decodePart(t, issued(t, newEmulator(t, Config{Brain: saying{Text: "x"}}), unary(model3))[0]).Signature

	raw, err := base64.StdEncoding.DecodeString(good)
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(at int) string {
		bad := append([]byte(nil), raw...)
		bad[at] ^= 1
		return base64.StdEncoding.EncodeToString(bad)
	}
	const corrupted, invalid = "Corrupted thought signature.", "Invalid thought signature."
	for _, test := range []struct{ name, text, part string }{
		{"E48_valid", "", called("a", args, good)},
		{"E48_validURLSafe", "", called("a", args, base64.RawURLEncoding.EncodeToString(raw))},
		{"E48_validReformattedArguments", "", called("a", `{ "n": 1.0 }`, good)},
		{"E48_otherArguments", invalid, called("a", `{"n":2}`, good)},
		{"E48_otherName", invalid, called("c", args, good)},
		{"E48_callSignatureOnText", invalid, `{"text":"x","thoughtSignature":"` + good + `"},` + called("a", args, good)},
		{"E48_textSignatureOnCall", invalid, called("a", args, ofText)},
		{"E48_otherSecret", corrupted, called("a", args, ofOther)},
		{"E48_otherFamily", corrupted, called("a", args, of25)},
		{"E48_foreign", corrupted, called("a", args, "c2ln")},
		{"E48_shortened", corrupted, called("a", args, base64.StdEncoding.EncodeToString(raw[:200]))},
		{"E48_damagedNonce", corrupted, called("a", args, damaged(3))},
		{"E48_damagedMAC", corrupted, called("a", args, damaged(nonceSize+40))},
		{"E48_damagedFilling", corrupted, called("a", args, damaged(signatureSize-1))},
		{"E22_notBase64", "Base64 decoding failed", called("a", args, "?")},
		{"E47_dummy", "", called("a", args, "skip_thought_signature_validator")},
		{"E46_copiedToTheSecond", invalid, called("a", args, good) + "," + called("b", "{}", good)},
		{"E46_dummyOnTheSecond", "", called("a", args, good) + "," + called("b", "{}", "skip_thought_signature_validator")},
	} {
		t.Run(test.name, func(t *testing.T) {
			names := []string{"a"}
			if strings.Contains(test.part, `"name":"c"`) {
				names = []string{"c"}
			} else if strings.Contains(test.part, `"name":"b"`) {
				names = []string{"a", "b"}
			}
			body := request(userHi, model(test.part), answered(names...))
			for _, e := range []*Emulator{e, newEmulator(t, Config{})} {
				w := send(t, e, unary(model3), body)
				if test.text == "" {
					accepted(t, w)
				} else {
					refused(t, w, 400, "INVALID_ARGUMENT", test.text)
				}
			}
			// Nobody checks them before Gemini 3 or in an older turn (E45).
			if !strings.HasPrefix(test.name, "E22") {
				accepted(t, send(t, e, unary(model25), body))
				accepted(t, send(t, e, unary(model3), request(userHi, model(test.part), answered(names...), modelHi, userHi)))
				accepted(t, send(t, newEmulator(t, Config{Signatures: SignaturesOpaque}), unary(model3), body))
			}
		})
	}
}

// A script's own signatures are known as long as the answer is remembered.
func TestE48_scriptedSignature(t *testing.T) {
	part := called("a", "{}", "c2NyaXB0ZWQ=")
	history := request(userHi, model(part), answered("a"))
	e := newEmulator(t, Config{Script: []Step{{Parts: raw(part)}, {}}})
	refused(t, send(t, e, unary(model3), history), 400, "INVALID_ARGUMENT", "Corrupted thought signature.")
	send(t, e, unary(model3), request(userHi))
	accepted(t, send(t, e, unary(model3), history))
}

func TestE48_opaqueMustStillBeThere(t *testing.T) {
	e := newEmulator(t, Config{Signatures: SignaturesOpaque})
	refused(t, send(t, e, unary(model3), request(userHi, model(`{"functionCall":{"name":"a"}}`), answered("a"))), 400, "INVALID_ARGUMENT", "missing a thought_signature")
}

// What clients do with the signature of a streamed text.
func TestE49_textSignatureOnAnyText(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Text: "one two three"}})
	got := issued(t, e, stream(model3))
	signature := decodePart(t, got[len(got)-1]).Signature
	for name, part := range map[string]string{
		"E49_ownPart":     `{"text":"one two three"},{"text":"","thoughtSignature":"` + signature + `"}`,
		"E49_joined":      `{"text":"one two three","thoughtSignature":"` + signature + `"}`,
		"E49_partAlone":   `{"text":"one two three"},{"thoughtSignature":"` + signature + `"}`,
		"E49_leftOut":     `{"text":"one two three"}`,
		"E50_withThought": `{"text":"hm","thought":true},{"text":"one two three"}`,
	} {
		t.Run(name, func(t *testing.T) {
			accepted(t, send(t, e, unary("gemini-3.1-pro-preview"), request(userHi, model(part))))
		})
	}
}
