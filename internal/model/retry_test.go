package model

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// flaky is a model that fails as its list says, then answers.
type flaky struct {
	steps []any // *Error, *Response or error
	sent  []Request
}

func (f *flaky) Generate(_ context.Context, r Request, emit func(Delta)) (*Response, error) {
	f.sent = append(f.sent, r)
	emit(Delta{Text: "let me"})
	switch s := f.steps[min(len(f.sent), len(f.steps))-1].(type) {
	case *Response:
		return s, nil
	case error:
		return nil, s
	}
	panic("no step")
}

var (
	words = &Response{Finish: FinishStop, Message: Message{Role: RoleModel, Parts: []Part{{Text: "hi"}}}}
	empty = &Response{Finish: FinishStop, Message: Message{Role: RoleModel}}
	blank = &Response{Finish: FinishStop, Message: Message{Role: RoleModel, Parts: []Part{{Text: " \n"}, {Text: "hm", Thought: true}}}}
	busy  = &Error{Kind: KindOverloaded, Again: AgainBusy}
	slip  = &Error{Kind: KindBadRequest, Again: AgainNow}
	cut   = &Error{Kind: KindBadRequest, Again: AgainBrief}
	wrong = &Error{Kind: KindAuth}
	quota = func(after time.Duration) *Error { return &Error{Kind: KindQuota, Again: AgainBusy, RetryAfter: after} }
)

func TestRetry_asTheErrorAllows(t *testing.T) {
	for _, tc := range []struct {
		name     string
		steps    []any
		requests int
		err      error
		between  [2]time.Duration // in all
	}{
		{"nothing is wrong", []any{words}, 1, nil, [2]time.Duration{}},
		{"never for what stays wrong", []any{wrong}, 1, wrong, [2]time.Duration{}},
		{"never for an unknown error", []any{errors.New("x")}, 1, errors.New("x"), [2]time.Duration{}},
		{"busy once", []any{busy, words}, 2, nil, [2]time.Duration{3500 * time.Millisecond, 6500 * time.Millisecond}},
		{"busy for ever", []any{busy}, 4, busy, [2]time.Duration{24500 * time.Millisecond, 45500 * time.Millisecond}},
		{"failed once", []any{&Error{Kind: KindOverloaded, Again: AgainLater}, words}, 2, nil, [2]time.Duration{700 * time.Millisecond, 1300 * time.Millisecond}},
		{"out of reach once", []any{&Error{Kind: KindUnreachable, Again: AgainLater}, words}, 2, nil, [2]time.Duration{700 * time.Millisecond, 1300 * time.Millisecond}},
		{"the provider's wait", []any{quota(26 * time.Second), words}, 2, nil, [2]time.Duration{26 * time.Second, 26300 * time.Millisecond}},
		{"a wait beyond the minute", []any{quota(61 * time.Second)}, 1, quota(61 * time.Second), [2]time.Duration{}},
		{"waits that add up beyond the minute", []any{quota(40 * time.Second)}, 2, quota(40 * time.Second), [2]time.Duration{40 * time.Second, 41 * time.Second}},
		{"a malformed call", []any{slip, words}, 2, nil, [2]time.Duration{}},
		{"malformed calls", []any{slip}, 3, slip, [2]time.Duration{}},
		{"no words", []any{empty, words}, 2, nil, [2]time.Duration{}},
		{"white space only", []any{blank, words}, 2, nil, [2]time.Duration{}},
		{"never any words", []any{empty}, 2, nil, [2]time.Duration{}},
		{"no words, then busy, then none again", []any{empty, busy, empty}, 3, nil, [2]time.Duration{7 * time.Second, 13 * time.Second}},
		{"a cut answer is no failure", []any{&Response{Finish: FinishTruncated}}, 1, nil, [2]time.Duration{}},
		{"no room to answer", []any{cut, words}, 2, nil, [2]time.Duration{}},
		{"never room to answer", []any{cut}, 2, cut, [2]time.Duration{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &flaky{steps: tc.steps}
				start := time.Now()
				retracted := 0
				_, err := Retry(m).Generate(t.Context(), Request{Mode: ModeAuto}, func(d Delta) {
					if d.Retract {
						retracted++
						if d.Retrying.Attempt != retracted+1 || d.Retrying.Of != retryAttempts {
							t.Errorf("told %+v", d.Retrying)
						}
					}
				})
				if fmt.Sprint(err) != fmt.Sprint(tc.err) || len(m.sent) != tc.requests || retracted != tc.requests-1 {
					t.Errorf("%d requests, %d retracted, %v; want %d, %v", len(m.sent), retracted, err, tc.requests, tc.err)
				}
				if took := time.Since(start); took < tc.between[0] || took > tc.between[1] {
					t.Errorf("took %v, want %v", took, tc.between)
				}
			})
		})
	}
}

// TestRetry_secondSlipAsksForValidCalls: the third request is the first whose
// mode differs; last words stay words.
func TestRetry_secondSlipAsksForValidCalls(t *testing.T) {
	for mode, want := range map[Mode]Mode{ModeAuto: ModeValidated, ModeNone: ModeNone} {
		m := &flaky{steps: []any{slip, slip, words}}
		if _, err := Retry(m).Generate(t.Context(), Request{Mode: mode}, nil); err != nil {
			t.Fatal(err)
		}
		if m.sent[1].Mode != mode || m.sent[2].Mode != want {
			t.Errorf("modes %s, %s, %s", m.sent[0].Mode, m.sent[1].Mode, m.sent[2].Mode)
		}
	}
}

// TestRetry_briefOnlyWhereRoomRanOut: the repeat asks for less reasoning, and
// the caller's request stays as it was.
func TestRetry_briefOnlyWhereRoomRanOut(t *testing.T) {
	m := &flaky{steps: []any{slip, cut, words}}
	if _, err := Retry(m).Generate(t.Context(), Request{}, nil); err != nil {
		t.Fatal(err)
	}
	if m.sent[0].Brief || m.sent[1].Brief || !m.sent[2].Brief {
		t.Errorf("brief: %v, %v, %v", m.sent[0].Brief, m.sent[1].Brief, m.sent[2].Brief)
	}
}

func TestRetry_stopEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopped := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(stopped) })
		start := time.Now()
		_, err := Retry(&flaky{steps: []any{busy}}).Generate(ctx, Request{}, nil)
		if !errors.Is(err, stopped) || time.Since(start) != time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}
