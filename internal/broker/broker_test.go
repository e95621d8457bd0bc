package broker

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

var limits = Limits{Delivery: 7 * time.Second, Completion: 15 * time.Second, User: 2 * time.Minute}

// browser is the far side of a broker: it notes what it is told.
type browser struct {
	mu        sync.Mutex
	calls     []string
	cancelled map[string]protocol.Code
	waits     int
	gone      bool
}

func (f *browser) broker() *Broker {
	f.cancelled = make(map[string]protocol.Code)
	return New(Config{
		Send: func(c tool.Call, _ Limits) bool {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.calls = append(f.calls, c.ID)
			return !f.gone
		},
		Cancel: func(id string, reason protocol.Code) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.cancelled[id] = reason
		},
		Waiting: func(delta int) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.waits += delta
		},
	})
}

// ask starts an Ask and returns where its result arrives.
func ask(ctx context.Context, b *Broker, id string, l Limits) <-chan tool.Result {
	done := make(chan tool.Result, 1)
	go func() { done <- b.Ask(ctx, tool.Call{ID: id}, l) }()
	return done
}

func value(s string) tool.Result { return tool.Result{Value: json.RawMessage(s)} }

func TestH20_I25_answerBelongsToItsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		first, second := ask(t.Context(), b, "t1.1", limits), ask(t.Context(), b, "t1.2", limits)
		synctest.Wait()
		if !b.Settle("t1.2", value("2")) || !b.Settle("t1.1", value("1")) {
			t.Fatal("a pending call did not take its answer")
		}
		if got := string((<-first).Value) + string((<-second).Value); got != "12" {
			t.Errorf("got %s, want 12", got)
		}
		if b.Pending() != 0 {
			t.Error("calls are still pending")
		}
	})
}

// TestI10_anAnswerWhileItIsSentCounts: the call is registered before it is sent.
func TestI10_anAnswerWhileItIsSentCounts(t *testing.T) {
	var b *Broker
	b = New(Config{Send: func(c tool.Call, _ Limits) bool { return b.Settle(c.ID, value("1")) }})
	if r := b.Ask(t.Context(), tool.Call{ID: "t1.1"}, limits); string(r.Value) != "1" {
		t.Errorf("got %+v", r)
	}
}

func TestH20_equalIDsInTwoBrokersNeverMeet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := new(browser).broker(), new(browser).broker()
		first, second := ask(t.Context(), one, "t1.1", limits), ask(t.Context(), two, "t1.1", limits)
		synctest.Wait()
		one.Settle("t1.1", value(`"one"`))
		if got := string((<-first).Value); got != `"one"` {
			t.Errorf("got %s", got)
		}
		if two.Pending() != 1 {
			t.Fatal("the other broker's call was touched")
		}
		two.Close(tool.ErrDisconnected)
		<-second
	})
}

// TestH21_timeouts: each clock ends the call with its own code and stage, and
// the browser is told to abort.
func TestH21_timeouts(t *testing.T) {
	for _, tc := range []struct {
		name   string
		reach  []protocol.State
		writes bool
		after  time.Duration
		code   protocol.Code
		says   []string
	}{
		{"never acknowledged", nil, true, 7 * time.Second, protocol.CodeNotDelivered, []string{"not_delivered", "nothing ran"}},
		{"delivered, never ended", []protocol.State{protocol.StateDelivered}, false, 15 * time.Second, protocol.CodeTimeout, []string{"running"}},
		{"running, never ended, writes", []protocol.State{protocol.StateRunning}, true, 15 * time.Second, protocol.CodeTimeout, []string{"running", "may have happened"}},
		{"H34 user never answered", []protocol.State{protocol.StateDelivered, protocol.StateAwaitingUser}, true, 2 * time.Minute, protocol.CodeTimeout, []string{"awaiting_user", "nothing was done"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := new(browser)
				b := f.broker()
				l := limits
				l.Writes = tc.writes
				done := ask(t.Context(), b, "t1.1", l)
				synctest.Wait()
				for _, s := range tc.reach {
					b.Progress("t1.1", s)
				}
				start := time.Now()
				r := <-done
				if got := time.Since(start); got != tc.after {
					t.Errorf("ended after %v, want %v", got, tc.after)
				}
				if r.Code() != tc.code || r.State() != protocol.StateTimedOut {
					t.Errorf("got %s (%s), want %s", r.Code(), r.State(), tc.code)
				}
				for _, want := range tc.says {
					if !strings.Contains(r.Err.Message, want) {
						t.Errorf("message %q does not say %q", r.Err.Message, want)
					}
				}
				synctest.Wait()
				if f.cancelled["t1.1"] != tc.code || b.Pending() != 0 || f.waits != 0 {
					t.Errorf("left behind: cancel %q, %d pending, %d waits", f.cancelled["t1.1"], b.Pending(), f.waits)
				}
			})
		})
	}
}

