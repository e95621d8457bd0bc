// Package tool holds the contract in memory: the specs of tools.json with
// their compiled schemas and policy, the declarations that the model is told,
// and the call, result and handler that every other room passes around.
//
// A Catalog is frozen once loaded: it has no setters and is safe for
// concurrent use. The package does no I/O; it neither asks browsers nor
// models.
package tool

import (
	"context"
	"encoding/json"

	"farhand/internal/protocol"
)

// Call is one request of the model to run a tool.
type Call struct {
	ID       string          // t<turn>.<n>, minted by the loop; unique in its session
	Turn     int             // number of the turn, from 1
	Step     int             // number of the model request within the turn, from 1
	Name     string          // the tool that the call was resolved to; "" if there is none
	Said     string          // the name that the model used
	Args     json.RawMessage // a JSON object; as the model sent it
	Approval *protocol.Approval
	Sent     func() // told once when the call is on its way to its body; may be nil
}

// Media is one binary part of a result.
type Media = protocol.Media

// Error says why a call failed, in words for the model.
type Error = protocol.CallError

// Result is what a call came to. Exactly one of Value and Err is set.
type Result struct {
	Value json.RawMessage // any JSON value
	Media []Media
	Err   *Error
	Grant protocol.Grant // what the user allowed, if the call had Approval
	Page  bool           // Err.Message is the page's own words, not ours
	Unfit *Unfit         // why the code is invalid_result, if a schema says so

	// Navigated says that the body left its document for another one: Value is
	// the server's and need not fit the tool's schema.
	Navigated bool
}

// State returns the final state that the result means.
func (r Result) State() protocol.State { return r.Code().State() }

// Code returns the code of a failed result, "" for success.
func (r Result) Code() protocol.Code {
	if r.Err == nil {
		return ""
	}
	return r.Err.Code
}

// Fail returns the result of a call that failed with code. The message is the
// code's own sentence for the model, preceded by detail if there is one.
func Fail(code protocol.Code, detail string) Result {
	info, _ := code.Info()
	message := info.Model
	if detail != "" {
		message = detail + " " + message
	}
	return Result{Err: &Error{Code: code, Message: message}}
}

// Handler runs a call. It returns no Go error: a failed tool is information
// for the model. It returns soon after ctx ends.
type Handler func(ctx context.Context, c Call) Result

// Middleware wraps a handler.
type Middleware func(next Handler) Handler
