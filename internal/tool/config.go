package tool

import (
	"cmp"
	"encoding/json"
	"time"

	"farhand/internal/protocol"
)

// Config is what Load needs.
type Config struct {
	Contract       []byte             // tools.json
	Server         map[string]Handler // the functions of where: "server" tools, by name; nil: none
	MaxTimeout     time.Duration      // ceiling over every tool's own limit; 0: none
	MaxUserTimeout time.Duration      // ceiling over every tool's limit for the person; 0: none
	Rules          *Rules             // the operator's; nil: none
}

// wireTool is a tool as tools.json writes it.
type wireTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  struct {
		ReadOnlyHint    bool `json:"readOnlyHint"`
		DestructiveHint bool `json:"destructiveHint"`
		IdempotentHint  bool `json:"idempotentHint"`
	} `json:"annotations"`
	Where  Where `json:"where"`
	Policy struct {
		Risk           Risk     `json:"risk"`
		Approval       Approval `json:"approval"`
		TimeoutMs      int64    `json:"timeoutMs"`
		UserTimeoutMs  int64    `json:"userTimeoutMs"`
		MaxResultBytes int      `json:"maxResultBytes"`
		Parallel       bool     `json:"parallel"`
		Ephemeral      bool     `json:"ephemeral"`
		Untrusted      bool     `json:"untrusted"`
		Navigates      bool     `json:"navigates"`
		OnReload       string   `json:"onReload"`
		Capabilities   []string `json:"capabilities"`
	} `json:"policy"`
	UI struct {
		Ask      string   `json:"ask"`
		Done     string   `json:"done"`
		Examples []string `json:"examples"`
	} `json:"ui"`
}

// The defaults that tools.schema.json documents.
const (
	defaultTimeoutMs      = 15000
	defaultUserTimeoutMs  = 120000
	defaultMaxResultBytes = 65536
)

// spec returns the tool with every default filled in and the ceilings and rules
// of cfg applied. Hash is left to the caller.
func (w *wireTool) spec(cfg Config) *Spec {
	s := &Spec{
		Name:         w.Name,
		Title:        w.Title,
		Description:  w.Description,
		InputSchema:  w.InputSchema,
		OutputSchema: w.OutputSchema,
		ReadOnly:     w.Annotations.ReadOnlyHint,
		Idempotent:   w.Annotations.IdempotentHint,
		Where:        cmp.Or(w.Where, Browser),
		Policy: Policy{
			Risk:           cmp.Or(w.Policy.Risk, RiskLow),
			Timeout:        ceiling(cmp.Or(w.Policy.TimeoutMs, defaultTimeoutMs), cfg.MaxTimeout),
			UserTimeout:    ceiling(cmp.Or(w.Policy.UserTimeoutMs, defaultUserTimeoutMs), cfg.MaxUserTimeout),
			MaxResultBytes: cmp.Or(w.Policy.MaxResultBytes, defaultMaxResultBytes),
			Parallel:       w.Policy.Parallel,
			Ephemeral:      w.Policy.Ephemeral,
			Untrusted:      w.Policy.Untrusted,
			Navigates:      w.Policy.Navigates,
			RerunOnReload:  w.Policy.OnReload == "rerun",
			Capabilities:   w.Policy.Capabilities,
		},
		UI: UI{Ask: w.UI.Ask, Done: w.UI.Done, Examples: w.UI.Examples},
	}
	s.Policy.Approval = cmp.Or(w.Policy.Approval, defaultApproval(s.Policy.Risk))
	cfg.Rules.apply(s)
	return s
}

// defaultApproval is the approval of a tool that states none (A60).
func defaultApproval(risk Risk) Approval {
	switch risk {
	case RiskHigh:
		return ApprovalSession
	case RiskCritical:
		return ApprovalAlways
	}
	return ApprovalNever
}

// Asks reports whether the user is asked before a call runs.
func (s *Spec) Asks() bool { return s.Policy.Approval != ApprovalNever }

// offered returns the tool as the page is told of it.
func (s *Spec) offered() protocol.OfferedTool {
	return protocol.OfferedTool{
		Name:  s.Name,
		Title: s.Title,
		Where: string(s.Where),
		Policy: protocol.ToolPolicy{
			Risk:           string(s.Policy.Risk),
			Approval:       string(s.Policy.Approval),
			ReadOnly:       s.ReadOnly,
			MaxResultBytes: s.Policy.MaxResultBytes,
		},
		UI:           protocol.ToolUI{Ask: s.UI.Ask, Done: s.UI.Done, Examples: s.UI.Examples},
		Hash:         s.Hash,
		InputSchema:  s.InputSchema,
		OutputSchema: s.OutputSchema,
		Declared:     s.Declared,
	}
}

func ceiling(ms int64, limit time.Duration) time.Duration {
	d := time.Duration(ms) * time.Millisecond
	if limit > 0 && d > limit {
		return limit
	}
	return d
}
