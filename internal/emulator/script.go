package emulator

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

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
	s.queue = append(s.queue, slices.Clone(steps)...)
	s.used = s.used || len(steps) > 0
	return nil
}

// allowed is what the next step says about lints.
func (s *script) allowed() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return nil
	}
	return s.queue[0].Allow
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
	switch {
	case step.Repeat > 1:
		s.queue[0].Repeat--
	case step.Repeat >= 0:
		s.queue = s.queue[1:]
	}
	s.mu.Unlock()

	if err := step.judge(r); err != nil {
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
	n := 0
	for _, step := range s.queue {
		if step.Repeat >= 0 {
			n += max(1, step.Repeat)
		}
	}
	if n > 0 {
		faults = append(faults, fmt.Errorf("script: %d steps were never asked for", n))
	}
	return errors.Join(faults...)
}
