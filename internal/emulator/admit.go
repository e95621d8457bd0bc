package emulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// maxBody is the largest request body in bytes (E7).
const maxBody = 20_971_520

// checkToken judges the credentials on a path of Vertex AI: any token is good.
func checkToken(r *http.Request) *apiError {
	if hasBearer(r) {
		return nil
	}
	return &apiError{Code: http.StatusUnauthorized, Status: "UNAUTHENTICATED",
		Message: "Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential."}
}

// checkKey judges the credentials (E3 to E6). Any key is good except the three
// that tests use to be refused.
func checkKey(r *http.Request, t target) *apiError {
	if t.vertex != "" {
		return checkToken(r)
	}
	switch key := apiKey(r); key {
	case "":
		if hasBearer(r) { // E6
			return &apiError{Code: http.StatusUnauthorized, Status: "UNAUTHENTICATED",
				Message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential."}
		}
		return &apiError{Code: http.StatusForbidden, Status: "PERMISSION_DENIED", // E3
			Message: "Method doesn't allow unregistered callers (callers without established identity). " +
				"Please use API Key or other form of API consumer identity to call this API."}
	case "bad-key": // E4
		e := invalid("API key not valid. Please pass a valid API key.")
		e.Details = []any{
			map[string]any{
				"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
				"domain": "googleapis.com", "metadata": map[string]string{"service": "generativelanguage.googleapis.com"},
			},
			map[string]any{
				"@type": "type.googleapis.com/google.rpc.LocalizedMessage", "locale": "en-US", "message": e.Message,
			},
		}
		return e
	case "expired-key": // E5
		return invalid("API key expired. Please renew the API key.")
	case "leaked-key": // E5
		return &apiError{Code: http.StatusForbidden, Status: "PERMISSION_DENIED",
			Message: "Your API key was reported as leaked. Please use another API key."}
	}
	return nil
}

// readBody reads at most maxBody bytes (E7). The error is the client's:
// it went away while sending.
func readBody(r *http.Request) ([]byte, *apiError, error) {
	tooLarge := invalid("Request payload size exceeds the limit: %d bytes.", maxBody)
	if r.ContentLength > maxBody {
		// A client that still sends might never read the answer.
		_, err := io.Copy(io.Discard, io.LimitReader(r.Body, 2*maxBody))
		return nil, tooLarge, err
	}
	var body bytes.Buffer
	body.Grow(int(max(0, r.ContentLength)) + bytes.MinRead)
	if _, err := body.ReadFrom(io.LimitReader(r.Body, maxBody+1)); err != nil {
		return body.Bytes(), nil, err
	}
	if body.Len() > maxBody {
		return nil, tooLarge, nil
	}
	return body.Bytes(), nil, nil
}

// parseBody turns the body into a message of the proto: E13, then the shape
// (E15 to E22, E25). An empty body is an empty message.
func parseBody(body []byte, message string) (*node, *apiError) {
	if len(bytes.TrimSpace(body)) == 0 {
		return &node{kind: object}, nil
	}
	n, err := parse(body)
	if err != nil { // E13
		return nil, syntaxError(body, err)
	}
	return n, shapeError(checkShape(n, message))
}

// syntaxError points at the place where the JSON ends to make sense.
func syntaxError(body []byte, err error) *apiError {
	offset := len(body)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = int(syntax.Offset)
	}
	what := "Unexpected token."
	if offset >= len(body) {
		what = "Unexpected end of string."
	}
	from := max(0, offset-20)
	near := strings.ToValidUTF8(string(body[from:min(len(body), offset+20)]), "?")
	return shapeError([]violation{{
		Description: "Invalid JSON payload received. " + what + "\n" + near + "\n" + strings.Repeat(" ", max(0, offset-from-1)) + "^",
	}})
}

// checkModel refuses models that do not exist (E9).
func checkModel(t target) (family, *apiError) {
	f, ok := familyOf(t.model)
	if !ok && t.vertex != "" {
		return f, notFound("Publisher Model `%s` was not found or your project does not have access to it. "+
			"Please ensure you are using a valid model version.", t.vertex)
	}
	if !ok {
		return f, notFound("models/%s is not found for API version %s, or is not supported for %s. "+
			"Call ModelService.ListModels to see the list of available models and their supported methods.",
			t.model, t.version, t.base())
	}
	return f, nil
}

// checkDeadline refuses a client's deadline below ten seconds (E8).
func checkDeadline(r *http.Request) *apiError {
	const minimum = 10
	seconds, err := strconv.ParseFloat(r.Header.Get("X-Server-Timeout"), 64)
	if err != nil || seconds >= minimum {
		return nil
	}
	return invalid("Manually set deadline %vs is too short. Minimum allowed deadline is %ds.", seconds, minimum)
}
