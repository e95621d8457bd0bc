package emulator

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// saying is a brain that always gives the same reply.
type saying Reply

func (s saying) Plan(Request) Reply { return Reply(s) }

var twoCalls = saying{Calls: []Call{{Name: "a", Args: []byte(`{"n":9007199254740993}`)}, {Name: "b"}}}

func TestUnaryText(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Text: "Done.", Thought: "hidden"}})
	for _, test := range []struct {
		model  string
		signed bool
	}{{model3, true}, {model25, false}} {
		w := send(t, e, unary(test.model), request(userHi))
		if got := w.Header().Get("Content-Type"); got != "application/json; charset=UTF-8" {
			t.Errorf("content type %q", got)
		}
		f := frames(t, w)[0]
		c := f.Candidates[0]
		if len(c.Content.Parts) != 1 || c.Content.Role != "model" || *c.FinishReason != "STOP" || c.FinishMessage != "" ||
			f.ModelVersion != test.model || f.ResponseID == "" {
			t.Fatalf("%s", w.Body)
		}
		p := decodePart(t, c.Content.Parts[0])
		if *p.Text != "Done." || (p.Signature != "") != test.signed {
			t.Errorf("%s: part %s", test.model, c.Content.Parts[0])
		}
	}
}

func TestUnaryCalls(t *testing.T) {
	e := newEmulator(t, Config{Brain: twoCalls})
	for _, test := range []struct {
		model string
		ids   bool
	}{{model3, true}, {"gemini-flash-latest", true}, {model25, false}} {
		w := send(t, e, unary(test.model), declaring("a", "b"))
		c := frames(t, w)[0].Candidates[0]
		if len(c.Content.Parts) != 2 || *c.FinishReason != "STOP" || c.FinishMessage != callsMessage {
			t.Fatalf("%s", w.Body)
		}
		first, second := decodePart(t, c.Content.Parts[0]), decodePart(t, c.Content.Parts[1])
		if string(first.FunctionCall.Args) != `{"n":9007199254740993}` || string(second.FunctionCall.Args) != "{}" {
			t.Errorf("arguments changed: %s", w.Body)
		}
		if first.Signature == "" || second.Signature != "" {
			t.Errorf("%s: only the first call is signed: %s", test.model, w.Body)
		}
		if sig, err := base64.StdEncoding.DecodeString(first.Signature); err != nil || len(sig) < 300 {
			t.Errorf("signature of %d bytes: %v", len(sig), err)
		}
		id := regexp.MustCompile(`^[a-zA-Z0-9]{8}$`)
		if id.MatchString(first.FunctionCall.ID) != test.ids || (second.FunctionCall.ID != "") != test.ids ||
			test.ids && first.FunctionCall.ID == second.FunctionCall.ID {
			t.Errorf("%s: ids %q, %q", test.model, first.FunctionCall.ID, second.FunctionCall.ID)
		}
	}
}

func TestStreamText(t *testing.T) {
	text := "The sum is 5, the product is 6, and that is all."
	e := newEmulator(t, Config{Brain: saying{Text: text}})
	for _, test := range []struct {
		model string
		tail  bool // an empty signed part at the end
	}{{model3, true}, {model25, false}} {
		w := send(t, e, stream(test.model), request(userHi))
		if got := w.Header().Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("content type %q", got)
		}
		all := frames(t, w)
		if len(all) < 3 {
			t.Fatalf("%d chunks, want several", len(all))
		}
		said, before := "", 0
		for i, f := range all {
			c := f.Candidates[0]
			p := decodePart(t, c.Content.Parts[0])
			said += *p.Text
			last := i == len(all)-1
			if (c.FinishReason != nil) != last {
				t.Errorf("chunk %d: finish reason %v", i, c.FinishReason)
			}
			if (p.Signature != "") != (last && test.tail) || last && test.tail && *p.Text != "" {
				t.Errorf("chunk %d: %s", i, c.Content.Parts[0])
			}
			u := f.UsageMetadata
			if u.CandidatesTokenCount < before || u.TotalTokenCount != u.PromptTokenCount+u.CandidatesTokenCount+u.ThoughtsTokenCount {
				t.Errorf("chunk %d: usage %+v", i, u)
			}
			before = u.CandidatesTokenCount
			if f.ResponseID != all[0].ResponseID {
				t.Error("one answer has two response ids")
			}
		}
		if said != text {
			t.Errorf("said %q", said)
		}
	}
}

