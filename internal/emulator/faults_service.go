package emulator

import (
	"encoding/json"
	"net/http"
)

// serviceFaults are failures of the whole request.
var serviceFaults = map[string]fault{
	// E75: a quota per minute, with the delay to wait.
	"E75": func(x fixture) Step {
		return failure(quotaError(x, "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
			"You exceeded your current quota, please check your plan and billing details. Please retry in 0.2s.",
			map[string]any{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.2s"}))
	},
	// E76: the same status without details.
	"E76": func(fixture) Step {
		return failure(&apiError{Code: 429, Status: "RESOURCE_EXHAUSTED", Message: "Resource has been exhausted (e.g. check quota)."})
	},
	// E77: a quota per day, which no retry can wait for.
	"E77": func(x fixture) Step {
		return failure(quotaError(x, "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
			"You exceeded your current quota, please check your plan and billing details."))
	},
	// E78: the four failures of the service itself.
	"E78": func(fixture) Step {
		return failure(&apiError{Code: 500, Status: "INTERNAL", Message: "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting"})
	},
	"E78b": func(fixture) Step { return failure(overloaded) },
	"E78c": func(fixture) Step { return failure(highDemand) },
	"E78d": func(fixture) Step {
		return failure(&apiError{Code: 504, Status: "DEADLINE_EXCEEDED", Message: "Deadline expired before operation could complete."})
	},
	// E79: bodies that are no plain error: in an array, HTML, none.
	"E79": func(fixture) Step {
		s := failure(overloaded)
		s.Error = encode([]any{map[string]*apiError{"error": overloaded}}, "  ")
		return s
	},
	"E79b": func(fixture) Step {
		page := "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"
		return Step{Status: http.StatusBadGateway, ContentType: "text/html; charset=UTF-8", Body: &page}
	},
	"E79c": func(fixture) Step { return Step{Status: http.StatusInternalServerError, Body: new(string)} },
}

var (
	overloaded = &apiError{Code: 503, Status: "UNAVAILABLE", Message: "The model is overloaded. Please try again later."}
	highDemand = &apiError{Code: 503, Status: "UNAVAILABLE", Message: "This model is currently experiencing high demand. " +
		"Spikes in demand are usually temporary. Please try again later."}
)

func failure(e *apiError) Step { return Step{Status: e.Code, Error: e.body()} }

// quotaError is a 429 with the details that the service sends.
func quotaError(x fixture, quota, message string, more ...any) *apiError {
	details := append([]any{
		map[string]any{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": []any{map[string]any{
			"quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests", "quotaId": quota,
			"quotaDimensions": map[string]string{"location": "global", "model": x.a.model}, "quotaValue": "10",
		}}},
		map[string]any{"@type": "type.googleapis.com/google.rpc.Help", "links": []any{map[string]string{
			"description": "Learn more about Gemini API quotas", "url": "https://ai.google.dev/gemini-api/docs/rate-limits",
		}}},
	}, more...)
	return &apiError{Code: 429, Status: "RESOURCE_EXHAUSTED", Message: message, Details: details}
}

// streamFaults are answers that break off.
var streamFaults = map[string]fault{
	// E80: two chunks of text, then an error. A unary request has the error alone.
	"E80": func(x fixture) Step {
		if !x.a.stream {
			return failure(highDemand)
		}
		id := x.a.mint.id(20)
		return Step{Frames: []json.RawMessage{
			x.a.response(chunk{parts: []json.RawMessage{words("Let me ")}, tokens: 2}, id, nil),
			x.a.response(chunk{parts: []json.RawMessage{words("look.")}, tokens: 4}, id, nil),
			encode(map[string]*apiError{"error": highDemand}, ""),
		}}
	},
	// E81: the connection ends inside a JSON string of the second chunk.
	"E81": func(fixture) Step { return Step{Chunks: twoChunks(), torn: true} },
	// E82: the stream ends without a finish reason.
	"E82": func(fixture) Step { return Step{Chunks: twoChunks(), FinishReason: new(string)} },
	// E83: 200 and nothing.
	"E83": func(fixture) Step { return Step{Body: new(string)} },
	// E84: a good answer, 40 seconds late.
	"E84": func(fixture) Step { return Step{Plan: true, DelayMS: 40_000} },
}

func twoChunks() [][]json.RawMessage {
	return [][]json.RawMessage{{words("Let me ")}, {words("look at that.")}}
}
