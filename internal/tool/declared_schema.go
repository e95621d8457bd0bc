package tool

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"

	"farhand/internal/protocol"
)

// The bounds of a schema that a page declares, beyond those of every schema. All
// its keywords are counted, with references filled in: a validator goes where
// the declaration for the model does not.
const (
	maxDeclaredNodes = 1000  // schemas
	maxDeclaredDepth = 16    // schemas in each other
	maxDeclaredJSON  = 40    // arrays and objects in each other
	maxEnum          = 200   // values of one enum
	maxPattern       = 300   // bytes of one pattern
	maxRegexp        = 1000  // instructions of one pattern
	maxRegexps       = 10000 // of all patterns of a page

	// Schemas times values: each value may meet each schema, and every failure is
	// kept until the end. A million takes about a second and 90 MB.
	maxDeclaredWork = 500_000
)

// propertyName is what every provider takes as the name of a parameter.
var propertyName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// weight is what a declared schema costs its validator.
type weight struct {
	nodes   int // schemas, references filled in
	regexps int // instructions of all patterns
}

// checkDeclaredSchema returns the schema at path and its weight, or the first
// reason not to compile it. room is left for patterns.
func checkDeclaredSchema(path string, data []byte, room int) (schema *node, size weight, fault *protocol.Mismatch) {
	if err := checkReading(data); err != nil {
		return nil, weight{}, mismatch(path, "JSON that every reader reads alike", err.Error())
	}
	if _, err := decodeValue(data); err != nil {
		return nil, weight{}, mismatch(path, "numbers that fit into 64 bits", err.Error())
	}
	root := parseNode(data, func(string, string) {})
	if !root.isObject() {
		return nil, weight{}, mismatch(path, "an object", "something else")
	}
	w := &weighing{root: root, open: map[*node]bool{}, room: room}
	w.text(path, root, 1)
	w.schema(path, root, 1)
	return root, w.weight, w.fault
}

// weighing measures a schema before anything is compiled. It keeps the first
// fault and does nothing after it.
type weighing struct {
	weight
	root  *node
	open  map[*node]bool // on the way from the root, references followed
	room  int
	fault *protocol.Mismatch
}

func (w *weighing) fail(path, expected, got string) {
	if w.fault == nil {
		w.fault = mismatch(protocol.Cut(plain(path), maxLeafChars), expected, got)
	}
}

// text refuses what nobody sees, in every key and string, and JSON too deep for
// the readers behind us.
func (w *weighing) text(path string, n *node, depth int) {
	if depth > maxDeclaredJSON {
		w.fail(path, fmt.Sprintf("at most %d arrays and objects in each other", maxDeclaredJSON), "more")
	}
	if w.fault != nil {
		return
	}
	if hasUnseen(n.text()) {
		w.fail(path, "visible characters", "control, direction or invisible ones")
	}
	for i, item := range n.items {
		w.text(fmt.Sprintf("%s[%d]", path, i), item, depth+1)
	}
	for _, key := range n.keys {
		if hasUnseen(key) {
			w.fail(path, "visible characters", "control, direction or invisible ones")
		}
		w.text(joinPath(path, key), n.get(key), depth+1)
	}
}

// schema measures n and all that a validator would go through from it.
func (w *weighing) schema(path string, n *node, depth int) {
	w.nodes++
	switch {
	case w.fault != nil || !n.isObject(): // what is no schema is the compiler's to say
		return
	case depth > maxDeclaredDepth:
		w.fail(path, fmt.Sprintf("at most %d schemas in each other", maxDeclaredDepth), "more")
		return
	case w.nodes > maxDeclaredNodes:
		w.fail(path, fmt.Sprintf("at most %d schemas, references filled in", maxDeclaredNodes), "more")
		return
	case w.open[n]:
		w.fail(path, "a schema that does not refer to itself", "one that does")
		return
	}
	w.open[n] = true
	defer delete(w.open, n)
	for _, key := range n.keys {
		w.keyword(joinPath(path, key), key, n.get(key), depth)
	}
}

func (w *weighing) keyword(path, key string, value *node, depth int) {
	kind, known := keywords[key]
	if !known && !strings.HasPrefix(key, "x-") {
		w.fail(path, "a keyword of JSON Schema draft 2020-12", "another one")
		return
	}
	switch kind {
	case oneSchema:
		w.schema(path, value, depth+1)
	case listSchema:
		for i, item := range value.items {
			w.schema(fmt.Sprintf("%s[%d]", path, i), item, depth+1)
		}
	case mapSchema:
		for _, name := range value.keys {
			w.named(path, key, name)
			w.schema(joinPath(path, name), value.get(name), depth+1)
		}
	}
	switch key {
	case "$ref":
		if target := resolveRef(w.root, value.text()); target == nil {
			w.fail(path, "a reference into this schema, such as #/$defs/item", "another one")
		} else {
			w.schema(path, target, depth+1)
		}
	case "$schema":
		if value.text() != draft202012 {
			w.fail(path, draft202012, "another one")
		}
	case "$id", "$anchor":
		w.fail(path, "a schema without addresses", "one with")
	case "enum":
		if len(value.items) > maxEnum {
			w.fail(path, fmt.Sprintf("at most %d values", maxEnum), strconv.Itoa(len(value.items)))
		}
	case "pattern":
		w.pattern(path, value.text())
	}
}

// named checks a name in a keyword of named schemas.
func (w *weighing) named(path, key, name string) {
	switch key {
	case "properties":
		if !propertyName.MatchString(name) {
			w.fail(path, "names of 1 to 64 of A-Z a-z 0-9 _ . -", "one of another form")
		}
	case "patternProperties":
		w.pattern(path, name)
	}
}

// pattern measures a regular expression by what the engine runs, which is linear
// in the text; the size is what a page can make large.
func (w *weighing) pattern(path, pattern string) {
	if len(pattern) > maxPattern {
		w.fail(path, fmt.Sprintf("a pattern of at most %d bytes", maxPattern), strconv.Itoa(len(pattern)))
		return
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		w.fail(path, "a regular expression without look-around and back-references", "one that cannot be compiled")
		return
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		w.fail(path, "a regular expression that can be compiled", "one that cannot")
		return
	}
	size := len(program.Inst)
	w.regexps += size
	if size > maxRegexp || w.regexps > w.room {
		w.fail(path, fmt.Sprintf("patterns of at most %d steps, and %d in all", maxRegexp, maxRegexps), "more")
	}
}

// hasUnseen reports whether text holds what a person does not see and a model
// reads: controls other than space, tab and line break, format and private
// characters, tags and variation selectors; joiners and the selector for emoji
// are part of ordinary writing.
func hasUnseen(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		switch r {
		case '\t', '\n', '\r', '\u200C', '\u200D', '\uFE0F':
			return false
		}
		return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector) ||
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == unicode.ReplacementChar
	}) >= 0
}
