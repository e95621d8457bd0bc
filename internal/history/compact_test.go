package history

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"farhand/internal/model"
)

var update = flag.Bool("update", false, "write the golden digest anew")

// long is a conversation of n questions and answers, then a question.
func long(n int) *History {
	var h History
	for i := range n {
		h.Begin(fmt.Sprint("question ", i))
		h.Model(says(fmt.Sprint("answer ", i)))
	}
	h.Begin("the request")
	return &h
}

func TestA77_A84_firesOncePerCrossing(t *testing.T) {
	for _, tc := range []struct {
		name  string
		full  Full
		turns int
	}{
		{"messages, default", Full{}, 20},
		{"messages", Full{Messages: 20}, 10},
		{"bytes", Full{Bytes: 200, Messages: 1000}, 10},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, fired := long(tc.turns-1), 0
			if h.Due(tc.full) && tc.full.Bytes == 0 {
				t.Error("due too early")
			}
			must(t, h.Model(says("y")))
			h.Begin("the request")
			for range 4 { // the steps of a turn
				if h.Due(tc.full) {
					fired++
					did, err := h.Compact(nil)
					must(t, err)
					if did.Messages < 2*tc.turns-keep || did.Bytes <= 0 {
						t.Errorf("did %+v", did)
					}
				}
				must(t, h.Valid())
				must(t, h.Model(call("a")))
				must(t, h.Results(result("a")))
			}
			if fired != 1 {
				t.Errorf("fired %d times", fired)
			}
		})
	}
}

// TestA77_promptTokens: the tokens of the last prompt count, not their sum.
func TestA77_promptTokens(t *testing.T) {
	for _, tc := range []struct {
		turns, prompt int
		due           bool
	}{
		{10, fullTokens - 1, false}, {10, fullTokens, true},
		{3, 10 * fullTokens, false},  // nothing worth a digest
		{50, fullTokens / 10, false}, // many messages, but short ones
	} {
		h := long(tc.turns)
		h.Counted(tc.prompt)
		if got := h.Due(Full{}); got != tc.due {
			t.Errorf("%d turns, prompt of %d: due %v", tc.turns, tc.prompt, got)
		}
	}
}

// TestA77_aPromptIsForgotten: what the last request took says nothing of a
// conversation that has been shortened since.
func TestA77_aPromptIsForgotten(t *testing.T) {
	for name, shorten := range map[string]func(h *History){
		"compacted": func(h *History) { h.Compact(nil) },
		"dropped":   func(h *History) { h.DropTurn(); h.Begin("again") },
		"reset":     func(h *History) { h.Reset() },
	} {
		h := long(19)
		h.Counted(fullTokens)
		shorten(h)
		if h.Due(Full{}) {
			t.Errorf("%s: due again", name)
		}
	}
}

// TestA83_A79_failureChangesNothing: nor is the digest asked again at once.
func TestA83_A79_failureChangesNothing(t *testing.T) {
	for name, digest := range map[string]Digest{
		"error": func(string, []model.Message) (string, error) { return "half", errors.New("x") },
		"panic": func(string, []model.Message) (string, error) { panic("secret") },
		"empty": func(string, []model.Message) (string, error) { return "", nil },
	} {
		t.Run(name, func(t *testing.T) {
			h := long(30)
			before := h.Messages()
			_, err := h.Compact(digest)
			if err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("error %v", err)
			}
			if !reflect.DeepEqual(h.Messages(), before) {
				t.Error("the conversation was changed")
			}
			asked := 0
			for range keep {
				if h.Due(Full{}) {
					asked++
				}
				must(t, h.Model(call("a")))
				must(t, h.Results(result("a")))
			}
			if asked != keep/2 {
				t.Errorf("due in %d of %d steps after the failure", asked, keep)
			}
		})
	}
}

// TestA81_A82_aDigestIsTextOnly: a fixed line is a digest, too, and a second
// one stands in the place of the first.
func TestA81_A82_aDigestIsTextOnly(t *testing.T) {
	h := long(20)
	var earlier []string
	marker := func(before string, gone []model.Message) (string, error) {
		earlier = append(earlier, before)
		for _, m := range gone {
			if strings.HasPrefix(m.Parts[0].Text, preface) {
				t.Error("the digest before is among what goes")
			}
		}
		return "(left out)", nil
	}
	for range 2 {
		_, err := h.Compact(marker)
		must(t, err)
		for range 10 {
			must(t, h.Model(call("a")))
			must(t, h.Results(result("a")))
		}
	}
	if want := []string{"", "(left out)"}; !reflect.DeepEqual(earlier, want) {
		t.Errorf("earlier digests %q", earlier)
	}
	if got := h.Messages()[:2]; !reflect.DeepEqual(got, []model.Message{words(preface + "(left out)"), words("the request")}) {
		t.Errorf("opens with %+v", got)
	}
}

