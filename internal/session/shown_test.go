package session

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"farhand/internal/broker"
	"farhand/internal/protocol"
)

// shown is what a page that comes back is shown, one line for each turn.
func (tr *transcript) shown() (lines []string) {
	for _, turn := range tr.turnsWith([]broker.Open{{ID: "t1.1", State: protocol.StateAwaitingUser}}) {
		line := fmt.Sprint(turn.Turn, " ", turn.User.ID)
		for _, p := range turn.Parts {
			switch p := p.(type) {
			case *protocol.TextPart:
				line += fmt.Sprintf(" %s%d:%s", p.Kind, p.Step, p.Text)
			case *protocol.CallPart:
				line += fmt.Sprintf(" %s:%s:%s%s", p.ID, p.Name, p.State, p.Code)
			case *protocol.NoticePart:
				line += " " + string(p.Code)
			case *protocol.StepPart:
				line += fmt.Sprint(" step", p.Step)
			}
		}
		if turn.End != nil {
			line += " " + string(turn.End.Reason)
		}
		lines = append(lines, line)
	}
	return lines
}

func text(step int, s string) *protocol.Text { return &protocol.Text{Turn: 1, Step: step, Delta: s} }

func callOf(id string) *protocol.ToolCall {
	return &protocol.ToolCall{Turn: 1, Step: 1, ID: id, Name: "reads", Args: json.RawMessage(`{}`)}
}

// TestTranscript: a turn is shown as a page shows it.
func TestTranscript(t *testing.T) {
	for _, tc := range []struct {
		name   string
		frames []protocol.ServerFrame
		want   string
	}{
		{"pieces of a text", []protocol.ServerFrame{text(1, "a"), text(1, "b"), &protocol.TurnEnd{Reason: protocol.ReasonDone}}, "text1:ab done"},
		{"thoughts between", []protocol.ServerFrame{
			&protocol.Reasoning{Step: 1, Delta: "x"}, &protocol.Reasoning{Step: 1, Delta: "y"}, text(1, "a"), &protocol.Reasoning{Step: 1, Delta: "z"},
		}, "reasoning1:xy text1:a reasoning1:z"},
		{"a text on each side of a call", []protocol.ServerFrame{
			text(1, "a"), callOf("t1.9"), &protocol.ServerToolState{ID: "t1.9", State: protocol.StateFailed, Code: protocol.CodeFailed}, text(1, "b"),
		}, "text1:a t1.9:reads:failedfailed text1:b"},
		{"a step that is tried again", []protocol.ServerFrame{
			text(1, "a"), &protocol.Step{Step: 1}, text(2, "b"), &protocol.Reasoning{Step: 2, Delta: "x"}, &protocol.Retract{Step: 2},
			&protocol.Notice{Code: protocol.NoticeRetrying}, text(2, "c"),
		}, "text1:a step1 retrying text2:c"},
		{"an open call", []protocol.ServerFrame{callOf("t1.1")}, "t1.1:reads:awaiting_user"},
		{"a call that was never sent", []protocol.ServerFrame{
			&protocol.ServerToolState{ID: "t1.2", State: protocol.StateFailed, Code: protocol.CodeUnknownTool, Name: "no_such", Args: json.RawMessage(`{}`)},
		}, "t1.2:no_such:failedunknown_tool"},
		{"what shows nothing", []protocol.ServerFrame{&protocol.Error{}, &protocol.Nack{}, &protocol.ToolCancel{}, &protocol.Heartbeat{}, &protocol.ServerHello{}}, ""},
		{"after its end", []protocol.ServerFrame{&protocol.TurnEnd{Reason: protocol.ReasonDone}, text(1, "of an inspect")}, "done"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tr := transcript{limit: 10_000}
			tr.begin(1, protocol.SnapshotUser{ID: "u1"})
			for _, f := range tc.frames {
				tr.enter(f)
			}
			got := strings.TrimSpace(strings.TrimPrefix(tr.shown()[0], "1 u1"))
			if got != tc.want || tr.truncated {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestTranscript_bounded: the oldest goes first; a turn that runs keeps its open
// calls and what it said last.
func TestTranscript_bounded(t *testing.T) {
	tr := transcript{limit: 3000}
	for i := 1; i <= 3; i++ {
		tr.begin(i, protocol.SnapshotUser{ID: fmt.Sprint("u", i)})
		tr.enter(text(1, strings.Repeat(fmt.Sprint(i), 900)))
		tr.enter(&protocol.TurnEnd{Reason: protocol.ReasonDone})
	}
	if got := tr.shown(); len(got) != 2 || !strings.HasPrefix(got[0], "2 u2") || !tr.truncated {
		t.Errorf("shown %q", got)
	}
	tr.begin(4, protocol.SnapshotUser{ID: "u4", Text: strings.Repeat("x", 200)})
	tr.enter(text(1, strings.Repeat("a", 1000)))
	tr.enter(callOf("t1.1"))
	tr.enter(text(2, strings.Repeat("b", 1900)))
	tr.enter(text(2, "c"))
	got := tr.shown()
	if want := "4 u4 t1.1:reads:awaiting_user text2:" + strings.Repeat("b", 1900) + "c"; len(got) != 1 || got[0] != want {
		t.Errorf("shown %q", got)
	}
	tr.enter(text(2, strings.Repeat("d", 5000))) // more than the limit: what was said last is whole
	if got := tr.shown(); !strings.HasSuffix(got[0], "d") || !strings.Contains(got[0], "bbc") {
		t.Errorf("shown %q", got)
	}
	tr.drop("u4")
	if tr.bytes != 0 || len(tr.turns) != 0 {
		t.Errorf("%d bytes are left of %d turns", tr.bytes, len(tr.turns))
	}
}

// TestTranscript_counts: what is taken out is no longer counted.
func TestTranscript_counts(t *testing.T) {
	tr := transcript{limit: 10_000}
	tr.begin(1, protocol.SnapshotUser{ID: "u1"})
	empty := tr.bytes
	tr.enter(text(1, "abc"))
	tr.enter(&protocol.Retract{Step: 1})
	if tr.bytes != empty || tr.turns[0].bytes != empty {
		t.Errorf("%d bytes, want %d", tr.bytes, empty)
	}
	tr.reset()
	if tr.bytes != 0 || tr.limit != 10_000 || len(tr.shown()) != 0 {
		t.Errorf("%+v", tr)
	}
	var off transcript
	off.begin(1, protocol.SnapshotUser{ID: "u1"})
	off.enter(text(1, "abc"))
	if len(off.shown()) != 0 {
		t.Error("a transcript without a limit keeps something")
	}
}

// TestX1_aReplacedMessageIsNotShown: what the model has forgotten, the page that
// comes back has forgotten, too.
func TestX1_aReplacedMessageIsNotShown(t *testing.T) {
	tr := transcript{limit: 10_000}
	for i := 1; i <= 2; i++ {
		tr.begin(i, protocol.SnapshotUser{ID: fmt.Sprint("u", i)})
		tr.enter(&protocol.TurnEnd{Reason: protocol.ReasonDone})
	}
	tr.drop("u2")
	tr.drop("u7") // left out before
	tr.begin(3, protocol.SnapshotUser{ID: "u3"})
	if got := strings.Join(tr.shown(), ", "); got != "1 u1 done, 3 u3" {
		t.Errorf("shown %q", got)
	}
}
