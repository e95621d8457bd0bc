// Package protocol is the vocabulary of the socket: the frames of protocol
// version 1, the states, codes and reasons in them, and their JSON form.
//
// It does no I/O, keeps no state and imports nothing of ours; every function
// is safe for concurrent use. What each frame means, who sends it when, and
// what the other side does when it is wrong stands in docs/protocol.md;
// frames.schema.json is the same as JSON Schema and the source of the
// TypeScript types, and testdata/frames holds the samples that both
// languages read.
package protocol

import "encoding/json"

// Version is the protocol version that hello carries.
const Version = 1

// Subprotocol is the WebSocket subprotocol of Version.
const Subprotocol = "farhand.v1"

// The types of frames that a browser sends.
const (
	TypeHello        = "hello" // both directions
	TypeUser         = "user"
	TypeToolState    = "tool_state" // both directions
	TypeToolResult   = "tool_result"
	TypeToolsChanged = "tools_changed"
	TypeStop         = "stop"
	TypeReset        = "reset"
	TypeRevoke       = "revoke"
	TypeEnd          = "end"
	TypeInspect      = "inspect"
	TypeHeartbeat    = "heartbeat" // both directions
)

// The types of frames that only the server sends.
const (
	TypeTurnStart       = "turn_start"
	TypeText            = "text"
	TypeReasoning       = "reasoning"
	TypeRetract         = "retract"
	TypeStep            = "step"
	TypeNotice          = "notice"
	TypeToolCall        = "tool_call"
	TypeToolCancel      = "tool_cancel"
	TypeNack            = "nack"
	TypeInspected       = "inspected"
	TypeTurnEnd         = "turn_end"
	TypeContractChanged = "contract_changed"
	TypeError           = "error"
)

// A ClientFrame is one frame from the browser: *ClientHello, *User,
// *ClientToolState, *ToolResult, *ToolsChanged, *Stop, *Reset, *Revoke, *End,
// *Inspect or *Heartbeat.
type ClientFrame interface{ clientFrame() }

// ClientHello opens the session. It is the first frame.
type ClientHello struct {
	Protocol    int               `json:"protocol"`
	Page        Page              `json:"page,omitzero"`
	Tools       map[string]string `json:"tools"` // name to schema hash, "" if unchecked
	Unavailable []Unavailable     `json:"unavailable,omitempty"`
	Declare     []DeclaredTool    `json:"declare,omitempty"`   // tools of the page's own
	Approvals   bool              `json:"approvals,omitempty"` // this client can ask its user

	// Resume says that this client can come back to its session: it is the
	// token of the session to go on with, "" if there is none. It is a pointer
	// because "" is a value; a session of a client without it is not kept.
	Resume  *string  `json:"resume,omitempty"`
	Calls   []string `json:"calls,omitempty"`   // ids of calls that this document runs or has results of
	Started []string `json:"started,omitempty"` // ids of calls that an earlier document of the tab began to run
}

// Page names the document that the client runs in.
type Page struct {
	ID   string `json:"id,omitempty"`   // new for each document
	URL  string `json:"url,omitempty"`  // origin and path, no query
	Lang string `json:"lang,omitempty"` // BCP 47
}

// Unavailable names a tool whose body cannot run in this browser.
type Unavailable struct {
	Name   string   `json:"name"`
	Reason Withheld `json:"reason"`
}

// DeclaredTool is a tool that the page brings along, which the contract does not
// have. All of it is the page's word.
type DeclaredTool struct {
	Name         string          `json:"name"` // the page's own
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema,omitempty"` // absent: no arguments
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  ToolHints       `json:"annotations,omitzero"`
}

// ToolHints is what a page says of a tool that it declares; see WebMCP and MCP.
type ToolHints struct {
	ReadOnly      bool `json:"readOnlyHint,omitempty"`
	Destructive   bool `json:"destructiveHint,omitempty"`
	Consequential bool `json:"consequentialHint,omitempty"`
}

// User starts a turn.
type User struct {
	ID       string `json:"id"` // chosen by the client; never runs twice
	Text     string `json:"text"`
	Replaces string `json:"replaces,omitempty"` // id of the last message, whose turn is forgotten first

	Context json.RawMessage `json:"context,omitempty"` // what the page tells the model beside the text; nil: nothing
	URL     string          `json:"url,omitempty"`     // beside Context: where the page is now
}

