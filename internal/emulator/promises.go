package emulator

import "slices"

// promised keeps the promises of a mode of function calling whatever the brain
// says (E68): NONE has words only; ANY has at least one call; ANY and VALIDATED
// have calls of allowed tools only, with arguments that their schemas accept.
func promised(r Request, reply Reply) Reply {
	switch r.Mode {
	case ModeNone:
		if len(reply.Calls) > 0 {
			reply.Calls = nil
			if reply.Text == "" {
				reply.Text = "I may not use tools for this answer."
			}
		}
	case ModeAny, ModeValidated:
		var calls []Call
		for _, c := range reply.Calls {
			if t, ok := r.tool(c.Name); ok {
				if !accepts(t.Schema, c.Args) {
					c.Args = arguments(t, r.Words())
				}
				calls = append(calls, c)
			}
		}
		if len(calls) == 0 && r.Mode == ModeAny {
			calls = Planner{}.calls(r)
		}
		reply.Calls = calls
	}
	return reply
}

// tool finds a declared tool that may be called.
func (r Request) tool(name string) (Tool, bool) {
	i := slices.IndexFunc(r.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 || len(r.Allowed) > 0 && !slices.Contains(r.Allowed, name) {
		return Tool{}, false
	}
	return r.Tools[i], true
}
