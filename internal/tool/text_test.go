package tool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func noop(context.Context, Call) Result { return Result{Value: json.RawMessage("null")} }

func TestAsk_fillsInArgumentsAsPlainText(t *testing.T) {
	for _, c := range []struct{ name, ask, args, want string }{
		{"no placeholder", "Read the clipboard", `{}`, "Read the clipboard"},
		{"text", `Put "{text}" on your clipboard`, `{"text":"a <b> \"c\" & d"}`, `Put "a <b> "c" & d" on your clipboard`},
		{"twice and two", "{a} {b} {a}", `{"a":"x","b":"y"}`, "x y x"},
		{"other values", "{n} {t} {z} {l} {o}", `{"n":1.50,"t":true,"z":null,"l":[1, "a"],"o":{"k" : 1}}`, `1.50 true null [1,"a"] {"k":1}`},
		{"missing", "Open {page}!", `{}`, "Open !"},
		{"no arguments at all", "Open {page}!", ``, "Open !"},
		{"a placeholder in an argument", "{a}", `{"a":"{b}","b":"no"}`, "{b}"},
		{"line breaks and controls", "{a}", `{"a":"x\ny\tz\u0000\u2028end"}`, "x y z  end"},
		{"bidi and invisible characters", "{a}", `{"a":"\u202egnp.exe\u202c\u200b\u2066\ufeff"}`, "gnp.exe"},
		{"joined emoji", "{a}", `{"a":"👩\u200d💻"}`, "👩\u200d💻"},
		{"long", "<{a}>", `{"a":"` + strings.Repeat("é", 201) + `"}`, "<" + strings.Repeat("é", 199) + "…>"},
		{"just short enough", "<{a}>", `{"a":"` + strings.Repeat("é", 200) + `"}`, "<" + strings.Repeat("é", 200) + ">"},
	} {
		spec := &Spec{UI: UI{Ask: c.ask}}
		if got := spec.Ask(json.RawMessage(c.args)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
