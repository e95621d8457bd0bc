package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/history"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// script is a model that plays its steps in order and keeps what it was sent.
// The last step repeats.
type script struct {
	steps []func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error)
	sent  []model.Request
}

func (s *script) Generate(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
	s.sent = append(s.sent, r)
	return s.steps[min(len(s.sent), len(s.steps))-1](ctx, r, emit)
}

type step = func(context.Context, model.Request, func(model.Delta)) (*model.Response, error)

func plays(steps ...step) *script { return &script{steps: steps} }

// says is a step that answers in words.
func says(text string) step {
	return func(_ context.Context, _ model.Request, emit func(model.Delta)) (*model.Response, error) {
		emit(model.Delta{Text: text})
		return &model.Response{Message: message(model.Part{Text: text}), Finish: model.FinishStop, Usage: model.Usage{Input: 10, Output: 1}}, nil
	}
}

// calls is a step that calls tools, given as name and arguments.
func calls(pairs ...string) step {
	return func(context.Context, model.Request, func(model.Delta)) (*model.Response, error) {
		var parts []model.Part
		for i := 0; i < len(pairs); i += 2 {
			parts = append(parts, model.Part{Call: &model.Call{ID: fmt.Sprint("m", i/2), Name: pairs[i], Args: json.RawMessage(pairs[i+1])}})
		}
		return &model.Response{Message: message(parts...), Finish: model.FinishStop, Usage: model.Usage{Input: 10, Output: 1}}, nil
	}
}

func fails(err error) step {
	return func(context.Context, model.Request, func(model.Delta)) (*model.Response, error) { return nil, err }
}

