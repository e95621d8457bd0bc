package emulator

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func raw(s ...string) []json.RawMessage {
	out := make([]json.RawMessage, len(s))
	for i := range s {
		out[i] = json.RawMessage(s[i])
	}
	return out
}

func ptr[T any](v T) *T { return &v }

func TestScript_stepsInOrder(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{
		{Reply: &Reply{Calls: []Call{{Name: "a"}}}},
		{Parts: raw(`{"text":"raw","futureField":1}`), FinishReason: ptr("MAX_TOKENS"), FinishMessage: "m", Usage: json.RawMessage(`{"promptTokenCount":7}`)},
		{Status: 429, Error: json.RawMessage(`{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}`)},
	}})
	if e.Done() == nil {
		t.Error("Done reports no steps left")
	}
	refused(t, send(t, e, unary(model3), "{}"), 400, "INVALID_ARGUMENT") // a refused request takes no step

	if p := decodePart(t, parts(t, send(t, e, unary(model3), request(userHi)))[0]); p.FunctionCall.ID == "" || p.Signature == "" {
		t.Errorf("a reply has ids and signatures: %+v", p)
	}
	f := frames(t, send(t, e, unary(model3), request(userHi)))[0]
	c := f.Candidates[0]
	if string(c.Content.Parts[0]) != `{"text":"raw","futureField":1}` || *c.FinishReason != "MAX_TOKENS" || c.FinishMessage != "m" || f.UsageMetadata.PromptTokenCount != 7 {
		t.Errorf("frame %+v", f)
	}
	refused(t, send(t, e, stream(model3), request(userHi)), 429, "RESOURCE_EXHAUSTED", "slow")
	if err := e.Done(); err != nil {
		t.Errorf("Done: %v", err)
	}

	refused(t, send(t, e, unary(model3), request(userHi)), 500, "INTERNAL", "EMULATOR: script: request 4, but it has only 3 steps")
	if e.Done() == nil {
		t.Error("Done does not report the request beyond the end")
	}
}

func TestScript_chunksAndFinish(t *testing.T) {
	step := Step{Chunks: [][]json.RawMessage{raw(`{"text":"a"}`), raw(`{"text":"b"}`, `{"text":"c"}`)}, FinishReason: ptr("")}
	e := newEmulator(t, Config{Script: []Step{step, step, {}}})
	all := frames(t, send(t, e, stream(model3), request(userHi)))
	if len(all) != 2 || len(all[1].Candidates[0].Content.Parts) != 2 || all[1].Candidates[0].FinishReason != nil {
		t.Errorf("stream %+v", all)
	}
	if all = frames(t, send(t, e, unary(model3), request(userHi))); len(all[0].Candidates[0].Content.Parts) != 3 {
		t.Errorf("unary %+v", all)
	}
	if all = frames(t, send(t, e, stream(model3), request(userHi))); len(all) != 1 || *all[0].Candidates[0].FinishReason != "STOP" {
		t.Errorf("zero step %+v", all)
	}
}

func TestScript_rawFramesAndBodies(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{
		{Frames: raw(`{"candidates":[]}`, `{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}`)},
		{Body: ptr("null")},
		{Body: ptr(""), Status: 502, ContentType: "text/html"},
	}})
	if got := send(t, e, stream(model3), request(userHi)).Body.String(); got !=
		"data: {\"candidates\":[]}\r\n\r\ndata: {\"error\":{\"code\":503,\"message\":\"m\",\"status\":\"UNAVAILABLE\"}}\r\n\r\n" {
		t.Errorf("frames %q", got)
	}
	if w := send(t, e, unary(model3), request(userHi)); w.Code != 200 || w.Body.String() != "null" {
		t.Errorf("body %d %q", w.Code, w.Body)
	}
	if w := send(t, e, unary(model3), request(userHi)); w.Code != 502 || w.Body.Len() != 0 || w.Header().Get("Content-Type") != "text/html" {
		t.Errorf("empty body %d %q", w.Code, w.Body)
	}
}

func TestScript_check(t *testing.T) {
	e := newEmulator(t, Config{Script: []Step{
		{Check: func(r Request) error {
			if r.Words() != "hi" || r.Model != model3 || len(r.Tools) != 1 {
				return errors.New("not what was expected")
			}
			return nil
		}},
		{Check: func(Request) error { return errors.New("wrong words") }},
	}})
	accepted(t, send(t, e, unary(model3), declaring("a")))
	refused(t, send(t, e, unary(model3), request(userHi)), 500, "INTERNAL", "EMULATOR: script step 2: wrong words")
	if err := e.Done(); err == nil || !strings.Contains(err.Error(), "wrong words") {
		t.Errorf("Done: %v", err)
	}
}

func TestScript_readableFromJSON(t *testing.T) {
	var steps []Step
	err := json.Unmarshal([]byte(`[{"reply":{"text":"hello","calls":[{"name":"a","args":{"x":1}}]},"delayMs":0},
		{"parts":[{"text":"x"}],"finishReason":"","cutAfter":10},{"status":503,"error":{"error":{"code":503}}},{"hang":true}]`), &steps)
	if err != nil || len(steps) != 4 || steps[0].Reply.Calls[0].Name != "a" || *steps[1].FinishReason != "" || !steps[3].Hang {
		t.Fatalf("%+v %v", steps, err)
	}
	newEmulator(t, Config{Script: steps})
}

func TestNew_refusesBadConfig(t *testing.T) {
	for name, c := range map[string]Config{
		"twoAnswers":   {Script: []Step{{Reply: &Reply{}, Body: ptr("")}}},
		"badJSON":      {Script: []Step{{Parts: raw("{")}}},
		"badStatus":    {Script: []Step{{Status: 99}}},
		"negativePace": {Pace: -1},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestScript_delays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEmulator(t, Config{Script: []Step{
			{DelayMS: 40_000, ChunkDelayMS: 1_000, Chunks: [][]json.RawMessage{raw(`{"text":"a"}`), raw(`{"text":"b"}`)}},
		}})
		start := time.Now()
		resp, err := call(t.Context(), e, stream(model3))
		if err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != 40*time.Second {
			t.Errorf("first byte after %v", d)
		}
		if _, err := io.ReadAll(resp.Body); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d != 41*time.Second {
			t.Errorf("end after %v", d)
		}
		resp.Body.Close()
	})
}

func TestScript_cut(t *testing.T) {
	step := Step{Reply: &Reply{Text: "a long enough text"}, CutAfter: 30}
	e := newEmulator(t, Config{Script: []Step{step, step, {Reply: &Reply{Text: "x"}, CutAfter: -1}}})
	read := func(name string, do func() (*http.Response, error), want int) {
		resp, err := do()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if len(body) != want || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d bytes, %v; want %d and an unexpected end", name, len(body), err, want)
		}
	}
	server := httptest.NewServer(e)
	defer server.Close()
	read("socket", func() (*http.Response, error) {
		return server.Client().Post(server.URL+stream(model3)+"&key=k", "application/json", strings.NewReader(request(userHi)))
	}, 30)
	read("in process", func() (*http.Response, error) { return call(t.Context(), e, stream(model3)) }, 30)
	read("before the first byte", func() (*http.Response, error) { return call(t.Context(), e, unary(model3)) }, 0)
}

// call posts a plain request through the in-process transport.
func call(ctx context.Context, e *Emulator, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://emulator.invalid"+path, strings.NewReader(request(userHi)))
	if err != nil {
		return nil, err
	}
	req.Header.Set("x-goog-api-key", dummyKey)
	return e.Transport().RoundTrip(req)
}
