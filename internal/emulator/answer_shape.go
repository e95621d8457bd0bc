package emulator

import "encoding/json"

// Shapes of an answer, in the service's order of fields.
type (
	generateResponse struct {
		Candidates    []candidate `json:"candidates"`
		UsageMetadata any         `json:"usageMetadata,omitempty"`
		ModelVersion  string      `json:"modelVersion"`
		ResponseID    string      `json:"responseId"`
	}
	candidate struct {
		Content       answerContent `json:"content"`
		FinishReason  string        `json:"finishReason,omitempty"`
		Index         int           `json:"index"`
		FinishMessage string        `json:"finishMessage,omitempty"`
	}
	answerContent struct {
		Parts []json.RawMessage `json:"parts,omitempty"`
		Role  string            `json:"role"`
	}
	answerPart struct {
		Text         *string     `json:"text,omitempty"`
		Thought      bool        `json:"thought,omitempty"`
		FunctionCall *answerCall `json:"functionCall,omitempty"`
		Signature    string      `json:"thoughtSignature,omitempty"`
	}
	answerCall struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args,omitempty"`
		ID   string          `json:"id,omitempty"`
	}
	usage struct {
		PromptTokenCount     int           `json:"promptTokenCount"`
		CandidatesTokenCount int           `json:"candidatesTokenCount,omitempty"`
		TotalTokenCount      int           `json:"totalTokenCount"`
		ThoughtsTokenCount   int           `json:"thoughtsTokenCount,omitempty"`
		PromptTokensDetails  []tokenDetail `json:"promptTokensDetails"`
		ServiceTier          string        `json:"serviceTier"`
	}
	tokenDetail struct {
		Modality   string `json:"modality"`
		TokenCount int    `json:"tokenCount"`
	}
)
