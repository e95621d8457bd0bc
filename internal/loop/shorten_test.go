package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"farhand/internal/history"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// uncounted is a step of a provider that counts no tokens of a prompt.
func uncounted(next step) step {
	return func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
		resp, err := next(ctx, r, emit)
		if err == nil {
			resp.Usage.Input = 0
		}
		return resp, err
	}
}

// TestK25_beforeEachRequest: the model is not sent old pages again.
func TestK25_beforeEachRequest(t *testing.T) {
	page := json.RawMessage(`"` + strings.Repeat("x", 30_000) + `"`)
	tb := newTable(t, func(context.Context, tool.Call) tool.Result { return tool.Result{Value: page} })
	m := plays(calls("page", `{"n":1}`), calls("page", `{"n":2}`), calls("page", `{"n":3}`), says("done"))
	tb.run(t.Context(), m, Config{})
	var sizes []int
	for _, message := range m.sent[3].Messages {
		for _, p := range message.Parts {
			if p.Result != nil {
				sizes = append(sizes, len(p.Result.Output)/10_000)
			}
		}
	}
	if want := []int{0, 0, 3}; !reflect.DeepEqual(sizes, want) || !reflect.DeepEqual(tb.shortened, []Shortened{{Step: 4, Elided: 2}}) {
		t.Errorf("pages of %v0 kB, told %+v", sizes, tb.shortened)
	}
}

// TestA84_A77_inALongTurn: the conversation is compacted within the turn, once
// for each crossing, and the user's words stay.
func TestA84_A77_inALongTurn(t *testing.T) {
	tb := newTable(t, nil)
	m := plays(uncounted(busy(1)))
	out := tb.run(t.Context(), m, Config{})
	if out.Reason != protocol.ReasonBudget || len(m.sent) != 31 {
		t.Errorf("ended %s after %d requests", out.Reason, len(m.sent))
	}
	if len(tb.shortened) != 1 || tb.shortened[0].Messages == 0 || tb.shortened[0].Bytes == 0 || tb.shortened[0].Err != nil {
		t.Errorf("shortened %+v", tb.shortened)
	}
	at := tb.shortened[0].Step - 1
	if got := m.sent[at].Messages[1].Parts[0].Text; got != "what is 2*3+4?" {
		t.Errorf("the request became %q", got)
	}
	for i, r := range m.sent {
		if i > at && !reflect.DeepEqual(r.Messages[0], m.sent[at].Messages[0]) {
			t.Errorf("request %d opens otherwise: the prefix broke again", i+1)
		}
	}
	tb.nextMessageWorks()
}

// TestA77_lastPromptDecides: over two turns of one request each.
func TestA77_lastPromptDecides(t *testing.T) {
	tb := newTable(t, nil)
	full := history.Full{Tokens: 1000}
	for i, tokens := range []int{999, 999, 999, 999, 999, 999, 999, 999, 1000, 10, 10} {
		m := plays(func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
			resp, err := says("fine")(ctx, r, emit)
			resp.Usage.Input = tokens
			return resp, err
		})
		tb.clock = NewClock(1 << 40)
		tb.run(t.Context(), m, Config{Full: full})
		if want := i > 8; (len(tb.shortened) == 1) != want {
			t.Errorf("turn %d: shortened %+v", i+1, tb.shortened)
		}
	}
}

// TestA79_A83_aDigestThatFails: nothing is compacted, the turn goes on, and the
// digest is told why it was asked to stop.
func TestA79_A83_aDigestThatFails(t *testing.T) {
	for name, digest := range map[string]Digest{
		"error": func(context.Context, string, []model.Message) (string, model.Usage, error) {
			return "", model.Usage{Input: 5}, errors.New("x")
		},
		"panic": func(context.Context, string, []model.Message) (string, model.Usage, error) { panic("x") },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, nil)
			m := plays(uncounted(busy(1)))
			out := tb.run(t.Context(), m, Config{MaxSteps: 25, Digest: digest})
			if len(tb.shortened) == 0 || len(tb.shortened) > 3 || tb.shortened[0].Err == nil || tb.shortened[0].Messages != 0 {
				t.Errorf("shortened %+v", tb.shortened)
			}
			if n := len(m.sent[25].Messages); out.Reason != protocol.ReasonBudget || n != 51 {
				t.Errorf("ended %s with %d messages", out.Reason, n)
			}
			if name == "error" && out.Usage.Input != 5*len(tb.shortened) {
				t.Errorf("usage %+v does not count the digest", out.Usage)
			}
		})
	}
}

// TestA79_modelDigest: what the model says stands in the place of the messages;
// it is asked without tools, with quotes instead of calls and results.
func TestA79_modelDigest(t *testing.T) {
	var asked model.Request
	digest := ModelDigest(answers(func(r model.Request) *model.Response {
		asked = r
		return &model.Response{
			Message: message(model.Part{Text: "hm", Thought: true}, model.Part{Text: "It added a lot."}),
			Finish:  model.FinishStop, Usage: model.Usage{Input: 100},
		}
	}))
	tb := newTable(t, nil)
	m := plays(uncounted(busy(1)))
	out := tb.run(t.Context(), m, Config{MaxSteps: 22, Digest: digest})
	if got := m.sent[22].Messages[0].Parts[0].Text; !strings.HasSuffix(got, "\nIt added a lot.") {
		t.Errorf("the digest is %q", got)
	}
	if len(asked.Tools) != 0 || asked.Mode != model.ModeNone || len(asked.Messages) != 1 || !strings.Contains(asked.Messages[0].Parts[0].Text, `result: add {"output":1}`) {
		t.Errorf("asked %+v", asked)
	}
	if out.Usage.Input != 100 {
		t.Errorf("usage %+v does not count the digest", out.Usage)
	}
}

func TestA83_modelDigestOfNoUse(t *testing.T) {
	for name, resp := range map[string]*model.Response{
		"cut":       {Message: message(model.Part{Text: "It"}), Finish: model.FinishTruncated},
		"no words":  {Message: message(model.Part{Text: "hm", Thought: true})},
		"a novel":   {Message: message(model.Part{Text: strings.Repeat("x", maxDigest+1)})},
		"no answer": {},
	} {
		text, _, err := ModelDigest(answers(func(model.Request) *model.Response { return resp }))(t.Context(), "", nil)
		if err == nil || text != "" {
			t.Errorf("%s: took %q", name, fmt.Sprintf("%.20s", text))
		}
	}
}
