package protocol

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// The golden table shows every sentence side by side, for a reader to judge.
func TestK9_everyCodeSaysWhatToDoNext(t *testing.T) {
	type row struct {
		State  State  `json:"state"`
		Model  string `json:"model"`
		Person string `json:"person"`
	}
	table := map[Code]row{}
	for code, info := range codes {
		table[code] = row(info)
	}
	got, err := json.MarshalIndent(table, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const golden = "testdata/codes.json"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the codes differ from %s; run with -update and read the difference:\n%s", golden, got)
	}

	for _, name := range stringConstants(t)["Code"] {
		info, ok := Code(name).Info()
		if !ok {
			t.Errorf("%s has no row", name)
		}
		if info.State == StateSucceeded || !final(info.State) {
			t.Errorf("%s ends in %q", name, info.State)
		}
		// What happened and what to do are two clauses at least.
		if strings.Count(info.Model, ".")+strings.Count(info.Model, ";") < 2 {
			t.Errorf("%s tells the model no next step: %q", name, info.Model)
		}
		if !strings.HasSuffix(info.Person, ".") {
			t.Errorf("%s has no sentence for the person: %q", name, info.Person)
		}
	}
}

func TestCode_stateOfNoneAndOfUnknown(t *testing.T) {
	if got := Code("").State(); got != StateSucceeded {
		t.Errorf("no code: %s", got)
	}
	if got := Code("nonsense").State(); got != StateFailed {
		t.Errorf("unknown code: %s", got)
	}
}

// final reports whether no other state can follow s.
func final(s State) bool {
	switch s {
	case StateRequested, StateDelivered, StateAwaitingUser, StateRunning:
		return false
	}
	return true
}