// TestH34_pageSeesTheClockRunOutFirst: the model reads the same, whoever was
// first.
func TestH34_pageSeesTheClockRunOutFirst(t *testing.T) {
	page := tool.Result{Err: &tool.Error{Code: protocol.CodeTimeout, Message: "too slow"}, Page: true}
	for _, tc := range []struct {
		reach protocol.State
		says  string
	}{
		{"", "Stage: running. The action may have happened"},
		{protocol.StateRunning, "Stage: running. The action may have happened"},
		{protocol.StateAwaitingUser, "Stage: awaiting_user"},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := new(browser)
			b := f.broker()
			l := limits
			l.Writes = true
			done := ask(t.Context(), b, "t1.1", l)
			synctest.Wait()
			b.Progress("t1.1", tc.reach)
			b.Settle("t1.1", page)
			if r := <-done; r.Code() != protocol.CodeTimeout || r.Page || !strings.HasPrefix(r.Err.Message, tc.says) || f.waits != 0 {
				t.Errorf("%q: got %+v, %d waits", tc.reach, r.Err, f.waits)
			}
		})
	}
}

// TestBroker_clocksAccumulate: switching between states to and fro gains no
// time on either clock.
func TestBroker_clocksAccumulate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		start := time.Now()
		done := ask(t.Context(), b, "t1.1", limits)
		synctest.Wait()
		b.Progress("t1.1", protocol.StateDelivered)
		for range 14 { // 14 s running and 42 s waiting in all
			time.Sleep(time.Second)
			b.Progress("t1.1", protocol.StateAwaitingUser)
			time.Sleep(3 * time.Second)
			b.Progress("t1.1", protocol.StateRunning)
		}
		r := <-done
		if got, want := time.Since(start), 57*time.Second; got != want || r.Code() != protocol.CodeTimeout {
			t.Errorf("%s after %v, want timeout after %v", r.Code(), got, want)
		}
	})
}

func TestBroker_progressNeverGoesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		done := ask(t.Context(), b, "t1.1", limits)
		synctest.Wait()
		b.Progress("t1.1", protocol.StateRunning)
		for _, s := range []protocol.State{protocol.StateRequested, protocol.StateDelivered, protocol.StateSucceeded, "x", ""} {
			b.Progress("t1.1", s)
			if got := b.pending["t1.1"].state; got != protocol.StateRunning {
				t.Fatalf("%q moved the call to %s", s, got)
			}
		}
		b.Progress("t9.9", protocol.StateRunning)
		b.Settle("t1.1", value("1"))
		<-done
	})
}

func TestH22_I19_lateRepeatedAndUnknownResultsChangeNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		if b.Settle("t1.1", value("0")) {
			t.Error("an unknown id was taken")
		}
		done := ask(t.Context(), b, "t1.1", limits)
		synctest.Wait()
		b.Settle("t1.1", value("1"))
		if b.Settle("t1.1", value("2")) {
			t.Error("a second result was taken")
		}
		if got := string((<-done).Value); got != "1" {
			t.Errorf("got %s, want the first result", got)
		}
		if b.Settle("t1.1", value("3")) {
			t.Error("a late result was taken")
		}
	})
}

func TestBroker_endOfContext(t *testing.T) {
	for _, end := range []*tool.End{tool.ErrStopped, tool.ErrBudget, tool.ErrDisconnected, tool.ErrShutdown} {
		synctest.Test(t, func(t *testing.T) {
			f := new(browser)
			b := f.broker()
			ctx, cancel := context.WithCancelCause(t.Context())
			done := ask(ctx, b, "t1.1", limits)
			synctest.Wait()
			b.Progress("t1.1", protocol.StateAwaitingUser)
			cancel(end)
			if r := <-done; r.Code() != end.Code {
				t.Errorf("%v: got %s, want %s", end, r.Code(), end.Code)
			}
			synctest.Wait()
			if f.cancelled["t1.1"] != end.Code || f.waits != 0 {
				t.Errorf("%v: cancel %q, %d waits", end, f.cancelled["t1.1"], f.waits)
			}
		})
	}
}

