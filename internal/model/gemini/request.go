package gemini

import (
	"encoding/json"

	"google.golang.org/genai"

	"farhand/internal/model"
	"farhand/internal/tool"
)

// request returns the SDK's configuration for r: one per request, as the SDK
// writes to it. Contents and tools go past the SDK's types as the bytes made
// here: history stays verbatim, and the tool block, which begins every cached
// prefix, is byte-identical as long as the tools are.
func (m *Model) request(r model.Request) (*genai.GenerateContentConfig, error) {
	contents, err := contents(r.Messages, m.family)
	if err != nil {
		return nil, err
	}
	tools, err := toolBlock(r.Tools)
	if err != nil {
		return nil, err
	}
	continuation := false
	config := &genai.GenerateContentConfig{
		AutomaticContinuation: &continuation,
		HTTPOptions: &genai.HTTPOptions{
			ExtrasRequestProvider: func(body map[string]any) map[string]any {
				body["contents"] = contents
				if tools != nil {
					body["tools"] = tools
				}
				return body
			},
		},
	}
	if r.System != "" {
		config.SystemInstruction = &genai.Content{Parts: []*genai.Part{{Text: r.System}}}
	}
	if tools != nil {
		config.ToolConfig = &genai.ToolConfig{FunctionCallingConfig: &genai.FunctionCallingConfig{Mode: modes[r.Mode]}}
	}
	config.ThinkingConfig = m.thinking(r.Brief)
	if t := m.cfg.Temperature; t != nil {
		temperature := float32(*t)
		config.Temperature = &temperature
	}
	return config, nil
}

// modes are the words of the API.
var modes = map[model.Mode]genai.FunctionCallingConfigMode{
	"":                  genai.FunctionCallingConfigModeAuto,
	model.ModeAuto:      genai.FunctionCallingConfigModeAuto,
	model.ModeNone:      genai.FunctionCallingConfigModeNone,
	model.ModeValidated: genai.FunctionCallingConfigModeValidated,
}

// wireDeclaration is a FunctionDeclaration.
// Source: https://ai.google.dev/api/caching#FunctionDeclaration
type wireDeclaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

// toolBlock returns the tools of a request: one entry with all declarations,
// because models call tools of several entries as undeclared ones. nil without
// tools.
func toolBlock(tools []tool.Declaration) (json.RawMessage, error) {
	if len(tools) == 0 {
		return nil, nil
	}
	declarations := make([]wireDeclaration, len(tools))
	for i, d := range tools {
		declarations[i] = wireDeclaration(d)
	}
	return json.Marshal([]any{map[string]any{"functionDeclarations": declarations}})
}