// hangs is a step that answers only when its context ends.
func hangs(ctx context.Context, _ model.Request, emit func(model.Delta)) (*model.Response, error) {
	emit(model.Delta{Text: "let me"})
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

func message(parts ...model.Part) model.Message {
	return model.Message{Role: model.RoleModel, Parts: parts}
}

// catalog is the tools of these tests: "read" and "look" are parallel.
var catalog = map[string]*tool.Spec{
	"add": {Name: "add"}, "multiply": {Name: "multiply"},
	"page": {Name: "page", Policy: tool.Policy{Ephemeral: true}},
	"read": {Name: "read", Policy: tool.Policy{Parallel: true}}, "look": {Name: "look", Policy: tool.Policy{Parallel: true}},
}

// table is the test's side of a turn: it notes all that the loop hands out.
type table struct {
	t       *testing.T
	history history.History
	clock   *Clock
	handle  tool.Handler

	mu        sync.Mutex
	calls     []tool.Call
	shown     []string
	shortened []Shortened
	warned    []Warning
}

func newTable(t *testing.T, handle tool.Handler) *table {
	if handle == nil {
		handle = func(context.Context, tool.Call) tool.Result { return tool.Result{Value: json.RawMessage("1")} }
	}
	return &table{t: t, handle: handle, clock: NewClock(5 * time.Minute)}
}

// run runs a turn; calls whose context has ended are answered as Record does.
func (tb *table) run(ctx context.Context, m model.Model, cfg Config) Outcome {
	tb.t.Helper()
	cfg.Model = m
	out, err := New(cfg).Run(ctx, &tb.history, Turn{
		Number: 1, Words: "what is 2*3+4?",
		Resolve: func(said string) (*tool.Spec, bool) { s, ok := catalog[said]; return s, ok },
		Handle: func(ctx context.Context, c tool.Call) tool.Result {
			tb.mu.Lock()
			tb.calls = append(tb.calls, c)
			tb.mu.Unlock()
			if end := tool.EndOf(ctx); end != nil {
				return tool.Fail(end.Code, "")
			}
			return tb.handle(ctx, c)
		},
		Clock: tb.clock,
		Emit: func(step int, d model.Delta) {
			tb.shown = append(tb.shown, fmt.Sprintf("%d:%s%v", step, d.Text, d.Retract))
		},
		Shortened: func(s Shortened) { tb.shortened = append(tb.shortened, s) },
		Warned: func(w Warning) {
			tb.mu.Lock()
			defer tb.mu.Unlock()
			tb.warned = append(tb.warned, w)
		},
	})
	if err != nil {
		tb.t.Fatalf("run: %v", err)
	}
	return out
}

// nextMessageWorks checks what must hold after every turn, however it ended.
func (tb *table) nextMessageWorks() {
	tb.t.Helper()
	tb.clock = NewClock(5 * time.Minute)
	m := plays(says("fine"))
	if out := tb.run(context.Background(), m, Config{}); out.Reason != protocol.ReasonDone {
		tb.t.Errorf("the next message ended %s", out.Reason)
	}
}

// lastResults is what the model was sent as results in its last request.
func lastResults(m *script) (out []string) {
	messages := m.sent[len(m.sent)-1].Messages
	for _, p := range messages[len(messages)-1].Parts {
		if p.Result != nil {
			out = append(out, p.Result.ID+" "+p.Result.Name+" "+string(p.Result.Output))
		}
	}
	return out
}

func TestA1_H15_K1_callsResultsFinalAnswer(t *testing.T) {
	tb := newTable(t, func(_ context.Context, c tool.Call) tool.Result {
		var a struct{ A, B int }
		json.Unmarshal(c.Args, &a)
		if c.Name == "add" {
			return tool.Result{Value: json.RawMessage(fmt.Sprint(a.A + a.B))}
		}
		return tool.Result{Value: json.RawMessage(fmt.Sprint(a.A * a.B))}
	})
	m := plays(calls("multiply", `{"a":2,"b":3}`), calls("add", `{"a":6,"b":4}`), says("It is 10."))
	out := tb.run(t.Context(), m, Config{})
	if out.Reason != protocol.ReasonDone || out.Steps != 3 || out.Calls != 2 || out.Usage != (model.Usage{Input: 30, Output: 3}) {
		t.Errorf("outcome %+v", out)
	}
	if got := lastResults(m); !reflect.DeepEqual(got, []string{`m0 add {"output":10}`}) {
		t.Errorf("the model was sent %v", got)
	}
	if got := []string{tb.calls[0].ID, tb.calls[1].ID}; !reflect.DeepEqual(got, []string{"t1.1", "t1.2"}) {
		t.Errorf("ids %v", got)
	}
}

func TestH16_I5_fullHistoryInEveryRequest(t *testing.T) {
	tb := newTable(t, nil)
	m := plays(calls("add", `{}`), calls("add", `{}`), says("done"))
	tb.run(t.Context(), m, Config{})
	for i, r := range m.sent {
		if len(r.Messages) != 1+2*i {
			t.Errorf("request %d has %d messages, want %d", i+1, len(r.Messages), 1+2*i)
		}
	}
}

// TestH18: the first answer without calls ends the turn, and each other ending
// has its own name. After all of them the next message works.
func TestH18_A89_endings(t *testing.T) {
	blocked := &model.Error{Kind: model.KindBlocked, Message: "The model refused."}
	auth := &model.Error{Kind: model.KindAuth, Message: "The key is wrong."}
	for _, tc := range []struct {
		name    string
		step    step
		reason  protocol.Reason
		failure *model.Error
		kept    int // messages of the turn that stay
	}{
		{"words", says("hi"), protocol.ReasonDone, nil, 2},
		{"cut", func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
			resp, _ := says("hi")(ctx, r, emit)
			resp.Finish = model.FinishTruncated
			return resp, nil
		}, protocol.ReasonTruncated, nil, 2},
		{"nothing", func(context.Context, model.Request, func(model.Delta)) (*model.Response, error) {
			return &model.Response{Message: model.Message{Role: model.RoleModel}}, nil
		}, protocol.ReasonNoAnswer, nil, 1},
		{"thoughts only", func(context.Context, model.Request, func(model.Delta)) (*model.Response, error) {
			return &model.Response{Message: message(model.Part{Text: "hm", Thought: true})}, nil
		}, protocol.ReasonNoAnswer, nil, 1},
		{"blocked", fails(blocked), protocol.ReasonBlocked, blocked, 0},
		{"model error", fails(auth), protocol.ReasonModelError, auth, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tb := newTable(t, nil)
			out := tb.run(t.Context(), plays(tc.step), Config{})
			if out.Reason != tc.reason || out.Error != tc.failure {
				t.Errorf("ended %s (%v), want %s", out.Reason, out.Error, tc.reason)
			}
			if got := len(tb.history.Messages()); got != tc.kept {
				t.Errorf("%d messages kept, want %d", got, tc.kept)
			}
			tb.nextMessageWorks()
		})
	}
}

