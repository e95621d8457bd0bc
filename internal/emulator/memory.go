package emulator

import (
	"encoding/json"
	"slices"
	"sync"
)

// memory holds what was answered, for the lints that compare a history with it.
// It is bounded as the journal is; the answer that was given longest ago falls
// out first.
type memory struct {
	mu          sync.Mutex
	limit       int // negative: nothing is remembered
	answers     []*sentAnswer
	byPrefix    map[digest][]*sentAnswer
	bySignature map[string][]*sentAnswer
}

// sentAnswer is an answer and what it answered.
type sentAnswer struct {
	contentForm
	prefix digest // of the contents of its request
}

func newMemory(limit int) *memory {
	return &memory{limit: limit, byPrefix: map[digest][]*sentAnswer{}, bySignature: map[string][]*sentAnswer{}}
}

// add remembers the answer in the frames of a response. Frames that hold no
// parts are of no interest.
func (m *memory) add(prefix digest, frames [][]byte) {
	if m.limit < 0 {
		return
	}
	parts := partsOf(frames)
	if len(parts) == 0 {
		return
	}
	a := &sentAnswer{canonicalContent(parts), prefix}
	m.mu.Lock()
	defer m.mu.Unlock()
	same := func(old *sentAnswer) bool {
		return old.prefix == prefix && old.content == a.content && slices.Equal(old.signatures, a.signatures)
	}
	if i := slices.IndexFunc(m.answers, same); i >= 0 {
		again := m.answers[i]
		m.answers = append(slices.Delete(m.answers, i, i+1), again)
		return
	}
	if len(m.answers) == m.limit {
		m.forgetLocked(m.answers[0])
		m.answers = slices.Delete(m.answers, 0, 1)
	}
	m.answers = append(m.answers, a)
	m.byPrefix[prefix] = append(m.byPrefix[prefix], a)
	for _, s := range a.signatures {
		m.bySignature[s] = append(m.bySignature[s], a)
	}
}

func (m *memory) forgetLocked(a *sentAnswer) {
	forget(m.byPrefix, a.prefix, a)
	for _, s := range a.signatures {
		forget(m.bySignature, s, a)
	}
}

func forget[K comparable](index map[K][]*sentAnswer, key K, a *sentAnswer) {
	left := slices.DeleteFunc(index[key], func(o *sentAnswer) bool { return o == a })
	if len(left) == 0 {
		delete(index, key)
		return
	}
	index[key] = left
}

// about returns the answers that carried one of the signatures, and those to
// the contents of the digest.
func (m *memory) about(signatures []string, prefix digest) (bySignature, byPrefix []*sentAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range signatures {
		bySignature = append(bySignature, m.bySignature[s]...)
	}
	return bySignature, slices.Clone(m.byPrefix[prefix])
}

// forgotToSign reports whether an answer with this content came without a
// signature of a call. What it answered does not matter: a client may have
// shortened the history before it since.
func (m *memory) forgotToSign(content digest) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.answers, func(a *sentAnswer) bool { return a.content == content && !a.signedCall })
}

// sent reports whether an answer carried the signature.
func (m *memory) sent(signature string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.bySignature[signature]) > 0
}

// partsOf are the parts of all frames that hold a candidate, in order.
func partsOf(frames [][]byte) []*node {
	var parts []*node
	for _, raw := range frames {
		var frame struct {
			Candidates []struct {
				Content struct{ Parts []json.RawMessage }
			}
		}
		if json.Unmarshal(raw, &frame) != nil || len(frame.Candidates) == 0 {
			continue
		}
		for _, p := range frame.Candidates[0].Content.Parts {
			if n, err := parse(p); err == nil {
				parts = append(parts, n)
			}
		}
	}
	return parts
}
