package tool

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"farhand"
)

var update = flag.Bool("update", false, "write the golden files")

// starter is the catalog of the contract that ships.
func starter(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load(Config{Contract: farhand.Contract})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// contract returns tools.json with the given tools.
func contract(tools ...string) []byte {
	return []byte(`{"version":1,"tools":[` + strings.Join(tools, ",") + `]}`)
}

// aTool returns a valid tool with fields added to it; a later field of the
// same name replaces the one before.
func aTool(name string, fields ...string) string {
	merged := map[string]json.RawMessage{
		"name": json.RawMessage(`"` + name + `"`), "title": json.RawMessage(`"T"`), "description": json.RawMessage(`"D"`),
		"inputSchema": json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}}}`),
	}
	for _, field := range fields {
		if err := json.Unmarshal([]byte("{"+field+"}"), &merged); err != nil {
			panic(field + ": " + err.Error())
		}
	}
	out, err := json.Marshal(merged)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// faultsOf loads a contract and returns its faults as sorted lines.
func faultsOf(t *testing.T, cfg Config) []string {
	t.Helper()
	catalog, err := Load(cfg)
	if err == nil {
		return nil
	}
	var faults Faults
	if !errors.As(err, &faults) || catalog != nil {
		t.Fatalf("got %v, %T", catalog, err)
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(faults) {
		t.Errorf("%d lines for %d faults", len(lines), len(faults))
	}
	slices.Sort(lines)
	return lines
}

func expectFaults(t *testing.T, cfg Config, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := faultsOf(t, cfg); !slices.Equal(got, want) {
		t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestA58_aBadContractIsRefusedWithThePathOfEachFault(t *testing.T) {
	input := func(schema string) string { return aTool("a", `"inputSchema":`+schema) }
	props := func(properties string) string { return input(`{"type":"object","properties":{` + properties + `}}`) }
	policy := func(policy string) string { return aTool("a", `"policy":{`+policy+`}`) }
	for _, c := range []struct {
		name  string
		tools []string
		want  []string
	}{
		{"nothing wrong", []string{aTool("a"), aTool("b_2-C")}, nil},
		{"no tools", nil, nil},
		{"duplicate name", []string{aTool("a"), aTool("b"), aTool("a")},
			[]string{`tools[2].name: a tool "a" is there already`}},
		{"illegal name", []string{aTool("1a")},
			[]string{`tools[0].name: does not match pattern "^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$"`}},
		{"no name", []string{`{"title":"T","description":"D","inputSchema":{"type":"object"}}`},
			[]string{`tools[0]: missing property 'name'`}},
		{"unknown keys", []string{aTool("a", `"colour":1`, `"policy":{"x.y":1,"timeoutMS":1}`)},
			[]string{`tools[0].colour: unknown key`, `tools[0].policy.timeoutMS: unknown key`, `tools[0].policy["x.y"]: unknown key`}},
		{"wrong types", []string{policy(`"timeoutMs":"15000","parallel":1,"maxResultBytes":0`)},
			[]string{`tools[0].policy.maxResultBytes: minimum: got 0, want 1`,
				`tools[0].policy.parallel: got number, want boolean`, `tools[0].policy.timeoutMs: got string, want integer`}},
		{"unknown value", []string{policy(`"risk":"huge"`)},
			[]string{`tools[0].policy.risk: value must be one of 'low', 'medium', 'high', 'critical'`}},
		{"key twice", []string{`{"name":"a","name":"a","title":"T","description":"D","inputSchema":{"type":"object"}}`},
			[]string{`tools[0].name: the key is there twice; take one out`}},

		{"critical without approval always", []string{aTool("a", `"policy":{"risk":"critical","approval":"session"},"ui":{"ask":"Do"}`)},
			[]string{`tools[0].policy.approval: a critical tool always asks: leave approval out or say always`}},
		{"critical that never asks", []string{policy(`"risk":"critical","approval":"never"`)},
			[]string{`tools[0].policy.approval: a critical tool always asks: leave approval out or say always`}},
		{"asks without words", []string{policy(`"risk":"high"`), aTool("b", `"policy":{"approval":"always"}`)},
			[]string{`tools[0].ui.ask: is missing: a tool that asks needs the sentence that the user allows`,
				`tools[1].ui.ask: is missing: a tool that asks needs the sentence that the user allows`}},
		{"reruns a write", []string{policy(`"onReload":"rerun"`)},
			[]string{`tools[0].policy.onReload: rerun is only for a tool that is read-only or idempotent`}},
		{"reruns a read", []string{aTool("a", `"policy":{"onReload":"rerun"},"annotations":{"readOnlyHint":true}`)}, nil},
		{"reruns an idempotent write", []string{aTool("a", `"policy":{"onReload":"rerun"},"annotations":{"idempotentHint":true}`)}, nil},
		{"reads and destroys", []string{aTool("a", `"annotations":{"readOnlyHint":true,"destructiveHint":true}`)},
			[]string{`tools[0].annotations.destructiveHint: a read-only tool destroys nothing`}},
		{"placeholders", []string{aTool("a", `"ui":{"ask":"{text} {tex} {}","done":"{text} { text}"}`)},
			[]string{`tools[0].ui.ask: {tex} is no property of inputSchema`, `tools[0].ui.ask: {} is no property of inputSchema`,
				`tools[0].ui.done: { text} is no property of inputSchema`}},
		{"unknown capability", []string{policy(`"capabilities":["geolocation","gps","storage","speech","device"]`)},
			[]string{`tools[0].policy.capabilities: "gps" is no Permissions-Policy feature, nor storage, speech or device`}},

		{"input is no object schema", []string{input(`{"type":"string"}`)},
			[]string{`tools[0].inputSchema.type: value must be 'object'`}},
		{"input has no type", []string{input(`{}`)}, []string{`tools[0].inputSchema: missing property 'type'`}},
		{"input is no schema", []string{input(`3`)}, []string{`tools[0].inputSchema: got number, want object`}},
		{"required without property", []string{input(`{"type":"object","properties":{"a":{}},"required":["a","b"]}`)},
			[]string{`tools[0].inputSchema.required: "b" is not in properties`}},
		{"bad keyword value", []string{props(`"a":{"minLength":-1}`)},
			[]string{`tools[0].inputSchema.properties.a.minLength: minimum: got -1, want 0`}},
		{"bad pattern", []string{props(`"a":{"pattern":"("}`)},
			[]string{"tools[0].inputSchema.properties.a.pattern: '(' is not valid regex: error parsing regexp: missing closing ): `(`"}},
		{"H13 unknown keyword", []string{props(`"a":{"nullable":true},"b":{"items":{"foo":1}},"nullable":{"x-ours":1}`)},
			[]string{`tools[0].inputSchema.properties.a.nullable: unknown keyword`,
				`tools[0].inputSchema.properties.b.items.foo: unknown keyword`}},
		{"H13 unknown keyword in a result", []string{aTool("a", `"outputSchema":{"anyOf":[{"$dynamicRef":"#a"}]}`)},
			[]string{`tools[0].outputSchema.anyOf[0].$dynamicRef: unknown keyword`}},
		{"another dialect", []string{input(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`)},
			[]string{`tools[0].inputSchema.$schema: must be https://json-schema.org/draft/2020-12/schema`}},
		{"remote references", []string{props(`"a":{"$ref":"https://example.com/x"},"b":{"$ref":"other.json#/x"}`)},
			[]string{`tools[0].inputSchema.properties.a.$ref: "https://example.com/x" is not in this schema; a schema may only refer to itself`,
				`tools[0].inputSchema.properties.b.$ref: "other.json#/x" is not in this schema; a schema may only refer to itself`}},
		{"reference to nothing", []string{props(`"a":{"$ref":"#/$defs/x"}`)},
			[]string{`tools[0].inputSchema.properties.a.$ref: "#/$defs/x" is not in this schema; a schema may only refer to itself`}},
		{"recursion", []string{props(`"a":{"$ref":"#"}`),
			aTool("b", `"outputSchema":{"$ref":"#/$defs/n","$defs":{"n":{"items":{"$ref":"#/$defs/n"}}}}`)},
			[]string{`tools[0].inputSchema: refers to itself by "#"; model providers reject recursive schemas`,
				`tools[1].outputSchema: refers to itself by "#/$defs/n"; model providers reject recursive schemas`}},
		{"too deep", []string{props(`"a":` + strings.Repeat(`{"items":`, 32) + `{}` + strings.Repeat(`}`, 32))},
			[]string{`tools[0].inputSchema: is nested too deeply or too large once its references are filled in`}},

		{"every fault of every tool", []string{
			aTool("a", `"colour":1`, `"policy":{"risk":"critical","approval":"never","capabilities":["gps"]}`), aTool("a"),
			props(`"x":{"foo":1}`)},
			[]string{`tools[0].colour: unknown key`,
				`tools[0].policy.approval: a critical tool always asks: leave approval out or say always`,
				`tools[0].policy.capabilities: "gps" is no Permissions-Policy feature, nor storage, speech or device`,
				`tools[1].name: a tool "a" is there already`, `tools[2].name: a tool "a" is there already`,
				`tools[2].inputSchema.properties.x.foo: unknown keyword`}},
	} {
		t.Run(c.name, func(t *testing.T) { expectFaults(t, Config{Contract: contract(c.tools...)}, c.want...) })
	}
}

