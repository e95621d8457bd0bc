package emulator

import (
	"regexp"
	"strconv"
	"strings"
)

// family is what a model's name tells about its behaviour.
type family struct {
	major, minor int  // of the version in the name; 0: none
	lite, pro    bool // of the name
}

var versionInName = regexp.MustCompile(`^gemini-(\d+)(?:\.(\d+))?(?:-|$)`)

// newest is the version that an alias such as gemini-flash-latest stands for.
const newest = "3.8"

// resolve returns the versioned name of a model: gemini-flash-latest is
// gemini-3.8-flash. Answers carry it as modelVersion.
func resolve(model string) string {
	kind, alias := strings.CutSuffix(model, "-latest")
	rest, ours := strings.CutPrefix(kind, "gemini-")
	if !alias || !ours || versionInName.MatchString(model) {
		return model
	}
	return "gemini-" + newest + "-" + rest
}

// familyOf reads a model name, an alias included; ok is false for a model that
// does not exist here (E9).
func familyOf(model string) (f family, ok bool) {
	if !strings.HasPrefix(model, "gemini-") && !strings.HasPrefix(model, "gemma-") {
		return family{}, false
	}
	if m := versionInName.FindStringSubmatch(resolve(model)); m != nil {
		f.major, _ = strconv.Atoi(m[1])
		f.minor, _ = strconv.Atoi(m[2])
	}
	f.lite = strings.Contains(model, "-lite")
	f.pro = strings.Contains(model, "-pro")
	return f, true
}

// signs reports Gemini 3 and later: calls have ids, every answer is signed, and
// signatures of the current turn are enforced (E44). Older families sign the
// first call only, and never check.
//
// The same generation took other differences with it: media in function
// responses (E42), built-in tools beside functions (E62, E66), JSON answers with
// functions (E67) and the thinking level (E70).
func (f family) signs() bool { return f.major >= 3 }

// refusesTrailingModel reports the models that end a request with a model
// turn in an error: 3.5-flash-lite, 3.6 and newer (E36).
func (f family) refusesTrailingModel() bool {
	if f.major == 3 {
		return f.minor >= 6 || f.minor == 5 && f.lite
	}
	return f.major > 3
}

// mustThink reports gemini-2.5-pro, whose thinking cannot be turned off (E70).
func (f family) mustThink() bool { return f.major == 2 && f.minor == 5 && f.pro }

// imageTokens is the recorded cost of a picture.
func (f family) imageTokens() int {
	if f.signs() {
		return 1088
	}
	return 258
}
