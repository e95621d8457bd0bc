package emulator

import (
	"regexp"
	"strconv"
	"strings"
)

// family is what a model's name tells about its behaviour.
type family struct {
	major, minor int  // of the version in the name; 0: none
	latest       bool // an alias such as gemini-flash-latest
	lite         bool
}

var versionInName = regexp.MustCompile(`^gemini-(\d+)(?:\.(\d+))?(?:-|$)`)

// familyOf reads a model name; ok is false for a model that does not exist
// here (E9).
func familyOf(model string) (f family, ok bool) {
	if !strings.HasPrefix(model, "gemini-") && !strings.HasPrefix(model, "gemma-") {
		return family{}, false
	}
	if m := versionInName.FindStringSubmatch(model); m != nil {
		f.major, _ = strconv.Atoi(m[1])
		f.minor, _ = strconv.Atoi(m[2])
	}
	f.latest = f.major == 0 && strings.HasSuffix(model, "-latest")
	f.lite = strings.Contains(model, "-lite")
	return f, true
}

// signs reports Gemini 3 and later, aliases included: calls have ids, every
// answer is signed, and signatures of the current turn are enforced (E44).
// Older families sign the first call only, and never check.
func (f family) signs() bool { return f.major >= 3 || f.latest }

// refusesTrailingModel reports the models that end a request with a model
// turn in an error: 3.5-flash-lite, 3.6 and newer (E36).
func (f family) refusesTrailingModel() bool {
	switch {
	case f.latest || f.major > 3:
		return true
	case f.major == 3:
		return f.minor >= 6 || f.minor == 5 && f.lite
	}
	return false
}

// imageTokens is the recorded cost of a picture.
func (f family) imageTokens() int {
	if f.signs() {
		return 1088
	}
	return 258
}