func TestStreamCalls(t *testing.T) {
	e := newEmulator(t, Config{Brain: twoCalls})
	t.Run("oneChunkEachThenEmptyText", func(t *testing.T) {
		all := frames(t, send(t, e, stream(model3), declaring("a", "b")))
		if len(all) != 3 {
			t.Fatalf("%d chunks, want 3", len(all))
		}
		for i, name := range []string{"a", "b"} {
			c := all[i].Candidates[0]
			if p := decodePart(t, c.Content.Parts[0]); p.FunctionCall.Name != name || c.FinishReason != nil || (p.Signature != "") != (i == 0) {
				t.Errorf("chunk %d: %s", i, c.Content.Parts)
			}
		}
		last := all[2].Candidates[0]
		if string(last.Content.Parts[0]) != `{"text":""}` || *last.FinishReason != "STOP" || last.FinishMessage != "" {
			t.Errorf("last chunk %s %v", last.Content.Parts, last)
		}
	})
	t.Run("togetherBeforeGemini3", func(t *testing.T) {
		all := frames(t, send(t, e, stream(model25), declaring("a", "b")))
		c := all[len(all)-1].Candidates[0]
		if len(all) != 1 || len(c.Content.Parts) != 2 || *c.FinishReason != "STOP" || c.FinishMessage != callsMessage {
			t.Errorf("%d chunks, last %s", len(all), c.Content.Parts)
		}
	})
}

func TestE11_transferForms(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Text: "one two three four five six"}})
	sse := send(t, e, stream(model3), request(userHi))
	if n := strings.Count(sse.Body.String(), "\r\n\r\n"); n < 2 || strings.Contains(sse.Body.String(), "[DONE]") {
		t.Errorf("%d frames in %q", n, sse.Body)
	}
	array := send(t, e, strings.TrimSuffix(stream(model3), "?alt=sse"), request(userHi))
	if got := array.Header().Get("Content-Type"); got != "application/json; charset=UTF-8" {
		t.Errorf("content type %q", got)
	}
	if !strings.HasPrefix(array.Body.String(), "[{") || len(frames(t, array)) != len(frames(t, sse)) {
		t.Errorf("array %s", array.Body)
	}
	failed := send(t, e, stream(model3), "{}")
	refused(t, failed, 400, "INVALID_ARGUMENT", "contents is not specified")
}

func TestThoughtsOnlyWhenAsked(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Thought: "**Plan**", Calls: twoCalls.Calls[:1]}})
	asked := `{"contents":[` + userHi + `],"generationConfig":{"thinkingConfig":{"includeThoughts":true}}}`
	for _, path := range []string{unary(model3), stream(model3)} {
		got := parts(t, send(t, e, path, asked))
		if p := decodePart(t, got[0]); !p.Thought || *p.Text != "**Plan**" || p.Signature != "" {
			t.Errorf("%s: first part %s", path, got[0])
		}
		if p := decodePart(t, parts(t, send(t, e, path, request(userHi)))[0]); p.Thought {
			t.Errorf("%s: a thought that nobody asked for", path)
		}
	}
}

func TestE68_modeNoneIsTextOnly(t *testing.T) {
	e := newEmulator(t, Config{Brain: twoCalls})
	withMode := func(mode string) string {
		return `{"toolConfig":{"functionCallingConfig":{"mode":"` + mode + `"}},` + declaring("a", "b")[1:]
	}
	for _, path := range []string{unary(model3), stream(model3), unary(model25), stream(model25)} {
		words := ""
		for _, raw := range parts(t, send(t, e, path, withMode("NONE"))) {
			p := decodePart(t, raw)
			if p.FunctionCall != nil {
				t.Fatalf("%s: a call in mode NONE: %s", path, raw)
			}
			words += *p.Text
		}
		if words == "" {
			t.Errorf("%s: no words", path)
		}
	}
}

