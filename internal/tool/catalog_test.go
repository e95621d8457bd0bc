package tool

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"farhand/internal/protocol"
)

func TestA29_badArgumentsAreExplainedWithoutQuotingThem(t *testing.T) {
	c := starter(t)
	for _, tc := range []struct{ name, tool, args, want string }{
		{"good", "memory_get", `{"key":"city"}`, ""},
		{"missing", "memory_get", `{}`, `at '': missing property 'key'`},
		{"wrong type", "memory_get", `{"key":3}`, `at '/key': got number, want string`},
		{"no coercion", "speak", `{"text":"x","rate":"1"}`, `at '/rate': got string, want number`},
		{"extra", "memory_get", `{"key":"a","kye":1}`, `at '': additional properties 'kye' not allowed`},
		{"out of range", "speak", `{"text":"x","rate":9}`, `at '/rate': maximum: got 9, want 2`},
		{"no object", "memory_get", `[]`, `at '': got array, want object`},
		{"two reasons", "memory_put", `{"key":""}`, "at '': missing property 'value'\nat '/key': minLength: got 0, want 1"},
		{"not JSON", "memory_get", `{"key":`, `not valid JSON`},
		{"nothing", "memory_get", ``, `not valid JSON`},
		{"a number without end", "speak", `{"text":"x","rate":1e999999999}`, `holds a number that is out of range`},
		{"another number without end", "speak", `{"text":"x","rate":-1E-999999999}`, `holds a number that is out of range`},
		{"unknown tool", "nowhere", `{}`, `no such tool`},
	} {
		got := ""
		if err := c.ValidateArgs(tc.tool, json.RawMessage(tc.args)); err != nil {
			got = err.Error()
		}
		if sorted(got) != sorted(tc.want) {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func sorted(lines string) string {
	list := strings.Split(lines, "\n")
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func TestValidate_textsForTheModelAreBounded(t *testing.T) {
	c, err := Load(Config{Contract: contract(aTool("a", `"inputSchema":{"type":"object","properties":{
		"text":{"type":"string","pattern":"^a$"}},"additionalProperties":{"type":"number"}}`))})
	if err != nil {
		t.Fatal(err)
	}
	secret := strings.Repeat("SECRET", 200)
	err = c.ValidateArgs("a", json.RawMessage(`{"text":"`+secret+`"}`))
	if want := `at '/text': does not match pattern "^a$"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}

	many := map[string]string{}
	for i := range 50 {
		many[strings.Repeat("k", 500)+string(rune('A'+i))] = secret
	}
	args, _ := json.Marshal(many)
	err = c.ValidateArgs("a", args)
	if err == nil {
		t.Fatal("accepted")
	}
	if text := err.Error(); len(text) > 3000 || !strings.HasSuffix(text, "\nand 45 more") || strings.Contains(text, "SECRET") || strings.Contains(text, schemaURL) {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}

func TestH28_aReadIsFoundWithAValueOrNotFound(t *testing.T) {
	c := starter(t)
	for result, ok := range map[string]bool{
		`{"found":false}`:                   true,
		`{"found":true,"value":"green"}`:    true,
		`{"found":true,"value":null}`:       true,
		`{"found":true}`:                    false,
		`{"found":false,"value":1}`:         false,
		`{"found":"yes","value":1}`:         false,
		`{"value":1}`:                       false,
		`{"found":true,"value":1,"more":1}`: false,
		`null`:                              false,
	} {
		if err := c.ValidateResult("memory_get", json.RawMessage(result)); (err == nil) != ok {
			t.Errorf("%s: %v", result, err)
		}
	}
}

func TestH37_aValueOfAnyJSONType(t *testing.T) {
	c := starter(t)
	free, err := Load(Config{Contract: contract(aTool("a"))})
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{`"s"`, `1`, `-0.5`, `12345678901234567890`, `true`, `null`, `[]`, `[1,"a",null]`, `{}`, `{"a":{"$ref":"x"}}`} {
		if err := c.ValidateArgs("memory_put", json.RawMessage(`{"key":"k","value":`+value+`}`)); err != nil {
			t.Errorf("memory_put %s: %v", value, err)
		}
		if err := c.ValidateResult("memory_get", json.RawMessage(`{"found":true,"value":`+value+`}`)); err != nil {
			t.Errorf("memory_get %s: %v", value, err)
		}
		if err := free.ValidateResult("a", json.RawMessage(value)); err != nil {
			t.Errorf("a tool without outputSchema, %s: %v", value, err)
		}
	}
	if err := free.ValidateResult("a", json.RawMessage(`{`)); err == nil {
		t.Error("a tool without outputSchema: what is no JSON is accepted")
	}
}

// announce returns what a page announces that has every body.
func announce(c *Catalog) map[string]string {
	hashes := map[string]string{}
	for _, spec := range c.Specs() {
		hashes[spec.Name] = spec.Hash
	}
	return hashes
}

// The list of what a model may call is the contract intersected with what the
// browser announced (here without skills, which A50 and A51 also name).
func TestA51_theOfferIsTheContractIntersectedWithTheBrowser(t *testing.T) {
	c, err := Load(Config{Contract: contract(aTool("free"), aTool("asks", `"policy":{"approval":"always"},"ui":{"ask":"Do"}`))})
	if err != nil {
		t.Fatal(err)
	}
	free, _ := c.Spec("free")
	for _, tc := range []struct {
		name        string
		announced   map[string]string
		unavailable []protocol.Unavailable
		approvals   bool
		offered     []string
		withheld    map[string]protocol.WithheldTool
	}{
		{"everything", announce(c), nil, true, []string{"free", "asks"}, nil},
		{"unchecked", map[string]string{"free": "", "asks": ""}, nil, true, []string{"free", "asks"}, nil},
		{"unknown names", map[string]string{"free": "", "asks": "", "more": ""}, []protocol.Unavailable{{Name: "less", Reason: protocol.WithheldPolicy}}, true, []string{"free", "asks"}, map[string]protocol.WithheldTool{
			"more": {Reason: protocol.WithheldNoEntry}}},
		{"nothing", nil, nil, true, []string{}, map[string]protocol.WithheldTool{
			"free": {Reason: protocol.WithheldNoBody}, "asks": {Reason: protocol.WithheldNoBody}}},
		{"nobody to ask", announce(c), nil, false, []string{"free"}, map[string]protocol.WithheldTool{
			"asks": {Reason: protocol.WithheldNoApproval}}},
		{"another schema", map[string]string{"free": "00000000", "asks": ""}, nil, true, []string{"asks"}, map[string]protocol.WithheldTool{
			"free": {Reason: protocol.WithheldSchema, Server: free.Hash, Page: "00000000"}}},
		{"no hash", map[string]string{"free": "a page's words", "asks": ""}, nil, true, []string{"asks"}, map[string]protocol.WithheldTool{
			"free": {Reason: protocol.WithheldSchema, Server: free.Hash, Page: "malformed"}}},
		{"unavailable", map[string]string{"asks": ""}, []protocol.Unavailable{{Name: "free", Reason: protocol.WithheldInsecureContext}}, true, []string{"asks"},
			map[string]protocol.WithheldTool{"free": {Reason: protocol.WithheldInsecureContext}}},
		{"a body that cannot run", announce(c), []protocol.Unavailable{{Name: "free", Reason: protocol.WithheldPolicy}}, true, []string{"asks"},
			map[string]protocol.WithheldTool{"free": {Reason: protocol.WithheldPolicy}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			offer := c.Offer(tc.announced, tc.unavailable, tc.approvals)
			names := []string{}
			for i, spec := range offer.Specs {
				names = append(names, spec.Name)
				if offer.Tools[i].Name != spec.Name {
					t.Errorf("Tools[%d] is %s, Specs[%d] is %s", i, offer.Tools[i].Name, i, spec.Name)
				}
			}
			if !slices.Equal(names, tc.offered) || len(offer.Declarations) != len(names) {
				t.Errorf("offered %v, want %v", names, tc.offered)
			}
			withheld := map[string]protocol.WithheldTool{}
			for _, w := range offer.Withheld {
				spec, ok := c.Spec(w.Name)
				if ok && (w.Title != "T" || w.Hash != spec.Hash || !bytes.Equal(w.InputSchema, spec.InputSchema)) {
					t.Errorf("%s: %+v", w.Name, w)
				}
				withheld[w.Name] = protocol.WithheldTool{Reason: w.Reason, Server: w.Server, Page: w.Page}
			}
			if len(withheld)+len(tc.withheld) > 0 && !reflect.DeepEqual(withheld, tc.withheld) {
				t.Errorf("withheld %v, want %v", withheld, tc.withheld)
			}
		})
	}
}

func TestA50_aToolThatIsNotOfferedIsNotFoundInTheOffer(t *testing.T) {
	offer := starter(t).Offer(map[string]string{"memory_get": ""}, nil, true)
	if _, ok := offer.Spec("memory_get"); !ok {
		t.Error("memory_get is offered and not found")
	}
	for _, name := range []string{"memory_put", "nowhere", ""} {
		if _, ok := offer.Spec(name); ok {
			t.Errorf("%q is found", name)
		}
	}
}

func TestA51_aServerToolNeedsNoBody(t *testing.T) {
	c, err := Load(Config{
		Contract: contract(aTool("here", `"where":"server"`), aTool("asks", `"where":"server"`, `"policy":{"approval":"always"},"ui":{"ask":"Do"}`)),
		Server:   map[string]Handler{"here": noop, "asks": noop},
	})
	if err != nil {
		t.Fatal(err)
	}
	if offer := c.Offer(nil, nil, true); len(offer.Specs) != 2 || offer.Tools[0].Where != "server" {
		t.Errorf("offered %v", offer.Tools)
	}
	offer := c.Offer(nil, []protocol.Unavailable{{Name: "here", Reason: protocol.WithheldPolicy}}, false)
	if _, ok := offer.Spec("here"); !ok || len(offer.Withheld) != 1 || offer.Withheld[0].Reason != protocol.WithheldNoApproval {
		t.Errorf("nobody to ask: offered %v, withheld %v", offer.Tools, offer.Withheld)
	}
}

func TestH13_declarationsAreEqualByteForByte(t *testing.T) {
	first, err := json.Marshal(starter(t).Offer(announce(starter(t)), nil, true).Declarations)
	if err != nil {
		t.Fatal(err)
	}
	c := starter(t)
	for range 20 {
		again, err := json.Marshal(c.Offer(announce(c), nil, true).Declarations)
		if err != nil || string(again) != string(first) {
			t.Fatalf("%v\n got %s\nwant %s", err, again, first)
		}
	}
	names := []string{}
	for _, d := range c.Offer(announce(c), nil, true).Declarations {
		names = append(names, d.Name)
	}
	if len(names) != len(c.Specs()) || !slices.IsSorted(names) {
		t.Errorf("declarations %v, want all sorted by name", names)
	}
}

func TestA95_aCatalogIsFrozenAndSharedFreely(t *testing.T) {
	c := starter(t)
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			offer := c.Offer(announce(c), nil, true)
			offer.Declarations[0], offer.Specs[0] = Declaration{}, nil // its own lists
			c.Specs()[0] = nil
			_ = c.ValidateArgs("memory_get", json.RawMessage(`{"key":1}`))
			_ = c.ValidateResult("memory_get", json.RawMessage(`{"found":true}`))
			_ = c.Permissions()
		})
	}
	readers.Wait()
	if c.Specs()[0] == nil || c.Offer(announce(c), nil, true).Declarations[0].Name == "" {
		t.Error("a reader changed the catalog")
	}
}

func TestPermissions_followTheContract(t *testing.T) {
	c, err := Load(Config{
		Contract: contract(aTool("a", `"policy":{"capabilities":["camera","storage","battery"]}`),
			aTool("b", `"where":"server","policy":{"capabilities":["microphone"]}`)),
		Server: map[string]Handler{"b": noop},
	})
	if err != nil {
		t.Fatal(err)
	}
	directives := strings.Split(c.Permissions(), ", ")
	for _, want := range []string{"camera=(self)", "battery=(self)", "microphone=()", "geolocation=()", "clipboard-read=()", "usb=()"} {
		if !slices.Contains(directives, want) {
			t.Errorf("%s is missing in %v", want, directives)
		}
	}
	if strings.Contains(c.Permissions(), "storage=") || !slices.IsSorted(directives) {
		t.Errorf("got %v", directives)
	}
	shipped := starter(t).Permissions()
	for _, want := range []string{"geolocation=(self)", "clipboard-read=(self)", "clipboard-write=(self)", "camera=()"} {
		if !strings.Contains(shipped, want) {
			t.Errorf("the shipped contract: %s is missing in %s", want, shipped)
		}
	}
}
