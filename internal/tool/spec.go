package tool

import (
	"encoding/json"
	"time"
)

// Where says on which side the body of a tool runs.
type Where string

// The two places.
const (
	Browser Where = "browser"
	Server  Where = "server"
)

// Risk is how much harm a call can do.
type Risk string

// The risks, in rising order.
const (
	RiskLow      Risk = "low"
	RiskMedium   Risk = "medium"
	RiskHigh     Risk = "high"
	RiskCritical Risk = "critical"
)

// Approval says when the user is asked before a call runs.
type Approval string

// The approvals. ApprovalSession asks, and lets the user allow the tool for
// the rest of the session.
const (
	ApprovalNever   Approval = "never"
	ApprovalSession Approval = "session"
	ApprovalAlways  Approval = "always"
)

// Spec is one tool of the contract, with every default filled in.
type Spec struct {
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage // as in the contract
	OutputSchema json.RawMessage // as in the contract; nil: any JSON value
	ReadOnly     bool            // annotations.readOnlyHint; false: the tool writes
	Idempotent   bool            // annotations.idempotentHint
	Where        Where
	Policy       Policy
	UI           UI
	Hash         string // first 8 hex digits of SHA-256 over RFC 8785 of the two schemas
	Denied       bool   // by the operator's Rules: it is never offered
	Declared     string // the page's own name of a tool that it declared; "": it is the contract's
}

// Policy is what the server enforces for a tool.
type Policy struct {
	Risk           Risk
	Approval       Approval
	Timeout        time.Duration // for the body
	UserTimeout    time.Duration // for the person, while a prompt or an approval is open
	MaxResultBytes int           // of the result's compact JSON
	Parallel       bool          // may run beside other calls of its step
	Ephemeral      bool          // a newer result makes older ones stale
	Untrusted      bool          // the result comes from outside the conversation
	Navigates      bool          // the body may leave the document
	RerunOnReload  bool          // onReload is rerun
	Capabilities   []string      // Permissions-Policy features, or storage, speech, device
}

// UI is the words of a tool for the person.
type UI struct {
	Ask      string // with {argument} placeholders
	Done     string
	Examples []string
}

// Declaration is what the model is told of a tool.
type Declaration struct {
	Name        string
	Description string
	Parameters  json.RawMessage // the input schema less what providers reject
}
