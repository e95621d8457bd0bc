package protocol

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// A client can be written from docs/protocol.md alone, so every word and every
// field of the wire stands there.
func TestDocs_nameEverythingOnTheWire(t *testing.T) {
	data, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for typ, values := range stringConstants(t) {
		for _, value := range values {
			if !strings.Contains(page, "`"+value+"`") {
				t.Errorf("docs/protocol.md does not say %s (%s)", value, typ)
			}
		}
	}
	for _, code := range closeCodes(t) {
		if !strings.Contains(page, "\n| "+code+" |") {
			t.Errorf("docs/protocol.md has no row for close code %s", code)
		}
	}
	for name, def := range definitions(t) {
		for field := range def.Properties {
			if field != "type" && !strings.Contains(page, field) {
				t.Errorf("docs/protocol.md does not say %s of %s", field, name)
			}
		}
	}
	if !strings.Contains(page, "`"+Subprotocol+"`") {
		t.Errorf("docs/protocol.md does not name the subprotocol")
	}
}

// closeCodes returns the values of the Close constants.
func closeCodes(t *testing.T) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Close") {
			list = append(list, spec.Values[0].(*ast.BasicLit).Value)
		}
		return true
	})
	if len(list) < 9 {
		t.Fatalf("found %d close codes only", len(list))
	}
	return list
}
