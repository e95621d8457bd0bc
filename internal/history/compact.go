package history

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"farhand/internal/model"
)

// keep is how many of the last messages Compact leaves as they are. Steps in a
// browser come in pairs of call and results, so these are the last four.
const keep = 8

// Full says when a conversation is due for Compact. The zero value of a field
// means its default.
type Full struct {
	Tokens   int // of the last prompt, as the provider counted it; 0: 100,000
	Messages int // where it was not counted; 0: 40
	Bytes    int // where it was not counted; 0: 400,000

	// Custom decides in place of the limits, if it is set: by the messages,
	// which it must not change, and the tokens of the last prompt, 0 if they
	// are not known.
	Custom func(messages []model.Message, prompt int) bool
}

// The defaults of Full. The tokens leave room in models of 128k and stop the
// cost of a request, which grows with the whole history, far below those of
// 1M. The bytes are as much. The messages are twenty questions and answers, or
// one turn of twenty steps.
const (
	fullTokens   = 100_000
	fullMessages = 40
	fullBytes    = fullTokens * tokenBytes
)

// Due reports whether h is full and Compact can shorten it by a worthwhile
// part. The tokens of the last request decide, so that many short messages stay
// as they are and the cached prefix of the prompt holds; only where they are not
// known do count and bytes. After a failed digest it says no until the
// conversation has grown, so that nothing fails at every step.
func (h *History) Due(f Full) bool {
	if h.cut() < keep || h.tried > 0 && len(h.messages) < h.tried+keep {
		return false
	}
	if f.Custom != nil {
		return f.Custom(h.Messages(), h.prompt)
	}
	if h.prompt > 0 {
		return h.prompt >= cmp.Or(f.Tokens, fullTokens)
	}
	return len(h.messages) >= cmp.Or(f.Messages, fullMessages) || bytesOf(h.messages) >= cmp.Or(f.Bytes, fullBytes)
}

// bytesOf is about the size of messages in a request.
func bytesOf(messages []model.Message) (n int) {
	for _, m := range messages {
		for _, raw := range m.Native {
			n += len(raw)
		}
		if len(m.Native) > 0 {
			continue // Parts says the same again
		}
		for _, p := range m.Parts {
			n += len(p.Text)
			if p.Call != nil {
				n += len(p.Call.Name) + len(p.Call.Args)
			}
			if p.Result != nil {
				n += len(p.Result.Name) + resultBytes(*p.Result)
			}
		}
	}
	return n
}

// Digest tells in words, for the model, what the messages gone said. earlier is
// the digest that they followed, "" if there was none; the new one stands in
// its place.
type Digest func(earlier string, gone []model.Message) (string, error)

// Compacted says what Compact did.
type Compacted struct {
	Messages int // that were replaced
	Bytes    int // of these, about
}

// Compact replaces all but the end of the conversation by a digest, for good.
// The last messages stay as they are, and so do the words of the current turn,
// which may itself be cut, between two steps. A nil digest is Lines. On any
// doubt nothing changes and the error says why: the digest failed, panicked or
// was empty, or the outcome could not be sent.
func (h *History) Compact(digest Digest) (Compacted, error) {
	cut := h.cut()
	if cut <= 2 { // a digest and the pinned words would be as many
		return Compacted{}, errors.New("history: too short to compact")
	}
	if digest == nil {
		digest = Lines
	}
	h.tried = len(h.messages) // stays if this fails
	gone, pinned := h.messages[:cut], []model.Message(nil)
	if h.turn < cut {
		pinned = h.messages[h.turn : h.turn+1]
		gone = slices.Delete(slices.Clone(gone), h.turn, h.turn+1)
	}
	if h.digest != "" {
		gone = gone[1:]
	}
	text, err := contained(digest, h.digest, gone)
	if err == nil && text == "" {
		err = errors.New("history: the digest is empty")
	}
	if err != nil {
		return Compacted{}, fmt.Errorf("digest: %w", err)
	}

	next := History{digest: text, before: h.before}
	next.messages = append(next.messages, model.Message{Role: model.RoleUser, Parts: []model.Part{{Text: preface + text}}})
	next.messages = append(next.messages, pinned...)
	next.messages = append(next.messages, h.messages[cut:]...)
	next.turn = 1
	if pinned == nil {
		next.turn = 1 + h.turn - cut
	}
	if err := next.Valid(); err != nil {
		return Compacted{}, fmt.Errorf("compact: %w", err)
	}
	*h = next
	return Compacted{Messages: len(gone), Bytes: bytesOf(gone)}, nil
}

// cut is the index of the first message of the end that Compact leaves: results
// stay with their calls. It is not positive if the conversation is too short.
func (h *History) cut() int {
	cut := len(h.messages) - keep
	if cut > 0 && resultCount(h.messages[cut]) > 0 {
		cut--
	}
	return cut
}

// contained runs the digest; a panic becomes an error. What was panicked with
// may hold content, so it goes nowhere.
func contained(digest Digest, earlier string, gone []model.Message) (text string, err error) {
	defer func() {
		if recover() != nil {
			text, err = "", errors.New("history: the digest panicked")
		}
	}()
	return digest(earlier, gone)
}
