package farhand

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rooms are the packages from the top to the bottom; imports only point down
// (docs/architecture.md). A test may import any room.
var rooms = []string{
	"farhand/cmd/server",
	"farhand/internal/httpapi",
	"farhand/internal/session",
	"farhand/internal/socket",
	"farhand/internal/ticket",
	"farhand/internal/quota",
	"farhand/internal/loop",
	"farhand/internal/guard",
	"farhand/internal/broker",
	"farhand/internal/history",
	"farhand/internal/demo",
	"farhand/internal/model/gemini",
	"farhand/internal/emulator",
	"farhand/internal/model",
	"farhand/internal/tool",
	"farhand/internal/event",
	"farhand/internal/protocol",
	"farhand/web",
	"farhand/examples/tickets",
	"farhand",
}

// mayNot are imports that the order would allow and the design forbids.
var mayNot = map[string][]string{
	"farhand/internal/loop":     {"farhand/internal/broker", "farhand/internal/model/gemini", "farhand/internal/emulator"},
	"farhand/internal/broker":   {"farhand/internal/model", "farhand/internal/history"},
	"farhand/internal/event":    {"farhand/internal/protocol"},
	"farhand/internal/emulator": {"farhand/internal/model", "farhand/internal/tool"},
}

// TestH11_importsPointDown: definition, loop and dispatcher stay apart, and no
// room reaches up.
func TestH11_importsPointDown(t *testing.T) {
	for file, imports := range goFiles(t, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
		room := roomOf(file)
		at := slices.Index(rooms, room)
		if at < 0 {
			t.Errorf("%s: room %s is not in the list", file, room)
			continue
		}
		for _, imported := range imports {
			if !strings.HasPrefix(imported, "farhand") {
				continue
			}
			if slices.Index(rooms, imported) <= at || slices.Contains(mayNot[room], imported) {
				t.Errorf("%s must not import %s", file, imported)
			}
		}
	}
}

// TestH35_dependencies: six libraries, and what the contract is read with; the
// SDK is named in one room only.
func TestH35_dependencies(t *testing.T) {
	allowed := map[string]string{ // module to the rooms that may use it; "": any
		"github.com/coder/websocket":               "",
		"github.com/go-chi/chi/v5":                 "farhand/internal/httpapi",
		"github.com/gowebpki/jcs":                  "farhand/internal/tool",
		"github.com/rs/zerolog":                    "",
		"github.com/santhosh-tekuri/jsonschema/v6": "farhand/internal/tool farhand/internal/emulator",
		"golang.org/x/time":                        "farhand/internal/quota farhand/internal/httpapi", // buckets
		"google.golang.org/genai":                  "farhand/internal/model/gemini",
		"golang.org/x/text":                        "farhand/internal/tool", // the words of jsonschema
	}
	for file, imports := range goFiles(t, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
		for _, imported := range imports {
			if strings.HasPrefix(imported, "farhand") || !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
				continue
			}
			ok := false
			for module, rooms := range allowed {
				if imported == module || strings.HasPrefix(imported, module+"/") {
					ok = rooms == "" || slices.Contains(strings.Fields(rooms), roomOf(file))
				}
			}
			if !ok {
				t.Errorf("%s must not import %s", file, imported)
			}
		}
	}
}

// TestA67_everyEnforcedLineNamesATest: the tests that the documents name exist,
// and no line of the table of what is enforced names none.
func TestA67_everyEnforcedLineNamesATest(t *testing.T) {
	tests := map[string]bool{}
	for file := range goFiles(t, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
		src := read(t, file)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+|Fuzz\w+)\(`).FindAllStringSubmatch(src, -1) {
			tests[m[1]] = true
		}
	}
	for _, doc := range []string{"README.md", "docs/security.md", "docs/architecture.md"} {
		for _, name := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(read(t, doc), -1) {
			if !tests[name[1]] {
				t.Errorf("%s names %s, which does not exist", doc, name[1])
			}
		}
		for _, file := range regexp.MustCompile("`((?:e2e|web)/[\\w./-]+\\.test\\.tsx?)`").FindAllStringSubmatch(read(t, doc), -1) {
			if _, err := os.Stat(file[1]); err != nil {
				t.Errorf("%s names %s, which does not exist", doc, file[1])
			}
		}
	}
	for doc, section := range map[string]string{"docs/security.md": "## Enforced", "README.md": "## What others do not do"} {
		_, table, _ := strings.Cut(read(t, doc), section)
		table, _, _ = strings.Cut(table, "\n## ")
		for line := range strings.Lines(table) {
			if strings.HasPrefix(line, "| ") && !strings.Contains(line, "---") && !strings.Contains(line, "Shown by") &&
				!strings.Contains(line, "`Test") && !strings.Contains(line, ".test.ts`") {
				t.Errorf("%s names no test: %s", doc, line)
			}
		}
	}
}

// goFiles returns the wanted Go files of the project with what they import.
func goFiles(t *testing.T, want func(name string) bool) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || !want(d.Name()) {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files[path] = nil
		for _, i := range f.Imports {
			files[path] = append(files[path], strings.Trim(i.Path.Value, `"`))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func roomOf(file string) string {
	return strings.TrimSuffix("farhand/"+filepath.ToSlash(filepath.Dir(file)), "/.")
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
