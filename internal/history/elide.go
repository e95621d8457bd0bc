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

// oldPage is what the model reads in place of what a page told of itself before.
const oldPage = `{"trusted":false,"content":"(What the page told of itself then, left out.)"}`

// Elide replaces stale results by a placeholder of the same id, name and shape
// and returns how many. Stale is each success of an ephemeral tool before its
// newest one, and what a page told beside a user's words before it last did.
// Nothing happens until enough has gathered, so that the cached
// prefix of the prompt rarely breaks; then all of it goes. The name is the one
// that the model used.
func (h *History) Elide(ephemeral func(name string) bool) int {
	newest := make(map[string]bool)
	type place struct{ message, part int }
	var stale []place
	gathered := 0
	for m, message := range slices.Backward(h.messages) {
		for p, part := range slices.Backward(message.Parts) {
			kind, ok := perishable(part, ephemeral)
			if !ok {
				continue
			}
			if !newest[kind] {
				newest[kind] = true
				continue
			}
			if saves := partBytes(part) - partBytes(standIn(part)); saves > 0 {
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
		message.Parts = slices.Clone(message.Parts)
		message.Parts[s.part] = standIn(message.Parts[s.part])
	}
	return len(stale)
}

// perishable reports whether part becomes stale when there is a newer one of the
// same kind: the name of the tool, or "" for what a page told beside the words.
func perishable(part model.Part, ephemeral func(name string) bool) (kind string, ok bool) {
	if r := part.Result; r != nil {
		return r.Name, ephemeral(r.Name) && succeeded(*r)
	}
	return "", part.Beside
}

// standIn is what stands in the place of a stale part.
func standIn(part model.Part) model.Part {
	if r := part.Result; r != nil {
		return model.Part{Result: &model.Result{ID: r.ID, Name: r.Name, Output: placeholder}}
	}
	return model.Part{Text: oldPage, Beside: true}
}

// partBytes is about the size of a text or a result in a request.
func partBytes(part model.Part) int {
	if part.Result != nil {
		return resultBytes(*part.Result)
	}
	return len(part.Text)
}

// succeeded reports whether r holds a value; a failure has the one key error
// (model.Result).
func succeeded(r model.Result) bool { return !bytes.HasPrefix(r.Output, []byte(`{"error":`)) }

func resultBytes(r model.Result) int { return len(r.Output) + len(r.Media)*pictureBytes }