func TestLoop_unknownErrorIsTyped(t *testing.T) {
	out := newTable(t, nil).run(t.Context(), plays(fails(errors.New("boom"))), Config{})
	if out.Reason != protocol.ReasonModelError || out.Error.Kind != model.KindUnreachable || strings.Contains(out.Error.Message, "boom") {
		t.Errorf("outcome %+v", out.Error)
	}
}

// TestLoop_brokenStepIsTakenBack: text of a step that failed leaves the screen;
// text that the user stopped stays.
func TestLoop_brokenStepIsTakenBack(t *testing.T) {
	tb := newTable(t, nil)
	tb.run(t.Context(), plays(func(_ context.Context, _ model.Request, emit func(model.Delta)) (*model.Response, error) {
		emit(model.Delta{Text: "Let me "})
		return nil, &model.Error{Kind: model.KindOverloaded}
	}), Config{})
	if want := []string{"1:Let me false", "1:true"}; !reflect.DeepEqual(tb.shown, want) {
		t.Errorf("shown %v, want %v", tb.shown, want)
	}

	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, nil)
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(tool.ErrStopped) })
		tb.run(ctx, plays(hangs), Config{})
		if want := []string{"1:let mefalse"}; !reflect.DeepEqual(tb.shown, want) {
			t.Errorf("shown %v, want %v", tb.shown, want)
		}
	})
}

// TestH19_K17: parallel calls run together; their results stand in one message
// in call order, ids and names echoed.
func TestH19_K17_I22_I23_I24_parallelCallsAnswerInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := map[string]time.Duration{"t1.1": 3 * time.Second, "t1.2": time.Second, "t1.3": 2 * time.Second}
		tb := newTable(t, func(_ context.Context, c tool.Call) tool.Result {
			c.Sent()
			time.Sleep(waits[c.ID])
			return tool.Result{Value: json.RawMessage(`"` + c.ID + `"`)}
		})
		m := plays(calls("read", `{}`, "look", `{}`, "read", `{}`), says("done"))
		start := time.Now()
		tb.run(t.Context(), m, Config{})
		if got := time.Since(start); got != 3*time.Second {
			t.Errorf("took %v, want as long as the slowest, 3s", got)
		}
		want := []string{`m0 read {"output":"t1.1"}`, `m1 look {"output":"t1.2"}`, `m2 read {"output":"t1.3"}`}
		if got := lastResults(m); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		for i, c := range tb.calls {
			if want := fmt.Sprintf("t1.%d", i+1); c.ID != want {
				t.Errorf("call %s left in place %d", c.ID, i+1)
			}
		}
	})
}

func TestK7_oneAfterTheOtherIfAnyIsNotParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running := 0
		tb := newTable(t, func(_ context.Context, c tool.Call) tool.Result {
			c.Sent()
			if running++; running > 1 {
				t.Errorf("%s started before the one before had ended", c.ID)
			}
			time.Sleep(time.Second)
			running--
			return tool.Result{Value: json.RawMessage("1")}
		})
		tb.run(t.Context(), plays(calls("read", `{}`, "add", `{}`, "look", `{}`), says("done")), Config{})
		if len(tb.calls) != 3 {
			t.Errorf("%d calls", len(tb.calls))
		}
	})
}

