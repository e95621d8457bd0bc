package loop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// prepared is a call that is ready to enter the chain.
type prepared struct {
	call    tool.Call
	refusal *tool.End // why it must not run; nil: it may
}

// answer runs the calls of a step and returns their results in call order: all
// together if every tool is parallel, as far as Width allows, else one after
// the other. Calls that run together still leave in call order, so that the
// user sees them in it.
func (r *run) answer(ctx context.Context, calls []*model.Call, mode model.Mode) []model.Result {
	ready := make([]prepared, len(calls))
	together := true
	for i, c := range calls {
		spec, ok := r.Resolve(c.Name)
		together = together && ok && spec.Policy.Parallel
		ready[i] = r.prepare(c, spec, mode)
	}
	results := make([]tool.Result, len(calls))
	slots := make(chan struct{}, r.Width)
	var wg sync.WaitGroup
	for i, p := range ready {
		left := make(chan struct{})
		p.call.Sent = sync.OnceFunc(func() { close(left) })
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			defer p.call.Sent()
			results[i] = r.enter(ctx, p)
		})
		<-left
		if !together {
			wg.Wait()
		}
	}
	wg.Wait()

	out := make([]model.Result, len(calls))
	for i, c := range calls {
		out[i] = model.Result{ID: c.ID, Name: c.Name, Output: output(results[i]), Media: results[i].Media}
		r.refused = r.refused || ready[i].refusal == nil && results[i].Code() == protocol.CodeBudget
	}
	r.forced = mode != model.ModeNone && r.streak.n >= r.MaxRepeats
	return out
}

// prepare numbers a call and charges it to the budget.
func (r *run) prepare(c *model.Call, spec *tool.Spec, mode model.Mode) prepared {
	r.out.Calls++
	p := prepared{call: tool.Call{
		ID:   fmt.Sprintf("t%d.%d", r.Number, r.out.Calls),
		Turn: r.Number,
		Step: r.out.Steps,
		Said: c.Name,
		Args: c.Args,
	}}
	if spec != nil {
		p.call.Name = spec.Name
	}
	switch r.streak.count(c, spec != nil); {
	case r.streak.n > r.MaxRepeats:
		p.refusal = tool.ErrRepeated
	case mode == model.ModeNone, r.out.Calls > r.MaxCalls:
		p.refusal = tool.ErrBudget
	}
	return p
}

// enter hands a call to the chain. One that must not run enters it with a
// context that has ended, and is answered there.
func (r *run) enter(ctx context.Context, p prepared) tool.Result {
	if p.refusal != nil {
		ended, cancel := context.WithCancelCause(ctx)
		cancel(p.refusal)
		ctx = ended
	}
	return r.Handle(ctx, p.call)
}

// streak counts how often the same call came in a row. The zero value has
// counted nothing.
type streak struct {
	name string
	args []byte
	n    int
}

// count adds a call. The same are calls with the same name and, of a tool that
// exists, the same arguments however they are written: an invented name stays
// wrong whatever it is called with.
func (s *streak) count(c *model.Call, known bool) {
	var args []byte
	if known {
		args = canonical(c.Args)
	}
	if s.n == 0 || c.Name != s.name || !bytes.Equal(args, s.args) {
		*s = streak{name: c.Name, args: args}
	}
	s.n++
}

// canonical returns JSON without spaces and with sorted keys. Numbers keep
// their digits: two large integers are not the same because a float cannot tell
// them apart.
func canonical(raw json.RawMessage) []byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return raw
	}
	out, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return out
}