// A call that was sent and not answered may have happened, whatever ended its
// turn: the model must never read that it did not run.
func TestBroker_endOfContextSaysHowFarTheCallCame(t *testing.T) {
	const may, nothing = "may have happened", "nothing was done"
	for _, tc := range []struct {
		name   string
		states []protocol.State
		writes bool
		want   string // "": neither
	}{
		{"not acknowledged, writes", nil, true, may},
		{"delivered, writes", []protocol.State{protocol.StateDelivered}, true, may},
		{"running, writes", []protocol.State{protocol.StateRunning}, true, may},
		{"running, reads", []protocol.State{protocol.StateRunning}, false, ""},
		{"awaiting the user", []protocol.State{protocol.StateAwaitingUser}, true, nothing},
		{"running after the user", []protocol.State{protocol.StateAwaitingUser, protocol.StateRunning}, true, may},
	} {
		for _, end := range []*tool.End{tool.ErrStopped, tool.ErrBudget} {
			synctest.Test(t, func(t *testing.T) {
				b := new(browser).broker()
				ctx, cancel := context.WithCancelCause(t.Context())
				l := limits
				l.Writes = tc.writes
				done := ask(ctx, b, "t1.1", l)
				synctest.Wait()
				for _, state := range tc.states {
					b.Progress("t1.1", state)
				}
				cancel(end)
				said := (<-done).Err.Message
				for _, phrase := range []string{may, nothing} {
					if strings.Contains(said, phrase) != (phrase == tc.want) {
						t.Errorf("%s, %v: %q", tc.name, end, said)
					}
				}
				if strings.Contains(said, "not run") {
					t.Errorf("%s, %v: a call that was sent is said not to have run: %q", tc.name, end, said)
				}
			})
		}
	}
}

func TestH1_noBrowserMeansDisconnected(t *testing.T) {
	b := (&browser{gone: true}).broker()
	if r := b.Ask(t.Context(), tool.Call{ID: "t1.1"}, limits); r.Code() != protocol.CodeDisconnected {
		t.Errorf("got %s, want disconnected", r.Code())
	}
	if b.Pending() != 0 {
		t.Error("a call is still pending")
	}
}

func TestH23_closeWakesEverybodyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		const n = 100
		results := make([]<-chan tool.Result, n)
		for i := range n {
			results[i] = ask(t.Context(), b, fmt.Sprintf("t1.%d", i), limits)
		}
		synctest.Wait()
		start := time.Now()
		b.Close(tool.ErrDisconnected)
		for _, done := range results {
			if r := <-done; r.Code() != protocol.CodeDisconnected {
				t.Errorf("got %s, want disconnected", r.Code())
			}
		}
		if time.Since(start) != 0 || b.Pending() != 0 {
			t.Errorf("took %v, %d pending", time.Since(start), b.Pending())
		}
		if r := b.Ask(t.Context(), tool.Call{ID: "t1.1"}, limits); r.Code() != protocol.CodeDisconnected {
			t.Errorf("after Close: got %s, want disconnected", r.Code())
		}
	})
}

// TestH24_I9_nothingLeftBehind: 4,000 asks race answers, duplicates, progress,
// timers and cancels; each gets exactly one result, and neither a pending entry
// nor a goroutine is left. (A bubble fails if a goroutine outlives it.)
func TestH24_I9_nothingLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := new(browser)
		b := f.broker()
		var ended atomic.Int64
		var wg sync.WaitGroup
		for i := range 4000 {
			id := fmt.Sprintf("t1.%d", i)
			ctx, cancel := context.WithCancelCause(t.Context())
			wg.Go(func() {
				b.Ask(ctx, tool.Call{ID: id}, limits)
				ended.Add(1)
				cancel(nil)
			})
			wg.Go(func() {
				pause := func() { time.Sleep(time.Duration(rand.IntN(20_000)) * time.Millisecond) }
				for range rand.IntN(4) {
					pause()
					b.Progress(id, []protocol.State{protocol.StateDelivered, protocol.StateAwaitingUser, protocol.StateRunning}[rand.IntN(3)])
				}
				pause()
				switch rand.IntN(3) {
				case 0:
					cancel(tool.ErrStopped)
				case 1:
					go b.Settle(id, value("1"))
					b.Settle(id, value("2"))
				}
			})
		}
		wg.Wait()
		synctest.Wait()
		if ended.Load() != 4000 || b.Pending() != 0 || f.waits != 0 {
			t.Errorf("%d ended, %d pending, %d waits", ended.Load(), b.Pending(), f.waits)
		}
	})
}

func TestH24_memoryIsFlat(t *testing.T) {
	b := new(browser).broker()
	run := func() {
		for i := range 10_000 {
			id := fmt.Sprintf("t1.%d", i)
			b.cfg.Send = func(c tool.Call, _ Limits) bool { b.Settle(c.ID, value("1")); return true }
			b.Ask(context.Background(), tool.Call{ID: id}, limits)
		}
	}
	run()
	before := runtime.NumGoroutine()
	run()
	if after := runtime.NumGoroutine(); after > before || b.Pending() != 0 {
		t.Errorf("%d goroutines before, %d after, %d pending", before, after, b.Pending())
	}
}

func BenchmarkAsk(b *testing.B) {
	var br *Broker
	br = New(Config{Send: func(c tool.Call, _ Limits) bool { br.Settle(c.ID, value("1")); return true }})
	b.ReportAllocs()
	for b.Loop() {
		br.Ask(context.Background(), tool.Call{ID: "t1.1"}, limits)
	}
}
