package main

import (
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/emulator"
	"farhand/internal/httpapi"
	"farhand/internal/model/gemini"
	"farhand/internal/session"
)

// Config is what flags and environment say, checked as far as that goes
// without opening a file.
type Config struct {
	Addr     string // host:port to listen on
	Emulator string // host:port: run only the emulator there; empty: the server
	Health   bool   // ask a running server at Addr whether it lives, and exit

	Tools  string // file of the contract; empty: the embedded one
	Policy string // file of what the operator takes away from it; empty: nothing
	System string // file of the system text; empty: ours
	App    string // directory of the page at /; empty: the embedded one
	Hosts  []string

	Origins   httpapi.Origins // whose pages may open sockets with a ticket
	Anonymous httpapi.Origins // whose pages get one from the server
	SiteKeys  string          // file of the sites that mint tickets; empty: none
	Proxies   httpapi.Proxies // whose X-Forwarded-For is believed

	PageTools session.Pages // that may declare tools of their own
	PageReads session.Pages // of them those whose read-only tools run without asking

	Dev bool // for a developer: watch Tools, take sockets of any page of this machine

	Model     string
	GeminiURL string // empty: Google's
	KeyFile   string // file of the key; empty: none
	Key       string // from the environment, checked by the loading of inputs; empty: none
	Reasoning gemini.Reasoning
	Vertex    gemini.Vertex

	ToolTimeout     time.Duration // ceiling over every tool's own limit; 0: none
	UserTimeout     time.Duration // ceiling over every tool's limit for the person; 0: none
	DeliveryTimeout time.Duration
	TurnTimeout     time.Duration
	MaxSteps        int
	MaxCalls        int
	MaxTokens       int  // of one turn; 0: no limit
	CompactTokens   int  // of one request, above which a conversation is compacted
	ModelDigest     bool // the model sums up what compaction removes
	MaxSessions     int
	MaxRequests     int
	ResumeTTL       time.Duration // of an idle session without a socket; 0: none is kept
	MaxDetached     int           // sessions without a socket

	LogLevel  zerolog.Level
	LogFormat string // console or json

	Audit         string // file of the audit, or auditStdout; empty: none
	AuditMaxBytes int64  // of its file, which is put aside before it grows beyond

	// What the emulator does, that of the demo model included.
	EmulatorStrict     bool                // refuse lints
	EmulatorSignatures emulator.Signatures // which ones it takes
	EmulatorScenario   string              // file; empty: none

	origin map[string]string // setting name to what a fault calls it: the flag or its twin
	shown  []shown           // every setting that has a value, as it came, for the start
}

// shown is one setting in effect. No setting is a secret; the key has none.
type shown struct{ name, value string }

// keyVariable holds the API key. It has no flag: arguments of a process are
// visible to others.
const keyVariable = "GEMINI_API_KEY"

// A setting is one flag and its twin in the environment.
type setting struct {
	name    string
	arg     string // what the usage calls the value; empty: the flag stands alone
	initial string
	usage   string
	hidden  bool // faults do not repeat the value, in which a password may stand
	set     func(c *Config, value string) error
}

// The flags that other code names.
const (
	flagAddr     = "addr"
	flagEmulator = "emulator"
	flagScenario = "emulator-scenario"
	flagTools    = "tools"
	flagSystem   = "system"
	flagApp      = "app"
	flagKeyFile  = "gemini-key-file"
	flagVertex   = "vertex-project"
	flagAudit    = "audit"
	flagDev      = "dev"
	flagSites    = "site-keys"

	flagPageTools = "page-tools"
	flagPolicy    = "policy"
)

