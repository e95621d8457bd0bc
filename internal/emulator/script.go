package emulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// Step is one entry of a script: the answer to one generate request, faults
// included. The zero Step is an empty answer that ends with STOP. Of Reply,
// Parts, Chunks, Frames, Error and Body at most one may be set.
type Step struct {
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

	// Check judges the request before it is answered; an error fails the
	// script (Done reports it) and is answered 500. Nil: no check.
	Check func(Request) error `json:"-"`
}

// validate reports a step that cannot be played.
func (s Step) validate() error {
	set := 0
	for _, is := range []bool{s.Reply != nil, s.Parts != nil, s.Chunks != nil, s.Frames != nil, s.Error != nil, s.Body != nil} {
		if is {
			set++
		}
	}
	if set > 1 {
		return errors.New("more than one of reply, parts, chunks, frames, error and body")
	}
	raws := append([]json.RawMessage{}, s.Parts...)
	for _, c := range s.Chunks {
		raws = append(raws, c...)
	}
	raws = append(raws, s.Frames...)
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
	for _, raw := range raws {
		if !json.Valid(raw) {
			return fmt.Errorf("not JSON: %.60q", raw)
		}
	}
	if s.Status != 0 && (s.Status < 200 || s.Status > 599) {
		return fmt.Errorf("status %d: not between 200 and 599", s.Status)
	}
	return nil
}

// script is the queue of steps.
type script struct {
	mu     sync.Mutex
	used   bool // a step was ever queued: then a request without one is an error
	queue  []Step
	played int
	faults []error
}

func (s *script) enqueue(steps []Step) error {
	for i, step := range steps {
		if err := step.validate(); err != nil {
			return fmt.Errorf("script step %d: %w", i+1, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, steps...)
	s.used = s.used || len(steps) > 0
	return nil
}

// next takes the next step. It returns nil, nil when there is no script, and
// an error when the script is over or the step's check fails.
func (s *script) next(r Request) (*Step, error) {
	s.mu.Lock()
	if !s.used {
		s.mu.Unlock()
		return nil, nil
	}
	s.played++
	n := s.played
	if len(s.queue) == 0 {
		defer s.mu.Unlock()
		return nil, s.failLocked(fmt.Errorf("script: request %d, but it has only %d steps", n, n-1))
	}
	step := s.queue[0]
	s.queue = s.queue[1:]
	s.mu.Unlock()

	if step.Check == nil {
		return &step, nil
	}
	if err := step.Check(r); err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		return nil, s.failLocked(fmt.Errorf("script step %d: %w", n, err))
	}
	return &step, nil
}

func (s *script) failLocked(err error) error {
	s.faults = append(s.faults, err)
	return err
}

// done reports failed checks, requests beyond the end, and steps left over.
func (s *script) done() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	faults := append([]error(nil), s.faults...)
	if n := len(s.queue); n > 0 {
		faults = append(faults, fmt.Errorf("script: %d steps were never asked for", n))
	}
	return errors.Join(faults...)
}
