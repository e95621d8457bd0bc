package emulator

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// node is a parsed JSON value that keeps what encoding/json's maps lose: the
// order of fields and the bytes of each value. A nil *node stands for an absent
// value; all methods accept it.
type node struct {
	kind   kind
	raw    json.RawMessage
	str    string // strings only
	fields []field
	items  []*node
}

type field struct {
	name  string // as the client spelled it
	value *node
}

type kind int

const (
	null kind = iota
	boolean
	number
	text
	list
	object
)

// parse reads one JSON value that fills the whole body.
func parse(body []byte) (*node, error) {
	// Unmarshal bounds the nesting and reports offsets; a Decoder's tokens do neither.
	var whole json.RawMessage
	if err := json.Unmarshal(body, &whole); err != nil {
		return nil, err
	}
	p := parser{body: body, dec: json.NewDecoder(bytes.NewReader(body))}
	p.dec.UseNumber()
	return p.value()
}

type parser struct {
	body []byte
	dec  *json.Decoder
}

func (p *parser) value() (*node, error) {
	before := p.dec.InputOffset()
	tok, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	n := &node{}
	switch t := tok.(type) {
	case nil:
		n.kind = null
	case bool:
		n.kind = boolean
	case json.Number:
		n.kind = number
	case string:
		n.kind, n.str = text, t
	case json.Delim:
		if err := p.fill(n, t); err != nil {
			return nil, err
		}
	}
	n.raw = bytes.TrimLeft(p.body[before:p.dec.InputOffset()], " \t\r\n,:")
	return n, nil
}

// fill reads the rest of a list or an object, its closing token included.
func (p *parser) fill(n *node, open json.Delim) error {
	n.kind = list
	if open == '{' {
		n.kind = object
	}
	for p.dec.More() {
		if n.kind == list {
			item, err := p.value()
			if err != nil {
				return err
			}
			n.items = append(n.items, item)
			continue
		}
		name, err := p.dec.Token()
		if err != nil {
			return err
		}
		s, ok := name.(string)
		if !ok {
			return io.ErrUnexpectedEOF
		}
		v, err := p.value()
		if err != nil {
			return err
		}
		n.fields = append(n.fields, field{s, v})
	}
	_, err := p.dec.Token()
	return err
}

// get returns the field with the given snake_case name, however the client
// spelled it (E16); nil when it is absent or null. The last of several wins.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for i := len(n.fields) - 1; i >= 0; i-- {
		if f := n.fields[i]; snake(f.name) == name && f.value.kind != null {
			return f.value
		}
	}
	return nil
}

// list returns the elements of a repeated field. The service takes a single
// message where a list is expected; so does this.
func (n *node) list() []*node {
	switch {
	case n == nil || n.kind == null:
		return nil
	case n.kind == list:
		return n.items
	default:
		return []*node{n}
	}
}

// string returns the value of a string, and "" for anything else.
func (n *node) string() string {
	if n == nil {
		return ""
	}
	return n.str
}

// bytes returns the value's JSON; nil when absent.
func (n *node) bytes() json.RawMessage {
	if n == nil {
		return nil
	}
	return n.raw
}

// isTrue reports a boolean true, spelled as a boolean or as a string.
func (n *node) isTrue() bool {
	return n != nil && (string(n.raw) == "true" || n.str == "true")
}

// snake turns lowerCamelCase into snake_case; snake_case stays as it is.
func snake(name string) string {
	if strings.IndexFunc(name, isUpper) < 0 {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		if isUpper(r) {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }

// key returns the field of exactly that name; nil when it is absent.
func (n *node) key(name string) *node {
	if n == nil {
		return nil
	}
	for i := len(n.fields) - 1; i >= 0; i-- {
		if n.fields[i].name == name {
			return n.fields[i].value
		}
	}
	return nil
}

// step is the member of an object or, by its number, of a list.
func (n *node) step(key string) *node {
	if n.kind != list {
		return n.key(key)
	}
	if i, err := strconv.Atoi(key); err == nil && 0 <= i && i < len(n.items) {
		return n.items[i]
	}
	return nil
}

// find returns the first value at or below n that is wanted; nil: none.
func (n *node) find(wanted func(*node) bool) *node {
	if n == nil || wanted(n) {
		return n
	}
	for _, f := range n.fields {
		if found := f.value.find(wanted); found != nil {
			return found
		}
	}
	for _, item := range n.items {
		if found := item.find(wanted); found != nil {
			return found
		}
	}
	return nil
}

// literal is a number as it was written, quotes of proto JSON left out; ""
// for anything else.
func (n *node) literal() string {
	switch {
	case n == nil:
		return ""
	case n.kind == number:
		return string(n.raw)
	}
	return n.str
}
