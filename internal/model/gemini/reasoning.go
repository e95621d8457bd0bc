package gemini

import "google.golang.org/genai"

// Reasoning is how much the model reasons, and that it shows summaries of it.
type Reasoning string

// The settings. Without one nothing is sent: the model decides how much it
// reasons, and shows nothing of it.
const (
	ReasoningLow    Reasoning = "low"
	ReasoningMedium Reasoning = "medium"
	ReasoningHigh   Reasoning = "high"

	// brief is for a request that must leave room to answer: the least that
	// every model takes.
	brief Reasoning = "brief"
)

// budgets and levels are what the API takes the settings to be; the least
// budget is that of gemini-2.5-flash-lite, and every model has the level LOW.
// Sources: https://ai.google.dev/gemini-api/docs/openai#thinking,
// https://ai.google.dev/gemini-api/docs/thinking
var (
	budgets = map[Reasoning]int32{brief: 512, ReasoningLow: 1024, ReasoningMedium: 8192, ReasoningHigh: 24576}
	levels  = map[Reasoning]genai.ThinkingLevel{
		brief:           genai.ThinkingLevelLow,
		ReasoningLow:    genai.ThinkingLevelLow,
		ReasoningMedium: genai.ThinkingLevelMedium,
		ReasoningHigh:   genai.ThinkingLevelHigh,
	}
)

// thinking returns the thinking settings of a request; nil: none are sent.
func (m *Model) thinking(beBrief bool) *genai.ThinkingConfig {
	how := m.cfg.Reasoning
	config := &genai.ThinkingConfig{IncludeThoughts: how != ""}
	if beBrief {
		how = brief
	}
	switch control := m.family.thinking(); {
	case how == "" || control == noControl:
		return nil
	case control == byBudget:
		budget := budgets[how]
		config.ThinkingBudget = &budget
	default:
		config.ThinkingLevel = levels[how]
	}
	return config
}
