package emulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Step is one entry of a script: the answer to one generate request, faults
// included. The zero Step is an empty answer that ends with STOP. Of Reply,
// Parts, Chunks, Frames, Error and Body at most one may be set.
type Step struct {
	// Fault names a ready-made step by its rule, such as E81 or E85b;
	// docs/emulator.md lists them. The settings below apply to it as well.
	Fault string `json:"fault,omitempty"`
	// Plan asks Config.Brain.
	Plan bool `json:"plan,omitempty"`
	// Reply is played like a Brain's: with ids, signatures and chunks.
	Reply *Reply `json:"reply,omitempty"`
	// Parts are sent verbatim, in one chunk.
	Parts []json.RawMessage `json:"parts,omitempty"`
	// Chunks are sent verbatim: a stream has one frame for each list of parts,
	// a unary answer has all parts together.
	Chunks [][]json.RawMessage `json:"chunks,omitempty"`
	// Frames are whole response objects sent verbatim, one per chunk; a unary
	// answer is the first alone. A frame can be an error object or null.
	Frames []json.RawMessage `json:"frames,omitempty"`
	// Error is the whole body of a failed request. Status is its status.
	Error json.RawMessage `json:"error,omitempty"`
	// Body is sent as it is, whatever the method. It may be empty.
	Body *string `json:"body,omitempty"`

	// Status is the HTTP status. Zero: 200, or 500 with Error.
	Status int `json:"status,omitempty"`
	// ContentType replaces the one that fits the method. Empty: not replaced.
	ContentType string `json:"contentType,omitempty"`
	// FinishReason is that of the last chunk. Nil: STOP; empty: none.
	FinishReason *string `json:"finishReason,omitempty"`
	// FinishMessage is that of the last chunk. Empty: none, or the usual one of a Reply.
	FinishMessage string `json:"finishMessage,omitempty"`
	// Usage replaces usageMetadata. Nil: counted.
	Usage json.RawMessage `json:"usage,omitempty"`

	// DelayMS is the wait before the first byte, in milliseconds.
	DelayMS int `json:"delayMs,omitempty"`
	// ChunkDelayMS is the wait between two chunks. Zero: Config.Pace.
	ChunkDelayMS int `json:"chunkDelayMs,omitempty"`
	// Hang withholds the end: after all chunks (none for the zero answer: not
	// even headers), the request stays open until the client goes away.
	Hang bool `json:"hang,omitempty"`
	// CutAfter breaks the connection after so many bytes of the body. Zero:
	// never; -1: before the first.
	CutAfter int `json:"cutAfter,omitempty"`

	// Repeat plays the step so many times. Zero: once; -1: for every request
	// from here on.
	Repeat int `json:"repeat,omitempty"`
	// Allow lists lints that the request may have, such as L8 where the history
	// is synthetic: they are not recorded.
	Allow []string `json:"allow,omitempty"`
	// Expect is compared with the request, as Check is asked. Nil: nothing.
	Expect *Expect `json:"expect,omitempty"`

	// Check judges the request before it is answered; an error fails the
	// script (Done reports it) and is answered 500. Nil: no check.
	Check func(Request) error `json:"-"`

	// torn breaks the connection inside a JSON string of the last frame (E81).
	torn bool
}

// validate reports a step that cannot be played.
func (s Step) validate() error {
	set := 0
	for _, is := range []bool{s.Fault != "", s.Plan, s.Reply != nil, s.Parts != nil, s.Chunks != nil, s.Frames != nil, s.Error != nil, s.Body != nil} {
		if is {
			set++
		}
	}
	if set > 1 {
		return errors.New("more than one of fault, plan, reply, parts, chunks, frames, error and body")
	}
	for _, raw := range s.raws() {
		if !json.Valid(raw) {
			return fmt.Errorf("not JSON: %.60q", raw)
		}
	}
	if s.Status != 0 && (s.Status < 200 || s.Status > 599) {
		return fmt.Errorf("status %d: not between 200 and 599", s.Status)
	}
	if _, ok := faults[s.Fault]; s.Fault != "" && !ok {
		return fmt.Errorf("fault %q: unknown", s.Fault)
	}
	for _, id := range s.Allow {
		if _, ok := lintKinds[id]; !ok {
			return fmt.Errorf("allow %q: no such lint", id)
		}
	}
	switch {
	case s.Repeat < -1:
		return fmt.Errorf("repeat %d: neither a number of times nor -1", s.Repeat)
	case s.DelayMS < 0 || s.ChunkDelayMS < 0:
		return errors.New("negative delay")
	}
	return nil
}

// raws are the values that are sent as they are.
func (s Step) raws() []json.RawMessage {
	raws := slices.Concat(slices.Concat(s.Chunks...), s.Parts, s.Frames)
	if s.Usage != nil {
		raws = append(raws, s.Usage)
	}
	if s.Reply != nil {
		for _, c := range s.Reply.Calls {
			if c.Args != nil {
				raws = append(raws, c.Args)
			}
		}
	}
	return raws
}
