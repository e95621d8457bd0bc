package emulator

import (
	"crypto/sha256"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// digest stands for a text: the first contents of a conversation, byte for
// byte, or the form of one content.
type digest [sha256.Size]byte

// prefixes returns the digest of the contents before each, and of all at last.
func (w *wire) prefixes() []digest {
	out := make([]digest, 1, len(w.contents)+1)
	for _, c := range w.contents {
		h := sha256.New()
		last, this := out[len(out)-1], sha256.Sum256(c.node.raw)
		h.Write(last[:])
		h.Write(this[:])
		out = append(out, digest(h.Sum(nil)))
	}
	return out
}

// contentForm is a model's content in a form that two faithful copies share.
type contentForm struct {
	content    digest   // of its canonical text
	signatures []string // decoded
	signedText bool     // a part that is no call has one
	signedCall bool     // a call has one
}

// canonicalContent brings a content into that form: keys sorted and spelled one
// way, text joined, and left out what a client may drop or add: thoughts (E50),
// empty text, empty arguments, signatures of text (L9), dummies (L8).
func canonicalContent(parts []*node) contentForm {
	var form contentForm
	var out, words []string
	flush := func() {
		if len(words) > 0 {
			out = append(out, strconv.Quote(strings.Join(words, "")))
			words = nil
		}
	}
	for _, p := range parts {
		call := p.get("function_call")
		signature := string(decodeBase64(p.get("thought_signature").string()))
		if isDummy(p.get("thought_signature").string()) {
			signature = ""
		}
		if signature != "" {
			form.signatures = append(form.signatures, signature)
			form.signedText = form.signedText || call == nil
			form.signedCall = form.signedCall || call != nil
		}
		if p.get("thought").isTrue() {
			continue
		}
		words = append(words, p.get("text").string())
		rest := canonicalFields(p, "text", "thought", "thought_signature", "function_call")
		if call != nil {
			rest["function_call"] = canonicalCall(call)
			rest["thought_signature"] = strconv.Quote(signature)
		}
		if len(rest) > 0 {
			flush()
			out = append(out, canonicalObject(rest))
		}
	}
	flush()
	out = slices.DeleteFunc(out, func(s string) bool { return s == `""` })
	form.content = sha256.Sum256([]byte(strings.Join(out, "\n")))
	return form
}

// canonicalCall leaves out arguments that are empty.
func canonicalCall(call *node) string {
	fields := canonicalFields(call)
	if fields["args"] == "{}" {
		delete(fields, "args")
	}
	return canonicalObject(fields)
}

// canonicalFields maps the fields of a message, spelled in snake_case, to their
// JSON.
func canonicalFields(n *node, except ...string) map[string]string {
	fields := map[string]string{}
	for _, f := range n.fields {
		if name := snake(f.name); f.value.kind != null && !slices.Contains(except, name) {
			fields[name] = canonicalJSON(f.value)
		}
	}
	return fields
}

func canonicalObject(fields map[string]string) string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(name) + ":" + fields[name])
	}
	return "{" + b.String() + "}"
}

// canonicalJSON is a value with sorted keys and no space. Numbers that every
// client can hold have one form; others stay as they were written.
func canonicalJSON(n *node) string {
	switch n.kind {
	case object:
		fields := map[string]string{}
		for _, f := range n.fields {
			fields[f.name] = canonicalJSON(f.value)
		}
		return canonicalObject(fields)
	case list:
		items := make([]string, len(n.items))
		for i, item := range n.items {
			items[i] = canonicalJSON(item)
		}
		return "[" + strings.Join(items, ",") + "]"
	case text:
		return strconv.Quote(n.str)
	case number:
		const exact = 1 << 53
		if f, err := json.Number(n.raw).Float64(); err == nil && math.Abs(f) < exact {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return string(n.raw)
}
