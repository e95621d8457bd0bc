package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"farhand/internal/emulator"
	"farhand/internal/model/gemini"
)

func TestH36_everySettingHasAFlagAndATwin(t *testing.T) {
	for _, row := range []struct {
		flag, value string
		holds       func(c Config) bool
	}{
		{"addr", "0.0.0.0:9000", func(c Config) bool { return c.Addr == "0.0.0.0:9000" }},
		{"tools", "x.json", func(c Config) bool { return c.Tools == "x.json" }},
		{"policy", "p.json", func(c Config) bool { return c.Policy == "p.json" }},
		{"model", "gemini-2.5-flash", func(c Config) bool { return c.Model == "gemini-2.5-flash" }},
		{"gemini-url", "http://127.0.0.1:9", func(c Config) bool { return c.GeminiURL == "http://127.0.0.1:9" }},
		{"gemini-key-file", "key", func(c Config) bool { return c.KeyFile == "key" }},
		{"vertex-project", "shop", func(c Config) bool { return c.Vertex.Project == "shop" }},
		{"vertex-location", "europe-west1", func(c Config) bool { return c.Vertex.Location == "europe-west1" }},
		{"reasoning", "medium", func(c Config) bool { return c.Reasoning == gemini.ReasoningMedium }},
		{"system", "s.txt", func(c Config) bool { return c.System == "s.txt" }},
		{"hosts", "a.example, [::1]:80", func(c Config) bool { return slices.Equal(c.Hosts, []string{"a.example", "[::1]:80"}) }},
		{"origins", "https://Shop.example, http://[::1]:80", func(c Config) bool {
			return slices.Equal(c.Origins, []string{"https://shop.example", "http://[::1]"})
		}},
		{"anonymous-origins", "https://press.example:443", func(c Config) bool { return slices.Equal(c.Anonymous, []string{"https://press.example"}) }},
		{"site-keys", "sites.json", func(c Config) bool { return c.SiteKeys == "sites.json" }},
		{"trusted-proxies", "10.1.2.3/8, ::1", func(c Config) bool {
			return len(c.Proxies) == 2 && c.Proxies[0].String() == "10.0.0.0/8" && c.Proxies[1].String() == "::1/128"
		}},
		{"page-tools", "own, https://shop.example:443", func(c Config) bool {
			return c.PageTools.Own && slices.Equal(c.PageTools.Origins, []string{"https://shop.example"})
		}},
		{"page-reads", "https://shop.example", func(c Config) bool {
			return !c.PageReads.Own && slices.Equal(c.PageReads.Origins, []string{"https://shop.example"})
		}},
		{"app", "dir", func(c Config) bool { return c.App == "dir" }},
		{"dev", "true", func(c Config) bool { return c.Dev }},
		{"tool-timeout", "3s", func(c Config) bool { return c.ToolTimeout == 3*time.Second }},
		{"user-timeout", "1m30s", func(c Config) bool { return c.UserTimeout == 90*time.Second }},
		{"delivery-timeout", "500ms", func(c Config) bool { return c.DeliveryTimeout == time.Second/2 }},
		{"turn-timeout", "1h", func(c Config) bool { return c.TurnTimeout == time.Hour }},
		{"max-steps", "3", func(c Config) bool { return c.MaxSteps == 3 }},
		{"max-calls", "4", func(c Config) bool { return c.MaxCalls == 4 }},
		{"max-tokens", "5000000", func(c Config) bool { return c.MaxTokens == 5_000_000 }},
		{"compact-tokens", "2000", func(c Config) bool { return c.CompactTokens == 2000 }},
		{"digest", "model", func(c Config) bool { return c.ModelDigest }},
		{"max-sessions", "5", func(c Config) bool { return c.MaxSessions == 5 }},
		{"max-requests", "6", func(c Config) bool { return c.MaxRequests == 6 }},
		{"resume-ttl", "90m", func(c Config) bool { return c.ResumeTTL == 90*time.Minute }},
		{"max-detached", "7", func(c Config) bool { return c.MaxDetached == 7 }},
		{"log-level", "warn", func(c Config) bool { return c.LogLevel.String() == "warn" }},
		{"log-format", "json", func(c Config) bool { return c.LogFormat == "json" }},
		{"audit", "a.jsonl", func(c Config) bool { return c.Audit == "a.jsonl" }},
		{"audit-max-bytes", "1000000", func(c Config) bool { return c.AuditMaxBytes == 1_000_000 }},
		{"emulator", "127.0.0.1:9001", func(c Config) bool { return c.Emulator == "127.0.0.1:9001" }},
		{"emulator-strict", "true", func(c Config) bool { return c.EmulatorStrict }},
		{"emulator-signatures", "opaque", func(c Config) bool { return c.EmulatorSignatures == emulator.SignaturesOpaque }},
		{"emulator-scenario", "s.json", func(c Config) bool { return c.EmulatorScenario == "s.json" }},
		{"health", "true", func(c Config) bool { return c.Health }},
	} {
		variable := "FARHAND_" + strings.ReplaceAll(strings.ToUpper(row.flag), "-", "_")
		for name, in := range map[string]struct{ args, env []string }{
			"flag":               {[]string{"-" + row.flag + "=" + row.value}, nil},
			"twin":               {nil, []string{variable + "=" + row.value}},
			"flag over bad twin": {[]string{"-" + row.flag + "=" + row.value}, []string{variable + "=\x01"}},
		} {
			c, faults, err := parse(in.args, in.env)
			if err != nil || len(faults) > 0 || !row.holds(c) {
				t.Errorf("%s as %s: %v %v, %+v", row.flag, name, err, faults, c)
			}
		}
	}
	if len(settings()) != 41 {
		t.Errorf("%d settings: a row is missing here", len(settings()))
	}
}

