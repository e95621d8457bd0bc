package emulator

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"time"
)

// Config configures an Emulator. The zero value is a working emulator with the
// default Planner.
type Config struct {
	// Seed varies ids and signatures. Zero is as good as any.
	Seed uint64
	// Secret keys the signatures. Nil: derived from Seed, so that two
	// emulators with one seed know each other's signatures.
	Secret []byte
	// Brain says what the model says. Nil: Planner{}.
	Brain Brain
	// Script is played before anything is asked of Brain; once it is given,
	// a request beyond its end is an error. Nil: none.
	Script []Step
	// Strict refuses what is only a Lint with 400 and a text that begins with
	// EMULATOR LINT. Zero: lints are recorded in the journal.
	Strict bool
	// Signatures says which thought signatures are valid. Empty: SignaturesIssued.
	Signatures Signatures
	// MaxStates is how complex the schemas may be in mode ANY (E61): members of
	// enums, optional properties and bounds of arrays together. Zero: 1000.
	MaxStates int
	// Pace is the wait between two chunks of a stream. Zero: none.
	Pace time.Duration
	// JournalSize bounds the journal, in requests; the bodies are kept whole.
	// Zero: 1000. Negative: no journal, which is what a long-lived server wants.
	JournalSize int
}

// Signatures is what Config.Signatures takes.
type Signatures string

const (
	// SignaturesIssued takes those that an emulator with the same secret issued,
	// on the part that it issued them for, and those that a script sent (E48).
	SignaturesIssued Signatures = "issued"
	// SignaturesOpaque takes any that is well-formed, so that a conversation
	// recorded elsewhere can be replayed.
	SignaturesOpaque Signatures = "opaque"
)

// Emulator is the http.Handler. Make one with New.
type Emulator struct {
	keys      keyring
	strict    bool
	maxStates int
	brain     Brain
	pace      time.Duration
	script    script
	journal   journal
	memory    *memory
}

// New checks the configuration and returns an emulator. It fails on a script
// that cannot be played, on a negative pace or limit, and on an unknown word.
func New(c Config) (*Emulator, error) {
	switch {
	case c.Pace < 0:
		return nil, fmt.Errorf("emulator: pace %v is negative", c.Pace)
	case c.MaxStates < 0:
		return nil, fmt.Errorf("emulator: max states %d is negative", c.MaxStates)
	case c.Signatures != "" && c.Signatures != SignaturesIssued && c.Signatures != SignaturesOpaque:
		return nil, fmt.Errorf("emulator: signatures %q: neither %s nor %s", c.Signatures, SignaturesIssued, SignaturesOpaque)
	}
	limit := cmp.Or(c.JournalSize, 1000)
	e := &Emulator{
		strict: c.Strict, maxStates: cmp.Or(c.MaxStates, 1000),
		brain: c.Brain, pace: c.Pace, journal: journal{limit: limit}, memory: newMemory(limit),
		keys: keyring{secret: c.Secret, opaque: c.Signatures == SignaturesOpaque},
	}
	e.keys.memory = e.memory
	if e.brain == nil {
		e.brain = Planner{}
	}
	if e.keys.secret == nil {
		e.keys.secret = binary.BigEndian.AppendUint64([]byte("farhand emulator "), c.Seed)
	}
	if err := e.Enqueue(c.Script...); err != nil {
		return nil, err
	}
	return e, nil
}

// Enqueue appends steps to the script. It fails, and appends none, when one of
// them cannot be played.
func (e *Emulator) Enqueue(steps ...Step) error {
	if err := e.script.enqueue(steps); err != nil {
		return fmt.Errorf("emulator: %w", err)
	}
	return nil
}

// Done tells a test whether the script was played to its end: an error names
// failed checks, requests beyond the end and steps that were left over.
func (e *Emulator) Done() error { return e.script.done() }

// Journal returns the requests so far, oldest first, those still running
// included. The copies are the caller's, their bodies are shared.
func (e *Emulator) Journal() []Entry { return e.journal.list() }
