package event

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// recorder is a sink that keeps what it gets.
type recorder struct {
	mu  sync.Mutex
	got []Event
}

func (r *recorder) Emit(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, e)
}

func (r *recorder) turns() []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	turns := make([]int, len(r.got))
	for i, e := range r.got {
		turns[i] = e.Turn
	}
	return turns
}

func TestA88_everySinkSeesTheSameOrder(t *testing.T) {
	a, b := &recorder{}, &recorder{}
	fan := NewFan(FanConfig{Sinks: []Sink{a, b}, Buffer: 1000})
	var emitters sync.WaitGroup
	for worker := range 8 {
		emitters.Go(func() {
			for i := range 100 {
				fan.Emit(Event{Kind: KindStep, Turn: worker*100 + i})
			}
		})
	}
	emitters.Wait()
	if err := fan.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	first, second := a.turns(), b.turns()
	if len(first) != 800 || len(second) != 800 {
		t.Fatalf("sinks got %d and %d records, want 800 each", len(first), len(second))
	}
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("record %d: one sink got %d, the other %d", i, first[i], second[i])
		}
	}
}

func TestA88_aSlowSinkLosesItsOldestRecordsAndIsToldHowMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := make(chan struct{})
		slow, quick := &recorder{}, &recorder{}
		fan := NewFan(FanConfig{
			Sinks:  []Sink{SinkFunc(func(e Event) { <-open; slow.Emit(e) }), quick},
			Buffer: 3,
		})
		fan.Emit(Event{Kind: KindStep, Turn: 1}) // the slow sink hangs on this one
		synctest.Wait()
		for turn := 2; turn <= 8; turn++ {
			fan.Emit(Event{Kind: KindStep, Turn: turn})
			synctest.Wait()
		}
		if got := len(quick.turns()); got != 8 {
			t.Errorf("the quick sink has %d records while the other hangs, want 8", got)
		}
		close(open)
		if err := fan.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []Event{{Kind: KindStep, Turn: 1}, {Kind: KindDropped, Count: 4},
			{Kind: KindStep, Turn: 6}, {Kind: KindStep, Turn: 7}, {Kind: KindStep, Turn: 8}}
		if len(slow.got) != len(want) {
			t.Fatalf("the slow sink got %d records, want %d", len(slow.got), len(want))
		}
		for i, e := range slow.got {
			if e.Kind != want[i].Kind || e.Turn != want[i].Turn || e.Count != want[i].Count {
				t.Errorf("record %d: got %s turn %d count %d, want %+v", i, e.Kind, e.Turn, e.Count, want[i])
			}
		}
	})
}

func TestA90_aSinkThatPanicsLosesThatRecordOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sound, broken := &recorder{}, &recorder{}
		fan := NewFan(FanConfig{Sinks: []Sink{sound, SinkFunc(func(e Event) {
			if e.Turn == 2 {
				panic("broken")
			}
			broken.Emit(e)
		})}})
		for turn := 1; turn <= 3; turn++ {
			fan.Emit(Event{Kind: KindStep, Turn: turn})
			synctest.Wait()
		}
		if err := fan.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := sound.turns(); len(got) != 3 {
			t.Errorf("the other sink got turns %d", got)
		}
		if got := broken.got; len(got) != 3 || got[0].Turn != 1 || got[1].Kind != KindDropped || got[1].Count != 1 || got[2].Turn != 3 {
			t.Errorf("the sink got %+v", got)
		}
	})
}

func TestFan_closeGivesUpOnASinkThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := make(chan struct{})
		fan := NewFan(FanConfig{Sinks: []Sink{SinkFunc(func(Event) { <-open })}})
		fan.Emit(Event{Kind: KindStep})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := fan.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Close: got %v, want %v", err, context.DeadlineExceeded)
		}
		fan.Emit(Event{Kind: KindStep}) // ignored
		close(open)
		if err := fan.Close(t.Context()); err != nil {
			t.Errorf("second Close: %v", err)
		}
	})
}

func TestFan_setsTheTime(t *testing.T) {
	sink := &recorder{}
	fan := NewFan(FanConfig{Sinks: []Sink{sink}})
	fan.Emit(Event{Kind: KindStep})
	if err := fan.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sink.got[0].Time.IsZero() {
		t.Error("the record has no time")
	}
}