func TestE68_modeAutoCallsOrTalks(t *testing.T) {
	e := newEmulator(t, Config{})
	auto := `"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}},"tools":[{"functionDeclarations":[{"name":"get_weather","description":"Weather of a city"}]}]`
	call := parts(t, send(t, e, unary(model3), `{"contents":[{"parts":[{"text":"What is the weather?"}]}],`+auto+`}`))
	if p := decodePart(t, call[0]); p.FunctionCall == nil || p.FunctionCall.Name != "get_weather" {
		t.Errorf("want a call, got %s", call[0])
	}
	talk := parts(t, send(t, e, unary(model3), `{"contents":[{"parts":[{"text":"Good morning!"}]}],`+auto+`}`))
	if p := decodePart(t, talk[0]); p.FunctionCall != nil || *p.Text == "" {
		t.Errorf("want words, got %s", talk[0])
	}
}

func TestDeterministic(t *testing.T) {
	get := func(seed uint64, body string) string {
		return send(t, newEmulator(t, Config{Seed: seed, Brain: twoCalls}), unary(model3), body).Body.String()
	}
	body := declaring("a", "b")
	first, again := get(1, body), get(1, body)
	if first != again {
		t.Error("same seed and request, different answers")
	}
	if first == get(2, body) || first == get(1, body+" ") {
		t.Error("ids do not depend on seed and request")
	}
}

func TestBrokenBrainIsAnOwnFault(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Calls: []Call{{Name: "a", Args: []byte("[1]")}}}})
	refused(t, send(t, e, unary(model3), request(userHi)), 500, "INTERNAL", "EMULATOR: call of a: arguments are not a JSON object")
}

func TestTokenCounts(t *testing.T) {
	e := newEmulator(t, Config{Brain: saying{Text: "12345678"}})
	image := user(`{"text":"1234"}`, `{"inlineData":{"mimeType":"image/png","data":"aGk="}}`)
	for model, want := range map[string]int{model25: 1 + 258, model3: 1 + 1088} {
		u := frames(t, send(t, e, unary(model), request(image)))[0].UsageMetadata
		if u.PromptTokenCount != want || u.CandidatesTokenCount != 2 {
			t.Errorf("%s: %+v, want prompt %d", model, u, want)
		}
	}
}

func TestJournal(t *testing.T) {
	e := newEmulator(t, Config{JournalSize: 2})
	send(t, e, unary(model3), "first")
	send(t, e, unary(model3), "second")
	send(t, e, stream(model25), request(userHi), func(r *http.Request) { r.Header.Set("X-Other", "seen") })
	got := e.Journal()
	if len(got) != 2 || string(got[0].Body) != "second" || got[0].Status != 400 {
		t.Fatalf("journal %+v", got)
	}
	last := got[1]
	if last.Method != "POST" || last.Path != "/v1beta/models/gemini-2.5-flash:streamGenerateContent" || last.Model != model25 ||
		!last.Stream || last.Status != 200 || last.Cancelled || last.Header.Get("X-Other") != "seen" || string(last.Body) != request(userHi) {
		t.Errorf("entry %+v", last)
	}
	if last.Header.Get("x-goog-api-key") != "" || len(last.KeyHash) != 16 || strings.Contains(last.KeyHash, dummyKey) {
		t.Errorf("the key is in the journal: %+v", last)
	}
}

func TestJournal_canBeTurnedOff(t *testing.T) {
	e := newEmulator(t, Config{JournalSize: -1})
	accepted(t, send(t, e, unary(model3), request(userHi)))
	if j := e.Journal(); len(j) != 0 {
		t.Errorf("journal %+v", j)
	}
}
