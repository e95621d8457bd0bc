package session

import (
	"farhand/internal/broker"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// document is what a page that comes back says of the calls that it knows.
type document struct {
	same    bool            // it is the one that went
	calls   map[string]bool // it runs these, or has their results
	started map[string]bool // an earlier document began to run these, and nothing is left of it
}

// name says for operators which document came back.
func (d document) name() string {
	if d.same {
		return "same_document"
	}
	return "new_document"
}

// fate is what becomes of an open call when a page comes back: the table of
// docs/protocol.md, "What becomes of open calls".
type fate int

const (
	fateWaits       fate = iota // the page answers it
	fateSentAgain               // its body has not begun: it is sent as it was
	fateRunAgain                // its body ran in a document that is gone, and may run twice
	fateInterrupted             // its body ran in a document that is gone, and must not run twice
	fateNavigated               // its body is why the document is gone
)

// lastAttempt is how often a body may begin: once more than once.
const lastAttempt = 2

// sends reports whether the page gets a tool_call.
func (f fate) sends() bool { return f == fateSentAgain || f == fateRunAgain }

// settles reports whether the call ends without the page.
func (f fate) settles() bool { return f == fateInterrupted || f == fateNavigated }

// fate decides about one call. A tool that writes never runs twice: a call is
// sent again only if neither the server nor the page knows that its body began.
func (d document) fate(o broker.Open, call *protocol.ToolCall, spec *tool.Spec) fate {
	acknowledged := o.State != protocol.StateRequested
	asking := call.Approval != nil && !o.Ran // its user has not allowed it yet
	switch {
	case d.calls[o.ID], d.same && acknowledged:
		return fateWaits
	case !d.started[o.ID] && (!acknowledged || asking):
		return fateSentAgain
	case spec.Policy.Navigates && !d.same:
		return fateNavigated
	case spec.Policy.RerunOnReload && call.Attempt < lastAttempt:
		return fateRunAgain
	}
	return fateInterrupted
}
