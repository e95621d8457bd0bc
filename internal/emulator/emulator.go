package emulator

import (
	"encoding/binary"
	"fmt"
	"net/http"
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
	// Pace is the wait between two chunks of a stream. Zero: none.
	Pace time.Duration
	// JournalSize bounds the journal, in requests; the bodies are kept whole.
	// Zero: 1000. Negative: no journal, which is what a long-lived server wants.
	JournalSize int
}

// Emulator is the http.Handler. Make one with New.
type Emulator struct {
	secret  []byte
	brain   Brain
	pace    time.Duration
	script  script
	journal journal
}

// New checks the configuration and returns an emulator. It fails on a script
// that cannot be played and on a negative pace.
func New(c Config) (*Emulator, error) {
	if c.Pace < 0 {
		return nil, fmt.Errorf("emulator: pace %v is negative", c.Pace)
	}
	e := &Emulator{secret: c.Secret, brain: c.Brain, pace: c.Pace, journal: journal{limit: c.JournalSize}}
	if e.journal.limit == 0 {
		e.journal.limit = 1000
	}
	if e.brain == nil {
		e.brain = Planner{}
	}
	if e.secret == nil {
		e.secret = binary.BigEndian.AppendUint64([]byte("farhand emulator "), c.Seed)
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

// ServeHTTP answers one request. The checks come in the order of the package's
// rules: route, method, key, size, JSON, shape, model, deadline, then the hard
// rules, then the script or the brain.
func (e *Emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t, ok := route(r)
	x := &exchange{
		w: w, ctx: r.Context(), target: t,
		sse:   r.URL.Query().Get("alt") == "sse",
		entry: e.journal.open(r, t), journal: &e.journal,
	}
	defer x.close()
	if !ok { // E1, E2, E10
		x.header(http.StatusNotFound, "text/html; charset=UTF-8")
		x.write([]byte(notFoundPage))
		return
	}
	if err := checkKey(r); err != nil {
		x.fail(err)
		return
	}
	if t.method == "" {
		x.json(models(t))
		return
	}
	body, tooLarge, err := readBody(r)
	e.journal.update(x.entry, func(en *Entry) { en.Body = body })
	if err != nil {
		x.gone()
		return
	}
	if tooLarge != nil {
		x.fail(tooLarge)
		return
	}
	e.generate(x, r, body)
}

// generate handles the POST methods from the JSON on.
func (e *Emulator) generate(x *exchange, r *http.Request, body []byte) {
	t, message := x.target, "GenerateContentRequest"
	if t.method == "countTokens" {
		message = "CountTokensRequest"
	}
	n, refusal := parseBody(body, message)
	if refusal != nil {
		x.fail(refusal)
		return
	}
	f, refusal := checkModel(t)
	if refusal == nil {
		refusal = checkDeadline(r)
	}
	if refusal != nil {
		x.fail(refusal)
		return
	}
	if t.method == "countTokens" {
		x.json(countTokens(n, t, f))
		return
	}
	req := decode(n, t.model, body)
	if refusal := judge(req, f); refusal != nil {
		x.fail(refusal)
		return
	}
	a := &answer{
		family: f, mint: newMinter(e.secret, body, f), stream: t.stream(),
		model: t.model, prompt: req.tokens(f), thoughts: req.thoughts,
	}
	step, err := e.script.next(req.view)
	switch {
	case err != nil:
		x.fail(ownFault("%v", err))
	case step != nil:
		x.perform(*step, a, e.pace)
	default:
		x.perform(e.plan(req.view), a, e.pace)
	}
}

// plan asks the brain and keeps the model's promise of mode NONE: words only
// (E68).
func (e *Emulator) plan(r Request) Step {
	reply := e.brain.Plan(r)
	if r.Mode == ModeNone && len(reply.Calls) > 0 {
		reply.Calls = nil
		if reply.Text == "" {
			reply.Text = "I may not use tools for this answer."
		}
	}
	return Step{Reply: &reply}
}
