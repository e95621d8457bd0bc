package event

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// A field that could hold arguments, results or words must not slip in: a new
// one is added here by hand, with that question answered.
func TestA94_noFieldCanHoldContent(t *testing.T) {
	want := []string{
		"Time time.Time", "Kind event.Kind", "Session string", "Site string", "Subject string", "Turn int", "Step int",
		"Call string", "Tool string", "Said string", "Allowed []string", "State string",
		"Code string", "Reason string", "Risk string", "Declared []string", "Model string",
		"Dur time.Duration", "InBytes int", "OutBytes int", "Count int",
		"InputTokens int", "OutputTokens int", "ThoughtsTokens int", "CachedTokens int",
		"Contract string", "ServerHash string", "PageHash string",
		"Path string", "Expected string", "Got string",
	}
	var got []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Event]()) {
		got = append(got, f.Name+" "+f.Type.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("fields of Event:\n got %q\nwant %q", got, want)
	}
}

func TestA56_cleanMakesAnInventedNameSafe(t *testing.T) {
	for _, c := range []struct{ name, said, want string }{
		{"plain", "weather_get", "weather_get"},
		{"dotted", "ns.tool:v1-b", "ns.tool:v1-b"},
		{"line break and spaces", "a b\nlevel=error", "a?b?level?error"},
		{"not ASCII", "wétter☂", "w?tter?"},
		{"not UTF-8", "a\xffb", "a?b"},
		{"long", strings.Repeat("x", 200), strings.Repeat("x", 64)},
		{"empty", "", ""},
	} {
		if got := Clean(c.said); got != c.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.name, c.said, got, c.want)
		}
	}
}

func TestH12_aPlaceKeepsItsBracketsAndNothingElse(t *testing.T) {
	if got, want := CleanPath("result.items[0].*\n\"x\" level=error"), "result.items[0].*??x??level?error"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := CleanPath(strings.Repeat("x", 500)); len(got) != 200 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestA56_anInventedNameHasItsOwnKind(t *testing.T) {
	logged := logLine(t, Event{Kind: KindToolHallucinated, Session: "s1", Call: "t1.1", Said: Clean("no such"), Allowed: []string{"memory_get"}})
	want := map[string]any{"level": "warn", "event": "tool_hallucinated", "session": "s1", "call": "t1.1",
		"said": "no?such", "allowed": []any{"memory_get"}, "message": "model called a tool that is not offered"}
	if !reflect.DeepEqual(logged, want) {
		t.Errorf("got %v\nwant %v", logged, want)
	}
}

func TestLog_levels(t *testing.T) {
	want := map[Kind]string{
		KindSessionStart: "info", KindSessionEnd: "info", KindSessionDetached: "info", KindSessionAttached: "info", KindSessionExpired: "info",
		KindTurnStart: "info", KindTurnEnd: "info",
		KindToolHallucinated: "warn", KindLateResult: "warn", KindSchemaMismatch: "warn", KindNoBody: "info", KindDisagreement: "warn",
		KindCompactionFailed: "warn",
		KindPeerMisbehaved:   "warn", KindDropped: "warn",
	}
	for _, kind := range kinds(t) {
		level := want[kind]
		if level == "" {
			level = "debug"
		}
		logged := logLine(t, Event{Kind: kind})
		if logged["level"] != level || logged["event"] != string(kind) {
			t.Errorf("%s: got %v, want level %s", kind, logged, level)
		}
		if message, _ := logged["message"].(string); message == "event" || message != strings.ToLower(message) {
			t.Errorf("%s: message %q is missing or not in lower case", kind, message)
		}
	}
}

// Every field of a record reaches the log, but Contract, which the log names when
// it changes: none is forgotten when one is added.
func TestLog_writesEveryField(t *testing.T) {
	full := Event{
		Kind: KindTurnEnd, Session: "s", Site: "shop", Subject: "ada", Turn: 1, Step: 2, Call: "t1.1", Tool: "x", Said: "y", Allowed: []string{"a"},
		State: "failed", Code: "failed", Reason: "done", Risk: "low", Declared: []string{"storage"}, Model: "m", Dur: time.Second,
		InBytes: 3, OutBytes: 4, Count: 5, InputTokens: 6, OutputTokens: 7, ThoughtsTokens: 8, CachedTokens: 9,
		ServerHash: "00000000", PageHash: "11111111", Contract: "z",
		Path: "result.a", Expected: "number", Got: "string",
	}
	value := reflect.ValueOf(full)
	for _, f := range reflect.VisibleFields(value.Type()) {
		if f.Name != "Time" && value.FieldByIndex(f.Index).IsZero() {
			t.Errorf("this test leaves %s empty", f.Name)
		}
	}
	// level and message stand beside the fields but Time and Contract; Kind is written as event.
	if got, want := len(logLine(t, full)), value.NumField()-2+2; got != want {
		t.Errorf("%d fields in the log line, want %d", got, want)
	}
}

func logLine(t *testing.T, e Event) map[string]any {
	t.Helper()
	var buf bytes.Buffer
	Log(zerolog.New(&buf)).Emit(e)
	var fields map[string]any
	if err := json.Unmarshal(buf.Bytes(), &fields); err != nil {
		t.Fatalf("log line %q: %v", buf.String(), err)
	}
	return fields
}

// kinds reads the constants of type Kind from the source.
func kinds(t *testing.T) []Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []Kind
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Kind" {
			text, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			list = append(list, Kind(text))
		}
		return true
	})
	if len(list) < 15 {
		t.Fatalf("found %d kinds only", len(list))
	}
	return list
}
