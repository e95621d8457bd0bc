package history

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"farhand/internal/model"
	"farhand/internal/tool"
)

// page is the result of a step that read a page of n bytes.
func page(n int) []model.Result {
	return []model.Result{{ID: "id-page", Name: "page", Output: json.RawMessage(`{"output":"` + strings.Repeat("x", n) + `"}`)}}
}

func ephemeral(name string) bool { return name == "page" || name == "shot" }

// read adds a step that read a page of n bytes.
func (h *History) read(t *testing.T, n int) {
	t.Helper()
	must(t, h.Model(call("page")))
	must(t, h.Results(page(n)))
}

// elided returns what became of each result.
func elided(h History) (out []string) {
	for _, m := range h.messages {
		for _, p := range m.Parts {
			switch {
			case p.Result == nil:
			case string(p.Result.Output) == string(placeholder):
				out = append(out, p.Result.Name+" gone")
			default:
				out = append(out, p.Result.Name)
			}
		}
	}
	return out
}

func TestK25_onlyTheNewestResultStays(t *testing.T) {
	var h History
	h.Begin("x")
	h.read(t, 20_000)
	must(t, h.Model(call("a")))
	must(t, h.Results(result("a")))
	h.read(t, 20_000)
	must(t, h.Model(call("shot", "page")))
	must(t, h.Results([]model.Result{
		{ID: "id-shot", Name: "shot", Output: json.RawMessage(`{"output":1}`), Media: []tool.Media{{MimeType: "image/png"}}},
		{ID: "id-page", Name: "page", Output: json.RawMessage(`{"error":{"code":"failed","message":""}}`)},
	}))
	h.read(t, 20_000)
	before := h.Messages()
	if n := h.Elide(ephemeral); n != 2 {
		t.Errorf("%d replaced", n)
	}
	must(t, h.Valid())
	want := []string{"page gone", "a", "page gone", "shot", "page", "page"} // a failure is not stale
	if got := elided(h); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for i, m := range h.messages {
		if m.Role == model.RoleModel && !reflect.DeepEqual(m, before[i]) {
			t.Errorf("message %d of the model was touched", i)
		}
	}
	if string(before[2].Parts[0].Result.Output) == string(placeholder) {
		t.Error("a message that was handed out was changed")
	}
	if r := h.messages[2].Parts[0].Result; r.ID != "id-page" || r.Name != "page" {
		t.Errorf("the placeholder answers %s %s", r.ID, r.Name)
	}
}

// TestK25_inBatches: the prompt changes once for each batch, not at each step.
func TestK25_inBatches(t *testing.T) {
	var h History
	h.Begin("x")
	changed := []string{}
	for step := range 20 {
		h.read(t, staleBytes/5)
		if n := h.Elide(ephemeral); n > 0 {
			changed = append(changed, fmt.Sprint(step, ":", n))
		}
	}
	// Five stale pages, less what their placeholders take, are not quite a batch.
	if want := []string{"6:6", "12:6", "18:6"}; !reflect.DeepEqual(changed, want) {
		t.Errorf("changed at step:count %v, want %v", changed, want)
	}
}

// TestK25_picturesGo: the pictures of a stale result go with it.
func TestK25_picturesGo(t *testing.T) {
	var h History
	h.Begin("x")
	for range staleBytes/pictureBytes + 2 {
		must(t, h.Model(call("shot")))
		must(t, h.Results([]model.Result{{ID: "id-shot", Name: "shot", Output: json.RawMessage(`{"output":null}`), Media: []tool.Media{{Data: "AA=="}}}}))
	}
	if h.Elide(ephemeral) == 0 || h.messages[2].Parts[0].Result.Media != nil {
		t.Error("old pictures are still there")
	}
}

// TestElide_savesACompaction: what a batch saves is no reason to compact.
func TestElide_savesACompaction(t *testing.T) {
	var h History
	h.Begin("x")
	for range 10 {
		h.read(t, 8_000)
	}
	h.Counted(fullTokens + 1_000)
	if !h.Due(Full{}) {
		t.Fatal("not due")
	}
	if h.Elide(ephemeral) == 0 || h.Due(Full{}) {
		t.Error("due without its stale pages")
	}
}

// TestElide_dropTurnBringsBack: a dropped turn leaves nothing behind.
func TestElide_dropTurnBringsBack(t *testing.T) {
	var h History
	h.Begin("x")
	h.read(t, 40_000)
	must(t, h.Model(says("y")))
	before := h.Messages()
	h.Begin("z")
	h.read(t, 40_000)
	if h.Elide(ephemeral) != 1 {
		t.Fatal("nothing was replaced")
	}
	h.DropTurn()
	if !reflect.DeepEqual(h.Messages(), before) {
		t.Error("the dropped turn left its mark")
	}
}

// TestElide_whatThePageToldLast: what a page told beside earlier words goes, the
// words stay; and neither is in a digest.
func TestElide_whatThePageToldLast(t *testing.T) {
	var h History
	for turn := range 6 {
		h.BeginBeside(fmt.Sprint("words ", turn), strings.Repeat("x", 8_000))
		must(t, h.Model(says("y")))
	}
	if n := h.Elide(ephemeral); n != 5 {
		t.Errorf("%d replaced", n)
	}
	for turn := range 6 {
		parts := h.messages[2*turn].Parts
		if parts[0].Text != fmt.Sprint("words ", turn) || parts[1].Text == oldPage != (turn < 5) {
			t.Errorf("turn %d: %.100v", turn, parts)
		}
	}
	digest, err := Lines("", h.messages)
	if err != nil || !strings.Contains(digest, "user: words 0\n") {
		t.Errorf("digest %q, %v", digest, err)
	}
}
