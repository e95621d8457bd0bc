package protocol

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// reader takes typed fields out of one JSON object. Field names are matched
// exactly, unlike in encoding/json, and null is not an absent field. Only the
// first fault is kept; after it every method returns a zero value, and a fault
// in a nested object is a fault of its root.
type reader struct {
	raw   map[string]json.RawMessage
	path  string  // of this object within the frame, with a final dot; "" at the root
	root  *reader // nil at the root
	fault *Error  // of the root
}

func (r *reader) top() *reader {
	if r.root != nil {
		return r.root
	}
	return r
}

// fail records the fault that the field name has problem.
func (r *reader) fail(name, problem string) { r.failAs(ErrorMalformed, name, problem) }

// failSize records that the field name is over its limit.
func (r *reader) failSize(name string) { r.failAs(ErrorTooLarge, name, "is larger than allowed") }

func (r *reader) failAs(code ErrorCode, name, problem string) {
	if top := r.top(); top.fault == nil {
		top.fault = &Error{Code: code, Message: r.path + name + " " + problem}
	}
}

// refuse returns the fault with the frame's id as Ref if one can be read.
func (r *reader) refuse() *Error {
	refusal := *r.fault
	var id string
	if json.Unmarshal(r.raw["id"], &id) == nil && utf8.RuneCountInString(id) <= MaxIDChars {
		refusal.Ref = id
	}
	return &refusal
}

func (r *reader) has(name string) bool { return r.raw[name] != nil }

// into decodes the required field name, which must start with one of the
// bytes in first, and says what it must be if it does not.
func (r *reader) into(name string, dst any, first, must string) {
	if r.top().fault != nil {
		return
	}
	value := r.raw[name]
	if value == nil {
		r.fail(name, "is missing")
		return
	}
	if !strings.ContainsRune(first, rune(value[0])) || json.Unmarshal(value, dst) != nil {
		r.fail(name, must)
	}
}

// string returns the required string name of at most maxChars code points; 0:
// no limit.
func (r *reader) string(name string, maxChars int) string {
	var s string
	r.into(name, &s, `"`, "must be a string")
	if maxChars > 0 && utf8.RuneCountInString(s) > maxChars {
		r.failSize(name)
	}
	return s
}

// optional returns the string name, "" if it is absent.
func (r *reader) optional(name string, maxChars int) string {
	if !r.has(name) {
		return ""
	}
	return r.string(name, maxChars)
}

// filled returns the string name, "" only if it is absent.
func (r *reader) filled(name string) string {
	s := r.optional(name, MaxIDChars)
	if r.has(name) && s == "" {
		r.fail(name, "is empty")
	}
	return s
}

// id returns the required id of a frame.
func (r *reader) id() string {
	id := r.string("id", MaxIDChars)
	if id == "" {
		r.fail("id", "is empty")
	}
	return id
}

// oneOf returns the required string name, which must be among allowed.
func (r *reader) oneOf(name string, allowed ...string) string {
	s := r.string(name, 0)
	if !slices.Contains(allowed, s) {
		r.fail(name, "must be one of "+strings.Join(allowed, ", "))
	}
	return s
}

func (r *reader) integer(name string) int64 {
	var n int64
	r.into(name, &n, "-0123456789", "must be an integer")
	return n
}

func (r *reader) bool(name string) bool {
	var b bool
	r.into(name, &b, "tf", "must be true or false")
	return b
}

// object returns the required object name.
func (r *reader) object(name string) *reader {
	var raw map[string]json.RawMessage
	r.into(name, &raw, "{", "must be an object")
	return &reader{raw: raw, path: r.path + name + ".", root: r.top()}
}

// objects returns the objects of the array name, none if it is absent.
func (r *reader) objects(name string) []*reader {
	if !r.has(name) {
		return nil
	}
	var items []map[string]json.RawMessage
	r.into(name, &items, "[", "must be an array of objects")
	list := make([]*reader, 0, len(items))
	for i, raw := range items {
		if raw == nil {
			r.fail(name, "must be an array of objects")
		}
		list = append(list, &reader{raw: raw, path: fmt.Sprintf("%s%s[%d].", r.path, name, i), root: r.top()})
	}
	return list
}

// strings returns the strings of the array name, each of at most MaxIDChars
// code points and at most most of them; none if it is absent.
func (r *reader) strings(name string, most int) []string {
	if !r.has(name) {
		return nil
	}
	var items []*string
	r.into(name, &items, "[", "must be an array of strings")
	if len(items) > most {
		r.failSize(name)
		return nil
	}
	list := make([]string, 0, len(items))
	for _, item := range items {
		switch {
		case item == nil:
			r.fail(name, "must be an array of strings")
		case utf8.RuneCountInString(*item) > MaxIDChars:
			r.failSize(name)
		default:
			list = append(list, *item)
		}
	}
	return list
}

// hashes returns the required map of strings name.
func (r *reader) hashes(name string) map[string]string {
	var values map[string]*string
	r.into(name, &values, "{", "must be an object of strings")
	hashes := make(map[string]string, len(values))
	for tool, hash := range values {
		if hash == nil {
			r.fail(name, "must be an object of strings")
			continue
		}
		hashes[tool] = *hash
	}
	return hashes
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// Cut shortens s to limit Unicode code points, the last of which is then an
// ellipsis that says so. limit is at least 1.
func Cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}

// quoteShort returns s quoted for a message of ours.
func quoteShort(s string) string { return strconv.QuoteToASCII(Cut(s, maxTypeNameChars)) }
