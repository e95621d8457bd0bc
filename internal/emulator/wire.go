package emulator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// wire is a decoded request with what the rules need beyond a Brain's view:
// where things stood and what was left out.
type wire struct {
	contents []wireContent
	tools    []wireTool
	entries  int    // entries of tools that declare functions
	builtIn  string // the first tool that is no function, in snake_case; empty: none
	calling  *node  // functionCallingConfig; nil: none
	config   *node  // generationConfig; nil: none
	images   int    // number of inline or referenced pictures
	view     Request

	// Set before the rules run.
	keys      keyring
	maxStates int // the limit of E61
	prompt    int // tokens
}

type wireContent struct {
	role  string // as sent; empty: none
	parts []wirePart
	node  *node
}

type wirePart struct {
	data      string  // the set member of oneof data, snake_case; empty: none
	signature string  // thoughtSignature as sent; empty: none
	video     bool    // videoMetadata is present
	media     []*node // functionResponse.parts
	view      Part
	node      *node
}

type wireTool struct {
	path       string // tools[i].function_declarations[j]
	parameters *node  // the OpenAPI form; nil: none
	jsonSchema *node  // parametersJsonSchema; nil: none
	Tool
}

// decode reads a body that passed checkShape.
func decode(body *node, model string, raw []byte) *wire {
	w := &wire{
		config:  body.get("generation_config"),
		calling: body.get("tool_config").get("function_calling_config"),
		view:    Request{Model: model, Mode: ModeAuto, Body: raw},
	}
	for _, c := range body.get("contents").list() {
		w.contents = append(w.contents, w.content(c))
	}
	for _, c := range w.contents {
		view := Content{Role: RoleUser}
		if c.role == RoleModel {
			view.Role = RoleModel
		}
		for _, p := range c.parts {
			view.Parts = append(view.Parts, p.view)
		}
		w.view.Contents = append(w.view.Contents, view)
	}
	var system []string
	for _, p := range body.get("system_instruction").get("parts").list() {
		system = append(system, p.get("text").string())
	}
	w.view.System = strings.Join(system, "\n")
	w.declarations(body.get("tools"))
	if mode, ok := modes[strings.ToUpper(w.calling.get("mode").string())]; ok {
		w.view.Mode = mode
	}
	for _, name := range w.calling.get("allowed_function_names").list() {
		w.view.Allowed = append(w.view.Allowed, name.string())
	}
	return w
}

func (w *wire) content(c *node) wireContent {
	out := wireContent{role: c.get("role").string(), node: c}
	for _, p := range c.get("parts").list() {
		part := wirePart{
			signature: p.get("thought_signature").string(),
			video:     p.get("video_metadata") != nil,
			view:      Part{Text: p.get("text").string(), Thought: p.get("thought").isTrue()},
			node:      p,
		}
		for _, f := range p.fields {
			if name := snake(f.name); dataFields[name] && f.value.kind != null {
				part.data = name
			}
		}
		if call := p.get("function_call"); call != nil {
			part.view.Call = &Call{ID: call.get("id").string(), Name: call.get("name").string(), Args: call.get("args").bytes()}
		}
		if resp := p.get("function_response"); resp != nil {
			part.view.Response = &Response{
				ID: resp.get("id").string(), Name: resp.get("name").string(), Value: resp.get("response").bytes(),
			}
			part.media = resp.get("parts").list()
			for _, media := range part.media {
				w.countImage(media)
			}
		}
		w.countImage(p)
		out.parts = append(out.parts, part)
	}
	return out
}

func (w *wire) countImage(p *node) {
	for _, name := range []string{"inline_data", "file_data"} {
		if strings.HasPrefix(p.get(name).get("mime_type").string(), "image/") {
			w.images++
		}
	}
}

func (w *wire) declarations(tools *node) {
	for i, t := range tools.list() {
		for _, f := range t.fields {
			if name := snake(f.name); name != "function_declarations" && w.builtIn == "" && f.value.kind != null {
				w.builtIn = name
			}
		}
		declared := t.get("function_declarations").list()
		if len(declared) > 0 {
			w.entries++
		}
		for j, d := range declared {
			tool := wireTool{
				path:       fmt.Sprintf("tools[%d].function_declarations[%d]", i, j),
				parameters: d.get("parameters"),
				jsonSchema: d.get("parameters_json_schema"),
				Tool:       Tool{Name: d.get("name").string(), Description: d.get("description").string()},
			}
			if tool.Schema = tool.jsonSchema.bytes(); tool.jsonSchema == nil {
				tool.Schema = tool.parameters.bytes()
			}
			w.tools = append(w.tools, tool)
			w.view.Tools = append(w.view.Tools, tool.Tool)
		}
	}
}

// thinking is generationConfig.thinkingConfig; nil: none.
func (w *wire) thinking() *node { return w.config.get("thinking_config") }

// nodes are the parts as they were sent.
func (c wireContent) nodes() []*node {
	nodes := make([]*node, len(c.parts))
	for i, p := range c.parts {
		nodes[i] = p.node
	}
	return nodes
}

// hasDummy reports a part that carries one of the dummies (E47).
func (c wireContent) hasDummy() bool {
	return slices.ContainsFunc(c.parts, func(p wirePart) bool { return isDummy(p.signature) })
}

// calls counts the functionCall parts.
func (c wireContent) calls() int { return c.count("function_call") }

// responses counts the functionResponse parts.
func (c wireContent) responses() int { return c.count("function_response") }

func (c wireContent) count(data string) int {
	n := 0
	for _, p := range c.parts {
		if p.data == data {
			n++
		}
	}
	return n
}

// tokens estimates the prompt: a quarter of the characters, and a family's
// usual figure per picture.
func (w *wire) tokens(f family) int {
	chars := utf8.RuneCountInString(w.view.System)
	for _, c := range w.view.Contents {
		for _, p := range c.Parts {
			chars += utf8.RuneCountInString(p.Text)
			if p.Call != nil {
				chars += len(p.Call.Name) + runes(p.Call.Args)
			}
			if p.Response != nil {
				chars += len(p.Response.Name) + runes(p.Response.Value)
			}
		}
	}
	for _, t := range w.view.Tools {
		chars += len(t.Name) + utf8.RuneCountInString(t.Description) + runes(t.Schema)
	}
	return quarter(chars) + w.images*f.imageTokens()
}

func runes(raw json.RawMessage) int { return utf8.RuneCount(raw) }

func quarter(chars int) int { return (chars + 3) / 4 }
