package emulator

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"google.golang.org/genai"
)

// client is the real SDK on the in-process transport.
func client(t *testing.T, e *Emulator) *genai.Client {
	t.Helper()
	c, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey: dummyKey, Backend: genai.BackendGeminiAPI,
		HTTPClient:  &http.Client{Transport: e.Transport()},
		HTTPOptions: genai.HTTPOptions{BaseURL: "http://emulator.invalid"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func sdkConfig(model string) *genai.GenerateContentConfig {
	thinking := &genai.ThinkingConfig{IncludeThoughts: true, ThinkingLevel: genai.ThinkingLevelLow}
	if model == model25 {
		thinking = &genai.ThinkingConfig{IncludeThoughts: true, ThinkingBudget: genai.Ptr[int32](-1)}
	}
	return &genai.GenerateContentConfig{
		SystemInstruction: genai.NewContentFromText("Use the tools.", genai.RoleUser),
		Temperature:       genai.Ptr[float32](0),
		MaxOutputTokens:   1000,
		ThinkingConfig:    thinking,
		SafetySettings:    []*genai.SafetySetting{{Category: genai.HarmCategoryHarassment, Threshold: genai.HarmBlockThresholdBlockNone}},
		ToolConfig:        &genai.ToolConfig{FunctionCallingConfig: &genai.FunctionCallingConfig{Mode: genai.FunctionCallingConfigModeAuto}},
		Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{
			Name: "geolocation_get", Description: "Where the user is.",
			ParametersJsonSchema: map[string]any{"type": "object", "properties": map[string]any{"save": map[string]any{"type": "boolean"}}},
		}, {
			Name: "memory_put", Description: "Keeps a value.",
			Parameters: &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{"key": {Type: genai.TypeString, MaxLength: genai.Ptr[int64](20)}}, Required: []string{"key"}},
		}}}},
	}
}

// step is one request: the parts of the answer, in order.
type sdkStep func(context.Context, []*genai.Content) ([]*genai.Part, error)

func unaryStep(c *genai.Client, model string) sdkStep {
	return func(ctx context.Context, history []*genai.Content) ([]*genai.Part, error) {
		resp, err := c.Models.GenerateContent(ctx, model, history, sdkConfig(model))
		if err != nil {
			return nil, err
		}
		return resp.Candidates[0].Content.Parts, nil
	}
}

func streamStep(c *genai.Client, model string) sdkStep {
	return func(ctx context.Context, history []*genai.Content) ([]*genai.Part, error) {
		var all []*genai.Part
		for resp, err := range c.Models.GenerateContentStream(ctx, model, history, sdkConfig(model)) {
			if err != nil {
				return nil, err
			}
			for _, p := range resp.Candidates[0].Content.Parts {
				if p.Text != "" || p.FunctionCall != nil || p.ThoughtSignature != nil {
					all = append(all, p)
				}
			}
		}
		return all, nil
	}
}

func TestSDK_twoStepToolLoop(t *testing.T) {
	for _, model := range []string{"gemini-flash-latest", model3, model25} {
		for name, step := range map[string]func(*genai.Client, string) sdkStep{"unary": unaryStep, "stream": streamStep} {
			t.Run(model+"/"+name, func(t *testing.T) {
				e := newEmulator(t, Config{Strict: true})
				do := step(client(t, e), model)
				history := []*genai.Content{genai.NewContentFromText("Where am I?", genai.RoleUser)}
				for range 2 { // two turns of two steps each
					answer, err := do(t.Context(), history)
					if err != nil {
						t.Fatal(err)
					}
					call := answer[len(answer)-1].FunctionCall
					if call == nil || call.Name != "geolocation_get" {
						t.Fatalf("first step: %+v", answer)
					}
					history = append(history, genai.NewContentFromParts(answer, genai.RoleModel), genai.NewContentFromParts([]*genai.Part{{
						FunctionResponse: &genai.FunctionResponse{ID: call.ID, Name: call.Name, Response: map[string]any{"output": map[string]any{"latitude": 52.5}}},
					}}, genai.RoleUser))
					answer, err = do(t.Context(), history)
					if err != nil {
						t.Fatal(err)
					}
					words := ""
					for _, p := range answer {
						if p.FunctionCall != nil {
							t.Fatalf("second step calls again: %+v", p.FunctionCall)
						}
						if !p.Thought {
							words += p.Text
						}
					}
					if words != "geolocation_get answered: latitude: 52.5" {
						t.Fatalf("second step: %q", words)
					}
					history = append(history, genai.NewContentFromParts(answer, genai.RoleModel), genai.NewContentFromText("Where am I now?", genai.RoleUser))
				}
				for _, entry := range e.Journal() {
					if entry.Status != 200 || entry.Cancelled {
						t.Errorf("%s: status %d, cancelled %v", entry.Path, entry.Status, entry.Cancelled)
					}
				}
			})
		}
	}
}

func TestSDK_errorsAndCancel(t *testing.T) {
	c := client(t, newEmulator(t, Config{Script: []Step{{Hang: true}}}))
	_, err := unaryStep(c, "nope")(t.Context(), []*genai.Content{genai.NewContentFromText("hi", genai.RoleUser)})
	var api genai.APIError
	if !errors.As(err, &api) || api.Code != 404 || api.Status != "NOT_FOUND" {
		t.Errorf("unknown model: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	_, err = streamStep(c, model3)(ctx, []*genai.Content{genai.NewContentFromText("hi", genai.RoleUser)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
