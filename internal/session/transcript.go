package session

import (
	"farhand/internal/broker"
	"farhand/internal/protocol"
)

// transcript is the conversation as a page shows it, built from the frames that
// the page is sent and the words of its user. Its zero value keeps nothing.
// What is too much goes out oldest first; the turn that runs keeps at least its
// open calls and what it said last. It is not safe for concurrent use.
type transcript struct {
	limit     int // bytes, as measured by its parts; 0: nothing is kept
	bytes     int
	truncated bool
	turns     []*record
}

// record is one turn.
type record struct {
	number int
	user   protocol.SnapshotUser
	parts  []*part
	end    *protocol.SnapshotEnd
	bytes  int
}

// part is one part of a turn. The text of a TextPart grows in text.
type part struct {
	is    protocol.SnapshotPart
	text  []byte
	bytes int
}

// partBytes is what a part is counted as beside its text and arguments.
const partBytes = 128

// begin begins a turn.
func (t *transcript) begin(number int, user protocol.SnapshotUser) {
	if t.limit == 0 {
		return
	}
	r := &record{number: number, user: user}
	t.turns = append(t.turns, r)
	t.grow(r, len(user.ID)+len(user.Text)+partBytes)
}

// drop forgets the turn that the message with this id began.
func (t *transcript) drop(id string) {
	for i, r := range t.turns {
		if r.user.ID == id {
			t.bytes -= r.bytes
			t.turns = append(t.turns[:i], t.turns[i+1:]...)
			return
		}
	}
}

// reset forgets every turn.
func (t *transcript) reset() { *t = transcript{limit: t.limit} }

// enter adds what a frame shows. Frames of a turn that did not begin here, that
// of an inspect, and frames that show nothing are passed over.
func (t *transcript) enter(f protocol.ServerFrame) {
	if len(t.turns) == 0 {
		return
	}
	r := t.turns[len(t.turns)-1]
	if r.end != nil {
		return
	}
	switch f := f.(type) {
	case *protocol.Text:
		t.say(r, protocol.PartText, f.Step, f.Delta)
	case *protocol.Reasoning:
		t.say(r, protocol.PartReasoning, f.Step, f.Delta)
	case *protocol.Retract:
		t.retract(r, f.Step)
	case *protocol.Step:
		t.add(r, &protocol.StepPart{Kind: protocol.PartStep, Step: f.Step, Ms: f.Ms, RequestBytes: f.RequestBytes, Usage: f.Usage}, 0)
	case *protocol.Notice:
		t.add(r, &protocol.NoticePart{Kind: protocol.PartNotice, Code: f.Code, Details: f.Details}, 0)
	case *protocol.ToolCall:
		t.add(r, &protocol.CallPart{
			Kind: protocol.PartCall, ID: f.ID, Step: f.Step, Name: f.Name, Args: f.Args, State: protocol.StateRequested,
		}, len(f.Name)+len(f.Args))
	case *protocol.ServerToolState:
		t.settle(r, f)
	case *protocol.TurnEnd:
		r.end = &protocol.SnapshotEnd{Reason: f.Reason, Error: f.Error, Usage: f.Usage}
	}
}

// say appends to what was said without a break, or begins anew.
func (t *transcript) say(r *record, kind protocol.PartKind, step int, delta string) {
	if n := len(r.parts); n > 0 {
		last := r.parts[n-1]
		if text, ok := last.is.(*protocol.TextPart); ok && text.Kind == kind && text.Step == step {
			last.text = append(last.text, delta...)
			last.bytes += len(delta)
			t.grow(r, len(delta))
			return
		}
	}
	p := t.add(r, &protocol.TextPart{Kind: kind, Step: step}, len(delta))
	p.text = []byte(delta)
}

func (t *transcript) retract(r *record, step int) {
	kept := r.parts[:0]
	for _, p := range r.parts {
		if text, ok := p.is.(*protocol.TextPart); ok && text.Step == step {
			r.bytes -= p.bytes
			t.bytes -= p.bytes
			continue
		}
		kept = append(kept, p)
	}
	clear(r.parts[len(kept):])
	r.parts = kept
}

// settle enters how a call ended, and the call itself if it was never sent.
func (t *transcript) settle(r *record, f *protocol.ServerToolState) {
	for _, p := range r.parts {
		if call, ok := p.is.(*protocol.CallPart); ok && call.ID == f.ID {
			call.State, call.Code, call.Ms = f.State, f.Code, &f.Ms
			return
		}
	}
	if f.Name != "" {
		t.add(r, &protocol.CallPart{
			Kind: protocol.PartCall, ID: f.ID, Name: f.Name, Args: f.Args, State: f.State, Code: f.Code, Ms: &f.Ms,
		}, len(f.Name)+len(f.Args))
	}
}

func (t *transcript) add(r *record, is protocol.SnapshotPart, size int) *part {
	p := &part{is: is, bytes: size + partBytes}
	r.parts = append(r.parts, p)
	t.grow(r, p.bytes)
	return p
}

// grow counts what r has more than before, and makes room for it.
func (t *transcript) grow(r *record, bytes int) {
	r.bytes += bytes
	t.bytes += bytes
	for t.bytes > t.limit && len(t.turns) > 1 {
		t.bytes -= t.turns[0].bytes
		t.turns[0] = nil
		t.turns = t.turns[1:]
		t.truncated = true
	}
	for i := 0; t.bytes > t.limit && i < len(r.parts)-1; {
		if call, ok := r.parts[i].is.(*protocol.CallPart); ok && call.Ms == nil {
			i++
			continue
		}
		r.bytes -= r.parts[i].bytes
		t.bytes -= r.parts[i].bytes
		r.parts = append(r.parts[:i], r.parts[i+1:]...)
		t.truncated = true
	}
}

// turnsWith returns the turns for a snapshot, open calls in the states in which
// they are.
func (t *transcript) turnsWith(open []broker.Open) []protocol.SnapshotTurn {
	states := make(map[string]protocol.State, len(open))
	for _, o := range open {
		states[o.ID] = o.State
	}
	turns := make([]protocol.SnapshotTurn, len(t.turns))
	for i, r := range t.turns {
		turns[i] = protocol.SnapshotTurn{Turn: r.number, User: r.user, Parts: make([]protocol.SnapshotPart, len(r.parts)), End: r.end}
		for j, p := range r.parts {
			turns[i].Parts[j] = p.with(states)
		}
	}
	return turns
}

func (p *part) with(states map[string]protocol.State) protocol.SnapshotPart {
	switch is := p.is.(type) {
	case *protocol.TextPart:
		return &protocol.TextPart{Kind: is.Kind, Step: is.Step, Text: string(p.text)}
	case *protocol.CallPart:
		call := *is
		if state, ok := states[is.ID]; ok {
			call.State = state
		}
		return &call
	}
	return p.is
}
