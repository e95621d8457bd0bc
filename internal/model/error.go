package model

import "time"

// Kind classifies what went wrong at a model, for the person.
type Kind string

// The kinds.
const (
	KindAuth        Kind = "auth"
	KindQuota       Kind = "quota"
	KindNotFound    Kind = "not_found"
	KindBadRequest  Kind = "bad_request"
	KindOverloaded  Kind = "overloaded"
	KindBlocked     Kind = "blocked"
	KindUnreachable Kind = "unreachable"
	KindTimeout     Kind = "timeout"

	// KindNoAnswer is of a step that brought no words. Only Retrying has it:
	// such a step is no Error.
	KindNoAnswer Kind = "no_answer"
)

// Error is a failed step.
type Error struct {
	Kind       Kind
	Message    string        // for the person: what happened and what to do; safe to show
	RetryAfter time.Duration // how long to wait; 0: not said
	Again      Again         // whether the same request may succeed; "": no
	Err        error         // for the log: no key and no content in it; may be nil
}

// Error returns the kind and the cause.
func (e *Error) Error() string {
	if e.Err == nil {
		return "model: " + string(e.Kind)
	}
	return "model: " + string(e.Kind) + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
