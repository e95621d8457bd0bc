package emulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// apiError is an answer in the service's error form. A rule that refuses a
// request returns one; nil means accepted.
type apiError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Status  string `json:"status"`
	Details []any  `json:"details,omitempty"`
}

func invalid(format string, args ...any) *apiError {
	return &apiError{Code: http.StatusBadRequest, Message: fmt.Sprintf(format, args...), Status: "INVALID_ARGUMENT"}
}

func notFound(format string, args ...any) *apiError {
	return &apiError{Code: http.StatusNotFound, Message: fmt.Sprintf(format, args...), Status: "NOT_FOUND"}
}

// ownFault reports a fault of the emulator's user: a script or a brain that
// cannot be played. The text starts so that nobody takes it for the service's.
func ownFault(format string, args ...any) *apiError {
	return &apiError{Code: http.StatusInternalServerError, Message: "EMULATOR: " + fmt.Sprintf(format, args...), Status: "INTERNAL"}
}

// violation is one entry of google.rpc.BadRequest.
type violation struct {
	Field       string `json:"field,omitempty"`
	Description string `json:"description"`
}

type badRequest struct {
	Type       string      `json:"@type"`
	Violations []violation `json:"fieldViolations"`
}

// shapeError joins the offences of the proto shape: one line each in the
// message, one field violation each in the details (E15).
func shapeError(offences []violation) *apiError {
	if len(offences) == 0 {
		return nil
	}
	e := invalid("")
	for i, o := range offences {
		if i > 0 {
			e.Message += "\n"
		}
		e.Message += o.Description
	}
	e.Details = []any{badRequest{Type: "type.googleapis.com/google.rpc.BadRequest", Violations: offences}}
	return e
}

// bullets joins semantic offences as the service does: "* path: text", each
// line ending with a newline (E28).
func bullets(offences []violation) *apiError {
	if len(offences) == 0 {
		return nil
	}
	e := invalid("")
	for _, o := range offences {
		e.Message += "* " + o.Field + ": " + o.Description + "\n"
	}
	return e
}

// body is the JSON answer, indented as the service does it.
func (e *apiError) body() []byte {
	return encode(map[string]*apiError{"error": e}, "  ")
}

// encode marshals without HTML escapes; the values are the emulator's own and
// always encodable, raw messages having been validated before.
func encode(v any, indent string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		panic("emulator: encode: " + err.Error())
	}
	return b.Bytes()
}