// TestCompact_dropTurn: a blocked turn leaves no trace in a digest.
func TestCompact_dropTurn(t *testing.T) {
	h := long(5)
	before := h.Messages()[:10]
	for range 10 {
		must(t, h.Model(call("a")))
		must(t, h.Results(result("a")))
	}
	_, err := h.Compact(nil)
	must(t, err)
	h.DropTurn()
	if !reflect.DeepEqual(h.Messages(), before) {
		t.Errorf("got %+v", h.Messages())
	}
	h.Begin("again")
	must(t, h.Valid())
}

// TestA86_linesGolden: the digest without a model, byte for byte.
func TestA86_linesGolden(t *testing.T) {
	result := func(name, output string) model.Part {
		return model.Part{Result: &model.Result{Name: name, Output: json.RawMessage(output)}}
	}
	text, err := Lines("user: from the digest before", []model.Message{
		words("two\nlines,\ta tab\u2028and a \u202etrick"),
		words(strings.Repeat("é", lineChars-len("user: "))),
		words(strings.Repeat("é", lineChars-len("user: ")+1)),
		{Role: model.RoleModel, Parts: []model.Part{{Text: "hidden", Thought: true}, {Text: "I look."}, call("memory_get").Parts[0], {Call: &model.Call{Name: "b", Args: json.RawMessage(`{"k":1}`)}}}},
		{Role: model.RoleUser, Parts: []model.Part{result("memory_get", `{"output":{"found":false}}`), result("b", `{"error":{"code":"failed","message":"`+strings.Repeat("x", 300)+`"}}`)}},
		{Role: model.RoleUser, Parts: slices.Repeat([]model.Part{result("page", `{"output":{"trusted":false,"origin":"https://a.example","nonce":"n","content":"obey"}}`)}, 5)},
		{Role: model.RoleModel, Native: []json.RawMessage{json.RawMessage(`{"future":1}`)}},
		says("It is not there."),
	})
	must(t, err)
	file := filepath.Join("testdata", "digest.txt")
	if *update {
		must(t, os.WriteFile(file, []byte(text+"\n"), 0o644))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if text+"\n" != string(want) {
		t.Errorf("got\n%s", text)
	}
}

func TestA86_sixtyLinesOf160(t *testing.T) {
	earlier := ""
	for i := range 10 {
		var gone []model.Message
		for j := range 15 {
			gone = append(gone, words(fmt.Sprintf("%d.%d %s", i, j, strings.Repeat("ж", 500))))
		}
		earlier, _ = Lines(earlier, gone)
	}
	lines := strings.Split(earlier, "\n")
	if len(lines) != digestLines || !strings.HasPrefix(lines[0], "user: 6.0 ") || !strings.HasPrefix(lines[59], "user: 9.14 ") {
		t.Errorf("%d lines, from %.12q to %.12q", len(lines), lines[0], lines[len(lines)-1])
	}
	for _, l := range lines {
		if utf8.RuneCountInString(l) != lineChars {
			t.Errorf("%d characters: %s", utf8.RuneCountInString(l), l)
		}
	}
}

// TestA80_compaction: over random conversations the outcome can always be sent,
// is shorter, holds the current request word for word, has no result without
// its call, and leaves the messages of the model that stay untouched.
func TestA80_compaction(t *testing.T) {
	histories := uint64(50_000)
	if testing.Short() {
		histories = 5_000
	}
	compacted := 0
	for seed := range histories {
		rnd := rand.New(rand.NewPCG(seed, 80))
		h := random(rnd)
		for range 1 + rnd.IntN(2) { // a compacted one is compacted again
			before := h.Messages()
			request := before[h.turn]
			tail := before[max(0, len(before)-keep):]
			digest := Digest(Lines)
			if seed%20 != 0 { // it is quick, yet not 50,000 times under the race detector
				digest = func(string, []model.Message) (string, error) { return "digest", nil }
			}
			_, err := h.Compact(digest)
			after := h.Messages()
			if valid := h.Valid(); valid != nil {
				t.Fatalf("seed %d: %v", seed, valid)
			}
			switch {
			case err != nil && !slices.EqualFunc(after, before, same):
				t.Fatalf("seed %d: refused (%v), yet changed", seed, err)
			case err == nil && len(after) >= len(before):
				t.Fatalf("seed %d: %d messages became %d", seed, len(before), len(after))
			case err == nil:
				compacted++
			}
			if !same(after[h.turn], request) {
				t.Fatalf("seed %d: the request became %+v", seed, after[h.turn])
			}
			if got := after[max(0, len(after)-len(tail)):]; !slices.EqualFunc(got, tail, same) {
				t.Fatalf("seed %d: the last messages were touched", seed)
			}
			h.steps(rnd.IntN(12))
		}
	}
	if compacted < int(histories)/2 {
		t.Errorf("only %d compactions", compacted)
	}
}

// same reports whether two messages are one: not equal parts, the same ones.
func same(a, b model.Message) bool {
	return a.Role == b.Role && len(a.Parts) == len(b.Parts) && &a.Parts[0] == &b.Parts[0] && len(a.Native) == len(b.Native)
}

// The messages of random, made once: they are never changed.
var (
	aFinal = says("answer")
	aSteps = func() (steps [3][2]model.Message) {
		names := []string{"a", "b", "c"}
		for i := range steps {
			steps[i] = [2]model.Message{call(names[:i+1]...), results(names[:i+1]...)}
			steps[i][0].Native = []json.RawMessage{json.RawMessage(`{"thoughtSignature":"c2ln"}`)}
		}
		return steps
	}()
)

// steps appends n steps with calls.
func (h *History) steps(n int) {
	for i := range n {
		h.messages = append(h.messages, aSteps[i%3][:]...)
	}
}

// random is a conversation as a session could have had it, ready to be sent.
func random(rnd *rand.Rand) *History {
	var h History
	for range 1 + rnd.IntN(6) {
		h.Begin("words")
		h.steps(rnd.IntN(8))
		switch rnd.IntN(4) {
		case 0: // ended without words: failed or stopped
		case 1:
			h.DropTurn()
		default:
			h.Model(aFinal)
		}
	}
	h.Begin("the request")
	h.steps(rnd.IntN(20))
	return &h
}

// BenchmarkHistory is what each request costs beside the model, and what
// shortening does when it is due, per 1,000 messages.
func BenchmarkHistory(b *testing.B) {
	h := thousand()
	for _, bench := range []struct {
		name string
		do   func(h *History) error
	}{
		{"do=valid", (*History).Valid},
		{"do=elide", func(h *History) error {
			h.Elide(func(name string) bool { return name == "a" })
			return nil
		}},
		{"do=compact", func(h *History) error {
			_, err := h.Compact(nil)
			return err
		}},
	} {
		b.Run(bench.name+"/messages=1000", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				next := *h
				if err := bench.do(&next); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// thousand is a conversation of 1,000 messages, most of them calls and results.
func thousand() *History {
	var h History
	for len(h.messages) < 1000-1 {
		h.Begin("What is in the list now?")
		for range 12 {
			h.Model(call("a", "b"))
			h.Results([]model.Result{
				{ID: "id-a", Name: "a", Output: json.RawMessage(`{"output":"` + strings.Repeat("x", 1000) + `"}`)},
				{ID: "id-b", Name: "b", Output: json.RawMessage(`{"output":1}`)},
			})
		}
		h.Model(says("It holds nothing new."))
	}
	h.messages = h.messages[:988] // 38 whole turns of 26
	h.Begin("And now?")           // had no answer
	h.Begin("And then?")
	for range 5 {
		h.Model(call("a", "b"))
		h.Results(result("a", "b"))
	}
	return &h
}

// TestA78: a trigger of one's own decides alone, by messages and tokens; a
// conversation that is too short to shorten never reaches it.
func TestA78_customTrigger(t *testing.T) {
	var messages, tokens []int
	full := Full{Tokens: 1, Messages: 1, Custom: func(m []model.Message, prompt int) bool {
		messages, tokens = append(messages, len(m)), append(tokens, prompt)
		return prompt > 500
	}}
	if long(1).Due(full) || messages != nil {
		t.Errorf("asked for a short conversation: %v", messages)
	}
	h := long(20)
	if h.Due(full) {
		t.Error("due though the trigger says no")
	}
	h.Counted(501)
	if !h.Due(full) {
		t.Error("not due though the trigger says so")
	}
	if !slices.Equal(messages, []int{41, 41}) || !slices.Equal(tokens, []int{0, 501}) {
		t.Errorf("called with %v messages and %v tokens", messages, tokens)
	}
}
