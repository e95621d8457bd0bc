package demo

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"farhand/internal/emulator"
)

// mostRecalled bounds how many entries are read for "what do you remember".
const mostRecalled = 6

// fact takes "my favourite colour is green" apart.
var fact = regexp.MustCompile(`(?is)^(?:(?:my|our|the) )?(.+?) (?:is|are|=) (.+)$`)

// remember stores a fact under its subject, or a note under its first words.
func remember(groups []string) plan {
	text := firstOf(groups)
	key, value := keyOf(firstWords(text), "note"), text
	told := "I will remember this: " + text
	if m := fact.FindStringSubmatch(text); m != nil && len(strings.Fields(m[1])) <= 5 {
		key, value = keyOf(m[1], "note"), unquote(m[2])
		told = fmt.Sprintf("I will remember %s: %s", nameOf(key), value)
	}
	return plan{
		tools:  []string{memoryPut},
		steps:  []step{calls(memoryPut, map[string]string{"key": key, "value": value})},
		answer: func([]result) string { return told + ". It stays in this browser." },
	}
}

func recall(groups []string) plan {
	key := keyOf(firstOf(groups), "note")
	return plan{
		tools: []string{memoryGet},
		steps: []step{calls(memoryGet, map[string]string{"key": key})},
		answer: func(results []result) string {
			var got struct {
				Found bool
				Value json.RawMessage
			}
			results[0].read(&got)
			if !got.Found {
				return fmt.Sprintf("I remember nothing about your %[1]s. Tell me, for example: Remember that my %[1]s is …", nameOf(key))
			}
			return fmt.Sprintf("Your %s is %s.", nameOf(key), inWords(got.Value))
		},
	}
}

func listMemory([]string) plan {
	return plan{
		tools: []string{memoryList, memoryGet},
		steps: []step{calls(memoryList, nil), func(results []result) []emulator.Call {
			var read []emulator.Call
			for _, key := range keys(results[0]) {
				if len(read) == mostRecalled {
					break
				}
				read = append(read, call(memoryGet, map[string]string{"key": key}))
			}
			return read
		}},
		answer: func(results []result) string {
			all := keys(results[0])
			if len(all) == 0 {
				return "Nothing is remembered in this browser yet. Try: Remember that my favourite colour is green."
			}
			lines := []string{"This browser remembers:"}
			for i, r := range results[1:] {
				var got struct{ Value json.RawMessage }
				r.read(&got)
				lines = append(lines, fmt.Sprintf("- %s: %s", nameOf(all[i]), inWords(got.Value)))
			}
			if more := len(all) - len(results[1:]); more > 0 {
				lines = append(lines, fmt.Sprintf("- and %d more", more))
			}
			return strings.Join(lines, "\n")
		},
	}
}

func keys(r result) []string {
	var list struct{ Entries []struct{ Key string } }
	r.read(&list)
	keys := make([]string, len(list.Entries))
	for i, e := range list.Entries {
		keys[i] = e.Key
	}
	return keys
}

func searchMemory(groups []string) plan {
	query := firstOf(groups)
	return plan{
		tools: []string{memorySearch},
		steps: []step{calls(memorySearch, map[string]string{"query": query})},
		answer: func(results []result) string {
			var found struct {
				Matches []struct {
					Key   string
					Value json.RawMessage
				}
				Total int
			}
			results[0].read(&found)
			if len(found.Matches) == 0 {
				return "Nothing that is remembered in this browser contains " + quote(query) + "."
			}
			lines := []string{fmt.Sprintf("%d found for %s:", found.Total, quote(query))}
			for _, m := range found.Matches {
				lines = append(lines, fmt.Sprintf("- %s: %s", nameOf(m.Key), inWords(m.Value)))
			}
			return strings.Join(lines, "\n")
		},
	}
}

func forget(groups []string) plan {
	key := keyOf(firstOf(groups), "note")
	return plan{
		tools: []string{memoryDelete},
		steps: []step{calls(memoryDelete, map[string]string{"key": key})},
		answer: func(results []result) string {
			var done struct{ Deleted bool }
			results[0].read(&done)
			if !done.Deleted {
				return "Nothing was remembered about " + nameOf(key) + ", so there was nothing to forget."
			}
			return "I forgot " + nameOf(key) + "."
		},
	}
}

// keyOf makes a key of words: "Favourite colour" is favourite_colour. It is at
// most 200 characters long, as the contract wants; words without a letter or a
// digit give otherwise.
func keyOf(words, otherwise string) string {
	parts := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(parts) == 0 {
		return otherwise
	}
	key := []rune(strings.Join(parts, "_"))
	return string(key[:min(len(key), 200)])
}

// nameOf is a key as people say it.
func nameOf(key string) string { return strings.ReplaceAll(key, "_", " ") }

// firstWords is enough of a note to know it by.
func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), 4)], " ")
}
