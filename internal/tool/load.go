package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"farhand"
)

// Load reads a contract and returns its catalog. The error is Faults: every
// fault of the contract, each with its path. A file that is no JSON has one
// fault, with line and column.
func Load(cfg Config) (*Catalog, error) {
	if fault := checkSyntax(cfg.Contract); fault != nil {
		return nil, Faults{*fault}
	}
	var faults Faults
	root := parseNode(cfg.Contract, func(path, key string) {
		faults.add(joinPath(path, key), keyTwice)
	})
	checkShape(cfg.Contract, &faults)

	l := &loader{cfg: cfg, faults: &faults, catalog: &Catalog{
		operator: Config{MaxTimeout: cfg.MaxTimeout, MaxUserTimeout: cfg.MaxUserTimeout, Rules: cfg.Rules},
		tools:    map[string]*entry{},
	}}
	if root.isObject() && root.get("tools").isArray() {
		for i, item := range root.get("tools").items {
			if item.isObject() {
				l.tool(fmt.Sprintf("tools[%d]", i), item)
			}
		}
	}
	l.unusedFunctions()
	if len(faults) > 0 {
		return nil, faults
	}
	hash, err := contractHash(cfg.Contract)
	if err != nil {
		return nil, Faults{{Message: "the contract has no canonical form: " + err.Error()}}
	}
	l.catalog.hash = hash
	return l.catalog, nil
}

// loader gathers a catalog and its faults, tool by tool.
type loader struct {
	cfg     Config
	faults  *Faults
	catalog *Catalog
}

// tool checks and adds the tool at path. What checkShape has refused is read
// as if it were absent, so that the rest of the tool is still checked.
func (l *loader) tool(path string, item *node) {
	var wire wireTool
	_ = json.Unmarshal(item.json(), &wire) // type faults are checkShape's
	spec := wire.spec(l.cfg)

	e := &entry{spec: spec, handler: l.cfg.Server[spec.Name]}
	if _, twice := l.catalog.tools[spec.Name]; twice && spec.Name != "" {
		l.faults.add(path+".name", fmt.Sprintf("a tool %q is there already", spec.Name))
	}
	checkTool(path, &wire, spec, l.faults)
	if spec.Where == Server && e.handler == nil {
		l.faults.add(path+".where", "this server has no function for the server-side tool "+quote(spec.Name))
	}
	if input := item.get("inputSchema"); input.isObject() {
		e.args = compileSchema(path+".inputSchema", input, l.faults)
		e.declaration = Declaration{
			Name:        spec.Name,
			Description: spec.Description,
			Parameters:  declareParameters(path+".inputSchema", input, l.faults).json(),
		}
		checkPlaceholders(path+".ui.ask", spec.UI.Ask, input, l.faults)
		checkPlaceholders(path+".ui.done", spec.UI.Done, input, l.faults)
	}
	if output := item.get("outputSchema"); output.isObject() || output.isTrue() || output.isFalse() {
		e.result = compileSchema(path+".outputSchema", output, l.faults)
		stripSchemaKeywords(path+".outputSchema", output, l.faults) // for its faults: recursion and depth
	}
	hash, err := schemaHash(spec.InputSchema, spec.OutputSchema)
	if err != nil {
		l.faults.add(path, "the schemas have no canonical form: "+err.Error())
	}
	spec.Hash = hash
	l.catalog.add(e)
}

// unusedFunctions reports each Go function that no server-side tool names.
func (l *loader) unusedFunctions() {
	for _, name := range slices.Sorted(maps.Keys(l.cfg.Server)) {
		if e := l.catalog.tools[name]; e == nil || e.spec.Where != Server {
			l.faults.add("tools", "this server has a function "+quote(name)+", but the contract has no server-side tool of that name")
		}
	}
}

// checkSyntax returns what makes data no JSON value.
func checkSyntax(data []byte) *Fault {
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return &Fault{Message: "the file is empty; want JSON"}
	case bytes.HasPrefix(data, []byte("\uFEFF")):
		return &Fault{Message: "the file begins with a byte order mark; save it as UTF-8 without one"}
	case !utf8.Valid(data):
		return &Fault{Message: "the file is not UTF-8 text; save it as UTF-8"}
	}
	var value json.RawMessage
	err := json.Unmarshal(data, &value)
	if err == nil {
		return nil
	}
	message := err.Error()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line, column := position(data, syntax.Offset)
		message = fmt.Sprintf("line %d, column %d: %s", line, column, message)
		if at := int(syntax.Offset) - 1; at >= 0 && at < len(data) && (data[at] == '/' || data[at] == '#') {
			message += "; JSON has no comments"
		}
	}
	return &Fault{Message: message}
}

// CheckJSON reports what makes data no JSON that every reader reads alike: its
// syntax, with line and column, or each key that is there twice, or in another case
// as well, with its path. The error is Faults.
func CheckJSON(data []byte) error {
	if fault := checkSyntax(data); fault != nil {
		return Faults{*fault}
	}
	var faults Faults
	root := parseNode(data, func(path, key string) { faults.add(joinPath(path, key), keyTwice) })
	root.sameButCase("", &faults)
	if len(faults) > 0 {
		return faults
	}
	return nil
}

const keyTwice = "the key is there twice; take one out"

// sameButCase reports keys that encoding/json takes for one field.
func (n *node) sameButCase(path string, faults *Faults) {
	for i, item := range n.items {
		item.sameButCase(fmt.Sprintf("%s[%d]", path, i), faults)
	}
	seen := map[string]bool{}
	for _, key := range n.keys {
		if folded := strings.ToLower(key); seen[folded] {
			faults.add(joinPath(path, key), "the key is there in another case as well; take one out")
		} else {
			seen[folded] = true
		}
		n.get(key).sameButCase(joinPath(path, key), faults)
	}
}

// position returns the line and the column, in bytes and both from 1, of the
// last byte that the decoder read when it had read offset bytes.
func position(data []byte, offset int64) (line, column int) {
	before := data[:max(0, min(int(offset)-1, len(data)))]
	line = bytes.Count(before, []byte("\n")) + 1
	return line, len(before) - bytes.LastIndexByte(before, '\n')
}

// contractShape is tools.schema.json, compiled once.
var contractShape = sync.OnceValues(func() (*jsonschema.Schema, error) { return newSchema(farhand.ContractSchema) })

// checkShape reports what tools.schema.json refuses.
func checkShape(data []byte, faults *Faults) {
	value, err := decodeValue(data)
	if err != nil {
		faults.add("", err.Error())
		return
	}
	shape, err := contractShape()
	if err != nil {
		faults.add("", "tools.schema.json: "+err.Error())
		return
	}
	for _, leaf := range leaves(shape.Validate(value)) {
		leaf.fault("", faults)
	}
}
