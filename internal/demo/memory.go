package demo

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"farhand/internal/emulator"
)

const (
	mostRecalled  = 6  // entries read for "what do you remember"
	mostForgotten = 20 // entries deleted for "forget everything"
)

var (
	// fact takes "my favourite colour is green" apart.
	fact = regexp.MustCompile(`(?is)^(.+?) (is called|is named|are called|is|are|=) (.+)$`)

	whose = regexp.MustCompile(`(?i)^(my|our|the) `)
	named = regexp.MustCompile(`(?i)(?:'s name| called| named)$`)
)

// american is how the keys of this demo spell what Americans write without u.
var american = map[string]string{"favorite": "favourite", "color": "colour", "colors": "colours"}

// subject is what a fact is about: its key, and what to call it to the user,
// whose "my" is "your". "My dog's name" and "my dog" are one subject.
func subject(words string) (key, name string) {
	name = words
	if m := whose.FindStringSubmatch(words); m != nil {
		words = words[len(m[0]):]
		name = words
		switch strings.ToLower(m[1]) {
		case "my", "our":
			name = "your " + words
		case "the":
			name = "the " + words
		}
	}
	return keyOf(named.ReplaceAllString(words, ""), "note"), name
}

// remember stores a fact under its subject, or a note under its first words.
func remember(groups []string) plan {
	text := firstOf(groups)
	key, value := keyOf(firstWords(text), "note"), text
	told := "I will remember this: " + text
	if m := fact.FindStringSubmatch(text); m != nil && len(strings.Fields(m[1])) <= 6 {
		var name string
		key, name = subject(m[1])
		value = unquote(m[3])
		told = fmt.Sprintf("I will remember that %s %s %s", name, strings.Replace(m[2], "=", "is", 1), value)
	}
	return plan{
		tools:  []string{memoryPut},
		steps:  []step{calls(memoryPut, map[string]string{"key": key, "value": value})},
		answer: func([]result) string { return told + ". It stays in this browser." },
	}
}

func recall(groups []string) plan {
	what := firstOf(groups)
	key, name := subject("my " + what)
	return plan{
		tools: []string{memoryGet},
		steps: []step{calls(memoryGet, map[string]string{"key": key})},
		answer: func(results []result) string {
			value, found := recalled(results[0])
			if !found {
				return fmt.Sprintf("I remember nothing about %s. Tell me, for example: Remember that my %s is …", name, what)
			}
			return fmt.Sprintf("Your %s is %s.", nameOf(key), value)
		},
	}
}

// copyFact copies what is remembered, not the words that name it.
func copyFact(groups []string) plan {
	key, name := subject("my " + firstOf(groups))
	return plan{
		tools: []string{memoryGet, clipboardWrite},
		steps: []step{calls(memoryGet, map[string]string{"key": key}), func(results []result) []emulator.Call {
			value, found := recalled(results[0])
			if !found {
				return nil
			}
			return []emulator.Call{call(clipboardWrite, map[string]string{"text": value})}
		}},
		answer: func(results []result) string {
			value, found := recalled(results[0])
			if !found {
				return "I remember nothing about " + name + ", so I copied nothing. Put words in quotation marks to copy just them."
			}
			return fmt.Sprintf("I copied %s to your clipboard: %s.", name, quote(value))
		},
	}
}

// recalled is the value that memory_get read, in words.
func recalled(r result) (value string, found bool) {
	var got struct {
		Found bool
		Value json.RawMessage
	}
	r.read(&got)
	if !got.Found {
		return "", false
	}
	return inWords(got.Value), true
}

func listMemory([]string) plan {
	return plan{
		tools: []string{memoryList, memoryGet},
		steps: []step{calls(memoryList, nil), callsEach(memoryGet, mostRecalled)},
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

// callsEach is the step that calls one tool with each key that memory_list
// listed, the first most of them.
func callsEach(name string, most int) step {
	return func(results []result) []emulator.Call {
		listed := keys(results[0])
		var all []emulator.Call
		for _, key := range listed[:min(len(listed), most)] {
			all = append(all, call(name, map[string]string{"key": key}))
		}
		return all
	}
}

// keys are those that memory_list listed.
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
	key, name := subject(firstOf(groups))
	return plan{
		tools: []string{memoryDelete},
		steps: []step{calls(memoryDelete, map[string]string{"key": key})},
		answer: func(results []result) string {
			var done struct{ Deleted bool }
			results[0].read(&done)
			if !done.Deleted {
				return "Nothing was remembered about " + name + ", so there was nothing to forget."
			}
			return "I forgot " + name + "."
		},
	}
}

// forgetAll deletes what memory_list lists.
func forgetAll([]string) plan {
	return plan{
		tools: []string{memoryList, memoryDelete},
		steps: []step{calls(memoryList, nil), callsEach(memoryDelete, mostForgotten)},
		answer: func(results []result) string {
			all, gone := len(keys(results[0])), len(results)-1
			switch {
			case all == 0:
				return "Nothing is remembered in this browser, so there was nothing to forget."
			case gone < all:
				return fmt.Sprintf("I forgot %d of %d things. Ask again for the rest.", gone, all)
			default:
				return "I forgot everything that was remembered in this browser."
			}
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
	for i, part := range parts {
		if spelled, ok := american[part]; ok {
			parts[i] = spelled
		}
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
