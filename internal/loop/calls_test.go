package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/history"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// repeats is a model that makes the same call whenever it may.
func repeats(pairs ...string) step {
	return func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
		if r.Mode == model.ModeNone {
			return says("I go round in circles.")(ctx, r, emit)
		}
		return calls(pairs...)(ctx, r, emit)
	}
}

// modes of the requests.
func modes(m *script) (out []model.Mode) {
	for _, r := range m.sent {
		out = append(out, r.Mode)
	}
	return out
}

const (
	auto = model.ModeAuto
	none = model.ModeNone
)

// TestI33_A76_theSameCallAgainAndAgain: after four in a row one step must be
// words; the turn goes on if it is not.
func TestI33_A76_theSameCallAgainAndAgain(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cfg   Config
		steps []step
		ran   int
		modes []model.Mode
	}{
		{"until it must speak", Config{}, []step{repeats("add", `{}`)}, 4, []model.Mode{auto, auto, auto, auto, none}},
		{"another limit", Config{MaxRepeats: 2}, []step{repeats("add", `{}`)}, 2, []model.Mode{auto, auto, none}},
		{"in one step", Config{}, []step{repeats(slices.Repeat([]string{"add", `{}`}, 6)...)}, 4, []model.Mode{auto, none}},
		{"written in other ways", Config{}, []step{
			calls("add", `{"a":1,"b":[2]}`), calls("add", `{"b":[2],"a":1}`), calls("add", ` { "a" : 1, "b":[ 2 ]}`), calls("add", `{"\u0061":1,"b":[2]}`), says("done"),
		}, 4, []model.Mode{auto, auto, auto, auto, none}},
		{"large integers are told apart", Config{MaxRepeats: 2}, []step{
			calls("add", `{"a":90071992547409931}`), calls("add", `{"a":90071992547409932}`), calls("add", `{"a":90071992547409933}`), says("done"),
		}, 3, []model.Mode{auto, auto, auto, auto}},
		{"another one between", Config{MaxRepeats: 2}, []step{
			calls("add", `{}`), calls("multiply", `{}`), calls("add", `{}`), calls("multiply", `{}`), says("done"),
		}, 4, []model.Mode{auto, auto, auto, auto, auto}},
		{"in spite of NONE, then something else", Config{MaxRepeats: 2}, []step{
			calls("add", `{}`), calls("add", `{}`), calls("add", `{}`), calls("multiply", `{}`), says("done"),
		}, 3, []model.Mode{auto, auto, none, auto, auto}},
		{"in spite of NONE, and again", Config{MaxRepeats: 2}, []step{
			calls("add", `{}`), calls("add", `{}`), calls("add", `{}`), calls("add", `{}`), says("done"),
		}, 2, []model.Mode{auto, auto, none, auto, none}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ran := 0
			tb := newTable(t, func(context.Context, tool.Call) tool.Result {
				ran++
				return tool.Result{Value: json.RawMessage("1")}
			})
			m := plays(tc.steps...)
			out := tb.run(t.Context(), m, tc.cfg)
			if out.Reason != protocol.ReasonDone || ran != tc.ran || !reflect.DeepEqual(modes(m), tc.modes) {
				t.Errorf("ended %s, %d calls ran, modes %v; want done, %d, %v", out.Reason, ran, modes(m), tc.ran, tc.modes)
			}
			tb.nextMessageWorks()
		})
	}
}

// TestI33_A76_whatTheModelIsSent: the fifth of a step has a result like any
// other call, which says why it did not run.
func TestI33_A76_whatTheModelIsSent(t *testing.T) {
	tb := newTable(t, nil)
	m := plays(repeats(slices.Repeat([]string{"add", `{}`}, 5)...))
	tb.run(t.Context(), m, Config{})
	got := lastResults(m)
	if len(got) != 5 || got[3] != `m3 add {"output":1}` || !strings.HasPrefix(got[4], `m4 add {"error":{"code":"budget"`) {
		t.Errorf("results %v", got)
	}
}

// TestA54_anInventedNameCountsAsARepeat, whatever it is called with.
func TestA54_anInventedNameCountsAsARepeat(t *testing.T) {
	tb := newTable(t, func(context.Context, tool.Call) tool.Result { return tool.Fail(protocol.CodeUnknownTool, "") })
	n := 0
	m := plays(func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
		n++
		return repeats("invented", fmt.Sprintf(`{"n":%d}`, n))(ctx, r, emit)
	})
	out := tb.run(t.Context(), m, Config{MaxRepeats: 2})
	if want := []model.Mode{auto, auto, none}; out.Reason != protocol.ReasonDone || !reflect.DeepEqual(modes(m), want) {
		t.Errorf("ended %s, modes %v, want %v", out.Reason, modes(m), want)
	}
}

// TestA76_parallelWidth: calls of a step wait for a slot.
func TestA76_parallelWidth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int32
		tb := newTable(t, func(_ context.Context, c tool.Call) tool.Result {
			c.Sent()
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Second)
			running.Add(-1)
			return tool.Result{Value: json.RawMessage("1")}
		})
		var pairs []string
		for i := range 20 {
			pairs = append(pairs, "read", fmt.Sprint(i))
		}
		start := time.Now()
		tb.run(t.Context(), plays(calls(pairs...), says("done")), Config{})
		if most.Load() != 8 || time.Since(start) != 3*time.Second {
			t.Errorf("%d at once, took %v; want 8 and 3s", most.Load(), time.Since(start))
		}
	})
}

// TestK13_mediaGoesOn: the pictures of a result reach the model beside it.
func TestK13_mediaGoesOn(t *testing.T) {
	picture := tool.Media{MimeType: "image/png", Data: "AA=="}
	tb := newTable(t, func(context.Context, tool.Call) tool.Result {
		return tool.Result{Value: json.RawMessage("1"), Media: []tool.Media{picture}}
	})
	m := plays(calls("add", `{}`), says("done"))
	tb.run(t.Context(), m, Config{})
	messages := m.sent[1].Messages
	if got := messages[2].Parts[0].Result.Media; !reflect.DeepEqual(got, []tool.Media{picture}) {
		t.Errorf("media %v", got)
	}
}

// BenchmarkStep is the loop's own share of a step with a call: what it costs
// beside the model and the tool, over a turn of 30 steps.
func BenchmarkStep(b *testing.B) {
	const steps = 30
	l := New(Config{Model: answers(func(r model.Request) *model.Response {
		if len(r.Messages) >= 2*steps-1 {
			return &model.Response{Message: message(model.Part{Text: "done"})}
		}
		args := fmt.Appendf(nil, `{"n":%d}`, len(r.Messages))
		return &model.Response{Message: message(model.Part{Call: &model.Call{ID: "m", Name: "add", Args: args}})}
	}), MaxCalls: 1000, Full: history.Full{Messages: 1000}})
	b.ReportAllocs()
	for b.Loop() {
		var h history.History
		out, err := l.Run(context.Background(), &h, Turn{Number: 1, Words: "x", Clock: NewClock(time.Minute),
			Resolve: func(said string) (*tool.Spec, bool) { s, ok := catalog[said]; return s, ok },
			Handle:  func(context.Context, tool.Call) tool.Result { return tool.Result{Value: json.RawMessage("1")} },
		})
		if err != nil || out.Steps != steps {
			b.Fatal(out.Steps, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
}

// answers is a model that is a function of the request.
type answers func(model.Request) *model.Response

func (f answers) Generate(_ context.Context, r model.Request, _ func(model.Delta)) (*model.Response, error) {
	return f(r), nil
}
