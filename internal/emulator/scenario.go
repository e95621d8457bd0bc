package emulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ReadScenario reads a script from its file form: a JSON list of Steps, as
// scenario.schema.json beside this file describes it. An unknown field and a
// step that cannot be played are errors.
func ReadScenario(r io.Reader) ([]Step, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var steps []Step
	if err := dec.Decode(&steps); err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("scenario: more than one JSON value")
	}
	for i, step := range steps {
		if err := step.validate(); err != nil {
			return nil, fmt.Errorf("scenario: step %d: %w", i+1, err)
		}
	}
	return steps, nil
}
