package emulator

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// checkShape compares a body with the proto of a message and returns every
// offence, in the order of the body.
func checkShape(body *node, message string) []violation {
	if body.kind != object {
		return []violation{{Description: `Invalid JSON payload received. Unknown name "": Root element must be a message.`}}
	}
	var s shape
	s.message(body, message, "")
	return s.offences
}

// shape walks a body and collects offences. Paths are in snake_case with list
// indexes; a map's values are numbered and called value, as the service does.
type shape struct {
	offences []violation
	model    bool // the content under way is a model's
}

func (s *shape) add(path, format string, args ...any) {
	s.offences = append(s.offences, violation{Field: path, Description: fmt.Sprintf(format, args...)})
}

// unknown reports a name that the message at path has no use for.
func (s *shape) unknown(path, name, why string) {
	at := ""
	if path != "" {
		at = " at '" + path + "'"
	}
	s.add(path, "Invalid JSON payload received. Unknown name %q%s: %s", name, at, why)
}

func (s *shape) message(n *node, message, path string) {
	fields := messages[message]
	data := ""
	if message == "Content" {
		s.model = n.get("role").string() == RoleModel
	}
	for _, f := range n.fields {
		name := snake(f.name)
		typ, known := fields[name]
		if s.model && slices.Contains(strings.Fields(invented[name]), message) {
			typ, known = "free", true
		}
		if !known { // E15
			s.unknown(path, f.name, "Cannot find field.")
			continue
		}
		if f.value.kind == null {
			continue
		}
		if message == "Part" && dataFields[name] {
			if data != "" && data != name { // E25
				s.add(path, "Invalid value at '%s' (oneof), oneof field 'data' is already set. Cannot set '%s'", path, f.name)
				continue
			}
			data = name
		}
		s.field(f, typ, path, join(path, name))
	}
}

func (s *shape) field(f field, typ, parent, path string) {
	if elem, ok := strings.CutPrefix(typ, "[]"); ok {
		if f.value.kind != list {
			s.value(f.value, elem, path)
			return
		}
		for i, item := range f.value.items {
			s.value(item, elem, fmt.Sprintf("%s[%d]", path, i))
		}
		return
	}
	if f.value.kind == list && typ != "free" { // E18
		s.unknown(parent, f.name, "Proto field is not repeating, cannot start list.")
		return
	}
	if elem, ok := strings.CutPrefix(typ, "map["); ok && f.value.kind == object {
		for i, entry := range f.value.fields {
			s.value(entry.value, strings.TrimSuffix(elem, "]"), fmt.Sprintf("%s[%d].value", path, i))
		}
		return
	}
	s.value(f.value, typ, path)
}

// value checks a single value against a type without [] or map[].
func (s *shape) value(n *node, typ, path string) {
	if _, ok := messages[typ]; ok {
		if n.kind == object {
			s.message(n, typ, path)
			return
		}
		s.wrong(n, path, protoPackage+typ)
		return
	}
	switch typ {
	case "free":
	case "struct": // E19, E20
		if n.kind != object {
			s.wrong(n, path, "type.googleapis.com/google.protobuf.Struct")
		}
	case "string":
		if n.kind != text {
			s.wrong(n, path, "TYPE_STRING")
		}
	case "bytes": // E22
		if n.kind != text {
			s.wrong(n, path, "TYPE_BYTES")
		} else if decodeBase64(n.str) == nil {
			s.add(path, "Invalid value at '%s' (TYPE_BYTES), Base64 decoding failed for %s", path, quoted(n))
		}
	case "bool":
		if n.kind != boolean && n.str != "true" && n.str != "false" {
			s.wrong(n, path, "TYPE_BOOL")
		}
	case "int32", "int64", "number": // E17
		if !isNumber(n, typ) {
			s.wrong(n, path, map[string]string{"int32": "TYPE_INT32", "int64": "TYPE_INT64", "number": "TYPE_FLOAT"}[typ])
		}
	case "enum":
		if n.kind != text && n.kind != number {
			s.wrong(n, path, "TYPE_ENUM")
		}
	default:
		names, ok := enums[typ]
		if !ok { // a map's place taken by something else
			s.wrong(n, path, "TYPE_MESSAGE")
		} else if n.kind != number && !slices.Contains(names, strings.ToUpper(n.str)) { // E21
			s.wrong(n, path, protoPackage+typ)
		}
	}
}

// protoPackage is what the service puts before the name of a type.
const protoPackage = "type.googleapis.com/google.ai.generativelanguage.v1beta."

func (s *shape) wrong(n *node, path, typ string) {
	s.add(path, "Invalid value at '%s' (%s), %s", path, typ, quoted(n))
}

// quoted is the offending value as the service repeats it.
func quoted(n *node) string {
	if n.kind == text {
		return strconv.Quote(n.str)
	}
	return string(n.raw)
}

// isNumber accepts numbers and, as proto JSON does, their decimal strings.
func isNumber(n *node, typ string) bool {
	if n.kind != number && n.kind != text {
		return false
	}
	literal := strings.Trim(string(n.raw), `"`)
	v, err := json.Number(literal).Float64()
	if err != nil {
		return false
	}
	switch typ {
	case "int32":
		return v == math.Trunc(v) && math.Abs(v) <= math.MaxInt32
	case "int64":
		return v == math.Trunc(v)
	}
	return true
}

// decodeBase64 accepts the standard and the URL-safe alphabet, padded or not;
// nil when s is neither.
func decodeBase64(s string) []byte {
	s = strings.TrimRight(s, "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		encoding = base64.RawURLEncoding
	}
	raw, err := encoding.DecodeString(s)
	if err != nil {
		return nil
	}
	return raw
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
