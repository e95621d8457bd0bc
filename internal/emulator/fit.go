package emulator

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Weights of a word that the user and a tool share.
const (
	nameWeight        = 3
	descriptionWeight = 1
)

// named returns the tools whose whole names stand in the words, in the order
// in which they stand there.
func named(tools []Tool, words string) []Tool {
	said := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:", r)
	})
	at := func(t Tool) int {
		return slices.IndexFunc(said, func(w string) bool { return strings.TrimRight(w, ".:-") == strings.ToLower(t.Name) })
	}
	var found []Tool
	for _, t := range tools {
		// A name that is a plain word ("read") is no mention of the tool.
		if strings.ContainsAny(t.Name, "_-.:") && at(t) >= 0 {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b Tool) int { return cmp.Compare(at(a), at(b)) })
	return found
}

// bestFit returns the tool that shares most words with the user, the first of
// equals. A word that most tools' descriptions share tells nothing.
func bestFit(tools []Tool, words string) (Tool, bool) {
	said := meaning(words)
	names, descriptions := make([][]string, len(tools)), make([][]string, len(tools))
	common := map[string]int{}
	for i, t := range tools {
		names[i], descriptions[i] = stems(t.Name), stems(t.Description)
		for _, w := range descriptions[i] {
			common[w]++
		}
	}
	best, bestScore := Tool{}, 0
	for i, t := range tools {
		score := 0
		for _, w := range said {
			if slices.ContainsFunc(names[i], func(n string) bool { return alike(n, w) }) {
				score += nameWeight
			}
			if slices.Contains(descriptions[i], w) && (len(tools) < 3 || common[w]*2 <= len(tools)) {
				score += descriptionWeight
			}
		}
		if score > bestScore {
			best, bestScore = t, score
		}
	}
	return best, bestScore > 0
}

// alike takes a longer word for the same when it ends in the other, as
// geolocation does in location.
func alike(name, said string) bool {
	const long = 5
	return name == said || len(said) >= long && strings.HasSuffix(name, said)
}

// meaning is stems plus a few words that people use for the same thing.
func meaning(words string) []string {
	said := stems(words)
	for _, w := range strings.FieldsFunc(strings.ToLower(words), notLetter) {
		for _, other := range synonyms[w] {
			if !slices.Contains(said, other) {
				said = append(said, other)
			}
		}
	}
	return said
}

// synonyms are stems that stand for words whose own stem says nothing or is
// not what tools are called.
var synonyms = map[string][]string{
	"where":    {"location", "geolocation", "position"},
	"weather":  {"forecast"},
	"remember": {"memory", "put", "store", "save"},
	"recall":   {"memory"},
	"forget":   {"memory", "delete", "remove"},
	"find":     {"search"},
	"say":      {"speak", "speech"},
	"plus":     {"add", "sum"},
	"times":    {"multiply"},
	"minus":    {"subtract"},
	"battery":  {"device"},
}

// stems are the distinct words of a text that carry meaning, in lower case and
// without the commonest endings. Names are taken apart at case changes.
func stems(s string) []string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	// Taking "URL" apart letter by letter would lose it; keep both readings.
	parts := append(strings.FieldsFunc(b.String(), notLetter), strings.FieldsFunc(strings.ToLower(s), notLetter)...)
	var out []string
	for _, w := range parts {
		if len(w) < 2 || fillers[w] {
			continue
		}
		if w = stem(w); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func stem(w string) string {
	for _, ending := range []string{"ing", "es", "ed", "s"} {
		if base, ok := strings.CutSuffix(w, ending); ok && len(base) >= 4 {
			w = base
			break
		}
	}
	if len(w) >= 4 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// fillers say nothing about what a tool does.
var fillers = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`
		the and for are was were you your yours they them this that these those with without from into onto
		not can could will would should shall may might must have has had does did done just only also any all
		some one two use used uses using user users tool tools call called when what where which who why how
		here there then than its our his her please want wants need needs like let make makes made give gives
		given return returns returned value values new now tell show about out get gets if it is be do me my
		of on to in at by as an or so up no yes such more most very own same other each per via
	`) {
		set[w] = true
	}
	return set
}()
