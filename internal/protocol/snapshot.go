package protocol

import "encoding/json"

// Resume is how a browser comes back to its session on another socket.
type Resume struct {
	Token string `json:"token"` // a secret; another one at each attach
	TTLMs int64  `json:"ttlMs"` // how long an idle session is kept without a socket
}

// Snapshot is the conversation as the page showed it, for a page that comes
// back: what the browser was told and what its user said. It holds no result
// of a call, and nothing that is private to the model.
type Snapshot struct {
	Turns     []SnapshotTurn `json:"turns"`               // oldest first
	Running   int            `json:"running,omitempty"`   // number of the turn that runs; 0: none
	Open      []OpenCall     `json:"open"`                // calls that wait for this page, in call order
	Truncated bool           `json:"truncated,omitempty"` // something older was left out
}

// SnapshotTurn is one turn of a Snapshot.
type SnapshotTurn struct {
	Turn  int            `json:"turn"`
	User  SnapshotUser   `json:"user"`
	Parts []SnapshotPart `json:"parts"`         // in the order in which they began
	End   *SnapshotEnd   `json:"end,omitempty"` // nil: it runs
}

// SnapshotUser is the message that began a turn.
type SnapshotUser struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// SnapshotEnd is how a turn ended, as TurnEnd told it.
type SnapshotEnd struct {
	Reason Reason     `json:"reason"`
	Error  *TurnError `json:"error,omitempty"`
	Usage  Usage      `json:"usage"`
}

// PartKind tells the parts of a turn apart.
type PartKind string

// The kinds.
const (
	PartText      PartKind = "text"
	PartReasoning PartKind = "reasoning"
	PartCall      PartKind = "call"
	PartNotice    PartKind = "notice"
	PartStep      PartKind = "step"
)

// A SnapshotPart is one part of a turn: *TextPart, *CallPart, *NoticePart or
// *StepPart. Its kind is set.
type SnapshotPart interface{ snapshotPart() }

// TextPart is what the model said, or thought, without a break.
type TextPart struct {
	Kind PartKind `json:"kind"` // PartText or PartReasoning
	Step int      `json:"step"`
	Text string   `json:"text"`
}

// CallPart is a call and how far it came.
type CallPart struct {
	Kind  PartKind        `json:"kind"` // PartCall
	ID    string          `json:"id"`
	Step  int             `json:"step"` // 0 for a call that was never sent
	Name  string          `json:"name"`
	Args  json.RawMessage `json:"args"`
	State State           `json:"state"`
	Code  Code            `json:"code,omitempty"` // as in ServerToolState
	Ms    *int64          `json:"ms,omitempty"`   // of a call that has ended
}

// NoticePart is a Notice.
type NoticePart struct {
	Kind    PartKind       `json:"kind"` // PartNotice
	Code    NoticeCode     `json:"code"`
	Details map[string]any `json:"details,omitempty"`
}

// StepPart is a Step.
type StepPart struct {
	Kind         PartKind `json:"kind"` // PartStep
	Step         int      `json:"step"`
	Ms           int64    `json:"ms"`
	RequestBytes int      `json:"requestBytes"`
	Usage        Usage    `json:"usage"`
}

func (*TextPart) snapshotPart()   {}
func (*CallPart) snapshotPart()   {}
func (*NoticePart) snapshotPart() {}
func (*StepPart) snapshotPart()   {}

// OpenCall is a call that waits for the page, with what is left of its clocks.
// A tool_call for it follows if the page has to do anything.
type OpenCall struct {
	ID            string `json:"id"`
	State         State  `json:"state"`
	TimeoutMs     int64  `json:"timeoutMs"`
	UserTimeoutMs int64  `json:"userTimeoutMs"`
}
