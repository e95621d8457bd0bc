package protocol

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// definition is what this test reads of one $defs entry.
type definition struct {
	Properties map[string]struct {
		Const string   `json:"const"`
		Enum  []string `json:"enum"`
	} `json:"properties"`
	Required []string `json:"required"`
	Enum     []string `json:"enum"`
}

func definitions(t *testing.T) map[string]definition {
	t.Helper()
	data, err := os.ReadFile("frames.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs map[string]definition `json:"$defs"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Defs
}

// Each struct on the wire has a definition of its own name with the same
// fields, of which those that Go always writes are required, and the reverse.
func TestSchema_hasTheFieldsOfTheGoTypes(t *testing.T) {
	defs := definitions(t)
	structs := map[string]string{} // definition to frame type, "" for a part of a frame
	types := map[string]reflect.Type{}
	var visit func(typ reflect.Type)
	visit = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice:
			visit(typ.Elem())
		case reflect.Struct:
			types[typ.Name()] = typ
			for i := range typ.NumField() {
				visit(typ.Field(i).Type)
			}
		}
	}
	for kind, frame := range clientFrames() {
		structs[reflect.TypeOf(frame).Elem().Name()] = kind
		visit(reflect.TypeOf(frame))
	}
	for _, frame := range serverFrames() {
		structs[reflect.TypeOf(frame).Elem().Name()] = frame.FrameType()
		visit(reflect.TypeOf(frame))
	}
	for _, part := range snapshotParts() {
		visit(reflect.TypeOf(part))
	}

	for name, typ := range types {
		def, ok := defs[name]
		if !ok {
			t.Errorf("frames.schema.json has no %s", name)
			continue
		}
		var fields, required []string
		if kind := structs[name]; kind != "" {
			fields, required = append(fields, "type"), append(required, "type")
			if def.Properties["type"].Const != kind {
				t.Errorf("%s: type is %q, want %q", name, def.Properties["type"].Const, kind)
			}
		}
		for i := range typ.NumField() {
			field, option, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			fields = append(fields, field)
			if option == "" {
				required = append(required, field)
			}
		}
		var have []string
		for field := range def.Properties {
			have = append(have, field)
		}
		same(t, name+": fields", have, fields)
		same(t, name+": required", def.Required, required)
	}
	for name, def := range defs {
		if len(def.Properties) > 0 && types[name] == nil {
			t.Errorf("frames.schema.json has %s, which no Go type has", name)
		}
	}
}

func TestSchema_hasTheValuesOfTheGoConstants(t *testing.T) {
	defs := definitions(t)
	constants := stringConstants(t)
	states := func(ends bool) []string {
		var list []string
		for _, s := range constants["State"] {
			if final(State(s)) == ends && State(s) != StateRequested {
				list = append(list, s)
			}
		}
		return list
	}
	same(t, "Code", defs["Code"].Enum, constants["Code"])
	same(t, "OpenState", defs["OpenState"].Enum, states(false))
	same(t, "FinalState", defs["FinalState"].Enum, states(true))
	same(t, "WithheldReason", defs["WithheldReason"].Enum, constants["Withheld"])
	same(t, "UnavailableReason", append(slices.Clone(defs["UnavailableReason"].Enum),
		string(WithheldNoApproval), string(WithheldOperator), string(WithheldSchema), string(WithheldNoEntry), string(WithheldDeclared)), constants["Withheld"])
	same(t, "TurnEndReason", defs["TurnEndReason"].Enum, constants["Reason"])
	same(t, "Grant", defs["Grant"].Enum, constants["Grant"])
	same(t, "Error.code", defs["Error"].Properties["code"].Enum, constants["ErrorCode"])
	same(t, "Nack.reason", defs["Nack"].Properties["reason"].Enum, constants["NackReason"])
	same(t, "NoticeCode", defs["NoticeCode"].Enum, constants["NoticeCode"])
	same(t, "ResumeRefusal", defs["ResumeRefusal"].Enum, constants["ResumeRefusal"])
	same(t, "kinds of parts", append(slices.Clone(defs["TextPart"].Properties["kind"].Enum), defs["CallPart"].Properties["kind"].Const,
		defs["NoticePart"].Properties["kind"].Const, defs["StepPart"].Properties["kind"].Const), constants["PartKind"])
}

// stringConstants returns the values of this package's typed string constants
// by type, and under "Type" those whose name begins with Type.
func stringConstants(t *testing.T) map[string][]string {
	t.Helper()
	values := map[string][]string{}
	for _, file := range []string{"codes.go", "frames.go", "snapshot.go"} {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			literal, ok := spec.Values[0].(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			value, _ := strconv.Unquote(literal.Value)
			switch typ := spec.Type.(type) {
			case *ast.Ident:
				values[typ.Name] = append(values[typ.Name], value)
			case nil:
				if strings.HasPrefix(spec.Names[0].Name, "Type") {
					values["Type"] = append(values["Type"], value)
				}
			}
			return true
		})
	}
	return values
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n the schema has %q\n   Go has %q", what, got, want)
	}
}