func TestConfig_defaults(t *testing.T) {
	c, faults, err := parse(nil, []string{"FARHAND_ADDR=", "FARHAND_MAX_STEPS=", "FARHAND_PORT=tcp://10.0.0.1:80"})
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	want := Config{
		Addr: "127.0.0.1:8080", Model: "gemini-flash-latest", Hosts: []string{"localhost", "127.0.0.1", "[::1]"},
		DeliveryTimeout: 7 * time.Second, TurnTimeout: 5 * time.Minute, MaxSteps: 30, MaxCalls: 32, MaxSessions: 64,
	}
	if c.Addr != want.Addr || c.Model != want.Model || !slices.Equal(c.Hosts, want.Hosts) ||
		c.DeliveryTimeout != want.DeliveryTimeout || c.TurnTimeout != want.TurnTimeout || c.ToolTimeout != 0 || c.UserTimeout != 0 ||
		c.MaxSteps != want.MaxSteps || c.MaxCalls != want.MaxCalls || c.MaxSessions != want.MaxSessions || c.MaxRequests != 64 ||
		c.MaxTokens != 0 || c.CompactTokens != 100_000 || c.ModelDigest ||
		c.Reasoning != "" || c.Vertex.Project != "" || c.Vertex.Location != "global" || c.LogLevel.String() != "info" || c.LogFormat != "console" {
		t.Errorf("%+v", c)
	}
}

// badInput is one bad flag, variable or file, and the one line that it gets.
type badInput struct {
	args []string
	env  []string
	line string // how it begins
}

