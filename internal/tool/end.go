package tool

import (
	"context"

	"farhand/internal/protocol"
)

// End is why a turn or a session ended, as the cause of its context. It tells
// calls that are still open how to end.
type End struct {
	Code   protocol.Code   // the result of open calls
	Reason protocol.Reason // the reason of turn_end
	text   string
}

// Error returns the cause in words.
func (e *End) Error() string { return e.text }

// The causes with which a context of a turn is cancelled.
var (
	ErrStopped      = &End{protocol.CodeCancelled, protocol.ReasonStopped, "stopped by the user"}
	ErrBudget       = &End{protocol.CodeBudget, protocol.ReasonBudget, "budget of the turn is spent"}
	ErrRepeated     = &End{protocol.CodeBudget, protocol.ReasonBudget, "the same call too often in a row"}
	ErrDisconnected = &End{protocol.CodeDisconnected, protocol.ReasonDisconnected, "browser disconnected"}
	ErrShutdown     = &End{protocol.CodeDisconnected, protocol.ReasonShutdown, "server is shutting down"}
)

// EndOf returns why ctx ended: its cause if that is an *End, else ErrStopped.
// It returns nil while ctx goes on.
func EndOf(ctx context.Context) *End {
	if ctx.Err() == nil {
		return nil
	}
	if end, ok := context.Cause(ctx).(*End); ok {
		return end
	}
	return ErrStopped
}
