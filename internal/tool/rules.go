package tool

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Rules is what an operator decides about the tools of a contract without
// changing it. It only takes away: no rule loosens what the contract asks for.
// The lists hold names of tools, in which * stands for any part of one. The
// first list that has a tool decides: deny, confirm, allow (K37).
type Rules struct {
	Deny    []string `json:"deny"`    // never offered
	Confirm []string `json:"confirm"` // the user is asked before every call
	Allow   []string `json:"allow"`   // as the contract has it; nil: every other tool, empty: none
}

// ParseRules reads {"deny": [], "confirm": [], "allow": []}, each of which may be
// left out. The error is Faults.
func ParseRules(data []byte) (*Rules, error) {
	if err := CheckJSON(data); err != nil {
		return nil, err
	}
	var faults Faults
	root := parseNode(data, func(string, string) {})
	if !root.isObject() {
		faults.add("", `want {"deny": [], "confirm": [], "allow": []} with names of tools, each list optional`)
	}
	count := 0
	for _, key := range root.keys { // the decoder would take any case
		list := root.get(key)
		switch {
		case !slices.Contains([]string{"deny", "confirm", "allow"}, key):
			faults.add(joinPath("", key), "is not known here; want deny, confirm or allow")
		case !list.isArray() && string(list.scalar) != "null":
			faults.add(key, "want a list of names of tools")
		}
		if count += len(list.items); count > maxRules {
			faults.add(key, fmt.Sprintf("want at most %d names in all lists; * stands for any part of one", maxRules))
			break
		}
		for i, item := range list.items {
			if !patternForm.MatchString(item.text()) {
				faults.add(fmt.Sprintf("%s[%d]", key, i), "want a name of a tool, or one with *, of 1 to 64 of A-Z a-z 0-9 _ *")
			}
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	r := &Rules{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, Faults{{Message: err.Error()}}
	}
	return r, nil
}

// maxRules is far more than a contract has tools: each is held against each tool.
const maxRules = 10_000

// placeholderless makes words of a title that mean no argument.
var placeholderless = strings.NewReplacer("{", "(", "}", ")")

var patternForm = regexp.MustCompile(`^[A-Za-z0-9_*]{1,64}$`)

// verdict says whether a tool may be offered, and whether every call of it asks.
// A nil Rules says nothing.
func (r *Rules) verdict(name string) (offered, asks bool) {
	switch {
	case r == nil:
		return true, false
	case matches(r.Deny, name):
		return false, false
	case matches(r.Confirm, name):
		return true, true
	}
	return r.Allow == nil || matches(r.Allow, name), false
}

// apply writes the verdict into spec.
func (r *Rules) apply(spec *Spec) {
	offered, asks := r.verdict(spec.Name)
	spec.Denied = !offered
	if !asks {
		return
	}
	spec.Policy.Approval = ApprovalAlways
	if spec.UI.Ask == "" { // its author did not mean it to ask
		spec.UI.Ask = "Run " + placeholderless.Replace(spec.Title)
	}
}

// Unused returns the rules that no tool of the contract answers to, by their
// place in the file: a misspelt deny would deny nothing. Tools that a page
// declares are not known yet. A nil Rules has none.
func (r *Rules) Unused(c *Catalog) (faults Faults) {
	r.each(func(place, pattern string) {
		if pattern == "*" || strings.HasPrefix(pattern, prefixDeclared) {
			return
		}
		for name := range c.tools {
			if matches([]string{pattern}, name) {
				return
			}
		}
		faults.add(place, "the contract has no tool "+quote(pattern)+"; correct the name or take it out")
	})
	return faults
}

// each calls visit with every pattern and its place, such as deny[0].
func (r *Rules) each(visit func(place, pattern string)) {
	if r == nil {
		return
	}
	for _, list := range []struct {
		name     string
		patterns []string
	}{{"deny", r.Deny}, {"confirm", r.Confirm}, {"allow", r.Allow}} {
		for i, pattern := range list.patterns {
			visit(fmt.Sprintf("%s[%d]", list.name, i), pattern)
		}
	}
}

// matches reports whether a pattern of the list matches the whole name.
func matches(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}
