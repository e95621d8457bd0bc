// Package model is the vocabulary of a model call and the seam to a model.
//
// An adapter (model/gemini) implements Model; the loop uses it. Retry and Limit
// wrap one and know no provider. Values are plain data; a Message that was
// handed over is not changed any more. Implementations of Model are safe for
// concurrent use.
package model

import (
	"context"
	"encoding/json"
	"strings"

	"farhand/internal/tool"
)

// Model answers a conversation with one step.
type Model interface {
	// Generate makes one request and returns the whole answer. While the
	// answer arrives, emit is called with its pieces, for the screen only,
	// on the caller's goroutine; emit may be nil. Errors are *Error, or
	// ctx's cause if ctx ended. A step that broke returns no response.
	Generate(ctx context.Context, r Request, emit func(Delta)) (*Response, error)
}

// Role is who speaks in a message.
type Role string

// The roles. Tool results are the user's, as the Gemini API has it.
const (
	RoleUser  Role = "user"
	RoleModel Role = "model"
)

// Message is one entry of a conversation.
//
// A message of the model keeps its own bytes: Native holds the parts that the
// provider sent, byte for byte and in order, and the adapter named Provider
// replays them untouched. Parts is decoded from Native and is what the loop
// reads. A user message has Parts only.
type Message struct {
	Role     Role
	Parts    []Part
	Native   []json.RawMessage
	Provider string
}

// Speaks reports whether m holds a call or words of an answer. A message that
// holds thoughts only, white space or nothing is no answer and is never stored.
func (m Message) Speaks() bool {
	for _, p := range m.Parts {
		if p.Call != nil || !p.Thought && strings.TrimSpace(p.Text) != "" {
			return true
		}
	}
	return false
}

// Calls returns the calls of m, in order.
func (m Message) Calls() (calls []*Call) {
	for _, p := range m.Parts {
		if p.Call != nil {
			calls = append(calls, p.Call)
		}
	}
	return calls
}

// Part is one piece of a message: exactly one of Text, Call and Result is
// set. A part that the adapter cannot read is left out of Parts and kept in
// Native.
type Part struct {
	Text    string
	Thought bool // Text is the model's reasoning, not its answer
	Beside  bool // Text is data beside the user's words, not their words
	Call    *Call
	Result  *Result
}

// Call is the model's request to run a tool.
type Call struct {
	ID   string          // the model's own id; may be empty or repeat
	Name string          // as the model wrote it
	Args json.RawMessage // a JSON object, `{}` if the model sent none
}

// Result answers a call.
type Result struct {
	ID     string          // the model's own id of the call, echoed
	Name   string          // the name that the model used
	Output json.RawMessage // `{"output": value}` or `{"error": {"code", "message"}}`
	Media  []tool.Media
}

// Mode says whether the model may call tools.
type Mode string

// The modes.
const (
	ModeAuto Mode = "AUTO"
	ModeNone Mode = "NONE" // words only; the declarations stay
	// ModeValidated allows words and calls whose arguments fit their schemas.
	ModeValidated Mode = "VALIDATED"
)

// Request is one request to a model. The adapter changes nothing in it.
type Request struct {
	System   string
	Tools    []tool.Declaration // in the order in which they are sent
	Messages []Message
	Mode     Mode
	Brief    bool // reason as little as the model can, so that there is room to answer
}

// Delta is a piece of an answer, for the screen.
type Delta struct {
	Text    string
	Thought bool // Text is reasoning
	Retract bool // all that was emitted for this step is void
	Queued  bool // nothing else: the request waits for its turn at the model

	Retrying *Retrying // beside Retract: the step is tried again; else nil
}

// Finish says how a step ended.
type Finish string

// The finishes that are no error.
const (
	FinishStop      Finish = "stop"
	FinishTruncated Finish = "truncated" // the answer was cut at the token limit
)

// Response is one whole step.
type Response struct {
	Message Message // no parts: the model said nothing; never stored
	Finish  Finish
	Usage   Usage

	RequestBytes int // of the body of the request that brought it; 0: not known
}

// Usage counts the tokens of one step.
type Usage struct {
	Input    int
	Output   int
	Thoughts int
	Cached   int
}

// Add returns the sum of u and v.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Input + v.Input, u.Output + v.Output, u.Thoughts + v.Thoughts, u.Cached + v.Cached}
}
