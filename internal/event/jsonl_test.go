package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// rows decodes an audit; every line must be a row.
func rows(t *testing.T, audit string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(audit) {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil || !strings.HasSuffix(line, "\n") {
			t.Fatalf("line %q: %v", line, err)
		}
		all = append(all, r)
	}
	return all
}

func TestA90_aRowHoldsEveryFieldWithItsUnit(t *testing.T) {
	var audit bytes.Buffer
	at := time.Date(2026, 11, 30, 23, 0, 0, 5e6, time.FixedZone("", 3600))
	NewJSONL(JSONLConfig{W: &audit, Contract: "0123456789abcdef"}).Emit(Event{
		Time: at, Kind: KindTurnEnd, Session: "s", Site: "shop", Subject: "ada", Turn: 1, Step: 2, Call: "t1.1", Tool: "x", Said: "y", Allowed: []string{"a"},
		State: "failed", Code: "failed", Reason: "done", Risk: "low", Declared: []string{"storage"}, Model: "m",
		Dur: 1234567 * time.Nanosecond, InBytes: 3, OutBytes: 4, Count: 5,
		InputTokens: 6, OutputTokens: 7, ThoughtsTokens: 8, CachedTokens: 9, ServerHash: "00000000", PageHash: "11111111",
		Path: "result.a", Expected: "number", Got: "string",
	})
	want := `{"time":"2026-11-30T22:00:00.005Z","kind":"turn_end","session":"s","site":"shop","subject":"ada","turn":1,"step":2,"call":"t1.1","tool":"x",` +
		`"said":"y","allowed":["a"],"state":"failed","code":"failed","reason":"done","risk":"low","declared":["storage"],"model":"m",` +
		`"inBytes":3,"outBytes":4,"count":5,"inputTokens":6,"outputTokens":7,"thoughtsTokens":8,"cachedTokens":9,` +
		`"serverHash":"00000000","pageHash":"11111111","path":"result.a","expected":"number","got":"string","ms":1.235,"contract":"0123456789abcdef"}` + "\n"
	if audit.String() != want {
		t.Errorf("got  %swant %s", audit.String(), want)
	}
	// Every field of Event is in the row: Dur as ms.
	if got, want := len(rows(t, want)[0]), reflect.TypeFor[Event]().NumField(); got != want {
		t.Errorf("%d fields, want %d", got, want)
	}
}

// A session keeps the contract that it began with, whatever is in effect since.
func TestA90_theContractOfASessionWins(t *testing.T) {
	var audit bytes.Buffer
	sink := NewJSONL(JSONLConfig{W: &audit, Contract: "first"})
	sink.Emit(Event{Kind: KindSessionStart})
	sink.Emit(Event{Kind: KindTurnStart, Contract: "second"})
	if got := rows(t, audit.String()); got[0]["contract"] != "first" || got[1]["contract"] != "second" {
		t.Errorf("got %v", got)
	}
}

func TestA90_fieldsThatDoNotApplyAreLeftOut(t *testing.T) {
	var audit bytes.Buffer
	NewJSONL(JSONLConfig{W: &audit}).Emit(Event{Time: time.Unix(0, 0), Kind: KindSessionStart, Session: "s"})
	if want := `{"time":"1970-01-01T00:00:00Z","kind":"session_start","session":"s"}` + "\n"; audit.String() != want {
		t.Errorf("got  %swant %s", audit.String(), want)
	}
}

func TestA90_concurrentWritersWriteWholeRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	file := openFile(t, FileConfig{Path: path, MaxBytes: 20_000})
	sink := NewJSONL(JSONLConfig{W: file})
	var writers sync.WaitGroup
	for worker := range 8 {
		writers.Go(func() {
			for i := range 200 {
				sink.Emit(Event{Kind: KindStep, Turn: worker, Step: i, Tool: strings.Repeat("x", i)})
			}
		})
	}
	writers.Wait()
	seen := map[string]bool{}
	for _, text := range contents(t, filepath.Dir(path)) {
		for _, r := range rows(t, text) {
			seen[fmt.Sprint(r["turn"], r["step"])] = true
		}
	}
	if len(seen) != 8*200 {
		t.Errorf("%d different rows, want %d", len(seen), 8*200)
	}
}

// switched is a writer that fails while err is set.
type switched struct {
	bytes.Buffer
	err error
}

func (w *switched) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	return w.Buffer.Write(p)
}

func TestA90_rowsThatCannotBeWrittenAreCountedAndReportedOnce(t *testing.T) {
	var log bytes.Buffer
	w := &switched{}
	sink := NewJSONL(JSONLConfig{W: w, Log: zerolog.New(&log)})
	emit := func(turns ...int) {
		for _, turn := range turns {
			sink.Emit(Event{Kind: KindStep, Turn: turn})
		}
	}
	emit(1)
	w.err = &os.PathError{Op: "write", Path: "/secret/path", Err: syscall.ENOSPC}
	emit(2, 3, 4)
	w.err = nil
	emit(5, 6)
	w.err = errors.New("gone")
	emit(7)
	sink.Close()

	var got []string
	for _, r := range rows(t, w.String()) {
		got = append(got, fmt.Sprint(r["kind"], " ", r["turn"], " ", r["count"]))
	}
	want := []string{"step 1 <nil>", "dropped <nil> 3", "step 5 <nil>", "step 6 <nil>"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	wantLog := `{"level":"warn","error":"no space left on device","message":"audit rows are lost"}
{"level":"warn","lost":3,"message":"audit rows are written again"}
{"level":"warn","error":"gone","message":"audit rows are lost"}
{"level":"warn","lost":1,"message":"audit rows were lost"}
`
	if log.String() != wantLog {
		t.Errorf("log:\n%swant:\n%s", log.String(), wantLog)
	}
}

func TestA90_atTheEndTheLostRowsAreRecordedIfTheyCanBe(t *testing.T) {
	w := &switched{err: syscall.ENOSPC}
	sink := NewJSONL(JSONLConfig{W: w})
	sink.Emit(Event{Kind: KindStep})
	w.err = nil
	sink.Close()
	sink.Close() // nothing more to say
	if all := rows(t, w.String()); len(all) != 1 || all[0]["kind"] != "dropped" || all[0]["count"] != 1.0 {
		t.Errorf("rows %v", all)
	}
}

// The device that is always full gives the error of a full disk.
func TestA90_theProductGoesOnWhenTheDiskIsFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	var log bytes.Buffer
	audit := NewJSONL(JSONLConfig{W: openFile(t, FileConfig{Path: "/dev/full", MaxBytes: 1}), Log: zerolog.New(&log)})
	other := &recorder{}
	fan := NewFan(FanConfig{Sinks: []Sink{audit, other}})
	for turn := range 10 {
		fan.Emit(Event{Kind: KindStep, Turn: turn})
	}
	if err := fan.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(other.turns()) != 10 || strings.Count(log.String(), "no space left on device") != 1 {
		t.Errorf("%d records in the other sink; log %s", len(other.turns()), log.String())
	}
}

// docs/operations.md explains every kind, and every field of a row.
func TestA90_theDocumentNamesEveryKindAndField(t *testing.T) {
	data, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"ms", "contract"}
	for _, kind := range kinds(t) {
		names = append(names, string(kind))
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Event]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	for _, name := range names {
		row := regexp.MustCompile("(?m)^\\|[^|]*`" + regexp.QuoteMeta(name) + "`[^|]*\\|")
		if !row.Match(data) {
			t.Errorf("%s has no row", name)
		}
	}
}
