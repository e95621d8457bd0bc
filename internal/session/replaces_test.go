package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"farhand/internal/event"
	"farhand/internal/history"
	"farhand/internal/model"
)

// words is what the model was sent as words of the user in request n, from 0.
func (s *script) words(n int) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.sent[n].Messages {
		for _, p := range m.Parts {
			if m.Role == model.RoleUser && p.Text != "" {
				out = append(out, p.Text)
			}
		}
	}
	return out
}

// TestX1_replacesDropsTheLastTurn: all of it and nothing else, however it ended.
func TestX1_replacesDropsTheLastTurn(t *testing.T) {
	refused := func(context.Context, func(model.Delta)) (*model.Response, error) {
		return nil, &model.Error{Kind: model.KindBlocked}
	}
	failed := func(context.Context, func(model.Delta)) (*model.Response, error) { return nil, errors.New("away") }
	panics := func(context.Context, func(model.Delta)) (*model.Response, error) { panic("boom") }
	for name, last := range map[string]step{
		"done":                     says("second answer"),
		"with a call":              calls("invented", `{}`),
		"failed":                   failed,
		"blocked, dropped already": refused,
		"broken, dropped already":  panics,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := plays(says("first answer"), last, says("x"))
				b := open(t, m, func(c *Config) { c.MaxSteps = 1 })
				b.user("u1", "first")
				b.until("turn_end")
				b.user("u2", "second")
				b.until("turn_end")
				b.instead("u2", "u3", "third")
				b.want("turn_start", frame{"turn": 3, "user": "u3"})
				b.until("turn_end")
				if got := m.words(len(m.sent) - 1); !slices.Equal(got, []string{"first", "third"}) {
					t.Errorf("the model was sent %q", got)
				}
				b.leave()
			})
		})
	}
}

// TestX1_replacesGoesThroughCompaction: a turn that was compacted while it ran
// leaves whole, its digest included.
func TestX1_replacesGoesThroughCompaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(says("x"))
		b := open(t, m, func(c *Config) { c.Full = history.Full{Tokens: 7} })
		for _, id := range strings.Split("abcdefghi", "") {
			b.user(id, "words of "+id)
			b.until("turn_end")
		}
		b.event(event.KindHistoryCompacted)
		b.instead("i", "j", "words of j")
		b.until("turn_end")
		got := m.words(len(m.sent) - 1)
		if text := strings.Join(got, "\n"); strings.Contains(text, "words of i") || !strings.Contains(text, "words of a") || got[len(got)-1] != "words of j" {
			t.Errorf("the model was sent %q", got)
		}
		b.leave()
	})
}

// TestX1_onlyTheLastMessageIsReplaced: everything else is refused, changes
// nothing and does not use up the id.
func TestX1_onlyTheLastMessageIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := plays(says("x"), says("x"), hangs, says("x"))
		b := open(t, m, nil)
		refused := func(of, id, code string) {
			t.Helper()
			b.instead(of, id, "x")
			b.want("error", frame{"code": code, "ref": id})
		}
		refused("u1", "u1", "unexpected") // there is none yet
		b.user("u1", "first")
		b.until("turn_end")
		b.inspect("i1", "invented", `{}`) // is no message
		b.until("turn_end")
		refused("i1", "u2", "unexpected")
		refused("u1", "u1", "duplicate")
		b.instead("u1", "u2", "second")
		b.until("turn_end")
		if e := b.lastEvent(event.KindTurnStart); e.Reason != "replaces" {
			t.Errorf("event %+v", e)
		}
		refused("u1", "u3", "unexpected") // replaced itself
		b.user("u3", "third")
		b.until("text")
		refused("u3", "u4", "busy") // not ended
		b.send(frame{"type": "stop"})
		b.until("turn_end")
		refused("u2", "u4", "unexpected")
		b.user("u4", "fourth")
		b.until("turn_end")
		if got := m.words(len(m.sent) - 1); !slices.Equal(got, []string{"second", "third", "fourth"}) {
			t.Errorf("the model was sent %q", got)
		}
		b.send(frame{"type": "reset"})
		b.want("hello", nil)
		refused("u4", "u5", "unexpected") // forgotten
		b.leave()
	})
}

// TestX1_replacesRacesWithTheEnd: whichever the server sees first, the history
// stays valid and holds one of the two messages.
func TestX1_replacesRacesWithTheEnd(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			m := plays(func(ctx context.Context, emit func(model.Delta)) (*model.Response, error) {
				<-release
				return says("x")(ctx, emit)
			}, says("x"))
			b := open(t, m, nil)
			b.user("u1", "first")
			b.want("turn_start", nil)
			go close(release)
			b.instead("u1", "u2", "second")
			want := []string{"second", "last"}
			for ended := 0; ended < 2; {
				switch f := b.next(); f["type"] {
				case "error":
					want[0] = "first"
					ended++
				case "turn_end":
					ended++
				}
			}
			b.user("u3", "last")
			b.until("turn_end")
			if got := m.words(len(m.sent) - 1); !slices.Equal(got, want) {
				t.Errorf("the model was sent %q, want %q", got, want)
			}
			b.leave()
		})
	}
}
