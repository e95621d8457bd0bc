package protocol

// State is where a tool call stands. The same names are used on the wire, in
// the page and in events. A call passes through open states and ends in
// exactly one final state.
type State string

// The open states, in the order in which a call can pass through them.
const (
	StateRequested    State = "requested"     // the server sent the call
	StateDelivered    State = "delivered"     // the dispatcher has it
	StateAwaitingUser State = "awaiting_user" // a prompt, an approval or a gesture is open
	StateRunning      State = "running"       // the body runs
)

// The final states.
const (
	StateSucceeded   State = "succeeded"
	StateFailed      State = "failed"
	StateDenied      State = "denied"
	StateTimedOut    State = "timed_out"
	StateCancelled   State = "cancelled"
	StateInterrupted State = "interrupted" // it may have happened
)

// Code says why a tool call did not succeed.
type Code string

// The codes of a tool call. Each has a final state and two sentences: one
// tells the model what to do next, one tells the person.
const (
	CodeUnknownTool      Code = "unknown_tool"
	CodeInvalidArgs      Code = "invalid_args"
	CodeDenied           Code = "denied"
	CodePermissionDenied Code = "permission_denied"
	CodeNeedsGesture     Code = "needs_gesture"
	CodeUnsupported      Code = "unsupported"
	CodeNotDelivered     Code = "not_delivered"
	CodeTimeout          Code = "timeout"
	CodeCancelled        Code = "cancelled"
	CodeDisconnected     Code = "disconnected"
	CodeInterrupted      Code = "interrupted"
	CodeTooLarge         Code = "too_large"
	CodeInvalidResult    Code = "invalid_result"
	CodeFailed           Code = "failed"
	CodeBudget           Code = "budget"
)

// CodeInfo is what is fixed about a Code.
type CodeInfo struct {
	State  State  // the final state that it leads to
	Model  string // for the model: what happened and what to do next
	Person string // for the person: what happened and what to do
}

// codes is the one table behind Code.Info.
var codes = map[Code]CodeInfo{
	CodeUnknownTool: {StateFailed,
		"No tool of this name exists here. Use one of the tools that were declared, or answer in words.",
		"The assistant asked for a tool that does not exist here."},
	CodeInvalidArgs: {StateFailed,
		"The arguments do not fit the tool's schema; nothing ran. Correct them and call again.",
		"The assistant called this tool with wrong arguments; nothing ran."},
	CodeDenied: {StateDenied,
		"The user declined this call; nothing ran. Do not call it again unless the user asks for it; go on without it or say what you need it for.",
		"You declined this. Nothing was done."},
	CodePermissionDenied: {StateDenied,
		"The browser refused the permission for this tool; nothing ran. Do not call it again in this turn; tell the user that the permission can be changed in the site settings next to the address.",
		"The browser did not allow this. Open the site settings next to the address, allow it, and ask again."},
	CodeNeedsGesture: {StateFailed,
		"The browser wants a click of the user before it allows this; nothing ran. Ask the user to click into the page, then call again.",
		"The browser wants a click before it allows this. Click into the page and ask again."},
	CodeUnsupported: {StateFailed,
		"This browser cannot do this; nothing ran. Do not call it again; answer without it.",
		"This browser cannot do this."},
	CodeNotDelivered: {StateTimedOut,
		"The page did not take the call in time; nothing ran. You may call once more; if it fails again, tell the user that the page does not respond.",
		"The page did not respond, so nothing was done. Reload the page if this happens again."},
	CodeTimeout: {StateTimedOut,
		"The call did not end in time. Do not wait for it; go on without it or tell the user.",
		"This took too long and was given up."},
	CodeCancelled: {StateCancelled,
		"The user stopped this turn before the call ended. Do not repeat it unless the user asks for it.",
		"You stopped this."},
	CodeDisconnected: {StateCancelled,
		"The user's browser went away before the call ended. It cannot be reached now.",
		"The connection to the server was lost before this ended."},
	CodeInterrupted: {StateInterrupted,
		"The page went away while the call ran; its outcome is unknown. Check what happened before you repeat it.",
		"This was interrupted: it may have happened."},
	CodeTooLarge: {StateFailed,
		"The result was larger than this tool may return and was dropped; nothing was cut. Ask for less.",
		"The result was too large to pass on."},
	CodeInvalidResult: {StateFailed,
		"The tool returned something that does not fit its schema; it was dropped. Do not rely on it; you may try once more with other arguments.",
		"The tool returned something that it should not return."},
	CodeFailed: {StateFailed,
		"The tool failed. Read the message; correct the arguments if they are the cause, otherwise go on without it.",
		"This did not work."},
	CodeBudget: {StateCancelled,
		"The limit of this turn is reached. Answer now with what you have.",
		"The limit for one answer was reached before this was done."},
}