func TestH19_I18_duplicateAndMissingIDs(t *testing.T) {
	tb := newTable(t, nil)
	m := plays(func(context.Context, model.Request, func(model.Delta)) (*model.Response, error) {
		c := func(id string) model.Part {
			return model.Part{Call: &model.Call{ID: id, Name: "add", Args: json.RawMessage("{}")}}
		}
		return &model.Response{Message: message(c("same"), c("same"), c(""))}, nil
	}, says("done"))
	tb.run(t.Context(), m, Config{})
	if got := lastResults(m); len(got) != 3 || !strings.HasPrefix(got[0], "same ") || !strings.HasPrefix(got[2], " add") {
		t.Errorf("results %v", got)
	}
	seen := map[string]bool{}
	for _, c := range tb.calls {
		seen[c.ID] = true
	}
	if len(seen) != 3 {
		t.Errorf("ids of ours repeat: %v", seen)
	}
}

// TestA30: each code reaches the model as error
// with code and message, and the turn goes on.
func TestA30_K2_K9_I4_everyFailureIsAResult(t *testing.T) {
	for _, code := range []protocol.Code{
		protocol.CodeFailed, protocol.CodeInvalidArgs, protocol.CodeDenied, protocol.CodeTimeout, protocol.CodeTooLarge,
	} {
		tb := newTable(t, func(context.Context, tool.Call) tool.Result { return tool.Fail(code, "") })
		m := plays(calls("add", `{}`), says("sorry"))
		if out := tb.run(t.Context(), m, Config{}); out.Reason != protocol.ReasonDone {
			t.Errorf("%s: ended %s", code, out.Reason)
		}
		info, _ := code.Info()
		want, _ := json.Marshal(map[string]any{"error": map[string]any{"code": code, "message": info.Model}})
		if got := lastResults(m)[0]; got != "m0 add "+string(want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

func TestK8_I34_aModelThatNeverStopsEndsAtTheLimit(t *testing.T) {
	for _, tc := range []struct {
		name          string
		cfg           Config
		each          []string
		requests, ran int
	}{
		{"steps, default", Config{MaxCalls: 1000}, []string{"add"}, 31, 30},
		{"steps", Config{MaxSteps: 3}, []string{"add"}, 4, 3},
		{"calls, default", Config{MaxSteps: 1000}, []string{"add"}, 33, 32},
		{"calls", Config{MaxCalls: 5}, []string{"add", "add"}, 4, 5},
		{"a hundred calls in one step", Config{}, slices.Repeat([]string{"add"}, 100), 2, 32},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ran := 0
			tb := newTable(t, func(context.Context, tool.Call) tool.Result {
				ran++
				return tool.Result{Value: json.RawMessage("1")}
			})
			m := plays(func(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
				if r.Mode == model.ModeNone {
					return says("That is all I could do.")(ctx, r, emit)
				}
				var each []string
				for i, name := range tc.each {
					each = append(each, name, fmt.Sprintf(`{"a":%d,"b":%d}`, len(r.Messages), i))
				}
				return calls(each...)(ctx, r, emit)
			})
			out := tb.run(t.Context(), m, tc.cfg)
			if out.Reason != protocol.ReasonBudget || len(m.sent) != tc.requests || ran != tc.ran {
				t.Errorf("ended %s after %d requests and %d calls, want budget, %d, %d", out.Reason, len(m.sent), ran, tc.requests, tc.ran)
			}
			if n := len(tb.shown); n != 1 || !strings.Contains(tb.shown[0], "all I could do") {
				t.Errorf("the user got no words: %v", tb.shown)
			}
			tb.nextMessageWorks()
		})
	}
}

// TestLoop_callInSpiteOfNone: a model that calls in its last words gets an
// answer for the call, and nothing runs.
func TestLoop_callInSpiteOfNone(t *testing.T) {
	ran := 0
	tb := newTable(t, func(context.Context, tool.Call) tool.Result { ran++; return tool.Result{Value: json.RawMessage("1")} })
	m := plays(calls("add", `{}`))
	out := tb.run(t.Context(), m, Config{MaxSteps: 2})
	if out.Reason != protocol.ReasonBudget || len(m.sent) != 3 || ran != 2 {
		t.Errorf("ended %s after %d requests, %d calls ran", out.Reason, len(m.sent), ran)
	}
	tb.nextMessageWorks()
}

// TestLoop_endBetweenCalls: after the end of the turn no further call runs and
// no further request is made, yet every call has its result.
func TestLoop_endBetweenCalls(t *testing.T) {
	for _, end := range []*tool.End{tool.ErrStopped, tool.ErrDisconnected, tool.ErrShutdown} {
		ctx, cancel := context.WithCancelCause(context.Background())
		ran := 0
		tb := newTable(t, func(context.Context, tool.Call) tool.Result {
			ran++
			cancel(end)
			return tool.Fail(end.Code, "")
		})
		m := plays(calls("add", `{}`, "add", `{}`))
		out := tb.run(ctx, m, Config{})
		if out.Reason != end.Reason || ran != 1 || len(m.sent) != 1 {
			t.Errorf("%v: ended %s, %d calls ran, %d requests", end, out.Reason, ran, len(m.sent))
		}
		if n := len(tb.history.Messages()[2].Parts); n != 2 {
			t.Errorf("%d results for 2 calls", n)
		}
		tb.nextMessageWorks()
	}
}

func TestLoop_stopDuringARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(tool.ErrStopped) })
		tb := newTable(t, nil)
		out := tb.run(ctx, plays(hangs), Config{})
		if out.Reason != protocol.ReasonStopped || out.Error != nil {
			t.Errorf("ended %s, %v", out.Reason, out.Error)
		}
		tb.nextMessageWorks()
	})
}

