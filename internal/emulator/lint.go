package emulator

import (
	"fmt"
	"slices"
	"strings"
)

// Lint is something in a request that the service takes and that a careful
// client never sends. It is recorded in the journal; in strict mode it is refused.
type Lint struct {
	ID   string `json:"id"`   // L1 to L13
	Rule string `json:"rule"` // the rule that it belongs to, such as E34
	Path string `json:"path"` // such as contents[2].parts[0]
	Text string `json:"text"`
}

// String is the lint in one line: "L5 (E40) at contents[2]: …".
func (l Lint) String() string { return fmt.Sprintf("%s (%s) at %s: %s", l.ID, l.Rule, l.Path, l.Text) }

// lintKinds are the rule and the text of each lint.
var lintKinds = map[string]struct{ rule, text string }{
	"L1":  {"E34", "one step in several model contents"},
	"L2":  {"E35", "responses of one step in several user contents"},
	"L3":  {"E40", "response whose id or name is that of no open call of its step"},
	"L4":  {"E40", "id that another part of the step has as well"},
	"L5":  {"E40", "responses in another order than their calls"},
	"L6":  {"E40", "response without the id of its call"},
	"L7":  {"E41", "function responses beside parts of another kind"},
	"L8":  {"E47", "dummy in place of a signature that was sent"},
	"L9":  {"E49", "text without the signature that it was sent with"},
	"L10": {"E51", "history not verbatim: the model's content is not what was sent"},
	"L11": {"E52", "cache break: the contents before this answer are not those that it answered"},
	"L12": {"E65", "function declarations in several entries of tools"},
	"L13": {"E26", "role function"},
}

// lintReport collects the lints of a request in the order of discovery.
type lintReport struct{ found []Lint }

func (r *lintReport) add(id, format string, at ...any) {
	kind := lintKinds[id]
	r.found = append(r.found, Lint{ID: id, Rule: kind.rule, Path: fmt.Sprintf(format, at...), Text: kind.text})
}

// lint reports what is wrong with a request that passed the hard rules, less
// the kinds that are allowed.
func lint(w *wire, f family, m *memory, allowed []string) []Lint {
	var r lintReport
	r.steps(w)
	r.shape(w)
	r.history(w, f, m)
	return slices.DeleteFunc(r.found, func(l Lint) bool { return slices.Contains(allowed, l.ID) })
}

// shape reports L12 and L13.
func (r *lintReport) shape(w *wire) {
	if w.entries > 1 {
		r.add("L12", "tools")
	}
	for i, c := range w.contents {
		if c.role == "function" {
			r.add("L13", "contents[%d]", i)
		}
	}
}

// lintError is the refusal of strict mode; nil without lints.
func lintError(found []Lint) *apiError {
	if len(found) == 0 {
		return nil
	}
	lines := make([]string, len(found))
	for i, l := range found {
		lines[i] = l.String()
	}
	return invalid("EMULATOR LINT: %s", strings.Join(lines, "; "))
}
