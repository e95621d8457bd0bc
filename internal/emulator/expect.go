package emulator

import (
	"bytes"
	"fmt"
	"slices"
)

// Expect is what a step of a scenario demands of its request. Zero fields
// demand nothing.
type Expect struct {
	Model    string   `json:"model,omitempty"`    // as in the path, without "models/"
	Mode     Mode     `json:"mode,omitempty"`     // of function calling
	Words    string   `json:"words,omitempty"`    // of the user in the current turn
	Results  []string `json:"results,omitempty"`  // names of the turn's tool results, in order
	Contains []string `json:"contains,omitempty"` // each stands in the body as it was sent
}

// judge reports a request that is not the expected one.
func (s Step) judge(r Request) error {
	if s.Expect != nil {
		if err := s.Expect.judge(r); err != nil {
			return err
		}
	}
	if s.Check == nil {
		return nil
	}
	return s.Check(r)
}

func (e Expect) judge(r Request) error {
	if e.Model != "" && e.Model != r.Model {
		return fmt.Errorf("model %q, expected %q", r.Model, e.Model)
	}
	if e.Mode != "" && e.Mode != r.Mode {
		return fmt.Errorf("mode %s, expected %s", r.Mode, e.Mode)
	}
	if e.Words != "" && e.Words != r.Words() {
		return fmt.Errorf("words %q, expected %q", r.Words(), e.Words)
	}
	if e.Results != nil {
		var names []string
		for _, result := range r.Results() {
			names = append(names, result.Name)
		}
		if !slices.Equal(names, e.Results) {
			return fmt.Errorf("results of %q, expected %q", names, e.Results)
		}
	}
	for _, text := range e.Contains {
		if !bytes.Contains(r.Body, []byte(text)) {
			return fmt.Errorf("the body does not contain %q", text)
		}
	}
	return nil
}