func TestLoad_theFileAsAWhole(t *testing.T) {
	for _, c := range []struct {
		name, contract string
		want           []string
	}{
		{"empty", "", []string{"the file is empty; want JSON"}},
		{"not JSON", "{\n  \"version\": 1,\n  \"tools\": [,]\n}", []string{"line 3, column 13: invalid character ',' looking for beginning of value"}},
		{"another encoding", `{"version":1,"tools":[],"` + "\xff" + `":1}`, []string{"the file is not UTF-8 text; save it as UTF-8"}},
		{"no object", "[]", []string{"got array, want object"}},
		{"other version, other keys", `{"version":2,"tool":[]}`, []string{"missing property 'tools'", "tool: unknown key", "version: value must be 1"}},
		{"tools is no list", `{"version":1,"tools":{}}`, []string{"tools: got object, want array"}},
		{"a tool is no object", `{"version":1,"tools":[1]}`, []string{"tools[0]: got number, want object"}},
		{"a number without end", `{"version":1e999999999,"tools":[]}`, []string{"holds a number that is out of range"}},
	} {
		t.Run(c.name, func(t *testing.T) { expectFaults(t, Config{Contract: []byte(c.contract)}, c.want...) })
	}
}

func TestLoad_serverToolsAndFunctionsBelongTogether(t *testing.T) {
	cfg := Config{
		Contract: contract(aTool("here", `"where":"server"`), aTool("there"), aTool("lost", `"where":"server"`)),
		Server:   map[string]Handler{"here": noop, "there": noop, "nowhere": noop},
	}
	expectFaults(t, cfg,
		`tools[2].where: this server has no function for the server-side tool "lost"`,
		`tools: this server has a function "nowhere", but the contract has no server-side tool of that name`,
		`tools: this server has a function "there", but the contract has no server-side tool of that name`)

	cfg.Contract, cfg.Server = contract(aTool("here", `"where":"server"`), aTool("there")), map[string]Handler{"here": noop}
	c, err := Load(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if c.Server("here") == nil || c.Server("there") != nil || c.Server("nowhere") != nil {
		t.Error("Server returns a function for the wrong names")
	}
}

func TestA60_approvalFollowsRisk(t *testing.T) {
	for _, c := range []struct {
		risk, stated string
		want         Approval
	}{
		{"", "", ApprovalNever}, {"low", "", ApprovalNever}, {"medium", "", ApprovalNever},
		{"high", "", ApprovalSession}, {"critical", "", ApprovalAlways},
		{"low", "session", ApprovalSession}, {"low", "always", ApprovalAlways},
		{"high", "always", ApprovalAlways}, {"high", "never", ApprovalNever}, {"critical", "always", ApprovalAlways},
	} {
		fields := map[string]string{}
		if c.risk != "" {
			fields["risk"] = c.risk
		}
		if c.stated != "" {
			fields["approval"] = c.stated
		}
		policy, _ := json.Marshal(fields)
		catalog, err := Load(Config{Contract: contract(aTool("a", `"ui":{"ask":"Do it"}`, `"policy":`+string(policy)))})
		if err != nil {
			t.Errorf("risk %q, approval %q: %v", c.risk, c.stated, err)
			continue
		}
		spec, _ := catalog.Spec("a")
		if spec.Policy.Approval != c.want || spec.Asks() != (c.want != ApprovalNever) {
			t.Errorf("risk %q, approval %q: %s, asks %v; want %s", c.risk, c.stated, spec.Policy.Approval, spec.Asks(), c.want)
		}
	}
}

func TestH32_noToolMayRunAnyCode(t *testing.T) {
	expectFaults(t, Config{Contract: contract(aTool("a", `"policy":{"capabilities":["script.eval"]}`))},
		`tools[0].policy.capabilities: "script.eval" is refused: a tool that runs any code cannot be checked`)
	for _, spec := range starter(t).Specs() {
		if strings.Contains(spec.Name, "eval") || slices.Contains(spec.Policy.Capabilities, scriptEval) {
			t.Errorf("%s runs any code", spec.Name)
		}
	}
}

func TestLoad_defaultsAndCeilings(t *testing.T) {
	tools := contract(aTool("plain"), aTool("own", `"policy":{"timeoutMs":1000,"userTimeoutMs":5000,"maxResultBytes":7}`))
	for _, c := range []struct {
		name              string
		timeout, user     time.Duration
		plain, plainUser  time.Duration
		stated, ownsTimer time.Duration
	}{
		{"none", 0, 0, 15 * time.Second, 2 * time.Minute, time.Second, 5 * time.Second},
		{"low", 500 * time.Millisecond, time.Second, 500 * time.Millisecond, time.Second, 500 * time.Millisecond, time.Second},
		{"between", 2 * time.Second, 10 * time.Second, 2 * time.Second, 10 * time.Second, time.Second, 5 * time.Second},
		{"high", time.Hour, time.Hour, 15 * time.Second, 2 * time.Minute, time.Second, 5 * time.Second},
	} {
		catalog, err := Load(Config{Contract: tools, MaxTimeout: c.timeout, MaxUserTimeout: c.user})
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := catalog.Spec("plain")
		own, _ := catalog.Spec("own")
		got := []time.Duration{plain.Policy.Timeout, plain.Policy.UserTimeout, own.Policy.Timeout, own.Policy.UserTimeout}
		if want := []time.Duration{c.plain, c.plainUser, c.stated, c.ownsTimer}; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
		if plain.Policy.MaxResultBytes != 65536 || own.Policy.MaxResultBytes != 7 || plain.Where != Browser || plain.Policy.Risk != RiskLow {
			t.Errorf("%s: defaults %+v", c.name, plain)
		}
	}
}

// The same file is read by the test of the TypeScript generator.
func TestH12_bothSidesHashTheSchemasAlike(t *testing.T) {
	hashes := map[string]string{}
	for _, spec := range starter(t).Specs() {
		hashes[spec.Name] = spec.Hash
	}
	got, err := json.MarshalIndent(hashes, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const golden = "testdata/hashes.json"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("hashes differ from %s:\n%s", golden, got)
	}
}

func TestH12_theHashTellsSchemasApartAndNothingElse(t *testing.T) {
	hash := func(tool string) string {
		t.Helper()
		c, err := Load(Config{Contract: contract(tool)})
		if err != nil {
			t.Fatal(err)
		}
		return c.Specs()[0].Hash
	}
	base := hash(aTool("a", `"inputSchema":{"type":"object","properties":{"x":{"type":"number","maximum":10},"y":{}}}`))
	for name, tool := range map[string]string{
		"order, spaces, way to write a number": aTool("a", `"inputSchema": { "properties":{"y":{},"x":{"maximum":1e1,"type":"number"}},"type":"object"}`),
		"title, description, policy":           aTool("b", `"title":"Other","description":"Other","policy":{"timeoutMs":1},"inputSchema":{"type":"object","properties":{"x":{"type":"number","maximum":10},"y":{}}}`),
	} {
		if got := hash(tool); got != base {
			t.Errorf("%s: changes the hash", name)
		}
	}
	for name, tool := range map[string]string{
		"a bound":                     aTool("a", `"inputSchema":{"type":"object","properties":{"x":{"type":"number","maximum":11},"y":{}}}`),
		"a parameter's description":   aTool("a", `"inputSchema":{"type":"object","properties":{"x":{"type":"number","maximum":10,"description":"d"},"y":{}}}`),
		"an output schema that is {}": aTool("a", `"outputSchema":{},"inputSchema":{"type":"object","properties":{"x":{"type":"number","maximum":10},"y":{}}}`),
	} {
		if got := hash(tool); got == base {
			t.Errorf("%s: does not change the hash", name)
		}
	}
}

func TestA69_theHashOfTheContractIsThatOfItsMeaning(t *testing.T) {
	hash := func(contract string) string {
		t.Helper()
		c, err := Load(Config{Contract: []byte(contract)})
		if err != nil {
			t.Fatal(err)
		}
		return c.Hash()
	}
	const known = "8ace068ed2f4ef0d" // echo -n '{"tools":[],"version":1}' | sha256sum
	for _, same := range []string{`{"version":1,"tools":[]}`, "{ \"tools\": [ ],\n \"version\": 1 }\n"} {
		if got := hash(same); got != known {
			t.Errorf("%s: %s, want %s", same, got, known)
		}
	}
	low, high := string(contract(aTool("a", ""))), string(contract(aTool("a", `"policy":{"timeoutMs":1}`)))
	if hash(low) == hash(high) {
		t.Error("another policy does not change the hash")
	}
}

// FuzzLoad checks that every file gives a catalog or faults, and that what a
// catalog declares is JSON.
func FuzzLoad(f *testing.F) {
	f.Add(contract(aTool("a", `"policy":{"risk":"high","capabilities":["camera"]}`, `"ui":{"ask":"Do {text}"}`)))
	f.Add(contract(aTool("a", `"inputSchema":{"type":"object","properties":{"x":{"$ref":"#/$defs/y"}},"$defs":{"y":{"allOf":[{"oneOf":[true,false,{"const":1}]}]}}}`)))
	f.Add(contract(aTool("a", `"outputSchema":{"$ref":"#"}`)))
	f.Add([]byte(`{"version":1,"tools":[{"name":"a","inputSchema":{"properties":[],"items":{"allOf":3}}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Load(Config{Contract: data})
		if (c == nil) == (err == nil) {
			t.Fatalf("catalog %v, error %v", c, err)
		}
		if err != nil {
			return
		}
		announced := map[string]string{}
		for _, spec := range c.Specs() {
			announced[spec.Name] = spec.Hash
			spec.Ask(json.RawMessage(`{"x":1}`))
		}
		for _, d := range c.Offer(announced, nil, true).Declarations {
			if !json.Valid(d.Parameters) {
				t.Errorf("%s: %s", d.Name, d.Parameters)
			}
			_ = c.ValidateArgs(d.Name, json.RawMessage(`{"x":1}`))
		}
	})
}

// A file in which everything is wrong is told in a list that one can read.
func TestLoad_soManyFaultsAndNoMore(t *testing.T) {
	contract := `{"version":1,"tools":[` + strings.Repeat(`{"nme":1},`, 100_000) + `{}]}`
	_, err := Load(Config{Contract: []byte(contract)})
	var faults Faults
	if !errors.As(err, &faults) || len(faults) != maxFaults+1 || faults[maxFaults].Message != "there is more; mend this first" {
		t.Errorf("%d faults", len(faults))
	}
}
