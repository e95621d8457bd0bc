package gemini

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farhand/internal/model"
)

// failed is one way in which a step can fail, as docs/errors.md needs it.
type failed struct {
	Kind    model.Kind  `json:"kind"`
	Again   model.Again `json:"again,omitempty"`
	Message string      `json:"message"`
	When    []string    `json:"when"`
}

// everyFailure collects the failures from the tables of this package.
func everyFailure() []failed {
	var all []failed
	add := func(when string, e *model.Error) {
		i := slices.IndexFunc(all, func(f failed) bool { return f.Kind == e.Kind && f.Again == e.Again && f.Message == e.Message })
		if i < 0 {
			i, all = len(all), append(all, failed{e.Kind, e.Again, e.Message, nil})
		}
		all[i].When = append(all[i].When, when)
	}
	for name, r := range refusals {
		add(name, refusal{status: r.status, body: []byte(r.body)}.classify("gemini-test"))
	}
	for reason, row := range endings {
		a := answer{name: "gemini-test", finish: reason}
		if row.fails == "" {
			reason += " before the first word"
		}
		if _, err := a.finished(); err != nil {
			add(reason, err)
		}
	}
	blocked, broken := answer{block: "SAFETY"}, answer{}
	_, err := blocked.finished()
	add("prompt blocked", err)
	_, err = broken.finished()
	add("no finish reason", err)
	for cause, e := range map[string]*model.Error{
		"no connection": unreachable(errNoFinish), "broken off": brokeOff(errUnreadable), "larger than we read": brokeOff(errTooLarge),
		"not the API": notTheAPI(), "our history": badHistory(errUnreadable), "the SDK": notSent(errUnreadable),
		"Vertex: no token": noToken(), "Vertex: refused": refusal{status: 403, vertex: true}.classify(""),
		"not whole in time": late(errNotWhole), "not begun in time": late(errNoFirst), "stalled": late(errStalled),
	} {
		add(cause, e)
	}
	for _, f := range all {
		slices.Sort(f.When)
	}
	slices.SortFunc(all, func(a, b failed) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Again, b.Again), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// TestA49_everyFailureIsListed keeps testdata/failures.json, which names each
// failure of a step with what the person reads: two plain sentences.
func TestA49_everyFailureIsListed(t *testing.T) {
	all := everyFailure()
	golden(t, "testdata/failures.json", all)
	for _, f := range all {
		if m := f.Message; !strings.HasSuffix(m, ".") || strings.Contains(m, "!") || len(m) > 160 || strings.Count(m, ". ") == 0 {
			t.Errorf("%q says not what happened and what to do, in two plain sentences", m)
		}
	}
	for _, sentence := range sentences(t) {
		if !slices.ContainsFunc(all, func(f failed) bool { return strings.HasPrefix(f.Message, sentence) }) {
			t.Errorf("no failure is listed that says %q", sentence)
		}
	}
}

// sentences returns the texts for the person in the source of this package, up
// to the first verb of a format.
func sentences(t *testing.T) (found []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value)
				if strings.HasSuffix(text, ".") && strings.Contains(text, ". ") && text[0] != ' ' {
					text, _, _ = strings.Cut(text, "%")
					found = append(found, text)
				}
			}
			return true
		})
	}
	if len(found) < 20 {
		t.Errorf("%d sentences only", len(found))
	}
	return found
}