// ClientToolState acknowledges a call and moves its clocks.
type ClientToolState struct {
	ID    string `json:"id"`
	State State  `json:"state"` // delivered, awaiting_user or running
}

// Grant says how far the user's approval of a call goes.
type Grant string

// The grants of a tool_result; the empty one means that nobody was asked.
const (
	GrantOnce    Grant = "once"
	GrantSession Grant = "session"
)

// ToolResult settles a call: with Result, or with Error.
type ToolResult struct {
	ID     string          `json:"id"`
	Result json.RawMessage `json:"result,omitempty"` // any JSON value; absent exactly if Error is set
	Media  []Media         `json:"media,omitempty"`
	Error  *CallError      `json:"error,omitempty"`
	Grant  Grant           `json:"grant,omitempty"` // required if the call had Approval
}

// Media is one picture or other binary part of a result.
type Media struct {
	MimeType string `json:"mimeType"`
	Data     string `json:"data"` // standard base64
}

// CallError says why a call failed.
type CallError struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// ToolsChanged replaces what hello said of the tools, from the next turn on.
type ToolsChanged struct {
	Tools       map[string]string `json:"tools"`
	Unavailable []Unavailable     `json:"unavailable,omitempty"`
	Declare     []DeclaredTool    `json:"declare,omitempty"`
}

// Stop ends the running turn.
type Stop struct{}

// Reset ends the running turn and forgets history and grants.
type Reset struct{}

// End ends the session for good: nobody comes back to it.
type End struct{}

// Revoke takes back what the user allowed for the session.
type Revoke struct {
	Name string `json:"name,omitempty"` // of the tool; "": all tools
}

// Inspect runs one call without a model, as a turn of its own.
type Inspect struct {
	ID   string          `json:"id"` // as of User
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"` // a JSON object
}

// Heartbeat is sent by the server and answered by the page with the same Seq.
type Heartbeat struct {
	Seq int64 `json:"seq"`
}

func (*ClientHello) clientFrame()     {}
func (*User) clientFrame()            {}
func (*ClientToolState) clientFrame() {}
func (*ToolResult) clientFrame()      {}
func (*ToolsChanged) clientFrame()    {}
func (*Stop) clientFrame()            {}
func (*Reset) clientFrame()           {}
func (*Revoke) clientFrame()          {}
func (*End) clientFrame()             {}
func (*Inspect) clientFrame()         {}
func (*Heartbeat) clientFrame()       {}

// A ServerFrame is one frame to the browser. FrameType is the value of its
// type field.
type ServerFrame interface{ FrameType() string }

// ServerHello answers ClientHello, ToolsChanged, Revoke and Reset.
type ServerHello struct {
	Session  string         `json:"session"`
	Protocol int            `json:"protocol"`
	Model    ModelInfo      `json:"model"`
	Tools    []OfferedTool  `json:"tools"`
	Withheld []WithheldTool `json:"withheld"`
	Limits   Limits         `json:"limits"`
	Grants   []string       `json:"grants,omitempty"`  // tools allowed for the session, sorted
	Dev      bool           `json:"dev,omitempty"`     // the server runs for a developer
	Subject  string         `json:"subject,omitempty"` // 16 hex digits for the user of the page's ticket

	// Only in the answer to ClientHello.
	Resume   *Resume       `json:"resume,omitempty"`   // how to come back; nil: this session ends with its socket
	Resumed  *bool         `json:"resumed,omitempty"`  // set if the browser sent a token
	Reason   ResumeRefusal `json:"reason,omitempty"`   // why Resumed is false
	Snapshot *Snapshot     `json:"snapshot,omitempty"` // if Resumed is true
}

// ModelInfo names the model that answers.
type ModelInfo struct {
	Name string `json:"name"`
	Demo bool   `json:"demo"`
	// Provider says for people where words go, "" if nothing leaves the
	// server. It is a pointer because "" is a value; nil is not told.
	Provider *string `json:"provider,omitempty"`
}