// TestLoop_wallClockDuringACall: the call ends with budget, and the user still
// gets words.
func TestLoop_wallClockDuringACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, func(ctx context.Context, c tool.Call) tool.Result {
			<-ctx.Done()
			return tool.Fail(tool.EndOf(ctx).Code, "")
		})
		m := plays(calls("add", `{}`), says("I ran out of time."))
		start := time.Now()
		out := tb.run(t.Context(), m, Config{})
		if out.Reason != protocol.ReasonBudget || len(m.sent) != 2 || m.sent[1].Mode != model.ModeNone {
			t.Errorf("ended %s after %d requests", out.Reason, len(m.sent))
		}
		if got := time.Since(start); got != 5*time.Minute {
			t.Errorf("took %v, want 5m", got)
		}
		if got := lastResults(m)[0]; !strings.Contains(got, `"budget"`) {
			t.Errorf("result %s", got)
		}
		tb.nextMessageWorks()
	})
}

// TestA20_aModelThatHangs ends as the model's timeout, without last words.
func TestA20_aModelThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, nil)
		m := plays(hangs)
		out := tb.run(t.Context(), m, Config{})
		if out.Reason != protocol.ReasonModelError || out.Error.Kind != model.KindTimeout || len(m.sent) != 1 {
			t.Errorf("ended %s, %+v, %d requests", out.Reason, out.Error, len(m.sent))
		}
		tb.nextMessageWorks()
	})
}

func TestLoop_lastWordsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, nil)
		m := plays(calls("add", `{}`), hangs)
		start := time.Now()
		out := tb.run(t.Context(), m, Config{MaxSteps: 1})
		if out.Reason != protocol.ReasonBudget || time.Since(start) != 30*time.Second {
			t.Errorf("ended %s after %v", out.Reason, time.Since(start))
		}
		tb.nextMessageWorks()
	})
}

// TestLoop_humanWaitsDoNotCount: the wall clock stands still while a call
// waits for the user.
func TestLoop_humanWaitsDoNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tb *table
		tb = newTable(t, func(context.Context, tool.Call) tool.Result {
			tb.clock.Wait(+1)
			time.Sleep(time.Hour)
			tb.clock.Wait(-1)
			return tool.Result{Value: json.RawMessage("1")}
		})
		if out := tb.run(t.Context(), plays(calls("add", `{}`), says("thanks")), Config{}); out.Reason != protocol.ReasonDone {
			t.Errorf("ended %s", out.Reason)
		}
	})
}