// settings lists every flag, in the order of the usage.
//
// The initial model is one of the aliases that Google keeps pointed at its
// current stable models (https://ai.google.dev/gemini-api/docs/models).
func settings() []setting {
	return []setting{
		{name: flagAddr, arg: "HOST:PORT", initial: "127.0.0.1:8080", usage: "address to listen on; port 0 takes a free one",
			set: func(c *Config, v string) error { c.Addr = v; return checkAddr(v) }},
		{name: flagTools, arg: "FILE", usage: "contract; default: the embedded tools.json",
			set: func(c *Config, v string) error { c.Tools = v; return nil }},
		{name: flagPolicy, arg: "FILE", usage: "what you take away from the contract: tools to deny, to confirm at every call, to allow alone: see docs/operations.md",
			set: func(c *Config, v string) error { c.Policy = v; return nil }},
		{name: "model", arg: "NAME", initial: "gemini-flash-latest", usage: "model to ask",
			set: func(c *Config, v string) error { c.Model = v; return checkModel(v) }},
		{name: "gemini-url", arg: "URL", usage: "server that speaks the Gemini REST API, without version path; default: Google's",
			hidden: true, set: func(c *Config, v string) error { c.GeminiURL = v; return checkGeminiURL(v) }},
		{name: flagKeyFile, arg: "FILE", usage: "file with the API key, instead of " + keyVariable,
			set: func(c *Config, v string) error { c.KeyFile = v; return nil }},
		{name: flagVertex, arg: "PROJECT", usage: "ask the model at Vertex AI, with Application Default Credentials and no key; -gemini-url may name another address of it",
			set: func(c *Config, v string) error { c.Vertex.Project = v; return checkVertexProject(v) }},
		{name: "vertex-location", arg: "LOCATION", initial: "global", usage: "region of Vertex AI, such as europe-west1",
			set: func(c *Config, v string) error { c.Vertex.Location = v; return checkVertexLocation(v) }},
		{name: "reasoning", arg: "LEVEL", initial: "off", usage: "how much the model reasons, and that it shows it: low, medium or high; off: as much as it likes, and hidden",
			set: setReasoning},
		{name: flagSystem, arg: "FILE", usage: "system text for the model; default: a short one of ours",
			set: func(c *Config, v string) error { c.System = v; return nil }},
		{name: "hosts", arg: "LIST", initial: "localhost,127.0.0.1,[::1]", usage: "hosts to answer for, with commas: host (any port) or host:port",
			set: setHosts},
		{name: "origins", arg: "LIST", usage: "origins whose pages may open sockets with a ticket, with commas and exact, such as https://shop.example; default: only pages of the server itself",
			set: setOrigins(func(c *Config) *httpapi.Origins { return &c.Origins })},
		{name: "anonymous-origins", arg: "LIST", usage: "origins whose pages may open sockets without a backend that knows their users; their limits are much lower",
			set: setOrigins(func(c *Config) *httpapi.Origins { return &c.Anonymous })},
		{name: flagSites, arg: "FILE", usage: "keys of the sites that mint tickets for their pages: see docs/operations.md",
			set: func(c *Config, v string) error { c.SiteKeys = v; return nil }},
		{name: "trusted-proxies", arg: "LIST", usage: "networks of proxies whose X-Forwarded-For names the client, with commas, such as 10.0.0.0/8; default: none, and the header is not read",
			set: setProxies},
		{name: flagPageTools, arg: "LIST", usage: "pages that may declare tools at run time, with commas: exact origins, and own for the server's own page; default: none, and own with -dev",
			set: setPages(func(c *Config) *session.Pages { return &c.PageTools })},
		{name: "page-reads", arg: "LIST", usage: "pages of -page-tools whose tools run without asking where they call themselves read-only; default: none",
			set: setPages(func(c *Config) *session.Pages { return &c.PageReads })},
		{name: flagApp, arg: "DIR", usage: "serve your own page at /; default: the built-in one",
			set: func(c *Config, v string) error { c.App = v; return nil }},
		{name: flagDev, initial: "false", usage: "for developers, on a loopback -addr only: watch the file of -tools, inspect server-side tools, take sockets of pages at any port of this machine, let browsers keep no file",
			set: func(c *Config, v string) error { return setBool(&c.Dev, v) }},
		{name: "tool-timeout", arg: "DURATION", initial: "0s", usage: "ceiling over every tool's own limit; 0: none",
			set: setDuration(0, func(c *Config) *time.Duration { return &c.ToolTimeout })},
		{name: "user-timeout", arg: "DURATION", initial: "0s", usage: "ceiling over every tool's limit for the person; 0: none",
			set: setDuration(0, func(c *Config) *time.Duration { return &c.UserTimeout })},
		{name: "delivery-timeout", arg: "DURATION", initial: "7s", usage: "until the page must have acknowledged a call",
			set: setDuration(1, func(c *Config) *time.Duration { return &c.DeliveryTimeout })},
		{name: "turn-timeout", arg: "DURATION", initial: "5m", usage: "wall clock of one turn, without waits for the person",
			set: setDuration(1, func(c *Config) *time.Duration { return &c.TurnTimeout })},
		{name: "max-steps", arg: "N", initial: "30", usage: "model requests in one turn",
			set: setNumber(1, mostCount, func(c *Config) *int { return &c.MaxSteps })},
		{name: "max-calls", arg: "N", initial: "32", usage: "tool calls in one turn",
			set: setNumber(1, mostCount, func(c *Config) *int { return &c.MaxCalls })},
		{name: "max-tokens", arg: "N", initial: "0", usage: "tokens of all requests of one turn, both ways; 0: no limit",
			set: setNumber(0, mostTokens, func(c *Config) *int { return &c.MaxTokens })},
		{name: "compact-tokens", arg: "N", initial: "100000", usage: "tokens of a request from which on the older part of a conversation is summed up",
			set: setNumber(1, mostTokens, func(c *Config) *int { return &c.CompactTokens })},
		{name: "digest", arg: "KIND", initial: "local", usage: "who sums up: local (one line for each message, no request) or model",
			set: setDigest},
		{name: "max-sessions", arg: "N", initial: "64", usage: "sessions at the same time",
			set: setNumber(1, mostCount, func(c *Config) *int { return &c.MaxSessions })},
		{name: "max-requests", arg: "N", initial: "64", usage: "requests to the model at the same time; others wait for a place",
			set: setNumber(1, mostCount, func(c *Config) *int { return &c.MaxRequests })},
		{name: "resume-ttl", arg: "DURATION", initial: "12h", usage: "how long an idle session waits for its page to come back after a reload or a lost connection; 0: a session ends with its socket",
			set: setDuration(0, func(c *Config) *time.Duration { return &c.ResumeTTL })},
		{name: "max-detached", arg: "N", initial: "256", usage: "sessions that wait so, beside those of -max-sessions; the oldest goes first",
			set: setNumber(1, mostCount, func(c *Config) *int { return &c.MaxDetached })},
		{name: "log-level", arg: "LEVEL", initial: "info", usage: "debug, info, warn or error",
			set: setLogLevel},
		{name: "log-format", arg: "FORMAT", initial: "console", usage: "console or json",
			set: setLogFormat},
		{name: flagAudit, arg: "FILE", usage: "write one line of JSON for each event, without content; - is stdout, and the log goes to stderr: see docs/operations.md",
			set: func(c *Config, v string) error { c.Audit = v; return nil }},
		{name: "audit-max-bytes", arg: "N", initial: "67108864", usage: "put the audit file aside before it grows beyond; it is put aside every day (UTC) in any case",
			set: setBytes(func(c *Config) *int64 { return &c.AuditMaxBytes })},
		{name: flagEmulator, arg: "HOST:PORT", usage: "run only the emulator of the Gemini API, there",
			set: func(c *Config, v string) error { c.Emulator = v; return checkAddr(v) }},
		{name: "emulator-strict", initial: "false", usage: "the emulator refuses what the API takes and a careful client never sends",
			set: func(c *Config, v string) error { return setBool(&c.EmulatorStrict, v) }},
		{name: "emulator-signatures", arg: "KIND", initial: "issued", usage: "thought signatures that the emulator takes: issued (its own) or opaque (any)",
			set: setSignatures},
		{name: flagScenario, arg: "FILE", usage: "what the emulator answers, one entry for each request: see docs/emulator.md",
			set: func(c *Config, v string) error { c.EmulatorScenario = v; return nil }},
		{name: "health", initial: "false", usage: "ask the server at -addr whether it lives: exit code 0 or 1",
			set: func(c *Config, v string) error { return setBool(&c.Health, v) }},
	}
}
