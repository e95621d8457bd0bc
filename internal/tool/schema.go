package tool

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"farhand/internal/protocol"
)

// schemaURL is the address under which a schema is compiled. Relative
// references resolve against it, and nothing can be loaded from it.
const schemaURL = "farhand:///schema"

// noLoader refuses to fetch anything: a contract holds its schemas whole.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, fs.ErrNotExist }

// newSchema compiles a JSON Schema of draft 2020-12. A compiled schema is safe
// for concurrent use.
func newSchema(data []byte) (*jsonschema.Schema, error) {
	doc, err := decodeValue(data)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaURL)
}

// compileSchema compiles the schema at path and reports what is wrong with it;
// nil if it does not compile.
func compileSchema(path string, schema *node, faults *Faults) *jsonschema.Schema {
	sound := checkKeywords(path, schema, faults)
	compiled, err := newSchema(schema.json())
	if err == nil {
		return compiled
	}
	var invalid *jsonschema.SchemaValidationError
	switch {
	case errors.As(err, &invalid):
		for _, leaf := range leaves(invalid.Err) {
			leaf.fault(path, faults)
		}
	case sound: // else the cause is reported already, with its path
		faults.add(path, strings.ReplaceAll(err.Error(), schemaURL, ""))
	}
	return nil
}

// decodeValue reads one JSON value without losing the digits of its numbers,
// which checkNumbers bounds.
func decodeValue(data []byte) (any, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, errNotJSON
	}
	if err := checkNumbers(value); err != nil {
		return nil, err
	}
	return value, nil
}

// leaf is one reason of a failed validation.
type leaf struct {
	path []string // of the value
	kind jsonschema.ErrorKind
}

// leaves returns the innermost reasons of err, which comes from Validate. The
// outer ones only repeat that something inside is wrong; the outermost names
// an address of ours.
func leaves(err error) []leaf {
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		return nil
	}
	if len(failed.Causes) == 0 {
		return []leaf{{failed.InstanceLocation, failed.ErrorKind}}
	}
	var list []leaf
	for _, cause := range failed.Causes {
		list = append(list, leaves(cause)...)
	}
	return list
}

// The bounds of an error text for the model.
const (
	maxLeaves    = 5
	maxLeafChars = 200
)

// describe returns the reasons of err for the model, one per line: a JSON
// pointer and what is wrong there. It quotes no value.
func describe(err error, list []leaf) error {
	if len(list) == 0 {
		return err
	}
	var lines []string
	for i, l := range list {
		if i == maxLeaves {
			lines = append(lines, fmt.Sprintf("and %d more", len(list)-maxLeaves))
			break
		}
		lines = append(lines, fmt.Sprintf("at '%s': %s", protocol.Cut(pointer(l.path), maxLeafChars), protocol.Cut(l.reason(), maxLeafChars)))
	}
	return errors.New(strings.Join(lines, "\n"))
}

func (l leaf) reason() string {
	if p, ok := l.kind.(*kind.Pattern); ok {
		return "does not match pattern " + quote(p.Want)
	}
	return l.kind.LocalizedString(message.NewPrinter(language.English))
}

// fault reports the reason under base, the path of the validated value.
func (l leaf) fault(base string, faults *Faults) {
	path := base
	for _, token := range l.path {
		if _, err := strconv.Atoi(token); err == nil {
			path += "[" + token + "]"
		} else {
			path = joinPath(path, token)
		}
	}
	if extra, ok := l.kind.(*kind.AdditionalProperties); ok {
		for _, key := range extra.Properties {
			faults.add(joinPath(path, key), "unknown key")
		}
		return
	}
	faults.add(path, l.reason())
}

// pointer returns the JSON pointer (RFC 6901) of a path.
func pointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(escapePointer.Replace(token))
	}
	return b.String()
}
