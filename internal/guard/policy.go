package guard

import (
	"context"
	"maps"
	"slices"
	"sync"

	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Grants are the tools that the user allowed for the rest of the session. The
// zero value holds none. It is safe for concurrent use.
type Grants struct {
	mu    sync.Mutex
	tools map[string]bool
}

// Has reports whether the user allowed the tool for the session.
func (g *Grants) Has(tool string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tools[tool]
}

// Tools returns the names of the tools that the user allowed, sorted; nil if
// there are none.
func (g *Grants) Tools() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Sorted(maps.Keys(g.tools))
}

// Remove forgets the grant of a tool, if there is one.
func (g *Grants) Remove(tool string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.tools, tool)
}

// Reset forgets all grants.
func (g *Grants) Reset() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tools = nil
}

func (g *Grants) add(tool string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tools == nil {
		g.tools = make(map[string]bool)
	}
	g.tools[tool] = true
}

// Policy fills the call's Approval if its tool asks and the user has not
// allowed it for the session, and holds the page to it: an answer that only a
// body that ran can give, but without a grant, becomes denied. A grant for the
// session counts only where it was offered, and not beside a refusal.
func Policy(offer tool.Offer, grants *Grants, warn func(event.Event)) tool.Middleware {
	return func(next tool.Handler) tool.Handler {
		return func(ctx context.Context, c tool.Call) tool.Result {
			spec, _ := offer.Spec(c.Name)
			if spec.Policy.Approval == tool.ApprovalNever || grants.Has(c.Name) {
				return next(ctx, c)
			}
			c.Approval = &protocol.Approval{
				Reason:   spec.Ask(c.Args),
				Risk:     string(spec.Policy.Risk),
				Remember: spec.Policy.Approval == tool.ApprovalSession,
			}
			r := next(ctx, c)
			switch {
			case r.Grant == protocol.GrantSession && c.Approval.Remember && r.Code() != protocol.CodeDenied:
				grants.add(c.Name)
			case r.Grant == "" && ran(r):
				warn(event.Event{
					Kind: event.KindPeerMisbehaved, Reason: "missing_grant",
					Turn: c.Turn, Step: c.Step, Call: c.ID, Tool: c.Name,
				})
				return tool.Fail(protocol.CodeDenied, "")
			}
			return r
		}
	}
}

// ran reports whether r is an answer that only a body that ran can give.
func ran(r tool.Result) bool {
	switch r.Code() {
	case "", protocol.CodeFailed, protocol.CodeInvalidResult, protocol.CodeTooLarge,
		protocol.CodePermissionDenied, protocol.CodeNeedsGesture, protocol.CodeInterrupted:
		return true
	}
	return false
}
