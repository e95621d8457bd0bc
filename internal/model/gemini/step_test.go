package gemini

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"farhand/internal/model"
)

// Shapes that make the SDK panic or give up reach it as empty frames only.
func TestA12_shapesThatTheSDKCannotRead(t *testing.T) {
	const good = `{"candidates":[{"content":{"parts":[{"text":"hi","thoughtSignature":"a-_b"}]},"finishReason":"STOP"}]}`
	for name, tc := range map[string]struct {
		answer string
		kind   model.Kind // "": the answer is read
	}{
		"null":                {"null", model.KindUnreachable},
		"null event":          {"data: null\n\n", model.KindUnreachable},
		"null candidate":      {`{"candidates":[null]}`, model.KindUnreachable},
		"no candidates":       {`{"candidates":[]}`, model.KindUnreachable},
		"empty object":        {`{}`, model.KindUnreachable},
		"empty array":         {`[]`, model.KindUnreachable},
		"empty body":          {"", model.KindUnreachable},
		"null, then good":     {"data: null\n\ndata: {\"candidates\":[null]}\n\ndata: " + good + "\n\n", ""},
		"URL-safe signature":  {good, ""},
		"array":               {"[" + good + "]", ""},
		"keep-alive comments": {": ping\n\ndata: " + good + "\n\n: ping\n\n", ""},
		"null content":        {`{"candidates":[{"content":null,"finishReason":"STOP"}]}`, ""},
		"null parts":          {`{"candidates":[{"content":{"parts":[null,{}]},"finishReason":"STOP"}]}`, ""},
		"usage of words":      {strings.Replace(good, `{`, `{"usageMetadata":{"promptTokenCount":"many"},`, 1), ""},
		"candidates no list":  {`{"candidates":"x"}`, model.KindUnreachable},
		"text no string":      {`{"candidates":[{"content":{"parts":[{"text":5}]},"finishReason":"STOP"}]}`, model.KindUnreachable},
		"HTML":                {"<html><body>Sign in</body></html>", model.KindUnreachable},
		"cut in a string":     {"data: {\"candidates\":[{\"content\":{\"parts\":[{\"te", model.KindUnreachable},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, reply(200, "text/event-stream", tc.answer))
			_, _, err := step(t, s.model(t), ask("hello"))
			if tc.kind == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if e := failure(t, err); e.Kind != tc.kind || e.Err == nil || e.Message == "" {
				t.Errorf("got %v (%q), want kind %s", e, e.Message, tc.kind)
			}
		})
	}
}

func TestA12_emitsAsTheChunksArrive(t *testing.T) {
	gate := make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		chunk := func(s string) {
			_, _ = w.Write([]byte("data: " + s + "\r\n\r\n"))
			w.(http.Flusher).Flush()
		}
		chunk(`{"candidates":[{"content":{"parts":[{"text":"hm","thought":true}]}}]}`)
		<-gate
		chunk(`{"candidates":[{"content":{"parts":[{"text":"one"},{"text":""}]}}]}`)
		<-gate
		chunk(`{"candidates":[{"content":{"parts":[{"text":"two"}]},"finishReason":"STOP"}]}`)
	})
	var got []model.Delta
	_, err := s.model(t).Generate(t.Context(), ask("hello"), func(d model.Delta) {
		got = append(got, d)
		if len(got) < 3 {
			gate <- struct{}{} // the server goes on only once the piece is here
		}
	})
	want := []model.Delta{{Text: "hm", Thought: true}, {Text: "one"}, {Text: "two"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("emitted %v, %v", got, err)
	}
}

// TestH29_theStepTellsTheBytesOfItsRequest: of the body as it was sent.
func TestH29_theStepTellsTheBytesOfItsRequest(t *testing.T) {
	s := serve(t, events(ok))
	if got := mustStep(t, s.model(t), ask("hello")).RequestBytes; got == 0 || got != len(s.sent(0).body) {
		t.Errorf("%d bytes, the server got %d", got, len(s.sent(0).body))
	}
}

func TestA12_emitMayBeNil(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}]}`))
	if _, err := s.model(t).Generate(t.Context(), ask("hello"), nil); err != nil {
		t.Error(err)
	}
}

func TestA18_countsThoughts_lastUsageCounts(t *testing.T) {
	s := serve(t, events(
		`{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":211,"candidatesTokenCount":18,"thoughtsTokenCount":20}}`,
		`{"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":646,"candidatesTokenCount":19,"thoughtsTokenCount":21,"cachedContentTokenCount":5}}`,
		`{}`,
	))
	want := model.Usage{Input: 646, Output: 19, Thoughts: 21, Cached: 5}
	if got := mustStep(t, s.model(t), ask("hello")).Usage; got != want {
		t.Errorf("usage %+v, want %+v", got, want)
	}
}

func TestA12_cancelReachesTheServerAndReturnsTheCause(t *testing.T) {
	left := make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]}\n\n"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(left)
	})
	stopped := errors.New("stopped by the user")
	ctx, cancel := context.WithCancelCause(t.Context())
	response, err := s.model(t).Generate(ctx, ask("hello"), func(model.Delta) { cancel(stopped) })
	if response != nil || err != stopped {
		t.Errorf("got %v, %v; want the cause", response, err)
	}
	<-left
	if _, err := s.model(t).Generate(ctx, ask("hello"), nil); err != stopped || s.count() != 1 {
		t.Errorf("an ended context sent a request: %v", err)
	}
}
