package emulator

import (
	"cmp"
	"encoding/json"
	"maps"
)

// A fault makes a ready-made step for a request. Its name is the rule's; a
// letter tells variants apart.
type fault func(fixture) Step

// faults are those that a step can name: of the service (E75 to E79), of the
// connection (E80 to E84) and of the model (E85 to E98).
var faults = func() map[string]fault {
	all := map[string]fault{}
	for _, some := range []map[string]fault{serviceFaults, streamFaults, modelFaults, argumentFaults} {
		maps.Copy(all, some)
	}
	return all
}()

// resolve replaces a named fault by its step, with the settings of this one.
func (s Step) resolve(x fixture) Step {
	if s.Fault == "" {
		return s
	}
	made := faults[s.Fault](x)
	made.Status = cmp.Or(s.Status, made.Status)
	made.ContentType = cmp.Or(s.ContentType, made.ContentType)
	made.FinishReason = cmp.Or(s.FinishReason, made.FinishReason)
	made.FinishMessage = cmp.Or(s.FinishMessage, made.FinishMessage)
	made.DelayMS = cmp.Or(s.DelayMS, made.DelayMS)
	made.ChunkDelayMS = cmp.Or(s.ChunkDelayMS, made.ChunkDelayMS)
	if s.Usage != nil {
		made.Usage = s.Usage
	}
	if s.CutAfter != 0 {
		made.CutAfter, made.torn = s.CutAfter, false
	}
	made.Hang = made.Hang || s.Hang
	return made
}

// fixture is what a fault is made from: the answer to fill and the request.
type fixture struct {
	a *answer
	r Request
}

// tool is the one that a call goes to: the one that fits the user's words, else
// the first that may be called, else none that was declared.
func (x fixture) tool() Tool {
	var callable []Tool
	for _, t := range x.r.Tools {
		if _, ok := x.r.tool(t.Name); ok {
			callable = append(callable, t)
		}
	}
	if t, ok := bestFit(callable, x.r.Words()); ok {
		return t
	}
	if len(callable) > 0 {
		return callable[0]
	}
	return Tool{Name: undeclared}
}

// undeclared is a tool that no client declares.
const undeclared = "imagined_tool"

// good is a call with arguments that the tool's schema accepts.
func (x fixture) good() Call {
	t := x.tool()
	return Call{Name: t.Name, Args: arguments(t, x.r.Words())}
}

// part is a call as a verbatim part: its arguments left out when it has none.
func (x fixture) part(c Call, signed bool) json.RawMessage {
	call := &answerCall{Name: c.Name, Args: c.Args}
	if x.a.family.signs() {
		call.ID = x.a.mint.id(8)
	}
	p := answerPart{FunctionCall: call}
	if signed {
		p.Signature = x.a.mint.signature(Part{Call: &c})
	}
	return encode(p, "")
}

func words(s string) json.RawMessage { return encode(answerPart{Text: &s}, "") }

// frame is a whole response with these fields beside the usual ones.
func (x fixture) frame(fields map[string]any) json.RawMessage {
	out := map[string]any{
		"usageMetadata": usage{
			PromptTokenCount: x.a.prompt, TotalTokenCount: x.a.prompt,
			PromptTokensDetails: []tokenDetail{{"TEXT", x.a.prompt}}, ServiceTier: "standard",
		},
		"modelVersion": x.a.model,
		"responseId":   x.a.mint.id(20),
	}
	maps.Copy(out, fields)
	return encode(out, "")
}

// only is a step of one frame with one candidate.
func (x fixture) only(candidate map[string]any) Step {
	candidate["index"] = 0
	return Step{Frames: []json.RawMessage{x.frame(map[string]any{"candidates": []any{candidate}})}}
}
