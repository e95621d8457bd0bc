package tool

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"farhand/internal/protocol"
)

// maxAskChars is how much of one argument a sentence for the person shows, in
// Unicode code points.
const maxAskChars = 200

// placeholder is a {name} in ui.ask or ui.done.
var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// placeholders returns the names in sentence.
func placeholders(sentence string) []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(sentence, -1) {
		names = append(names, match[1])
	}
	return names
}

// Ask returns ui.ask with the arguments filled in as plain text: strings as
// they are, other values as compact JSON, a missing one as nothing. Each is
// cut at 200 characters and stripped of what could disguise the sentence:
// control, bidi and invisible format characters. args is the JSON object of
// the call.
func (s *Spec) Ask(args json.RawMessage) string {
	var values map[string]json.RawMessage
	if json.Unmarshal(args, &values) != nil {
		values = nil
	}
	return placeholder.ReplaceAllStringFunc(s.UI.Ask, func(match string) string {
		return protocol.Cut(plain(argText(values[match[1:len(match)-1]])), maxAskChars)
	})
}

func argText(value json.RawMessage) string {
	var text string
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, value) != nil {
		return ""
	}
	return compact.String()
}

// plain turns line breaks, tabs and other controls into spaces and drops
// format characters, save the joiners that emoji and some scripts need.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u200C' || r == '\u200D':
			return r
		case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
}

// Line returns text as one line for the model: without control and format
// characters, cut at limit characters.
func Line(text string, limit int) string {
	return protocol.Cut(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text), limit)
}

// quote returns s in quotes, as plain text of bounded length.
func quote(s string) string { return `"` + protocol.Cut(plain(s), maxLeafChars) + `"` }
