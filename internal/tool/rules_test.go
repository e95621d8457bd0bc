package tool

import (
	"strings"
	"testing"

	"farhand"
	"farhand/internal/protocol"
)

// offerUnder is what a page that has every body is offered under a file of rules.
func offerUnder(t *testing.T, rules string) Offer {
	t.Helper()
	r, err := ParseRules([]byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(Config{Contract: farhand.Contract, Rules: r})
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]string{}
	for _, s := range c.Specs() {
		bodies[s.Name] = s.Hash
	}
	return c.Offer(bodies, nil, true)
}

func TestK37_denyBeforeConfirmBeforeAllow(t *testing.T) {
	const other = "ask_user" // no rule names it
	for _, row := range []struct {
		rules string
		want  map[string]string // tool to its approval; "": denied
	}{
		{`{}`, map[string]string{"geolocation_get": "never", "clipboard_read": "session", other: "never"}},
		{`{"deny": ["clipboard_read"]}`, map[string]string{"clipboard_read": "", "clipboard_write": "never", other: "never"}},
		{`{"deny": ["clipboard_*"]}`, map[string]string{"clipboard_read": "", "clipboard_write": "", other: "never"}},
		{`{"deny": ["*"], "allow": ["*"]}`, map[string]string{"clipboard_read": "", other: ""}},
		{`{"confirm": ["geolocation_get"]}`, map[string]string{"geolocation_get": "always", other: "never"}},
		{`{"confirm": ["memory_*"], "allow": ["memory_*", "clipboard_read"]}`,
			map[string]string{"memory_put": "always", "clipboard_read": "session", other: ""}},
		{`{"deny": ["memory_delete"], "confirm": ["memory_*"]}`, map[string]string{"memory_delete": "", "memory_put": "always"}},
		{`{"allow": ["geolocation_get"]}`, map[string]string{"geolocation_get": "never", "clipboard_read": "", other: ""}},
		{`{"allow": []}`, map[string]string{"geolocation_get": "", "clipboard_read": "", other: ""}},
		{`{"allow": null}`, map[string]string{"geolocation_get": "never", other: "never"}},
	} {
		offer := offerUnder(t, row.rules)
		for name, want := range row.want {
			got := ""
			if s, ok := offer.Spec(name); ok {
				got = string(s.Policy.Approval)
			}
			if got != want {
				t.Errorf("%s: %s is %q, want %q", row.rules, name, got, want)
			}
			declared := false
			for _, d := range offer.Declarations {
				declared = declared || d.Name == name
			}
			if declared != (want != "") {
				t.Errorf("%s: the model is told of %s: %t", row.rules, name, declared)
			}
		}
	}
}

func TestK37_whatIsDeniedIsWithheldWithItsReason(t *testing.T) {
	offer := offerUnder(t, `{"deny": ["clipboard_read"]}`)
	for _, w := range offer.Withheld {
		if w.Name == "clipboard_read" && w.Reason == protocol.WithheldOperator && w.Title != "" && w.Path == "" {
			return
		}
	}
	t.Errorf("%+v", offer.Withheld)
}

func TestK37_toolsOfThePage(t *testing.T) {
	for _, row := range []struct {
		rules string
		want  Approval // "": refused
	}{
		{`{}`, ApprovalSession},
		{`{"confirm": ["page_*"]}`, ApprovalAlways},
		{`{"deny": ["page_note"]}`, ""},
		{`{"allow": ["geolocation_get"]}`, ""},
		{`{"allow": ["geolocation_get", "page_note"]}`, ApprovalSession},
	} {
		r, err := ParseRules([]byte(row.rules))
		if err != nil {
			t.Fatal(err)
		}
		c, err := Load(Config{Contract: farhand.Contract, Rules: r})
		if err != nil {
			t.Fatal(err)
		}
		all, refused := c.Declare([]protocol.DeclaredTool{{Name: "note", Description: "Leaves a note."}}, Page{May: true}, nil)
		spec, ok := all.Spec("page_note")
		switch {
		case ok != (row.want != "") || ok && spec.Policy.Approval != row.want:
			t.Errorf("%s: %v, %+v", row.rules, ok, spec)
		case !ok && (len(refused) != 1 || !strings.Contains(refused[0].Expected, "-policy")):
			t.Errorf("%s: %+v", row.rules, refused)
		}
	}
}

func TestK37_faultsOfTheFile(t *testing.T) {
	for _, row := range []struct{ rules, want string }{
		{``, "the file is empty; want JSON"},
		{`[]`, "want {"},
		{`null`, "want {"},
		{`{"denied": []}`, "denied: is not known here"},
		{`{"deny": ["*"], "Deny": []}`, "Deny: the key is there in another case as well"},
		{`{"deny": "clipboard_read"}`, "deny: want a list"},
		{`{"deny": {"speak": true}}`, "deny: want a list"},
		{`{"confirm": ["speak", 7]}`, "confirm[1]: want a name"},
		{`{"Deny": ["*"]}`, "Deny: is not known here; want deny, confirm or allow"},
		{"\uFEFF{}", "byte order mark; save it as UTF-8 without one"},
		{"{\x00}\x00", "invalid character"},
		{"\xff\xfe{\x00}\x00", "save it as UTF-8"},
		{`{ // ours` + "\n" + `"deny": []}`, "line 1, column 3: invalid character '/' looking for beginning of object key string; JSON has no comments"},
		{strings.Repeat("[", 200_000), "exceeded max depth"},
		{`{"deny": ` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`, "deny[0]: want a name"},
		{`{"deny": ["a"` + strings.Repeat(`,"a"`, 200_000) + `]}`, "deny: want at most 10000 names"},
		{`{"approval": "never"}`, "approval: is not known here"},
		{`{"deny": []} x`, "invalid character"},
		{`{"deny": [], "deny": []}`, "deny: the key is there twice"},
		{`{"deny": ["clipboard read"]}`, "deny[0]: "},
		{`{"allow": ["memory_get", ""]}`, "allow[1]: "},
		{`{"confirm": ["[a-z]"]}`, "confirm[0]: "},
	} {
		r, err := ParseRules([]byte(row.rules))
		if err == nil || r != nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %+v, %v; want %q", row.rules, r, err, row.want)
		}
	}
	r, err := ParseRules([]byte(`{"deny": ["clipboard_raed", "page_later"], "allow": ["none_*"]}`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(Config{Contract: farhand.Contract, Rules: r})
	if err != nil {
		t.Fatal(err)
	}
	want := "deny[0]: the contract has no tool \"clipboard_raed\"; correct the name or take it out\nallow[0]: the contract has no tool \"none_*\"; correct the name or take it out"
	if got := r.Unused(c).Error(); got != want {
		t.Errorf("%s; want %s", got, want)
	}
}
