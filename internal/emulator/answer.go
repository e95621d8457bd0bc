package emulator

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// callsMessage accompanies calls, except in the streams of Gemini 3.
const callsMessage = "Model generated function call(s)."

// hiddenThinking is the number of thought tokens that a thinking family
// reports beside those of a visible summary.
const hiddenThinking = 20

// chunk is one frame of a streamed answer, or all of a unary one.
type chunk struct {
	parts   []json.RawMessage
	tokens  int // candidate tokens of the whole answer up to here
	finish  string
	message string
}

// answer composes the chunks of one reply for one request.
type answer struct {
	family   family
	mint     *minter
	stream   bool
	model    string
	prompt   int  // tokens of the request
	limit    int  // maxOutputTokens; zero: none
	thoughts bool // the request asked for thought summaries

	tokens        int  // candidate tokens so far
	thoughtTokens int  // of the whole answer
	signed        bool // the step's first call has its signature
	chunks        []chunk
}

// render turns a reply into chunks: one when unary; streamed, text in groups of
// words and calls one by one, or together on families before Gemini 3.
func (a *answer) render(r Reply) []chunk {
	if a.family.signs() {
		a.thoughtTokens = hiddenThinking
	}
	if a.thoughts {
		a.thoughtTokens += quarter(utf8.RuneCountInString(r.Thought))
	}
	r, cut := a.fit(r)
	if cut && r.Text == "" && len(r.Calls) == 0 {
		return []chunk{{finish: maxTokens}}
	}
	if r.Thought != "" && a.thoughts {
		a.add(answerPart{Text: &r.Thought, Thought: true})
	}
	chunks := a.renderWhole
	if a.stream {
		chunks = a.renderStream
	}
	all := chunks(r)
	if last := &all[len(all)-1]; cut {
		last.finish, last.message = maxTokens, ""
	}
	return all
}

const maxTokens = "MAX_TOKENS"

// fit cuts a reply at the request's limit of output tokens (E73): thoughts
// count first, text is cut, a call is whole or absent.
func (a *answer) fit(r Reply) (fitting Reply, cut bool) {
	if a.limit == 0 {
		return r, false
	}
	left := a.limit - a.thoughtTokens
	if left <= 0 {
		a.thoughtTokens = a.limit
		return Reply{}, true
	}
	if words := []rune(r.Text); quarter(len(words)) > left {
		return Reply{Thought: r.Thought, Text: string(words[:left*4])}, true
	}
	left -= quarter(utf8.RuneCountInString(r.Text))
	for i, c := range r.Calls {
		if left -= c.tokens(); left < 0 {
			r.Calls = r.Calls[:i]
			return r, true
		}
	}
	return r, false
}

// tokens is the size of a call.
func (c Call) tokens() int { return quarter(len(c.Name) + max(2, runes(c.Args))) }

func (a *answer) renderWhole(r Reply) []chunk {
	if r.Text != "" {
		a.tokens += quarter(utf8.RuneCountInString(r.Text))
		part := answerPart{Text: &r.Text}
		if a.family.signs() && len(r.Calls) == 0 {
			part.Signature = a.mint.signature(Part{Text: r.Text})
		}
		a.add(part)
	}
	for _, c := range r.Calls {
		a.add(a.call(c))
	}
	whole := a.merged(a.chunks)
	whole.finish = "STOP"
	if len(r.Calls) > 0 {
		whole.message = callsMessage
	}
	return []chunk{whole}
}

func (a *answer) renderStream(r Reply) []chunk {
	for _, group := range wordGroups(r.Text) {
		a.tokens += quarter(utf8.RuneCountInString(group))
		a.add(answerPart{Text: &group})
	}
	for _, c := range r.Calls {
		a.add(a.call(c))
	}
	switch {
	case a.family.signs():
		last := answerPart{Text: new(string)}
		if len(r.Calls) == 0 && r.Text != "" {
			last.Signature = a.mint.signature(Part{Text: r.Text})
		}
		a.add(last)
	case len(r.Calls) > 1:
		first := len(a.chunks) - len(r.Calls)
		a.chunks = append(a.chunks[:first], a.merged(a.chunks[first:]))
	case len(a.chunks) == 0:
		a.chunks = []chunk{{}}
	}
	last := &a.chunks[len(a.chunks)-1]
	last.finish = "STOP"
	if len(r.Calls) > 0 && !a.family.signs() {
		last.message = callsMessage
	}
	return a.chunks
}

func (a *answer) add(p answerPart) {
	raw := json.RawMessage(bytes.TrimSpace(encode(p, "")))
	a.chunks = append(a.chunks, chunk{parts: []json.RawMessage{raw}, tokens: a.tokens})
}

func (a *answer) call(c Call) answerPart {
	out := &answerCall{Name: c.Name, Args: c.Args, ID: c.ID}
	if out.Args == nil {
		out.Args = json.RawMessage("{}")
	}
	if out.ID == "" && a.family.signs() {
		out.ID = a.mint.id(8)
	}
	a.tokens += c.tokens()
	part := answerPart{FunctionCall: out}
	if !a.signed {
		part.Signature = a.mint.signature(Part{Call: &c})
		a.signed = true
	}
	return part
}

// verbatim makes chunks of a script's own parts, which are not looked into.
func (a *answer) verbatim(parts []json.RawMessage, groups [][]json.RawMessage) []chunk {
	if groups == nil {
		groups = [][]json.RawMessage{parts}
	}
	for _, group := range groups {
		for _, p := range group {
			a.tokens += quarter(runes(p))
		}
		a.chunks = append(a.chunks, chunk{parts: group, tokens: a.tokens})
	}
	if !a.stream || len(a.chunks) == 0 {
		a.chunks = []chunk{a.merged(a.chunks)}
	}
	a.chunks[len(a.chunks)-1].finish = "STOP"
	return a.chunks
}

// merged joins the parts of several chunks in one.
func (a *answer) merged(chunks []chunk) chunk {
	whole := chunk{tokens: a.tokens}
	for _, c := range chunks {
		whole.parts = append(whole.parts, c.parts...)
	}
	return whole
}

// response wraps a chunk; usage counts the answer up to and including it.
func (a *answer) response(c chunk, id string, override json.RawMessage) []byte {
	r := generateResponse{
		Candidates: []candidate{{
			Content:      answerContent{Parts: c.parts, Role: RoleModel},
			FinishReason: c.finish, FinishMessage: c.message,
		}},
		UsageMetadata: usage{
			PromptTokenCount: a.prompt, CandidatesTokenCount: c.tokens, ThoughtsTokenCount: a.thoughtTokens,
			TotalTokenCount:     a.prompt + c.tokens + a.thoughtTokens,
			PromptTokensDetails: []tokenDetail{{"TEXT", a.prompt}},
			ServiceTier:         "standard",
		},
		ModelVersion: a.model,
		ResponseID:   id,
	}
	if override != nil {
		r.UsageMetadata = override
	}
	return bytes.TrimSpace(encode(r, ""))
}

// wordGroups cuts a text into pieces of a few words each, at least two when it
// has two words. The pieces concatenate to the text.
func wordGroups(s string) []string {
	const wordsPerGroup = 4
	words := strings.SplitAfter(s, " ")
	size := min(wordsPerGroup, (len(words)+1)/2)
	var groups []string
	for len(words) > 0 {
		n := min(size, len(words))
		if g := strings.Join(words[:n], ""); g != "" {
			groups = append(groups, g)
		}
		words = words[n:]
	}
	return groups
}
