// Package event is what operators see: one flat record for each thing that
// happens, and the sinks that take it.
//
// A record holds ids, names, codes, sizes and times. It has no field for
// arguments, results, words or keys, so no sink can leak them. The package
// imports nothing of ours; enumerations of other rooms arrive as strings.
//
// Fan carries the records to the sinks: Log writes log lines, JSONL writes the
// audit, one row for each record, to any writer or to a File that rotates. All
// are safe for concurrent use. No sink returns an error or waits for one to
// pass: what cannot be written is counted, and the count is recorded.
package event

import (
	"strings"
	"time"
)

// Kind names what happened. A tool call that reached the handler chain has
// exactly one of the six tool kinds, a turn has exactly one KindTurnEnd.
type Kind string

// The kinds.
const (
	KindSessionStart     Kind = "session_start"
	KindSessionEnd       Kind = "session_end"
	KindSessionDetached  Kind = "session_detached" // its socket went, and it is kept
	KindSessionAttached  Kind = "session_attached" // a page came back to it after Dur, with Count open calls
	KindSessionExpired   Kind = "session_expired"  // nobody came back to it within Dur
	KindTurnStart        Kind = "turn_start"
	KindTurnEnd          Kind = "turn_end"
	KindStep             Kind = "step"              // one model request ended
	KindStepRetried      Kind = "step_retried"      // the request failed and is made again: Count is which, after Dur
	KindHistoryElided    Kind = "history_elided"    // Count stale results were left out
	KindHistoryCompacted Kind = "history_compacted" // Count messages of InBytes were replaced by a digest
	KindCompactionFailed Kind = "compaction_failed" // the conversation is full and stays as it is
	KindBudgetWarning    Kind = "budget_warning"    // Count of the budget Reason is used: three quarters
	KindToolCalled       Kind = "tool_called"       // the call reached its body, or may have
	KindToolTimedOut     Kind = "tool_timed_out"    // the call was sent and had no answer in time; it may have run
	KindToolDenied       Kind = "tool_denied"       // the user, the browser or the policy said no
	KindToolInvalid      Kind = "tool_invalid"      // bad arguments; nothing ran
	KindToolHallucinated Kind = "tool_hallucinated" // the contract has no such tool
	KindToolSkipped      Kind = "tool_skipped"      // not run: stopped, over budget, not delivered, not offered
	KindLateResult       Kind = "late_result"       // a result that nobody waits for
	KindSchemaMismatch   Kind = "schema_mismatch"   // page and contract have other schemas for a tool
	KindNoBody           Kind = "no_body"           // the contract has a tool, and the page said nothing of it
	KindDisagreement     Kind = "disagreement"      // page and server disagree on a tool in another way: see Reason
	KindPeerMisbehaved   Kind = "peer_misbehaved"   // malformed frames, a missing grant
	KindDropped          Kind = "dropped"           // a sink that was slow or could not write lost Count records
)

// Event is one record. Fields that do not apply are zero and not written.
type Event struct {
	Time     time.Time     `json:"time"`
	Kind     Kind          `json:"kind"`
	Session  string        `json:"session,omitempty"`
	Site     string        `json:"site,omitempty"`    // of the ticket that the page came with
	Subject  string        `json:"subject,omitempty"` // its user, as that ticket names it; never from a frame
	Turn     int           `json:"turn,omitempty"`
	Step     int           `json:"step,omitempty"`
	Call     string        `json:"call,omitempty"` // t<turn>.<n>
	Tool     string        `json:"tool,omitempty"` // a name of the contract
	Said     string        `json:"said,omitempty"` // an unknown name as the model said it, cleaned by Clean
	Allowed  []string      `json:"allowed,omitempty"`
	State    string        `json:"state,omitempty"` // the final state of a call
	Code     string        `json:"code,omitempty"`  // of a call, an error frame or a nack
	Reason   string        `json:"reason,omitempty"`
	Risk     string        `json:"risk,omitempty"`
	Declared []string      `json:"declared,omitempty"` // capabilities that the contract names for the tool
	Model    string        `json:"model,omitempty"`
	Dur      time.Duration `json:"-"`                  // JSONL writes it in ms
	InBytes  int           `json:"inBytes,omitempty"`  // arguments, words
	OutBytes int           `json:"outBytes,omitempty"` // result, answer
	Count    int           `json:"count,omitempty"`

	InputTokens    int `json:"inputTokens,omitempty"`
	OutputTokens   int `json:"outputTokens,omitempty"`
	ThoughtsTokens int `json:"thoughtsTokens,omitempty"`
	CachedTokens   int `json:"cachedTokens,omitempty"`

	Contract string `json:"-"` // hash of the session's contract; "": the sink's. JSONL writes it last

	ServerHash string `json:"serverHash,omitempty"` // of KindSchemaMismatch
	PageHash   string `json:"pageHash,omitempty"`

	// Of the three kinds of disagreement: where, and in words of schemas what was
	// expected and what was got. No value of a result is in them.
	Path     string `json:"path,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
}

// Sink takes records. Emit must not block for long and must be safe for
// concurrent use; it reports nothing, for a sink that fails must not stop the
// product.
type Sink interface{ Emit(Event) }

// SinkFunc is a function as a Sink.
type SinkFunc func(Event)

// Emit calls f.
func (f SinkFunc) Emit(e Event) { f(e) }

// Clean makes a name that a model invented safe to record: characters outside
// [A-Za-z0-9_.:-] become "?", and it is cut at 64 bytes.
func Clean(name string) string { return clean(name, "_.:-", 64) }

// CleanPath makes the place of a disagreement safe to record: as Clean, with
// brackets, and cut at 200 bytes.
func CleanPath(path string) string { return clean(path, "_.:-[]*/$#", 200) }

func clean(name, others string, most int) string {
	out := make([]byte, 0, min(len(name), most))
	for _, r := range name {
		if len(out) == most {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(others, r):
			out = append(out, byte(r))
		default:
			out = append(out, '?')
		}
	}
	return string(out)
}
