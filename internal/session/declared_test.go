package session

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"farhand/internal/event"
	"farhand/internal/protocol"
)

// cartAdd is the declaration of a tool, with fields changed or added.
func cartAdd(changes ...frame) frame {
	d := frame{
		"name": "cart.add", "title": "Add to cart", "description": "Puts a product into the cart.",
		"inputSchema":  frame{"type": "object", "properties": frame{"sku": frame{"type": "string"}}, "required": []string{"sku"}},
		"outputSchema": frame{"type": "object", "properties": frame{"items": frame{"type": "integer"}}, "required": []string{"items"}},
	}
	for _, change := range changes {
		for k, v := range change {
			d[k] = v
		}
	}
	return d
}

const cartAddName = "page_cart_add_5d7de736"

// declaring opens the session of a page of shop.example, which may declare tools.
func declaring(t *testing.T, m *script, tools ...frame) (*tab, frame) {
	t.Helper()
	b := connectAs(t, m, func(cfg *Config) { cfg.PageTools = Pages{Origins: []string{"https://shop.example"}} }, Peer{Origin: "https://shop.example"})
	b.send(frame{"type": "hello", "protocol": 1, "tools": frame{"memory_get": ""}, "declare": tools, "approvals": true})
	return b, b.want("hello", nil)
}

func names(list any) (names []string) {
	for _, item := range list.([]any) {
		names = append(names, item.(map[string]any)["name"].(string))
	}
	return names
}

func TestK34_aToolOfThePageGoesTheWayOfEveryTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls(cartAddName, `{}`), calls(cartAddName, `{"sku":"tea"}`), calls(cartAddName, `{"sku":"jam"}`), says("Done."))
		b, hello := declaring(t, m, cartAdd())
		if got := names(hello["tools"]); !slices.Equal(got, []string{"memory_get", cartAddName}) {
			t.Fatalf("offered %v", got)
		}
		b.user("u1", "Tea, please")
		b.want("turn_start", nil)
		b.want("tool_state", frame{"code": "invalid_args"}) // never reaches the page
		call := b.want("tool_call", nil)
		if call["name"] != cartAddName || call["approval"] == nil {
			t.Fatalf("%v", call)
		}
		b.send(frame{"type": "tool_result", "id": call["id"], "result": frame{"items": 1}, "grant": "session"})
		b.want("tool_state", frame{"state": "succeeded"})
		synctest.Wait()
		if got := m.results(2)[0]; !strings.Contains(got, `"trusted":false,"origin":"https://shop.example"`) {
			t.Errorf("the model read %s", got)
		}
		call = b.want("tool_call", frame{"approval": nil}) // allowed for the session
		b.send(frame{"type": "tool_result", "id": call["id"], "result": frame{"items": "two"}})
		state := b.want("tool_state", frame{"state": "failed", "code": "invalid_result"})
		if got := state["mismatch"]; got.(map[string]any)["path"] != "result.items" || got.(map[string]any)["expected"] != "integer" || got.(map[string]any)["got"] != "string" {
			t.Errorf("mismatch %v", got)
		}
		b.until("turn_end")
		b.leave()
		e := b.event(event.KindDisagreement)
		for e.Reason != "invalid_result" {
			e = b.lastEvent(event.KindDisagreement)
		}
		if e.Tool != cartAddName || e.Path != "result.items" || e.Expected != "integer" || e.Got != "string" {
			t.Errorf("%+v", e)
		}
		system, block := m.sent[0].System, m.sent[0].Tools
		if strings.Contains(system, "cart") || !strings.Contains(block[1].Description, `It says: "Puts a product into the cart."`) {
			t.Error("words of the page are not where they belong")
		}
	})
}

// A result may hold anything in its keys: operators see those of the schema.
func TestA94_H26_aKeyOfAResultIsInNoEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls(cartAddName, `{"sku":"tea"}`), says("Done."))
		b, _ := declaring(t, m, cartAdd(frame{"outputSchema": frame{"additionalProperties": frame{"type": "integer"}}}))
		b.user("u1", "x")
		call := b.until("tool_call")
		b.send(frame{"type": "tool_result", "id": call["id"], "result": frame{"MARKER": "two"}, "grant": "once"})
		if got := b.until("tool_state")["mismatch"].(map[string]any)["path"]; got != "result.MARKER" {
			t.Errorf("the page is told %v", got)
		}
		b.until("turn_end")
		b.leave()
		if e := b.lastEvent(event.KindDisagreement); e.Path != "result.*" {
			t.Errorf("%+v", e)
		}
	})
}

func TestK34_H12_whatIsRefusedIsNamedAndNothingElseIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, hello := declaring(t, plays(says("x")), cartAdd(), cartAdd(frame{"name": "memory_get"}),
			cartAdd(frame{"name": "huge", "description": strings.Repeat("x", 5000)}), cartAdd(frame{"name": "odd", "description": 7}))
		if got := names(hello["tools"]); !slices.Equal(got, []string{"memory_get", cartAddName}) {
			t.Errorf("offered %v", got)
		}
		var refused []map[string]any
		for _, w := range hello["withheld"].([]any) {
			if w := w.(map[string]any); w["reason"] == "declared" {
				refused = append(refused, w)
			}
		}
		for i, want := range []frame{
			{"name": "page_memory_get", "declared": "memory_get", "path": "name", "got": "one that it has"},
			{"name": "page_huge", "declared": "huge", "path": "description", "expected": "at most 2000 characters", "got": "5000"},
			{"name": "page_odd", "declared": "odd", "path": "description", "expected": "a text", "got": "none"},
		} {
			for k, v := range want {
				if refused[i][k] != v {
					t.Errorf("%s is %v, want %v", k, refused[i][k], v)
				}
			}
		}
		b.leave()
		e := b.event(event.KindDisagreement)
		if e.Tool != "page_memory_get" || e.Reason != "declared" || e.Path != "name" || e.Expected == "" || e.Got == "" {
			t.Errorf("%+v", e)
		}
		if e := b.event(event.KindNoBody); e.Path != "body" { // the page said nothing of most of the contract
			t.Errorf("%+v", e)
		}
	})
}

