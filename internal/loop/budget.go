package loop

import (
	"time"

	"farhand/internal/model"
)

// Warning says that a budget of the turn is nearly spent.
type Warning struct {
	Budget string // steps, calls, tokens or time
	Used   int    // requests, calls, tokens or milliseconds
	Of     int
}

// Budgets are warned of when three quarters are used (row A76).
const (
	warnParts = 3
	allParts  = 4
)

// spent reports whether the turn has used up a budget but time.
func (r *run) spent() bool {
	return r.refused || r.out.Steps >= r.MaxSteps || r.out.Calls >= r.MaxCalls ||
		r.MaxTokens > 0 && tokens(r.out.Usage) >= r.MaxTokens
}

// warn tells of each budget, once, that is nearly spent.
func (r *run) warn() {
	for _, w := range []Warning{
		{"steps", r.out.Steps, r.MaxSteps},
		{"calls", r.out.Calls, r.MaxCalls},
		{"tokens", tokens(r.out.Usage), r.MaxTokens},
	} {
		if w.Of > 0 && w.Used*allParts >= w.Of*warnParts && !r.warned[w.Budget] {
			r.warned[w.Budget] = true
			r.Warned(w)
		}
	}
}

// nearlyOver is warn for the time.
func (r *run) nearlyOver(used, of time.Duration) {
	r.Warned(Warning{"time", int(used.Milliseconds()), int(of.Milliseconds())})
}

func tokens(u model.Usage) int { return u.Input + u.Output + u.Thoughts }
