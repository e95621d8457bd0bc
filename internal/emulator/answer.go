package emulator

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Shapes of an answer, in the service's order of fields.
type (
	generateResponse struct {
		Candidates    []candidate `json:"candidates"`
		UsageMetadata any         `json:"usageMetadata,omitempty"`
		ModelVersion  string      `json:"modelVersion"`
		ResponseID    string      `json:"responseId"`
	}
	candidate struct {
		Content       answerContent `json:"content"`
		FinishReason  string        `json:"finishReason,omitempty"`
		Index         int           `json:"index"`
		FinishMessage string        `json:"finishMessage,omitempty"`
	}
	answerContent struct {
		Parts []json.RawMessage `json:"parts,omitempty"`
		Role  string            `json:"role"`
	}
	answerPart struct {
		Text         *string     `json:"text,omitempty"`
		Thought      bool        `json:"thought,omitempty"`
		FunctionCall *answerCall `json:"functionCall,omitempty"`
		Signature    string      `json:"thoughtSignature,omitempty"`
	}
	answerCall struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
		ID   string          `json:"id,omitempty"`
	}
	usage struct {
		PromptTokenCount     int           `json:"promptTokenCount"`
		CandidatesTokenCount int           `json:"candidatesTokenCount,omitempty"`
		TotalTokenCount      int           `json:"totalTokenCount"`
		ThoughtsTokenCount   int           `json:"thoughtsTokenCount,omitempty"`
		PromptTokensDetails  []tokenDetail `json:"promptTokensDetails"`
		ServiceTier          string        `json:"serviceTier"`
	}
	tokenDetail struct {
		Modality   string `json:"modality"`
		TokenCount int    `json:"tokenCount"`
	}
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
	if r.Thought != "" && a.thoughts {
		a.thoughtTokens += quarter(len([]rune(r.Thought)))
		a.add(answerPart{Text: &r.Thought, Thought: true})
	}
	if a.stream {
		a.renderStream(r)
		return a.chunks
	}
	if r.Text != "" {
		a.tokens += quarter(len([]rune(r.Text)))
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

func (a *answer) renderStream(r Reply) {
	for _, group := range wordGroups(r.Text) {
		a.tokens += quarter(len([]rune(group)))
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
	a.tokens += quarter(len(c.Name) + runes(out.Args))
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
