package history

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"farhand/internal/model"
)

func says(text string) model.Message {
	return model.Message{Role: model.RoleModel, Parts: []model.Part{{Text: text}}}
}

func call(names ...string) model.Message {
	m := model.Message{Role: model.RoleModel}
	for _, n := range names {
		m.Parts = append(m.Parts, model.Part{Call: &model.Call{ID: "id-" + n, Name: n}})
	}
	return m
}

func result(names ...string) []model.Result {
	var out []model.Result
	for _, n := range names {
		out = append(out, model.Result{ID: "id-" + n, Name: n, Output: json.RawMessage(`{"output":1}`)})
	}
	return out
}

// results is a message as History.Results would make it, right or wrong.
func results(names ...string) model.Message {
	m := model.Message{Role: model.RoleUser}
	for _, r := range result(names...) {
		m.Parts = append(m.Parts, model.Part{Result: &r})
	}
	return m
}

func words(text string) model.Message {
	return model.Message{Role: model.RoleUser, Parts: []model.Part{{Text: text}}}
}

func TestH16_everyMessageIsKept(t *testing.T) {
	var h History
	h.Begin("where am I?")
	must(t, h.Model(call("a", "b")))
	must(t, h.Results(result("a", "b")))
	must(t, h.Valid())
	must(t, h.Model(says("here")))
	h.Begin("thanks")
	must(t, h.Valid())
	want := []model.Message{words("where am I?"), call("a", "b"), results("a", "b"), says("here"), words("thanks")}
	if got := h.Messages(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestH17_modelMessageKeepsItsBytes(t *testing.T) {
	native := []json.RawMessage{json.RawMessage(`{"text":"","thoughtSignature":"c2ln"}`), json.RawMessage(`{"future": 90071992547409931}`)}
	m := model.Message{Role: model.RoleModel, Native: native, Provider: "gemini"}
	var h History
	h.Begin("x")
	must(t, h.Model(m))
	if got := h.Messages()[1]; !reflect.DeepEqual(got, m) || &got.Native[0][0] != &native[0][0] {
		t.Errorf("got %+v, want the very same bytes", got)
	}
}

func TestHistory_refusesWhatWouldBreakIt(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(h *History) error
		says string
	}{
		{"empty message", func(h *History) error { return h.Model(model.Message{Role: model.RoleModel}) }, "part"},
		{"user message as the model's", func(h *History) error { return h.Model(words("x")) }, "role"},
		{"results without a call", func(h *History) error { return h.Results(result("a")) }, "without a call"},
		{"too few", func(h *History) error { h.Model(call("a", "b")); return h.Results(result("a")) }, "1 results for 2 calls"},
		{"too many", func(h *History) error { h.Model(call("a")); return h.Results(result("a", "b")) }, "2 results for 1 calls"},
		{"none", func(h *History) error { h.Model(call("a")); return h.Results(nil) }, "0 results"},
		{"wrong order", func(h *History) error { h.Model(call("a", "b")); return h.Results(result("b", "a")) }, "belong"},
		{"twice", func(h *History) error {
			h.Model(call("a"))
			h.Results(result("a"))
			return h.Results(result("a"))
		}, "without a call"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var h History
			h.Begin("x")
			if err := tc.do(&h); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v, want an error that says %q", err, tc.says)
			}
		})
	}
}

func TestHistory_valid(t *testing.T) {
	mixed := results("a")
	mixed.Parts = append(mixed.Parts, model.Part{Text: "and words"})
	for _, tc := range []struct {
		name     string
		messages []model.Message
		ok       bool
	}{
		{"words", []model.Message{words("x")}, true},
		{"words twice", []model.Message{words("x"), words("y")}, true},
		{"results, then words", []model.Message{words("x"), call("a"), results("a"), words("y")}, true},
		{"two steps", []model.Message{words("x"), call("a"), results("a"), call("b"), results("b")}, true},
		{"text beside a call", []model.Message{words("x"), {Role: model.RoleModel, Parts: append([]model.Part{{Text: "t"}}, call("a").Parts...)}, results("a")}, true},
		{"nothing", nil, false},
		{"opens with the model", []model.Message{says("x"), words("y")}, false},
		{"opens with a call", []model.Message{call("a"), results("a")}, false},
		{"opens with results", []model.Message{results("a")}, false},
		{"ends with the model", []model.Message{words("x"), says("y")}, false},
		{"open call", []model.Message{words("x"), call("a")}, false},
		{"words after a call", []model.Message{words("x"), call("a"), words("y")}, false},
		{"results later", []model.Message{words("x"), call("a"), words("y"), results("a")}, false},
		{"results beside words", []model.Message{words("x"), call("a"), mixed}, false},
		{"results split", []model.Message{words("x"), call("a", "b"), results("a"), results("b")}, false},
		{"call of the user", []model.Message{words("x"), {Role: model.RoleUser, Parts: call("a").Parts}}, false},
		{"empty message", []model.Message{words("x"), {Role: model.RoleModel}, words("y")}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := History{messages: tc.messages}
			if err := h.Valid(); (err == nil) != tc.ok {
				t.Errorf("got %v, want ok %v", err, tc.ok)
			}
		})
	}
}

func TestHistory_dropTurn(t *testing.T) {
	var h History
	h.Begin("one")
	must(t, h.Model(says("first")))
	h.Begin("two")
	must(t, h.Model(call("a")))
	h.DropTurn()
	if got, want := h.Messages(), []model.Message{words("one"), says("first")}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	h.DropTurn() // nothing more to drop
	h.Begin("three")
	must(t, h.Valid())
}

// TestI3_I29_alwaysSendable: after any sequence of whole turns and drops the
// next request is valid.
func TestI3_I29_alwaysSendable(t *testing.T) {
	names := []string{"a", "b", "c"}
	for seed := range uint64(2000) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var h History
		for range 1 + rnd.IntN(6) {
			h.Begin("x")
			must(t, h.Valid())
			for range rnd.IntN(4) {
				n := 1 + rnd.IntN(len(names))
				must(t, h.Model(call(names[:n]...)))
				must(t, h.Results(result(names[:n]...)))
				must(t, h.Valid())
			}
			switch rnd.IntN(3) {
			case 0:
				must(t, h.Model(says("y")))
			case 1:
				h.DropTurn()
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
