package broker

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// TestHold_clocks: while nobody is there the delivery clock stands still, the
// completion clock runs, and the user's clock ends as disconnected.
func TestHold_clocks(t *testing.T) {
	for _, tc := range []struct {
		name  string
		reach []protocol.State
		after time.Duration // when it ends, counted from Hold, 3 s after the call; 0: not within an hour
		code  protocol.Code
		says  string
	}{
		{"not acknowledged", nil, 0, "", ""},
		{"delivered", []protocol.State{protocol.StateDelivered}, 12 * time.Second, protocol.CodeTimeout, "may have happened"},
		{"running", []protocol.State{protocol.StateRunning}, 12 * time.Second, protocol.CodeTimeout, "may have happened"},
		{"awaiting the user", []protocol.State{protocol.StateAwaitingUser}, 117 * time.Second, protocol.CodeDisconnected, "nothing was done"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := new(browser).broker()
				l := limits
				l.Writes = true
				done := ask(t.Context(), b, "t1.1", l)
				synctest.Wait()
				for _, state := range tc.reach {
					b.Progress("t1.1", state)
				}
				time.Sleep(3 * time.Second)
				b.Hold()
				b.Hold() // changes nothing
				start := time.Now()
				if tc.after == 0 {
					time.Sleep(time.Hour)
					b.Release()
					start = time.Now()
					if got := <-done; got.Code() != protocol.CodeNotDelivered || time.Since(start) != 4*time.Second {
						t.Errorf("%s after %v, want what was left of the delivery clock", got.Code(), time.Since(start))
					}
					return
				}
				got := <-done
				if got.Code() != tc.code || time.Since(start) != tc.after || !strings.Contains(got.Err.Message, tc.says) {
					t.Errorf("after %v: %+v", time.Since(start), got.Err)
				}
			})
		})
	}
}

// TestHold_callsOfThatTimeWait: a call that is asked while nobody is there gets
// its whole delivery clock when somebody is.
func TestHold_callsOfThatTimeWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		b.Hold()
		done := ask(t.Context(), b, "t1.1", limits)
		time.Sleep(time.Minute)
		b.Release()
		start := time.Now()
		if got := <-done; got.Code() != protocol.CodeNotDelivered || time.Since(start) != limits.Delivery {
			t.Errorf("%s after %v", got.Code(), time.Since(start))
		}
	})
}

// TestHold_anAcknowledgementThatComesWithTheBrowser: what the page says on its
// return moves the clocks before Release.
func TestHold_anAcknowledgementThatComesWithTheBrowser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		b.Hold()
		done := ask(t.Context(), b, "t1.1", limits)
		synctest.Wait()
		b.Progress("t1.1", protocol.StateDelivered)
		b.Release()
		start := time.Now()
		if got := <-done; got.Code() != protocol.CodeTimeout || time.Since(start) != limits.Completion {
			t.Errorf("%s after %v", got.Code(), time.Since(start))
		}
	})
}

// TestAgain: a call that is sent once more gets another delivery clock, and
// nothing of the others back.
func TestAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := new(browser)
		b := f.broker()
		done := ask(t.Context(), b, "t1.1", limits)
		synctest.Wait()
		b.Progress("t1.1", protocol.StateAwaitingUser)
		time.Sleep(20 * time.Second)
		b.Progress("t1.1", protocol.StateRunning)
		time.Sleep(5 * time.Second)
		b.Progress("t1.1", protocol.StateAwaitingUser)
		b.Hold()
		time.Sleep(10 * time.Second)
		if !b.Again("t1.1") || b.Again("t9.9") {
			t.Error("want only a call that is pending")
		}
		if f.waits != 0 {
			t.Errorf("%d calls wait for the user", f.waits)
		}
		time.Sleep(time.Minute) // still held
		open := b.Open()
		want := Open{ID: "t1.1", State: protocol.StateRequested, Limits: Limits{Delivery: 7 * time.Second, Completion: 10 * time.Second, User: 90 * time.Second}}
		if len(open) != 1 || open[0] != want {
			t.Errorf("open %+v, want %+v", open, want)
		}
		b.Release()
		b.Progress("t1.1", protocol.StateRunning)
		start := time.Now()
		if got := <-done; got.Code() != protocol.CodeTimeout || time.Since(start) != 10*time.Second {
			t.Errorf("%s after %v", got.Code(), time.Since(start))
		}
	})
}

func TestOpen_inTheOrderOfTheCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(browser).broker()
		for _, id := range []string{"t1.10", "t1.9", "t1.11"} {
			ask(t.Context(), b, id, limits)
			synctest.Wait()
		}
		b.Progress("t1.9", protocol.StateRunning)
		open := b.Open()
		if len(open) != 3 || open[0].ID != "t1.10" || open[1].ID != "t1.9" || open[2].ID != "t1.11" || !open[1].Ran || open[0].Ran {
			t.Errorf("%+v", open)
		}
		b.Close(tool.ErrDisconnected)
		if len(b.Open()) != 0 {
			t.Error("open after Close")
		}
	})
}
