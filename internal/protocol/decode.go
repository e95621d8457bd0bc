package protocol

import (
	"encoding/base64"
	"encoding/json"
	"unicode/utf8"
)

// The sizes that Decode enforces. A field above its limit is refused with
// ErrorTooLarge; docs/protocol.md, "Limits".
const (
	MaxTextBytes     = 65536 // user.text, UTF-8
	MaxIDChars       = 200   // ids, names, page.lang and media.mimeType, in Unicode code points
	MaxContextBytes  = 8192  // user.context, UTF-8 of its compact JSON
	MaxURLChars      = 2000  // page.url and user.url, in Unicode code points
	MaxMessageChars  = 1000  // error.message, in Unicode code points; cut, not refused
	MaxResumeCalls   = 256   // hello.calls and hello.started, each
	maxTypeNameChars = 40    // of an unknown type in our own message
)

// Decode reads one frame of the browser. Unknown fields are ignored. A hello
// of another protocol version comes back with nothing but Protocol set, for
// its other fields may mean something else.
//
// The refusal, if there is one, is ready to be sent: its code is
// ErrorMalformed, ErrorUnknownType or ErrorTooLarge, its Ref the id of the
// frame if one could be read. Its message names fields, never their content.
//
// Error codes that a page cannot know become CodeFailed (see PageCode), and a
// result is returned compact and free of lone surrogates (see cleanJSON).
func Decode(data []byte) (ClientFrame, *Error) {
	if !utf8.Valid(data) {
		return nil, &Error{Code: ErrorMalformed, Message: "the frame is not UTF-8"}
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil || raw == nil {
		return nil, &Error{Code: ErrorMalformed, Message: "the frame is not a JSON object"}
	}
	r := &reader{raw: raw}
	kind := r.string("type", 0)
	if r.fault != nil {
		return nil, r.refuse()
	}
	frame := decodeAs(kind, r)
	if r.fault != nil {
		return nil, r.refuse()
	}
	if frame == nil {
		return nil, &Error{Code: ErrorUnknownType, Message: "this server knows no frame of type " + quoteShort(kind)}
	}
	return frame, nil
}

// decodeAs reads the fields of the frame type kind; nil for an unknown type.
func decodeAs(kind string, r *reader) ClientFrame {
	switch kind {
	case TypeHello:
		return decodeHello(r)
	case TypeUser:
		return decodeUser(r)
	case TypeToolState:
		return &ClientToolState{
			ID:    r.id(),
			State: State(r.oneOf("state", string(StateDelivered), string(StateAwaitingUser), string(StateRunning))),
		}
	case TypeToolResult:
		return decodeResult(r)
	case TypeToolsChanged:
		return &ToolsChanged{Tools: r.hashes("tools"), Unavailable: decodeUnavailable(r), Declare: decodeDeclare(r)}
	case TypeStop:
		return &Stop{}
	case TypeReset:
		return &Reset{}
	case TypeRevoke:
		return &Revoke{Name: r.filled("name")}
	case TypeEnd:
		return &End{}
	case TypeInspect:
		return decodeInspect(r)
	case TypeHeartbeat:
		return &Heartbeat{Seq: r.integer("seq")}
	}
	return nil
}

func decodeHello(r *reader) *ClientHello {
	hello := &ClientHello{Protocol: int(r.integer("protocol"))}
	if hello.Protocol != Version {
		return hello
	}
	hello.Tools = r.hashes("tools")
	hello.Unavailable = decodeUnavailable(r)
	hello.Declare = decodeDeclare(r)
	if r.has("approvals") {
		hello.Approvals = r.bool("approvals")
	}
	if r.has("page") {
		page := r.object("page")
		hello.Page = Page{
			ID:   page.optional("id", MaxIDChars),
			URL:  page.optional("url", MaxURLChars),
			Lang: page.optional("lang", MaxIDChars),
		}
	}
	if r.has("resume") {
		token := r.string("resume", MaxIDChars)
		hello.Resume = &token
	}
	hello.Calls = r.strings("calls", MaxResumeCalls)
	hello.Started = r.strings("started", MaxResumeCalls)
	return hello
}

func decodeUnavailable(r *reader) []Unavailable {
	var list []Unavailable
	for _, item := range r.objects("unavailable") {
		list = append(list, Unavailable{
			Name: item.string("name", MaxIDChars),
			Reason: Withheld(item.oneOf("reason", string(WithheldInsecureContext),
				string(WithheldUnsupported), string(WithheldPolicy), string(WithheldNoBody))),
		})
	}
	return list
}

// decodeDeclare reads each tool for itself: a field of a wrong type counts as
// absent, so that what is wrong with one tool is said of that tool, and the
// frame is taken.
func decodeDeclare(r *reader) []DeclaredTool {
	if !r.has("declare") {
		return nil
	}
	var items []json.RawMessage
	r.into("declare", &items, "[", "must be an array of objects")
	list := make([]DeclaredTool, len(items))
	for i, item := range items {
		var fields map[string]json.RawMessage
		if json.Unmarshal(item, &fields) != nil {
			continue
		}
		t := &list[i]
		_ = json.Unmarshal(fields["name"], &t.Name)
		_ = json.Unmarshal(fields["title"], &t.Title)
		_ = json.Unmarshal(fields["description"], &t.Description)
		t.InputSchema, t.OutputSchema = fields["inputSchema"], fields["outputSchema"]
		if json.Unmarshal(fields["annotations"], &t.Annotations) != nil {
			t.Annotations = ToolHints{}
		}
	}
	return list
}

func decodeUser(r *reader) *User {
	user := &User{
		ID: r.id(), Text: r.string("text", 0), Replaces: r.filled("replaces"), URL: r.optional("url", MaxURLChars),
	}
	if r.has("context") {
		user.Context = cleanJSON(r.raw["context"])
	}
	switch {
	case r.fault != nil:
	case len(user.Context) > MaxContextBytes:
		r.failSize("context")
	case len(user.Text) > MaxTextBytes:
		r.failSize("text")
	case blank(user.Text):
		r.fail("text", "is empty")
	}
	return user
}

func decodeInspect(r *reader) *Inspect {
	inspect := &Inspect{ID: r.id(), Name: r.string("name", MaxIDChars)}
	if r.fault == nil && inspect.Name == "" {
		r.fail("name", "is empty")
	}
	r.object("args") // for its fault
	if r.fault == nil {
		inspect.Args = cleanJSON(r.raw["args"])
	}
	return inspect
}

func decodeResult(r *reader) *ToolResult {
	res := &ToolResult{ID: r.id()}
	if r.has("result") == r.has("error") {
		r.fail("result", "or error must be there, and only one of them")
		return res
	}
	if r.has("grant") {
		res.Grant = Grant(r.oneOf("grant", string(GrantOnce), string(GrantSession)))
	}
	if r.has("error") {
		if r.has("media") {
			r.fail("media", "cannot stand beside error")
		}
		callErr := r.object("error")
		res.Error = &CallError{
			Code:    PageCode(Code(callErr.string("code", MaxIDChars))),
			Message: Cut(callErr.string("message", 0), MaxMessageChars),
		}
		return res
	}
	res.Result = cleanJSON(r.raw["result"])
	for _, item := range r.objects("media") {
		media := Media{MimeType: item.string("mimeType", MaxIDChars), Data: item.string("data", 0)}
		if _, err := base64.StdEncoding.DecodeString(media.Data); err != nil {
			item.fail("data", "is not standard base64")
		}
		res.Media = append(res.Media, media)
	}
	return res
}

// PageCode returns c if a page can know it, else CodeFailed: what the server
// alone decides (unknown_tool, not_delivered, disconnected, budget) cannot be
// claimed by a page.
func PageCode(c Code) Code {
	switch c {
	case CodePermissionDenied, CodeNeedsGesture, CodeUnsupported, CodeDenied, CodeCancelled,
		CodeTimeout, CodeInterrupted, CodeTooLarge, CodeInvalidResult, CodeInvalidArgs:
		return c
	}
	return CodeFailed
}
