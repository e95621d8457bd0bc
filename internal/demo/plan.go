package demo

import (
	"encoding/json"
	"slices"

	"farhand/internal/emulator"
	"farhand/internal/protocol"
)

// The starter tools of tools.json.
const (
	geolocationGet = "geolocation_get"
	memoryPut      = "memory_put"
	memoryGet      = "memory_get"
	memoryList     = "memory_list"
	memorySearch   = "memory_search"
	memoryDelete   = "memory_delete"
	clipboardRead  = "clipboard_read"
	clipboardWrite = "clipboard_write"
	deviceContext  = "device_context"
	speak          = "speak"
	askUser        = "ask_user"
)

var starter = map[string]bool{
	geolocationGet: true, memoryPut: true, memoryGet: true, memoryList: true, memorySearch: true,
	memoryDelete: true, clipboardRead: true, clipboardWrite: true, deviceContext: true, speak: true, askUser: true,
}

// plan is how one kind of request is carried out.
type plan struct {
	tools  []string                      // all that its steps may call
	steps  []step                        // in order; at least one
	answer func(results []result) string // when every step has its results, or one failed
}

// step returns its calls, given the results of the steps before it, all
// successful. No calls: the step is not needed.
type step func(results []result) []emulator.Call

// result is what a call came to.
type result struct {
	name  string
	args  json.RawMessage
	value json.RawMessage // nil exactly if code is set
	code  protocol.Code
}

// missing returns the tools of the plan that are not declared.
func (p plan) missing(declared []emulator.Tool) []string {
	var missing []string
	for _, name := range p.tools {
		offered := slices.ContainsFunc(declared, func(t emulator.Tool) bool { return t.Name == name })
		if !offered && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	return missing
}

// next returns the calls of the first step without results, or the answer.
func (p plan) next(r emulator.Request) emulator.Reply {
	results := decode(r.Results())
	if slices.ContainsFunc(results, result.failed) {
		return emulator.Reply{Text: p.answer(results)}
	}
	done := 0
	for _, s := range p.steps {
		calls := s(results[:done])
		if done+len(calls) > len(results) {
			if r.Mode == emulator.ModeNone {
				return emulator.Reply{Text: outOfBudget}
			}
			return emulator.Reply{Thought: "I need " + calls[0].Name + " for that.", Calls: calls}
		}
		done += len(calls)
	}
	return emulator.Reply{Text: p.answer(results)}
}

// reporting is p with an answer that tells what failed instead of reading it.
func (p plan) reporting() plan {
	answer := p.answer
	p.answer = func(results []result) string {
		if slices.ContainsFunc(results, result.failed) {
			return report(results)
		}
		return answer(results)
	}
	return p
}

// both carries out two plans of one step each at once.
func both(p, q plan) plan {
	first := len(p.steps[0](nil))
	return plan{
		tools: append(slices.Clone(p.tools), q.tools...),
		steps: []step{func([]result) []emulator.Call { return append(p.steps[0](nil), q.steps[0](nil)...) }},
		answer: func(results []result) string {
			return p.answer(results[:first]) + "\n" + q.answer(results[first:])
		},
	}
}

// calls is the step that calls one tool with fixed arguments.
func calls(name string, args any) step {
	return func([]result) []emulator.Call { return []emulator.Call{call(name, args)} }
}

// call encodes the arguments of a call; nil: none.
func call(name string, args any) emulator.Call {
	if args == nil {
		args = struct{}{}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err) // only strings and JSON values are passed
	}
	return emulator.Call{Name: name, Args: raw}
}
