package emulator

// modelInfo is an entry of the list of models (E101).
type modelInfo struct {
	Name                       string   `json:"name"`
	Version                    string   `json:"version"`
	DisplayName                string   `json:"displayName"`
	Description                string   `json:"description"`
	InputTokenLimit            int      `json:"inputTokenLimit"`
	OutputTokenLimit           int      `json:"outputTokenLimit"`
	SupportedGenerationMethods []string `json:"supportedGenerationMethods"`
	Thinking                   bool     `json:"thinking"`
}

// listed are the models that a client finds; others of the same families exist
// as well (E9).
var listed = []string{
	"gemini-flash-latest", "gemini-pro-latest", "gemini-3-flash-preview", "gemini-3.1-pro-preview", "gemini-2.5-flash",
}

// inputTokenLimit and outputTokenLimit are the same for all models.
const (
	inputTokenLimit  = 1_048_576
	outputTokenLimit = 65_536
)

func describe(model string) modelInfo {
	return modelInfo{
		Name: "models/" + model, Version: "001", DisplayName: "Emulated " + model,
		Description:     "An emulated model; nothing leaves this process.",
		InputTokenLimit: inputTokenLimit, OutputTokenLimit: outputTokenLimit,
		SupportedGenerationMethods: []string{"generateContent", "countTokens"},
		Thinking:                   true,
	}
}

// models answers GET models and GET models/{model}.
func models(t target) (any, *apiError) {
	if t.model == "" {
		list := make([]modelInfo, len(listed))
		for i, m := range listed {
			list[i] = describe(m)
		}
		return map[string]any{"models": list}, nil
	}
	if _, ok := familyOf(t.model); !ok {
		return nil, notFound("Model is not found: models/%s for api version %s.", t.model, t.version)
	}
	return describe(t.model), nil
}

// countTokens answers :countTokens, whose contents stand alone or inside a
// whole request (E100).
func countTokens(body *node, t target, f family) (any, *apiError) {
	if inner := body.get("generate_content_request"); inner != nil {
		body = inner
	}
	if len(body.get("contents").list()) == 0 {
		return nil, bullets([]violation{{"CountTokensRequest.contents", "contents is not specified"}})
	}
	n := decode(body, t.model, body.raw).tokens(f)
	return map[string]any{"totalTokens": n, "promptTokensDetails": []tokenDetail{{"TEXT", n}}}, nil
}