// Info returns what is fixed about c; ok is false for an unknown code.
func (c Code) Info() (info CodeInfo, ok bool) {
	info, ok = codes[c]
	return info, ok
}

// State returns the final state that c leads to: StateFailed for an unknown
// code, StateSucceeded for the empty one.
func (c Code) State() State {
	if c == "" {
		return StateSucceeded
	}
	if info, ok := codes[c]; ok {
		return info.State
	}
	return StateFailed
}

// Withheld says why a tool of the contract is not offered to the model.
type Withheld string

// The reasons for withholding a tool. The first four are announced by the
// page in hello.unavailable; the others are found by the server.
const (
	WithheldInsecureContext Withheld = "insecure_context"
	WithheldUnsupported     Withheld = "unsupported"
	WithheldPolicy          Withheld = "policy"
	WithheldNoBody          Withheld = "no_body"
	WithheldNoApproval      Withheld = "no_approval"
	WithheldOperator        Withheld = "operator" // denied by the operator's rules
	WithheldSchema          Withheld = "schema"
	WithheldNoEntry         Withheld = "no_entry" // a body that the contract has no tool for
	WithheldDeclared        Withheld = "declared" // the server does not take the page's declaration
)

// Reason says how a turn ended.
type Reason string

// The reasons of turn_end.
const (
	ReasonDone         Reason = "done"
	ReasonStopped      Reason = "stopped"
	ReasonBudget       Reason = "budget"
	ReasonBlocked      Reason = "blocked"
	ReasonTruncated    Reason = "truncated"
	ReasonNoAnswer     Reason = "no_answer"
	ReasonModelError   Reason = "model_error"
	ReasonDisconnected Reason = "disconnected"
	ReasonShutdown     Reason = "shutdown"
	ReasonInternal     Reason = "internal"
)

// ErrorCode says why the server refused a frame.
type ErrorCode string

// The codes of the error frame.
const (
	ErrorBusy        ErrorCode = "busy"         // a turn is running
	ErrorDuplicate   ErrorCode = "duplicate"    // a user id was used before
	ErrorMalformed   ErrorCode = "malformed"    // not a frame
	ErrorUnknownType ErrorCode = "unknown_type" // a frame of an unknown type
	ErrorUnexpected  ErrorCode = "unexpected"   // a frame that does not fit here
	ErrorTooLarge    ErrorCode = "too_large"    // a field over its limit
	ErrorRateLimited ErrorCode = "rate_limited" // more turns than this page may begin now
	ErrorInternal    ErrorCode = "internal"     // our fault
)

// RefusalCode says why a page may not open a socket, or why its socket was
// closed.
type RefusalCode string

// The codes of a refusal.
const (
	RefusalHost           RefusalCode = "host"           // the server does not answer to the name in the address
	RefusalOrigin         RefusalCode = "origin"         // pages of this origin may not
	RefusalAuthentication RefusalCode = "authentication" // the ticket is missing or not good
	RefusalRateLimited    RefusalCode = "rate_limited"   // too often, too much, or too many at the same time
	RefusalFull           RefusalCode = "full"           // all sessions of the server are in use
	RefusalDraining       RefusalCode = "draining"       // the server shuts down
)

// NackReason says why a tool_result changed nothing.
type NackReason string

// The reasons of nack.
const (
	NackUnknown NackReason = "unknown" // no such call was sent
	NackSettled NackReason = "settled" // the call has its result already
)

// ResumeRefusal says why a session could not be gone on with.
type ResumeRefusal string

// The reasons of hello.reason.
const (
	ResumeExpired       ResumeRefusal = "expired"          // the session was not kept any longer
	ResumeUnknown       ResumeRefusal = "unknown"          // no such token, or one that was used up
	ResumeServerRestart ResumeRefusal = "server_restarted" // the token is from another run of the server
	ResumeOrigin        ResumeRefusal = "origin"           // the session belongs to a page of another origin
	ResumeSubject       ResumeRefusal = "subject"          // the session belongs to somebody else
)

// The WebSocket close codes of this protocol (4000 to 4999 are for private
// use, RFC 6455 section 7.4.2).
const (
	CloseNormal         = 1000
	CloseGoingAway      = 1001
	CloseTooLarge       = 1009
	CloseSuperseded     = 4001
	CloseIdle           = 4002
	CloseAuthentication = 4003
	CloseOrigin         = 4004
	CloseRateLimited    = 4008
	CloseDraining       = 4010
	CloseProtocol       = 4011
)
