package history

import (
	"bytes"
	"encoding/json"
	"slices"

	"farhand/internal/model"
)

// staleBytes is how much must have gathered in stale results before they are
// replaced, about 8,000 tokens. Each replacement changes the prompt from that
// place on, so the provider reads it anew at the full price; a batch of this
// size is worth more than that within two or three requests, and one or two
// pages gather it.
const staleBytes = 32 << 10

// pictureBytes stands for one picture. Providers count about a thousand tokens
// for it, whatever its size in bytes
// (https://ai.google.dev/gemini-api/docs/media-resolution).
const pictureBytes = 4 << 10

// tokenBytes is about how many bytes of JSON or English a token takes.
const tokenBytes = 4

// placeholder is what the model reads in place of a stale result. It has the
// shape of a success, because the call did succeed.
var placeholder = json.RawMessage(`{"output":"(An earlier result of this tool, left out. Call it again if you need it.)"}`)

// Elide replaces stale results by a placeholder of the same id, name and shape
// and returns how many. Stale is each success of an ephemeral tool before its
// newest one. Nothing happens until enough has gathered, so that the cached
// prefix of the prompt rarely breaks; then all of it goes. The name is the one
// that the model used.
func (h *History) Elide(ephemeral func(name string) bool) int {
	newest := make(map[string]bool)
	type place struct{ message, part int }
	var stale []place
	gathered := 0
	for m, message := range slices.Backward(h.messages) {
		for p, part := range slices.Backward(message.Parts) {
			r := part.Result
			if r == nil || !ephemeral(r.Name) || !succeeded(*r) {
				continue
			}
			if !newest[r.Name] {
				newest[r.Name] = true
				continue
			}
			if saves := resultBytes(*r) - len(placeholder); saves > 0 {
				stale = append(stale, place{m, p})
				gathered += saves
			}
		}
	}
	if gathered < staleBytes {
		return 0
	}
	if h.prompt > 0 { // what is gone needs no compaction
		h.prompt = max(1, h.prompt-gathered/tokenBytes)
	}
	h.messages = slices.Clone(h.messages)
	for _, s := range stale {
		message := &h.messages[s.message]
		r := message.Parts[s.part].Result
		message.Parts = slices.Clone(message.Parts)
		message.Parts[s.part] = model.Part{Result: &model.Result{ID: r.ID, Name: r.Name, Output: placeholder}}
	}
	return len(stale)
}

// succeeded reports whether r holds a value; a failure has the one key error
// (model.Result).
func succeeded(r model.Result) bool { return !bytes.HasPrefix(r.Output, []byte(`{"error":`)) }

func resultBytes(r model.Result) int { return len(r.Output) + len(r.Media)*pictureBytes }
