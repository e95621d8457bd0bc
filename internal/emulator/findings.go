package emulator

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// findings are the values that the user's words offer, each given out once.
type findings struct {
	words   string
	subject string // the words without what chose the tool; never empty
	quotes  []string
	numbers []float64
}

var (
	quotation  = regexp.MustCompile(`"([^"]+)"|“([^”]+)”|‘([^’]+)’|` + "`([^`]+)`" + `|(?:^|[\s(])'([^']+)'`)
	numeral    = regexp.MustCompile(`(?i)-?\d+(?:\.\d+)?|\b(?:` + strings.Join(inWords, "|") + `)\b`)
	address    = regexp.MustCompile(`https?://[^\s"'<>]+`)
	mail       = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]*\w`)
	afterWords = regexp.MustCompile(`(?i)\b(?:in|for|to|of|about|with|named|called|that|on|at)\s+(\S.*)$`)
)

// inWords are the numbers that people write as words, from one.
var inWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// amount reads a number in digits or as a word.
func amount(said string) (float64, bool) {
	if i := slices.Index(inWords, strings.ToLower(said)); i >= 0 {
		return float64(i + 1), true
	}
	v, err := strconv.ParseFloat(said, 64)
	return v, err == nil
}

// search reads the words once, for the tool that they chose.
func search(words string, t Tool) *findings {
	f := &findings{words: words, subject: subject(words, t)}
	for _, m := range quotation.FindAllStringSubmatch(words, -1) {
		f.quotes = append(f.quotes, strings.Join(m[1:], ""))
	}
	for _, m := range numeral.FindAllString(quotation.ReplaceAllString(words, " "), -1) {
		if v, ok := amount(m); ok {
			f.numbers = append(f.numbers, v)
		}
	}
	return f
}

// subject is what the sentence is about: the words after the first preposition,
// else those that did not choose the tool, else all of them.
func subject(words string, t Tool) string {
	trimmed := strings.Trim(strings.Join(strings.Fields(words), " "), " .?!")
	if m := afterWords.FindStringSubmatch(trimmed); m != nil {
		return m[1]
	}
	own := append(stems(t.Name), stems(t.Description)...)
	var rest []string
	for _, w := range strings.Fields(trimmed) {
		bare := stems(strings.Trim(w, ".,;:?!"))
		if len(bare) > 0 && !slices.Contains(own, bare[0]) {
			rest = append(rest, w)
		}
	}
	if len(rest) > 0 {
		return strings.Join(rest, " ")
	}
	if trimmed == "" {
		return "example"
	}
	return trimmed
}

// member is the enum member that the words name, else the first.
func (f *findings) member(members []any) any {
	words := strings.ToLower(f.words)
	for _, m := range members {
		if s, ok := m.(string); ok && s != "" && strings.Contains(words, strings.ToLower(s)) {
			return m
		}
	}
	return members[0]
}

// assigned finds what the words give a property: key "x", key is x, key = x.
func (f *findings) assigned(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	spoken := regexp.QuoteMeta(strings.ReplaceAll(strings.Join(strings.Split(snake(name), "_"), " "), "  ", " "))
	re, err := regexp.Compile(fmt.Sprintf(
		`(?i)\b(?:%s|%s)\s*(?:(?:is|as|named|called|=|:)\s*)?(?:"([^"]+)"|'([^']+)')|\b(?:%s|%s)\s*(?:=|:|\bis\b|\bnamed\b|\bcalled\b)\s*([^\s,;"']+)`,
		regexp.QuoteMeta(name), spoken, regexp.QuoteMeta(name), spoken))
	if err != nil {
		return "", false
	}
	m := re.FindStringSubmatch(f.words)
	if m == nil {
		return "", false
	}
	return strings.TrimRight(m[1]+m[2]+m[3], ".?!"), true
}

// text is the best string for a property: what the words assign to it, the
// next quotation, else the subject.
func (f *findings) text(name string) string {
	if v, ok := f.assigned(name); ok {
		f.quotes = slices.DeleteFunc(f.quotes, func(q string) bool { return q == v })
		return v
	}
	if len(f.quotes) > 0 {
		q := f.quotes[0]
		f.quotes = f.quotes[1:]
		return q
	}
	return f.subject
}

// number is what the words assign to the property, else their next number,
// else the fallback.
func (f *findings) number(name string, fallback float64) float64 {
	if v, ok := f.assigned(name); ok {
		if n, ok := amount(v); ok {
			f.numbers = slices.DeleteFunc(f.numbers, func(x float64) bool { return x == n })
			return n
		}
	}
	if len(f.numbers) > 0 {
		n := f.numbers[0]
		f.numbers = f.numbers[1:]
		return n
	}
	return fallback
}

// formats are values for the string formats, used where the words have none.
var formats = map[string]string{
	"date": "2026-01-02", "date-time": "2026-01-02T03:04:05Z", "time": "03:04:05Z",
	"email": "someone@example.com", "uri": "https://example.com/", "url": "https://example.com/",
	"uuid": "00000000-0000-4000-8000-000000000000", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"duration": "PT1M",
}

// text makes a string within the schema's format, pattern and length.
func (g *generator) text(name string, schema map[string]any) string {
	format, _ := schema["format"].(string)
	v, known := formats[format]
	switch {
	case format == "uri" || format == "url":
		if u := address.FindString(g.found.words); u != "" {
			v = strings.TrimRight(u, ".,;:?!)")
		}
	case format == "email":
		if m := mail.FindString(g.found.words); m != "" {
			v = m
		}
	case !known:
		v = g.found.text(name)
	}
	if pattern, ok := schema["pattern"].(string); ok {
		v = g.matching(pattern, v)
	}
	least, most := int(min(bound(schema, "minLength", 0), 10_000)), int(min(bound(schema, "maxLength", 4000), 4000))
	r := []rune(v)
	if len(r) > most {
		r = r[:most]
	}
	for len(r) < least {
		r = append(r, 'x')
	}
	return string(r)
}

// matching returns v or the first other candidate that the pattern accepts;
// v when none does or the pattern is not one of Go's.
func (g *generator) matching(pattern, v string) string {
	re, err := regexp.Compile(pattern)
	if err != nil || re.MatchString(v) {
		return v
	}
	candidates := append(strings.Fields(g.found.words), v, "a", "A", "abc", "ABC", "1", "123", "a1", "A1", "2026-01-02", "#000000", "/", "1.0.0", "en", "en-US", "USD", "00:00")
	for _, c := range candidates {
		for _, form := range []string{c, strings.Trim(c, ".,;:?!\"'"), strings.ToLower(c), strings.ReplaceAll(strings.ToLower(c), " ", "_")} {
			if re.MatchString(form) {
				return form
			}
		}
	}
	return v
}
