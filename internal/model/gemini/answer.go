package gemini

import (
	"bytes"
	"encoding/json"

	"farhand/internal/model"
)

// provider marks the messages whose Native this adapter replays.
const provider = "gemini"

// answer is what one request brings, as it arrives. One goroutine uses it.
type answer struct {
	name    string // of the model, for the words of errors
	emit    func(model.Delta)
	arrived func() // told of each chunk

	native    []json.RawMessage
	parts     []model.Part
	malformed bool   // a call came that cannot be replayed
	finish    string // the last finishReason; "": none came
	block     string // promptFeedback.blockReason
	usage     model.Usage

	sent   int  // bytes in the body of the request
	left   bool // the request left with its token (Vertex)
	status int  // of the response; 0: none came
	chunks int
	bytes  int // in the chunks
	failed *model.Error
}

// fail notes why the step broke; the first reason stays.
func (a *answer) fail(err *model.Error) {
	if a.failed == nil {
		a.failed = err
	}
}

// wireChunk is what the adapter reads of a chunk (GenerateContentResponse).
// Source: https://ai.google.dev/api/generate-content
type wireChunk struct {
	Candidates []*struct {
		Content *struct {
			Parts []json.RawMessage `json:"parts"`
		} `json:"content"`
		FinishReason string `json:"finishReason"`
	} `json:"candidates"`
	PromptFeedback *struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	UsageMetadata json.RawMessage `json:"usageMetadata"`
	Error         json.RawMessage `json:"error"`
}

// wireUsage counts what was used so far: the last one of a stream is the total.
type wireUsage struct {
	Prompt     int `json:"promptTokenCount"`
	Candidates int `json:"candidatesTokenCount"`
	Thoughts   int `json:"thoughtsTokenCount"`
	Cached     int `json:"cachedContentTokenCount"`
}

// add takes in one chunk and emits its text. It returns false after a chunk
// that ends the step: an error, or one that cannot be read.
func (a *answer) add(raw json.RawMessage) bool {
	a.arrived()
	a.chunks++
	a.bytes += len(raw)
	var chunk wireChunk
	if err := json.Unmarshal(raw, &chunk); err != nil {
		a.fail(brokeOff(errUnreadable))
		return false
	}
	if given(chunk.Error) {
		a.fail(refusal{status: a.status, body: raw}.classify(a.name))
		return false
	}
	if f := chunk.PromptFeedback; f != nil && f.BlockReason != "" {
		a.block = f.BlockReason
	}
	if given(chunk.UsageMetadata) {
		var u wireUsage
		// Counts that are none stay zero: they are no reason to lose an answer.
		_ = json.Unmarshal(chunk.UsageMetadata, &u)
		a.usage = model.Usage{Input: u.Prompt, Output: u.Candidates, Thoughts: u.Thoughts, Cached: u.Cached}
	}
	if len(chunk.Candidates) == 0 || chunk.Candidates[0] == nil {
		return true
	}
	candidate := chunk.Candidates[0]
	if candidate.FinishReason != "" {
		a.finish = candidate.FinishReason
	}
	if candidate.Content == nil {
		return true
	}
	for _, part := range candidate.Content.Parts {
		if !a.addPart(part) {
			return false
		}
	}
	return true
}

func (a *answer) addPart(raw json.RawMessage) bool {
	if hollow(raw) {
		return true
	}
	part, err := readPart(raw)
	if err != nil {
		a.fail(brokeOff(errUnreadable))
		return false
	}
	a.native = append(a.native, raw)
	switch {
	case part.Call != nil:
		if part.Call.Name == "" || part.Call.Args[0] != '{' {
			a.malformed = true
		}
		a.parts = append(a.parts, part)
	case part.Text != "":
		a.parts = append(a.parts, part)
		if a.emit != nil {
			a.emit(model.Delta{Text: part.Text, Thought: part.Thought})
		}
	}
	return true
}

func (a *answer) calls() bool {
	for _, part := range a.parts {
		if part.Call != nil {
			return true
		}
	}
	return false
}

// conclude returns the whole step, or why there is none. sent is the SDK's
// last word: without a response it means that the request never left.
func (a *answer) conclude(sent error) (*model.Response, *model.Error) {
	if a.failed != nil {
		return nil, a.failed
	}
	if sent != nil && a.status == 0 {
		return nil, notSent(sent)
	}
	finish, err := a.finished()
	if err != nil {
		return nil, err
	}
	return &model.Response{
		Message: model.Message{Role: model.RoleModel, Parts: a.parts, Native: a.native, Provider: provider},
		Finish:  finish,
		Usage:   a.usage,

		RequestBytes: a.sent,
	}, nil
}

// given reports whether an optional value is there.
func given(raw json.RawMessage) bool {
	return len(raw) > 0 && !bytes.Equal(raw, []byte("null"))
}
