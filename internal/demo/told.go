package demo

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"farhand/internal/emulator"
)

// plan asks the planner, for tools of somebody else, and words their answers as
// people do: without the names of the wire and the mark of what is not trusted.
func (b Brain) plan(r emulator.Request) emulator.Reply {
	reply := b.planner.Plan(r)
	if results := decode(r.Results()); len(results) > 0 && len(reply.Calls) == 0 {
		reply.Text = told(results)
	}
	return reply
}

// told is a line for each result.
func told(results []result) string {
	lines := make([]string, len(results))
	for i, r := range results {
		if r.failed() {
			name := spaced(strings.TrimPrefix(r.name, "page_"))
			lines[i] = "I could not use “" + name + "”. " + advice(r.code)
			continue
		}
		lines[i] = strings.TrimSpace("Done. " + sentence(clip(aloud(r.value))))
	}
	return strings.Join(lines, "\n")
}

// sentence begins with a capital letter and ends with a mark, unless it is "".
func sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	words = string(unicode.ToUpper(first)) + words[size:]
	if last, _ := utf8.DecodeLastRuneInString(words); !strings.ContainsRune(".!?…", last) {
		words += "."
	}
	return words
}

// aloud is a JSON value as people say it, the fields of an object in their
// order; "" if it says nothing.
func aloud(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return strings.TrimSpace(text)
	}
	switch string(value) {
	case "true":
		return "yes"
	case "false":
		return "no"
	}
	dec := json.NewDecoder(bytes.NewReader(value))
	open, err := dec.Token()
	if delim, ok := open.(json.Delim); err != nil || !ok || delim != '{' && delim != '[' {
		return string(value)
	}
	var parts []string
	for dec.More() {
		name := ""
		if open == json.Delim('{') {
			key, _ := dec.Token() // valid JSON: a string
			name = spaced(key.(string)) + ": "
		}
		var part json.RawMessage
		if dec.Decode(&part) != nil {
			break
		}
		said := aloud(part)
		if said == "" {
			continue
		}
		if (part[0] == '{' || part[0] == '[') && strings.Contains(said, ", ") {
			said = "(" + said + ")"
		}
		parts = append(parts, name+said)
	}
	return strings.Join(parts, ", ")
}

var humps = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// spaced is a name of code as words: inStock and in_stock are "in stock".
func spaced(name string) string {
	name = humps.ReplaceAllString(name, "$1 $2")
	return strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name))
}
