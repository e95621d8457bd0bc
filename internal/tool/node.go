package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// node is a JSON value that keeps the order of its keys, which encoding/json
// loses. Schemas are rewritten as nodes so that a declaration lists its
// properties in the order of the contract.
type node struct {
	kind   byte            // '{', '[' or 0 for a scalar
	scalar json.RawMessage // compact JSON of a scalar
	keys   []string        // of an object, in source order
	fields map[string]*node
	items  []*node
}

// parseNode reads valid JSON. Each repeated key is reported to repeated with
// the path of its object; the last value wins.
func parseNode(data []byte, repeated func(path, key string)) *node {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return readNode(dec, "", repeated)
}

func readNode(dec *json.Decoder, path string, repeated func(path, key string)) *node {
	token, err := dec.Token()
	if err != nil {
		return scalarNode(nil)
	}
	switch token {
	case json.Delim('{'):
		n := objectNode()
		for dec.More() {
			name, _ := dec.Token()
			key, _ := name.(string)
			if n.has(key) {
				repeated(path, key)
			}
			n.set(key, readNode(dec, joinPath(path, key), repeated))
		}
		_, _ = dec.Token()
		return n
	case json.Delim('['):
		n := &node{kind: '['}
		for dec.More() {
			n.items = append(n.items, readNode(dec, fmt.Sprintf("%s[%d]", path, len(n.items)), repeated))
		}
		_, _ = dec.Token()
		return n
	}
	return scalarNode(token)
}

func objectNode() *node { return &node{kind: '{', fields: map[string]*node{}} }

// scalarNode returns value, which must be a string, number, boolean or nil.
func scalarNode(value any) *node {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value) // strings, numbers, booleans and nil always encode
	return &node{scalar: bytes.TrimSuffix(buf.Bytes(), []byte("\n"))}
}

func (n *node) isObject() bool { return n != nil && n.kind == '{' }
func (n *node) isArray() bool  { return n != nil && n.kind == '[' }
func (n *node) isTrue() bool   { return n != nil && string(n.scalar) == "true" }
func (n *node) isFalse() bool  { return n != nil && string(n.scalar) == "false" }

// get returns the field key, nil if there is none.
func (n *node) get(key string) *node { return n.fields[key] }

func (n *node) has(key string) bool { return n.fields[key] != nil }

// set appends the field key or replaces it in place.
func (n *node) set(key string, value *node) {
	if !n.has(key) {
		n.keys = append(n.keys, key)
	}
	n.fields[key] = value
}

// text returns the string that n is, "" if it is none.
func (n *node) text() string {
	var s string
	if n != nil && json.Unmarshal(n.scalar, &s) != nil {
		return ""
	}
	return s
}

// texts returns the strings in the array n.
func (n *node) texts() []string {
	if !n.isArray() {
		return nil
	}
	list := make([]string, len(n.items))
	for i, item := range n.items {
		list[i] = item.text()
	}
	return list
}

// json returns n as compact JSON, keys in order.
func (n *node) json() json.RawMessage {
	var buf bytes.Buffer
	n.write(&buf)
	return buf.Bytes()
}

func (n *node) write(buf *bytes.Buffer) {
	switch n.kind {
	case '{':
		buf.WriteByte('{')
		for i, key := range n.keys {
			if i > 0 {
				buf.WriteByte(',')
			}
			buf.Write(scalarNode(key).scalar)
			buf.WriteByte(':')
			n.fields[key].write(buf)
		}
		buf.WriteByte('}')
	case '[':
		buf.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				buf.WriteByte(',')
			}
			item.write(buf)
		}
		buf.WriteByte(']')
	default:
		buf.Write(n.scalar)
	}
}

// joinPath returns the path of the field key: parent.key, or parent["k.y"] if
// the key would not read as one name.
func joinPath(parent, key string) string {
	switch {
	case key == "" || strings.ContainsAny(key, ".[]\" \t\n"):
		return fmt.Sprintf("%s[%q]", parent, key)
	case parent == "":
		return key
	}
	return parent + "." + key
}