// OfferedTool is a tool that the model is told of, as the page shows it.
type OfferedTool struct {
	Name   string     `json:"name"`
	Title  string     `json:"title"`
	Where  string     `json:"where"` // browser or server
	Policy ToolPolicy `json:"policy"`
	UI     ToolUI     `json:"ui"`

	Hash         string          `json:"hash,omitempty"`         // of the two schemas
	InputSchema  json.RawMessage `json:"inputSchema,omitempty"`  // as in the contract
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"` // as in the contract; absent: any JSON value

	Declared string `json:"declared,omitempty"` // the page's own name of a tool that it declared
}

// ToolPolicy is the part of a tool's policy that the page acts on.
type ToolPolicy struct {
	Risk           string `json:"risk"`     // low, medium, high, critical
	Approval       string `json:"approval"` // never, session, always
	ReadOnly       bool   `json:"readOnly"`
	MaxResultBytes int    `json:"maxResultBytes"` // of the result's compact JSON, UTF-8
}

// ToolUI is the words of a tool for the person.
type ToolUI struct {
	Ask      string   `json:"ask,omitempty"`
	Done     string   `json:"done,omitempty"`
	Examples []string `json:"examples,omitempty"`
}

// WithheldTool is a tool of the contract, or of the page, that the model is not
// told of.
type WithheldTool struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Reason Withheld `json:"reason"`
	Server string   `json:"server,omitempty"` // hash in the contract, for reason schema
	Page   string   `json:"page,omitempty"`   // hash that the page announced, for reason schema

	Hash         string          `json:"hash,omitempty"`         // of the two schemas
	InputSchema  json.RawMessage `json:"inputSchema,omitempty"`  // as in the contract
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"` // as in the contract; absent: any JSON value

	Declared string `json:"declared,omitempty"` // the page's own name of a tool that it declared

	// As of Mismatch, where page and server disagree.
	Path     string `json:"path,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
}

// Mismatch is where page and server disagree about a tool: in what place, what
// was expected there and what was got. It holds no value of a result.
type Mismatch struct {
	Path     string `json:"path"` // such as inputSchema.properties.sku or result.items[0]
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// Limits are the sizes that the server accepts, in bytes, and the heartbeat's
// pace.
type Limits struct {
	FrameBytes  int `json:"frameBytes"`  // a larger frame closes the socket with 1009
	TextBytes   int `json:"textBytes"`   // user.text, UTF-8
	HeartbeatMs int `json:"heartbeatMs"` // between two heartbeats of the server
}

// TurnStart says that the user frame with the id User began turn Turn.
type TurnStart struct {
	Turn int    `json:"turn"`
	User string `json:"user"`
}

// Text is a piece of the answer, for the screen.
type Text struct {
	Turn  int    `json:"turn"`
	Step  int    `json:"step"`
	Delta string `json:"delta"`
}

// Reasoning is a piece of the model's thoughts, for the screen.
type Reasoning Text

// Retract drops the text and reasoning of a step, which is tried again or has
// failed.
type Retract struct {
	Turn int `json:"turn"`
	Step int `json:"step"`
}

// Step says that a request to the model, with its repeats, brought an answer.
type Step struct {
	Turn         int   `json:"turn"`
	Step         int   `json:"step"`
	Ms           int64 `json:"ms"`           // from the first request to the end of the answer
	RequestBytes int   `json:"requestBytes"` // body of the last request
	Usage        Usage `json:"usage"`        // of this step
}

// NoticeCode says what a notice is about.
type NoticeCode string

// The codes of notice.
const (
	NoticeRetrying      NoticeCode = "retrying"
	NoticeQueued        NoticeCode = "queued"
	NoticeCompacted     NoticeCode = "compacted"
	NoticeBudgetWarning NoticeCode = "budget_warning"
)

// Notice tells the person what goes on inside a turn.
type Notice struct {
	Turn    int            `json:"turn"`
	Code    NoticeCode     `json:"code"`
	Details map[string]any `json:"details,omitempty"`
}

// ToolCall asks the page to run a tool, or to ask its user first.
type ToolCall struct {
	Turn          int             `json:"turn"`
	Step          int             `json:"step"`
	ID            string          `json:"id"` // t<turn>.<n>
	Name          string          `json:"name"`
	Args          json.RawMessage `json:"args"`
	TimeoutMs     int64           `json:"timeoutMs"`     // left for the body
	UserTimeoutMs int64           `json:"userTimeoutMs"` // left for the person
	Approval      *Approval       `json:"approval,omitempty"`
	Attempt       int             `json:"attempt,omitempty"` // 2: its body ran in a document that is gone, run it once more
}

// Approval says that the user must allow the call before the body runs.
type Approval struct {
	Reason   string `json:"reason"`   // ui.ask with the arguments filled in
	Risk     string `json:"risk"`     // low, medium, high, critical
	Remember bool   `json:"remember"` // the user may allow it for the session
}

// ToolCancel aborts the body of a call; its late result will be refused.
type ToolCancel struct {
	ID     string `json:"id"`
	Reason Code   `json:"reason"` // timeout, not_delivered, cancelled, budget, disconnected
}

// ServerToolState is the final state of a call, sent exactly once per call.
type ServerToolState struct {
	ID    string          `json:"id"`
	State State           `json:"state"`
	Code  Code            `json:"code,omitempty"`
	Ms    int64           `json:"ms"`
	Name  string          `json:"name,omitempty"` // with Args, if no tool_call was sent
	Args  json.RawMessage `json:"args,omitempty"`

	Mismatch *Mismatch `json:"mismatch,omitempty"` // of code invalid_result: what does not fit
}

// Nack answers a tool_result that changed nothing.
type Nack struct {
	ID     string     `json:"id"`
	Reason NackReason `json:"reason"`
}

// Inspected tells what the model would have read of the call of an Inspect.
type Inspected struct {
	Turn     int             `json:"turn"`
	Response json.RawMessage `json:"response"` // {"output": value} or {"error": {"code", "message"}}
}

// TurnEnd is the last frame of a turn, sent exactly once.
type TurnEnd struct {
	Turn   int        `json:"turn"`
	Reason Reason     `json:"reason"`
	Error  *TurnError `json:"error,omitempty"`
	Usage  Usage      `json:"usage"`
}

// TurnError says in words why a turn ended without an answer.
type TurnError struct {
	Kind         string `json:"kind"` // auth, quota, not_found, bad_request, overloaded, blocked, unreachable, timeout
	Message      string `json:"message"`
	RetryAfterMs int64  `json:"retryAfterMs,omitempty"`
}

// Usage counts tokens: of a step, or over all steps of a turn.
type Usage struct {
	InputTokens    int `json:"inputTokens"`
	OutputTokens   int `json:"outputTokens"`
	ThoughtsTokens int `json:"thoughtsTokens"`
	CachedTokens   int `json:"cachedTokens"`
}

// ContractChanged says that the contract's file has changed.
type ContractChanged struct {
	Faults []ContractFault `json:"faults"` // none: new sessions get the new contract
}

// ContractFault is one thing that is wrong with a contract.
type ContractFault struct {
	Path    string `json:"path"` // such as tools[2].inputSchema; "" for the whole file
	Message string `json:"message"`
}

// Error refuses a frame. The socket stays open unless a close follows.
type Error struct {
	Code         ErrorCode `json:"code"`
	Message      string    `json:"message"`
	Ref          string    `json:"ref,omitempty"` // the id of the refused frame
	RetryAfterMs int64     `json:"retryAfterMs,omitempty"`
}

// The type of each server frame.

func (*ServerHello) FrameType() string     { return TypeHello }
func (*TurnStart) FrameType() string       { return TypeTurnStart }
func (*Text) FrameType() string            { return TypeText }
func (*Reasoning) FrameType() string       { return TypeReasoning }
func (*Retract) FrameType() string         { return TypeRetract }
func (*Step) FrameType() string            { return TypeStep }
func (*Notice) FrameType() string          { return TypeNotice }
func (*ToolCall) FrameType() string        { return TypeToolCall }
func (*ToolCancel) FrameType() string      { return TypeToolCancel }
func (*ServerToolState) FrameType() string { return TypeToolState }
func (*Nack) FrameType() string            { return TypeNack }
func (*Inspected) FrameType() string       { return TypeInspected }
func (*TurnEnd) FrameType() string         { return TypeTurnEnd }
func (*ContractChanged) FrameType() string { return TypeContractChanged }
func (*Error) FrameType() string           { return TypeError }
func (*Heartbeat) FrameType() string       { return TypeHeartbeat }
