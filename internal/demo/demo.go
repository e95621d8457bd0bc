// Package demo is the model that answers when no other is configured: it reads
// a dozen everyday requests in plain English, calls the starter tools of
// tools.json for them, and answers from the results. It plays Gemini on the
// emulator, so a demo conversation takes every step that a real one takes.
//
// A Brain keeps no state between requests: what to do next follows from the
// words of the turn and the results so far. It is deterministic and safe for
// concurrent use.
//
// Non-goals: it has no memory of earlier turns, understands no other language
// beyond the examples of the contract in those of the page, and guesses
// nothing. Which tool that it does not know is called, and with what, is left to
// the emulator's planner.
package demo

import (
	"slices"
	"strings"

	"farhand/internal/emulator"
)

// Name is what the page and the log call the demo model.
const Name = "demo model"

// Brain decides what the demo model says. The zero Brain is ready to use.
type Brain struct {
	planner emulator.Planner // for tools that are none of the starter tools
}

var _ emulator.Brain = Brain{}

// Plan implements emulator.Brain.
func (b Brain) Plan(r emulator.Request) emulator.Reply {
	words := r.Words()
	if mentionsTool(r.Tools, words) {
		return b.plan(r)
	}
	p, known := understand(words)
	missing := p.missing(r.Tools)
	if known && len(missing) == 0 {
		return p.next(r)
	}
	if reply, ok := b.others(r); ok {
		return reply
	}
	if known {
		return emulator.Reply{Text: notOffered(missing)}
	}
	return emulator.Reply{Text: introduction(r.Tools)}
}

// others asks the planner, if it finds use for a tool that is no starter tool.
func (b Brain) others(r emulator.Request) (emulator.Reply, bool) {
	r.Tools = slices.DeleteFunc(slices.Clone(r.Tools), func(t emulator.Tool) bool { return starter[t.Name] })
	if len(r.Tools) == 0 {
		return emulator.Reply{}, false
	}
	reply := b.plan(r)
	return reply, len(reply.Calls) > 0 || len(r.Results()) > 0
}

// mentionsTool reports whether the words name a declared tool as it is
// spelled, such as memory_list.
func mentionsTool(tools []emulator.Tool, words string) bool {
	words = strings.ToLower(words)
	return slices.ContainsFunc(tools, func(t emulator.Tool) bool {
		return strings.Contains(t.Name, "_") && strings.Contains(words, strings.ToLower(t.Name))
	})
}