func TestA3_badInputIsOneLineAndExitCode2(t *testing.T) {
	empty := t.TempDir()
	small := write(t, "tools.json", `{"version": 1, "tools": []}`) // loads faster than ours
	file := func(text string) string { return write(t, "file", text) }
	denied := write(t, "denied.json", `{"denied": []}`)
	misspelt := write(t, "misspelt.json", `{"deny": ["clipboard_raed"]}`)
	sites := write(t, "sites.json", `{"sites": {"shop": {"keys": ["SECRETSECRET"], "origins": ["https://shop.example"]}}}`)
	for _, row := range []badInput{
		{args: []string{"-nosuch"}, line: "-nosuch: flag provided but not defined"},
		{args: []string{"-nosuch", "5"}, line: "-nosuch: flag provided but not defined"},
		{args: []string{"--nosuch=5"}, line: "--nosuch: flag provided but not defined"},
		{args: []string{"stray"}, line: `"stray": unexpected argument`},
		{args: []string{"-addr"}, line: "-addr: flag needs an argument"},
		{args: []string{"-addr="}, line: "-addr: the value is empty"},
		{args: []string{"-addr", "8080"}, line: `-addr: "8080": want host:port`},
		{args: []string{"-addr", "127.0.0.1:99999"}, line: `-addr: "127.0.0.1:99999": want a port`},
		{args: []string{"-addr", "127.0.0.1:http"}, line: `-addr: "127.0.0.1:http": want a port`},
		{args: []string{"-addr", "::1:80"}, line: `-addr: "::1:80": want host:port`},
		{args: []string{"-addr", " 127.0.0.1:80"}, line: `-addr: " 127.0.0.1:80": want host:port`},
		{args: []string{"-addr", "256.0.0.1:80"}, line: `-addr: "256.0.0.1:80": want host:port`},
		{args: []string{"-addr", "http://localhost:80"}, line: `-addr: "http://localhost:80": want host:port`},
		{args: []string{"-addr", "*:80"}, line: `-addr: "*:80": want host:port`},
		{env: []string{"FARHAND_ADDR=x"}, line: `FARHAND_ADDR: "x": want host:port`},
		{env: []string{"FARHAND_ADDR=a\nb"}, line: `FARHAND_ADDR: "a\nb": want host:port`},
		{args: []string{"-emulator", "x"}, line: `-emulator: "x": want host:port`},
		{args: []string{"-model", "a b"}, line: `-model: "a b": want a model name`},
		{args: []string{"-model", "../x"}, line: `-model: "../x": want a model name`},
		{args: []string{"-gemini-url", "example.org"}, line: "-gemini-url: want an absolute http or https URL"},
		{args: []string{"-gemini-url", "ftp://example.org"}, line: "-gemini-url: want an absolute http or https URL"},
		{args: []string{"-gemini-url", "http://:80"}, line: "-gemini-url: want an absolute http or https URL"},
		{args: []string{"-gemini-url", "http://example.org:99999"}, line: "-gemini-url: want a port"},
		{args: []string{"-gemini-url", "http://example.org:0/x"}, line: "-gemini-url: want a port"},
		{args: []string{"-gemini-url", "http://u:p@example.org"}, line: "-gemini-url: want a URL without user"},
		{args: []string{"-gemini-url", "http://example.org?key=x"}, line: "-gemini-url: want a URL without user, query"},
		{args: []string{"-gemini-url", "http://example.org/v1beta"}, line: "-gemini-url: want a URL without version path: leave out /v1beta"},
		{args: []string{"-gemini-url", "http://example.org/x/v1/"}, line: "-gemini-url: want a URL without version path: leave out /v1"},
		{args: []string{"-vertex-project", "a/b"}, line: `-vertex-project: "a/b": want the id`},
		{args: []string{"-vertex-project", "shop", "-vertex-location", "evil.example"}, line: `-vertex-location: "evil.example": want a region`},
		{args: []string{"-vertex-project", "shop"}, env: []string{"GEMINI_API_KEY=SECRET"}, line: `-vertex-project: "shop": a key is set as well`},
		{args: []string{"-reasoning", "max"}, line: `-reasoning: "max": want off, low, medium or high`},
		{env: []string{"FARHAND_REASONING=LOW"}, line: `FARHAND_REASONING: "LOW": want off, low, medium or high`},
		{args: []string{"-hosts", "*"}, line: `-hosts: "*": want a list`},
		{args: []string{"-hosts", "a,,b"}, line: `-hosts: "a,,b": want a list`},
		{args: []string{"-origins", "shop.example"}, line: `-origins: "shop.example": want a list with commas of origins such as https://shop.example`},
		{args: []string{"-origins", "https://shop.example/"}, line: `-origins: "https://shop.example/": want a list`},
		{args: []string{"-origins", "https://*.shop.example"}, line: `-origins: "https://*.shop.example": want a list`},
		{args: []string{"-origins", "*"}, line: `-origins: "*": want a list`},
		{args: []string{"-origins", "null"}, line: `-origins: "null": want a list`},
		{args: []string{"-origins", "https://a.example,,https://b.example"}, line: `-origins: "https://a.example,,https://b.example": want a list`},
		{env: []string{"FARHAND_ANONYMOUS_ORIGINS=ws://a.example"}, line: `FARHAND_ANONYMOUS_ORIGINS: "ws://a.example": want a list`},
		{args: []string{"-page-tools", "own,*"}, line: `-page-tools: "own,*": want a list with commas of origins such as https://shop.example, and own`},
		{args: []string{"-page-reads", "shop.example"}, line: `-page-reads: "shop.example": want a list`},
		{args: []string{"-trusted-proxies", "10.0.0.0/33"}, line: `-trusted-proxies: "10.0.0.0/33": want a list with commas of networks`},
		{args: []string{"-trusted-proxies", "proxy.example"}, line: `-trusted-proxies: "proxy.example": want a list`},
		{args: []string{"-policy", "no/such.json"}, line: `-policy: "no/such.json": no such file or directory`},
		{args: []string{"-policy", denied}, line: denied + `: denied: is not known here`},
		{args: []string{"-policy", misspelt}, line: misspelt + `: deny[0]: the contract has no tool "clipboard_raed"`},
		{args: []string{"-site-keys", "no/such.json"}, line: `-site-keys: "no/such.json": no such file or directory`},
		{args: []string{"-site-keys", sites}, line: sites + `: sites.shop.keys[0]: want at least 32 bytes`},
		{args: []string{"-dev", "-addr", "0.0.0.0:0"}, line: `-dev: "true": only with an -addr on loopback, such as 127.0.0.1:8080, and not 0.0.0.0:0`},
		{args: []string{"-addr", ":0"}, env: []string{"FARHAND_DEV=1"}, line: `FARHAND_DEV: "true": only with an -addr on loopback`},
		{args: []string{"-dev=maybe"}, line: `-dev: "maybe": want true or false`},
		{args: []string{"-dev", "-addr", "x"}, line: `-addr: "x"`},
		{args: []string{"-tool-timeout", "-1s"}, line: `-tool-timeout: "-1s": want a duration such as 90s or 5m, or 0`},
		{args: []string{"-user-timeout", "5"}, line: `-user-timeout: "5": want a duration`},
		{args: []string{"-delivery-timeout", "0"}, line: `-delivery-timeout: "0": want a duration such as 90s or 5m, above 0`},
		{args: []string{"-turn-timeout", "soon"}, line: `-turn-timeout: "soon": want a duration`},
		{args: []string{"-max-steps", "0"}, line: `-max-steps: "0": want a whole number from 1`},
		{args: []string{"-max-calls", "1.5"}, line: `-max-calls: "1.5": want a whole number`},
		{args: []string{"-max-tokens", "-1"}, line: `-max-tokens: "-1": want a whole number from 0`},
		{args: []string{"-compact-tokens", "0"}, line: `-compact-tokens: "0": want a whole number from 1`},
		{args: []string{"-digest", "none"}, line: `-digest: "none": want local or model`},
		{env: []string{"FARHAND_MAX_SESSIONS=many"}, line: `FARHAND_MAX_SESSIONS: "many": want a whole number`},
		{args: []string{"-log-level", "loud"}, line: `-log-level: "loud": want debug, info, warn or error`},
		{args: []string{"-log-format", "xml"}, line: `-log-format: "xml": want console or json`},
		{args: []string{"-audit-max-bytes", "0"}, line: `-audit-max-bytes: "0": want a number of bytes from 1`},
		{args: []string{"-audit-max-bytes", "1MB"}, line: `-audit-max-bytes: "1MB": want a number of bytes`},
		{args: []string{"-emulator-signatures", "all"}, line: `-emulator-signatures: "all": want issued or opaque`},
		{args: []string{"-emulator-strict=maybe"}, line: `-emulator-strict: "maybe": want true or false`},
		{args: []string{"-health=maybe"}, line: `-health: "maybe": want true or false`},

		{args: []string{"-tools", "no/such.json"}, line: `-tools: "no/such.json": no such file or directory`},
		{env: []string{"FARHAND_TOOLS=no/such.json"}, line: `FARHAND_TOOLS: "no/such.json": no such file or directory`},
		{args: []string{"-tools", empty}, line: `-tools: "` + empty + `": is a directory`},
		{args: []string{"-system", "no/such.txt"}, line: `-system: "no/such.txt": no such file or directory`},
		{args: []string{"-system", file(" \n")}, line: "-system: "},
		{args: []string{"-system", file("\xff")}, line: "-system: "},
		{args: []string{"-app", "no/such"}, line: `-app: "no/such": no such file or directory`},
		{args: []string{"-app", empty}, line: `-app: "` + empty + `": the directory has no index.html`},
		{args: []string{"-audit", "no/such.jsonl"}, line: `-audit: "no/such.jsonl": no such file or directory`},
		{env: []string{"FARHAND_AUDIT=" + empty}, line: `FARHAND_AUDIT: "` + empty + `": is a directory`},
		{args: []string{"-gemini-key-file", "no/such"}, line: `-gemini-key-file: "no/such": no such file or directory`},
		{args: []string{"-gemini-key-file", file("")}, line: "-gemini-key-file: "},
		{args: []string{"-gemini-key-file", file("\n")}, line: "-gemini-key-file: "},
		{args: []string{"-gemini-key-file", file("SECRET key")}, line: "-gemini-key-file: "},
		{args: []string{"-gemini-key-file", file("SECRET\n\n")}, line: "-gemini-key-file: "},
		{args: []string{"-gemini-key-file", file(" SECRET")}, line: "-gemini-key-file: "},
		{args: []string{"-gemini-key-file", file("SECRET\x00")}, line: "-gemini-key-file: "},
		{args: []string{"-gemini-key-file", file("SECRÉT")}, line: "-gemini-key-file: "},
		{env: []string{"GEMINI_API_KEY= "}, line: "GEMINI_API_KEY: the key has white space"},
		{env: []string{"GEMINI_API_KEY=SECRET\x7f"}, line: "GEMINI_API_KEY: the key has white space, control or non-ASCII characters"},
		{env: []string{"GEMINI_API_KEY=\n"}, line: "GEMINI_API_KEY: the key is empty"},
	} {
		env := append([]string{"FARHAND_TOOLS=" + small}, row.env...) // the later one wins
		code, stdout, stderr := once(t, row.args, env...)
		if code != 2 || !strings.HasPrefix(stderr, row.line) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q %q: exit code %d, want 2 and the line %q:\n%s", row.args, row.env, code, row.line, stderr)
		}
		if stdout != "" || strings.Contains(stderr, "SECR") || strings.Contains(stderr, "u:p") || strings.Contains(stderr, "key=x") {
			t.Errorf("%q %q: printed\n%s%s", row.args, row.env, stdout, stderr)
		}
	}
}