// A body without an entry is named to page and operator, once.
func TestH12_aBodyWithoutEntryIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := connect(t, plays(says("x")), nil)
		tools := everyTool()
		tools["cart_show"] = ""
		b.send(frame{"type": "hello", "protocol": 1, "tools": tools, "approvals": true})
		withheld := b.want("hello", nil)["withheld"].([]any)
		if w := withheld[0].(map[string]any); len(withheld) != 1 || w["name"] != "cart_show" || w["reason"] != "no_entry" || w["path"] != "entry" {
			t.Errorf("withheld %v", withheld)
		}
		b.send(frame{"type": "tools_changed", "tools": tools})
		b.want("hello", nil)
		b.leave()
		told := 0
		for _, e := range b.events {
			if e.Kind == event.KindDisagreement && e.Tool == "cart_show" && e.Reason == "no_entry" {
				told++
			}
		}
		if told != 1 {
			t.Errorf("told %d times", told)
		}
	})
}

// What a user allowed is this tool, not another one under its name; and a turn
// keeps the tools that it began with.
func TestK34_A59_whatThePageDeclaresAnewIsAnotherTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls(cartAddName, `{"sku":"tea"}`), calls(cartAddName, `{"sku":"jam"}`), says("Done."), calls(cartAddName, `{}`), says("Done."))
		b, _ := declaring(t, m, cartAdd())
		changed := func(tools ...frame) frame {
			b.t.Helper()
			b.send(frame{"type": "tools_changed", "tools": frame{}, "declare": append([]frame{}, tools...)})
			return b.until("hello")
		}
		b.user("u1", "x")
		call := b.until("tool_call")
		b.send(frame{"type": "tool_result", "id": call["id"], "result": frame{"items": 1}, "grant": "session"})
		call = b.until("tool_call")
		if hello := changed(cartAdd()); hello["grants"] == nil { // the same again
			t.Error("the grant is gone though nothing changed")
		}
		if hello := changed(cartAdd(frame{"inputSchema": frame{"type": "object"}})); hello["grants"] != nil {
			t.Error("the grant outlived a new declaration")
		}
		changed() // gone, but this turn keeps it
		b.send(frame{"type": "tool_result", "id": call["id"], "result": frame{"items": 2}})
		b.until("turn_end")
		changed(cartAdd(frame{"inputSchema": frame{"type": "object"}}))
		b.user("u2", "x")
		if call = b.until("tool_call"); call["approval"] == nil {
			t.Error("another tool under that name runs unasked")
		}
		b.send(frame{"type": "tool_result", "id": call["id"], "error": frame{"code": string(protocol.CodeDenied), "message": ""}})
		b.until("turn_end")
		b.leave()
	})
}

// Where operators did not allow it, a page is told what would.
func TestK34_pagesDeclareOnlyWhereOperatorsAllowIt(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pages Pages
		peer  Peer
		flag  string // "": allowed
	}{
		{"default", Pages{}, Peer{Origin: "http://localhost:8080", Own: true}, "-page-tools own"},
		{"the server's own page", Pages{Own: true}, Peer{Origin: "http://localhost:8080", Own: true}, ""},
		{"no browser", Pages{Own: true}, Peer{Own: true}, ""},
		{"another page where only the own one may", Pages{Own: true}, Peer{Origin: "https://shop.example"}, "-page-tools https://shop.example"},
		{"a listed page", Pages{Origins: []string{"https://shop.example"}}, Peer{Origin: "https://shop.example"}, ""},
		{"one of another port", Pages{Origins: []string{"https://shop.example"}}, Peer{Origin: "https://shop.example:8443"}, "-page-tools https://shop.example:8443"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := connectAs(t, plays(says("x")), func(cfg *Config) { cfg.PageTools = tc.pages }, tc.peer)
				// What a page says of its address changes nothing.
				b.send(frame{"type": "hello", "protocol": 1, "page": frame{"url": "https://shop.example/"}, "tools": everyTool(), "declare": []frame{cartAdd()}, "approvals": true})
				withheld := b.want("hello", nil)["withheld"].([]any)
				b.leave()
				switch {
				case tc.flag == "" && len(withheld) > 0:
					t.Errorf("withheld %v", withheld)
				case tc.flag != "" && (len(withheld) != 1 || withheld[0].(map[string]any)["expected"] != "a server with "+tc.flag):
					t.Errorf("withheld %v, want the flag %s", withheld, tc.flag)
				}
			})
		})
	}
}

func TestK35_aThousandToolsOfAPageAreBoundedAndTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var list []frame
		for i := range 1000 {
			list = append(list, cartAdd(frame{"name": "tool" + string(rune('a'+i/100)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10))}))
		}
		b, hello := declaring(t, plays(says("x")), list...)
		if got := len(hello["tools"].([]any)); got != 65 {
			t.Errorf("%d tools", got)
		}
		b.user("u1", "still there?")
		b.until("turn_end")
		b.leave()
		rows, more := 0, 0
		for _, e := range b.events {
			if e.Kind == event.KindDisagreement || e.Kind == event.KindNoBody {
				rows, more = rows+1, more+e.Count
			}
		}
		// A hundred, with the tools that have no body, and one row for the rest.
		if all := 936 + len(catalog().Specs()) - 1; rows != 101 || more != all-100 {
			t.Errorf("%d rows, %d more", rows, more)
		}
	})
}
