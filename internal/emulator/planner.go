package emulator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Planner is the default Brain. It knows no tool: it calls the declared one
// whose name or description fits the user's words best, with arguments made
// from its schema, and answers from the results. Several tools whose full
// names stand in the words are called together. In modes AUTO and VALIDATED a
// turn never has more than one step of calls; in mode ANY every step has one,
// as the API demands. It is stateless.
type Planner struct{}

// Plan implements Brain.
func (p Planner) Plan(r Request) Reply {
	results := r.Results()
	if r.Mode != ModeNone && (len(results) == 0 || r.Mode == ModeAny) {
		if calls := p.calls(r); len(calls) > 0 {
			return Reply{Thought: "**Choosing a tool** " + calls[0].Name + " fits the request.", Calls: calls}
		}
	}
	if len(results) > 0 {
		return Reply{Text: p.Summary(results)}
	}
	return Reply{Text: p.decline(r)}
}

// Summary puts the results of tools into plain sentences, one each.
func (Planner) Summary(results []Result) string {
	lines := make([]string, len(results))
	for i, res := range results {
		lines[i] = sentence(res)
	}
	return strings.Join(lines, "\n")
}

func (Planner) decline(r Request) string {
	const most = 8
	if len(r.Tools) == 0 {
		return "I am an emulated model without tools, so I can only repeat what you said: " + clip(r.Words(), 200)
	}
	names := make([]string, 0, most)
	for _, t := range r.Tools[:min(most, len(r.Tools))] {
		names = append(names, t.Name)
	}
	return "None of my tools fits that. I have " + strings.Join(names, ", ") + "."
}

// calls picks the tools and fills in their arguments; empty: none fits.
func (Planner) calls(r Request) []Call {
	tools := r.Tools
	if len(r.Allowed) > 0 {
		tools = slices.DeleteFunc(slices.Clone(tools), func(t Tool) bool { return !slices.Contains(r.Allowed, t.Name) })
	}
	words := r.Words()
	chosen := named(tools, words)
	if len(chosen) == 0 {
		if t, ok := bestFit(tools, words); ok {
			chosen = []Tool{t}
		}
	}
	if len(chosen) == 0 && r.Mode == ModeAny && len(tools) > 0 {
		chosen = tools[:1]
	}
	calls := make([]Call, len(chosen))
	for i, t := range chosen {
		calls[i] = Call{Name: t.Name, Args: arguments(t, words)}
	}
	return calls
}

// sentence words one result by the documented keys: error, output, else all.
func sentence(res Result) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(res.Value, &fields) != nil || len(fields) == 0 {
		return res.Name + " is done."
	}
	if e, ok := fields["error"]; ok && string(e) != "null" {
		var coded struct{ Message string }
		if json.Unmarshal(e, &coded) == nil && coded.Message != "" {
			return fmt.Sprintf("%s did not work: %s", res.Name, clip(coded.Message, 500))
		}
		return fmt.Sprintf("%s did not work: %s", res.Name, plain(e))
	}
	value := res.Value
	for _, key := range []string{"output", "result"} {
		if v, ok := fields[key]; ok {
			value = v
			break
		}
	}
	return fmt.Sprintf("%s answered: %s", res.Name, plain(value))
}

// plain words a JSON value: strings bare, objects as "key: value" in their own
// order, the rest as JSON.
func plain(raw json.RawMessage) string {
	const most = 1000
	n, err := parse(raw)
	if err != nil {
		return clip(string(raw), most)
	}
	switch n.kind {
	case text:
		return clip(n.str, most)
	case object:
		pairs := make([]string, len(n.fields))
		for i, f := range n.fields {
			pairs[i] = f.name + ": " + plainLeaf(f.value)
		}
		return clip(strings.Join(pairs, ", "), most)
	}
	return clip(string(n.raw), most)
}

func plainLeaf(n *node) string {
	if n.kind == text {
		return n.str
	}
	return string(n.raw)
}

// clip cuts a text to n characters and shows that it did.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
