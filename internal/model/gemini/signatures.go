package gemini

import (
	"bytes"
	"encoding/json"
	"slices"
)

// noSignature stands for the signature of a call that has none: one that no
// Gemini model made, or that a model failed to sign. Gemini 3 refuses the first
// call of a step without one, in the current turn only (rules E44, E47). It
// stays when the turn is over, where the API looks no more: a message is the
// same in every request, so that the cached prefix holds (rule E52).
// Source: https://ai.google.dev/gemini-api/docs/thought-signatures
const noSignature = "skip_thought_signature_validator"

// signed returns the parts of a step with the stand-in on its first call, if
// that one has no signature. All else stays as it is, byte for byte.
func signed(parts []json.RawMessage) []json.RawMessage {
	for i, part := range parts {
		var w struct {
			Call      json.RawMessage `json:"functionCall"`
			Signature *string         `json:"thoughtSignature"`
		}
		switch {
		case json.Unmarshal(part, &w) != nil || !given(w.Call):
			continue
		case w.Signature == nil:
			parts = slices.Clone(parts)
			parts[i] = slices.Concat(bytes.TrimSuffix(part, []byte("}")), []byte(`,"thoughtSignature":"`+noSignature+`"}`))
		}
		return parts
	}
	return parts
}
