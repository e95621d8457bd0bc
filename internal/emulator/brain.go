package emulator

import (
	"encoding/json"
	"strings"
)

// Brain decides what the emulated model says. It is asked once per accepted
// generate request that no scripted step answers. Plan is called from the
// request's goroutine, from several at once when requests overlap; it must be
// safe for that, must not keep the Request, and must return promptly.
//
// The emulator turns the Reply into the wire form of the request's model
// family: ids, thought signatures, chunks, token counts. It also keeps the
// model's promises: in mode NONE calls are dropped, and thoughts are only sent
// when the request asked for them.
type Brain interface {
	Plan(Request) Reply
}

// Request is a generate request as a Brain sees it: decoded, checked, and free
// of wire spelling. Slices and raw messages are shared; do not modify them.
type Request struct {
	Model    string          // as in the path, without "models/"
	System   string          // texts of systemInstruction joined by newlines; empty: none
	Contents []Content       // the conversation, oldest first, never empty
	Tools    []Tool          // every declared function, in order of declaration
	Mode     Mode            // never empty: a request without one has ModeAuto
	Allowed  []string        // allowedFunctionNames; empty: all declared tools
	Body     json.RawMessage // the request's body as received, for assertions
}

// Content is one entry of the conversation.
type Content struct {
	Role  string // RoleUser or RoleModel; a missing role is RoleUser
	Parts []Part
}

// Roles of a Content.
const (
	RoleUser  = "user"
	RoleModel = "model"
)

// Part is one part of a Content. At most one of Text, Call and Response is
// set; all are zero for parts of another kind (images, files, code).
type Part struct {
	Text     string
	Thought  bool // the text is a thought summary
	Call     *Call
	Response *Response
}

// Call is a call of a tool.
type Call struct {
	ID   string          `json:"id,omitempty"`   // empty: none; in a Reply: the emulator assigns one where the family has ids
	Name string          `json:"name"`           // the tool's declared name
	Args json.RawMessage `json:"args,omitempty"` // a JSON object; nil: no arguments
}

// Response is what the client sent back for a Call.
type Response struct {
	ID    string          // empty: none
	Name  string          // the name it answers to
	Value json.RawMessage // the whole response object, for example {"output": …} or {"error": …}
}

// Tool is a declared function.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage // parametersJsonSchema, else parameters (types in upper case); nil: none
}

// Mode is toolConfig.functionCallingConfig.mode.
type Mode string

// Modes of function calling.
const (
	ModeAuto      Mode = "AUTO"
	ModeAny       Mode = "ANY"
	ModeNone      Mode = "NONE"
	ModeValidated Mode = "VALIDATED"
)

// Reply is what the model does next. Text and calls may come together; the
// text goes first. The zero Reply is an empty answer.
type Reply struct {
	Thought string `json:"thought,omitempty"` // a thought summary; empty: none
	Text    string `json:"text,omitempty"`
	Calls   []Call `json:"calls,omitempty"`
}

// Result is a tool's answer in the current turn, joined with its call.
type Result struct {
	Name  string          // the name that was called
	Args  json.RawMessage // the call's arguments; nil: none
	Value json.RawMessage // the whole response object
}

// turnStart is the index of the content that opens the current turn: the last
// user content without a function response (E44). It is -1 when there is none.
func (r Request) turnStart() int {
	for i := len(r.Contents) - 1; i >= 0; i-- {
		if c := r.Contents[i]; c.Role == RoleUser && !c.answers() {
			return i
		}
	}
	return -1
}

// answers reports whether the content carries a function response.
func (c Content) answers() bool {
	for _, p := range c.Parts {
		if p.Response != nil {
			return true
		}
	}
	return false
}

// Words returns the text of the user content that opened the current turn;
// empty when the conversation has no such content. Later parts of it that hold
// a JSON object are data beside the words and left out.
func (r Request) Words() string {
	i := r.turnStart()
	if i < 0 {
		return ""
	}
	var words []Part
	for n, p := range r.Contents[i].Parts {
		if n == 0 || !strings.HasPrefix(p.Text, "{") || !json.Valid([]byte(p.Text)) {
			words = append(words, p)
		}
	}
	return joinText(words)
}

// Results returns the tool results of the current turn, in the order in which
// they were sent: all functionResponses after the content of Words. A response
// is joined with its call by id, else by its place among the calls of its step.
func (r Request) Results() []Result {
	var results []Result
	var open []Call
	for _, c := range r.Contents[r.turnStart()+1:] {
		for _, p := range c.Parts {
			switch {
			case p.Call != nil:
				open = append(open, *p.Call)
			case p.Response != nil:
				res := Result{Name: p.Response.Name, Value: p.Response.Value}
				if i := match(open, *p.Response); i >= 0 {
					res.Args = open[i].Args
					open = append(open[:i:i], open[i+1:]...)
				}
				results = append(results, res)
			}
		}
	}
	return results
}

// match finds the call that a response answers, or -1.
func match(open []Call, resp Response) int {
	for i, c := range open {
		if resp.ID != "" && c.ID == resp.ID {
			return i
		}
	}
	for i, c := range open {
		if c.Name == resp.Name {
			return i
		}
	}
	return -1
}

func joinText(parts []Part) string {
	var text string
	for _, p := range parts {
		if p.Text == "" || p.Thought {
			continue
		}
		if text != "" {
			text += "\n"
		}
		text += p.Text
	}
	return text
}
