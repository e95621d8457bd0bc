package session

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"farhand/internal/event"
	"farhand/internal/history"
	"farhand/internal/model"
)

// TestA85_compactedIsSeen by the person, and by operators as counts only.
func TestA85_compactedIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(says("fine"))
		b := open(t, m, func(c *Config) { c.Full = history.Full{Tokens: 7} })
		for turn := 1; turn <= 8; turn++ {
			b.user(fmt.Sprint("u", turn), "secret words")
			b.until("turn_end")
		}
		b.user("u9", "last words")
		b.want("turn_start", nil)
		f := b.want("notice", frame{"turn": 9, "code": "compacted"})
		b.want("text", nil)
		b.want("turn_end", frame{"reason": "done"})
		e := b.event(event.KindHistoryCompacted)
		if details := f["details"].(map[string]any); details["messages"] != 9.0 || details["bytes"].(float64) <= 0 || e.Count != 9 || e.InBytes == 0 || e.Turn != 9 {
			t.Errorf("told %v, event %+v", details, e)
		}
		if got := len(m.sent[8].Messages); got != 9 {
			t.Errorf("the model was sent %d messages", got)
		}
		b.leave()
	})
}

// TestA79_aFailedDigestIsAnEvent and nothing that the person must know.
func TestA79_aFailedDigestIsAnEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(says("fine")), func(c *Config) {
			c.Full = history.Full{Tokens: 7}
			c.Digest = func(context.Context, string, []model.Message) (string, model.Usage, error) {
				return "", model.Usage{}, errors.New("x")
			}
		})
		for turn := 1; turn <= 9; turn++ {
			b.user(fmt.Sprint("u", turn), "words")
			b.want("turn_start", nil)
			b.want("text", nil)
			b.want("turn_end", frame{"reason": "done"})
		}
		if e := b.event(event.KindCompactionFailed); e.Turn != 9 || e.Step != 1 {
			t.Errorf("event %+v", e)
		}
		b.leave()
	})
}

// TestA76_warnedOnce: each budget once a turn, before its end.
func TestA76_warnedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, plays(calls("none", `{"n":1}`), calls("none", `{"n":2}`), calls("another", `{"n":3}`), says("x")), func(c *Config) { c.MaxSteps, c.MaxTokens = 5, 20 })
		b.user("u1", "go on")
		var got []string
		for f := b.next(); f["type"] != "turn_end"; f = b.next() {
			if f["type"] == "notice" {
				d := f["details"].(map[string]any)
				got = append(got, fmt.Sprint(d["budget"], " ", d["used"], "/", d["of"]))
			}
		}
		if fmt.Sprint(got) != "[tokens 24/20]" { // 12 for each request
			t.Errorf("warned %v", got)
		}
		if e := b.event(event.KindBudgetWarning); e.Reason != "tokens" || e.Count != 24 {
			t.Errorf("event %+v", e)
		}
		b.leave()
	})
}

// TestA24_queuedIsSeen: a person who waits for others is told so.
func TestA24_queuedIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := model.Limit(plays(hangs, says("my turn")), 1)
		first := open(t, m, nil)
		first.user("u1", "x")
		first.until("text")
		second := open(t, m, nil)
		second.user("u1", "x")
		second.want("turn_start", nil)
		second.want("notice", frame{"turn": 1, "code": "queued"})
		first.send(frame{"type": "stop"})
		second.want("text", frame{"delta": "my turn"})
		second.want("turn_end", frame{"reason": "done"})
		first.leave()
		second.leave()
	})
}