func TestBadInput_everyFaultIsReported(t *testing.T) {
	bad := write(t, "tools.json", `{"version": 2, "tools": [{"name": "a b", "title": "t", "description": "d", "inputSchema": {"type": "object"}}], "x": 1}`)
	code, _, stderr := once(t,
		[]string{"-addr", "x", "-nosuch", "stray", "-max-steps=0", "another", "-tools", bad, "-app", "no/such"},
		"FARHAND_LOG_LEVEL=loud", "GEMINI_API_KEY=a b")
	if code != 2 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{
		`-addr: "x"`, "-nosuch: ", `"another": `, `-max-steps: "0"`, `FARHAND_LOG_LEVEL: "loud"`, "GEMINI_API_KEY: ", `-app: "no/such"`,
		bad + ": version: ", bad + ": tools[0].name: ",
	} {
		if !strings.Contains("\n"+stderr, "\n"+want) {
			t.Errorf("no line %q in:\n%s", want, stderr)
		}
	}
}

func TestBadInput_contractNamesItsFile(t *testing.T) {
	dir := filepath.Dir(write(t, "tools.json", `{"version": 1, "tools": [`))
	t.Chdir(dir)
	code, _, stderr := once(t, []string{"-tools", "tools.json"})
	if code != 2 || !strings.HasPrefix(stderr, "tools.json: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
}

func TestHelp(t *testing.T) {
	for _, flag := range []string{"-h", "-help", "--help"} {
		code, stdout, stderr := once(t, []string{flag})
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit code %d, %s", flag, code, stderr)
		}
		for _, s := range settings() {
			if !strings.Contains(stdout, "  -"+s.name+" ") || !strings.Contains(stdout, " "+twin(s.name)+"\n") {
				t.Errorf("%s: the usage lacks -%s or its twin", flag, s.name)
			}
		}
	}
}

// TestH36_theReadmeNamesEveryFlag: its table is where people look first.
func TestH36_theReadmeNamesEveryFlag(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "## Configuration")
	for _, s := range settings() {
		if !regexp.MustCompile("`-" + s.name + "[` ]").MatchString(table) {
			t.Errorf("README.md does not name -%s", s.name)
		}
	}
}
