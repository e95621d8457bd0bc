package gemini

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// family is what the name of a model tells of what its requests may hold.
type family struct {
	major, minor int // of the version; 0: the name has none
	gemma        bool
}

// newest is the generation that an alias such as gemini-flash-latest stands for
// at least.
const newest = 3

var version = regexp.MustCompile(`-(\d{1,2})(?:\.(\d+))?(?:-|$)`)

func familyOf(name string) family {
	base := path.Base(name) // of publishers/google/models/…
	f := family{gemma: strings.HasPrefix(base, "gemma-")}
	if m := version.FindStringSubmatch(base); m != nil {
		f.major, _ = strconv.Atoi(m[1])
		f.minor, _ = strconv.Atoi(m[2])
	} else if strings.HasSuffix(base, "-latest") {
		f.major = newest
	}
	return f
}

// mediaInResults reports whether a function response may hold media: Gemini 3
// and later (rule E42). A name without a version counts as older, because every
// model takes media in a content of its own.
// Source: https://ai.google.dev/gemini-api/docs/function-calling#multimodal
func (f family) mediaInResults() bool { return f.major >= 3 && !f.gemma }

// needsSignatures reports whether the calls of the current turn must be signed:
// Gemini 3 and later. A name without a version counts as new, because older
// models do not look (rules E44, E45).
// Source: https://ai.google.dev/gemini-api/docs/thought-signatures
func (f family) needsSignatures() bool { return f.major != 1 && f.major != 2 && !f.gemma }

// control is how a model is told how much to reason.
type control int

const (
	noControl control = iota // it does not reason
	byBudget                 // in tokens
	byLevel                  // in words
)

// thinking returns the one control that the model takes; it refuses the other,
// and both (rule E70). A name without a version counts as new.
// Source: https://ai.google.dev/gemini-api/docs/thinking
func (f family) thinking() control {
	switch {
	case f.gemma && f.major < 4, f.major == 1, f.major == 2 && f.minor < 5:
		return noControl
	case f.major == 2:
		return byBudget
	}
	return byLevel
}
