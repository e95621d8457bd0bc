package guard

import (
	"context"
	"time"

	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Ended is how one call ended.
type Ended struct {
	Call    tool.Call
	Result  tool.Result
	Dur     time.Duration
	Skipped bool // never sent: the turn had ended, or a budget was spent
}

// Record is the outermost guard. It reports every call exactly once, answers
// at once what comes after the end of its turn or budget (ctx has ended), and
// turns a panic further in into a failed result.
func Record(ended func(Ended)) tool.Middleware {
	return func(next tool.Handler) tool.Handler {
		return func(ctx context.Context, c tool.Call) tool.Result {
			start := time.Now()
			e := Ended{Call: c}
			if end := tool.EndOf(ctx); end != nil {
				e.Skipped = true
				e.Result = tool.Fail(end.Code, notRun(end))
			} else {
				sent := false
				c.Sent = also(c.Sent, func() { sent = true })
				e.Result = contained(ctx, c, next)
				e.Skipped = !sent && e.Result.Code() == protocol.CodeBudget
			}
			e.Dur = time.Since(start)
			ended(e)
			return e.Result
		}
	}
}

// also is both functions in one; first may be nil.
func also(first, then func()) func() {
	if first == nil {
		return then
	}
	return func() { first(); then() }
}

// notRun says that a call did not run and, where the code does not, why.
func notRun(end *tool.End) string {
	if end == tool.ErrRepeated {
		return "The call was not run: it is the same as those before it, and so would be its result."
	}
	return "The call was not run."
}

// contained runs next; a panic becomes a failed result. What was panicked with
// may hold content, so it goes nowhere.
func contained(ctx context.Context, c tool.Call, next tool.Handler) (r tool.Result) {
	defer func() {
		if recover() != nil {
			r = tool.Fail(protocol.CodeFailed, "The tool broke on the server.")
		}
	}()
	return next(ctx, c)
}

// Event is the record of the call for operators. spec is the tool of the call,
// nil if there is none. allowed is the names that were offered; they are
// recorded only beside an invented name.
func (e Ended) Event(spec *tool.Spec, allowed []string) event.Event {
	code := e.Result.Code()
	ev := event.Event{
		Kind:     kind(code, e.Skipped),
		Turn:     e.Call.Turn,
		Step:     e.Call.Step,
		Call:     e.Call.ID,
		Tool:     e.Call.Name,
		State:    string(code.State()),
		Code:     string(code),
		Dur:      e.Dur,
		InBytes:  len(e.Call.Args),
		OutBytes: len(e.Result.Value),
	}
	if spec != nil {
		ev.Risk, ev.Declared = string(spec.Policy.Risk), spec.Policy.Capabilities
	}
	if ev.Kind == event.KindToolHallucinated {
		ev.Said, ev.Allowed = event.Clean(e.Call.Said), allowed
	}
	return ev
}

// kind sorts calls by how far they came: tool_called and tool_timed_out only
// if the body was reached, or may have been.
func kind(code protocol.Code, skipped bool) event.Kind {
	switch code {
	case protocol.CodeUnknownTool:
		return event.KindToolHallucinated
	case protocol.CodeInvalidArgs:
		return event.KindToolInvalid
	case protocol.CodeDenied, protocol.CodePermissionDenied:
		return event.KindToolDenied
	case protocol.CodeUnsupported, protocol.CodeNotDelivered:
		return event.KindToolSkipped
	}
	switch {
	case skipped:
		return event.KindToolSkipped
	case code == protocol.CodeTimeout:
		return event.KindToolTimedOut
	}
	return event.KindToolCalled
}
