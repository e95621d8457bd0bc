// Package history is the conversation as the model sees it.
//
// A History belongs to one goroutine at a time: the turn that runs, or between
// turns its session. Between two of its methods it is always in a state from
// which the next request is accepted, except after Model with calls, which
// Results must follow. Messages are never changed once they are in: Elide and
// Compact put others in their place.
package history

import (
	"errors"
	"fmt"
	"slices"

	"farhand/internal/model"
)

// History is a list of messages. The zero value is an empty one.
type History struct {
	messages []model.Message
	turn     int    // index of the message that began the current turn
	digest   string // of what Compact removed, as messages[0] tells it; "": nothing was
	prompt   int    // tokens of the last request; 0: not known
	tried    int    // count of messages when compaction failed

	before saved // what DropTurn returns to
}

// saved is a conversation as it was.
type saved struct {
	messages []model.Message
	digest   string
	prompt   int
}

// Begin starts a turn with the user's words.
func (h *History) Begin(words string) { h.begin(model.Part{Text: words}) }

// BeginBeside starts a turn with the user's words and data that the model reads
// beside them, marked as such.
func (h *History) BeginBeside(words, data string) {
	h.begin(model.Part{Text: words}, model.Part{Text: data, Beside: true})
}

func (h *History) begin(parts ...model.Part) {
	h.before = saved{slices.Clip(h.messages), h.digest, h.prompt}
	h.turn = len(h.messages)
	h.messages = append(h.messages, model.Message{Role: model.RoleUser, Parts: parts})
}

// Model appends a message of the model as it was received. A message that the
// provider sent without parts must not be stored; it is an error.
func (h *History) Model(m model.Message) error {
	if m.Role != model.RoleModel || len(m.Native)+len(m.Parts) == 0 {
		return errors.New("history: a model message needs the role model and a part")
	}
	h.messages = append(h.messages, m)
	return nil
}

// Results appends the results of the calls in the last message: one for each
// call, in call order, with the call's own id and name.
func (h *History) Results(results []model.Result) error {
	parts := make([]model.Part, len(results))
	for i := range results {
		parts[i].Result = &results[i]
	}
	m := model.Message{Role: model.RoleUser, Parts: parts}
	if len(h.messages) == 0 {
		return errors.New("history: results without a call")
	}
	if err := answers(h.messages[len(h.messages)-1], m); err != nil {
		return err
	}
	h.messages = append(h.messages, m)
	return nil
}

// DropTurn removes the current turn, words and all, as if it had not been: a
// digest that may tell of it goes, too, and what the turn had compacted is
// back.
func (h *History) DropTurn() {
	h.messages, h.digest = h.before.messages, h.before.digest
	h.turn, h.prompt, h.tried = len(h.messages), h.before.prompt, 0
}

// Reset forgets everything.
func (h *History) Reset() { *h = History{} }

// Counted notes how many tokens the provider counted in the last request.
func (h *History) Counted(prompt int) { h.prompt = prompt }

// Messages returns the conversation. The slice is the caller's, the messages
// are shared and must not be changed.
func (h *History) Messages() []model.Message { return slices.Clone(h.messages) }

// Size is about how many bytes the conversation takes in memory, pictures
// included.
func (h *History) Size() (n int) {
	for _, m := range h.messages {
		for _, raw := range m.Native {
			n += len(raw)
		}
		for _, p := range m.Parts {
			n += len(p.Text)
			if p.Call != nil {
				n += len(p.Call.Name) + len(p.Call.Args)
			}
			if p.Result != nil {
				n += len(p.Result.Name) + len(p.Result.Output)
				for _, media := range p.Result.Media {
					n += len(media.Data)
				}
			}
		}
	}
	return n
}

// Valid reports whether the conversation can be sent as a request. The rules
// are those of the Gemini API (rules E30 to E33, E23 and E36 of its emulator):
//   - it opens with the user's words and ends with a message of the user;
//   - no message is empty;
//   - after a message with calls comes one message with one result for each
//     call, in call order, and nothing else in it;
//   - results stand nowhere else.
func (h *History) Valid() error {
	n := len(h.messages)
	if n == 0 {
		return errors.New("history: empty")
	}
	if h.messages[n-1].Role != model.RoleUser {
		return errors.New("history: ends with a message of the model")
	}
	for i, m := range h.messages {
		if len(m.Parts)+len(m.Native) == 0 {
			return fmt.Errorf("history: message %d is empty", i)
		}
		var prev model.Message
		if i > 0 {
			prev = h.messages[i-1]
		}
		if len(prev.Calls()) > 0 || resultCount(m) > 0 {
			if err := answers(prev, m); err != nil {
				return fmt.Errorf("message %d: %w", i, err)
			}
		}
		if i == 0 && m.Role != model.RoleUser {
			return errors.New("history: opens with a message of the model")
		}
		if m.Role == model.RoleUser && len(m.Calls()) > 0 {
			return fmt.Errorf("history: message %d: a call of the user", i)
		}
	}
	return nil
}

// answers reports whether m holds exactly the results of the calls in prev.
func answers(prev, m model.Message) error {
	calls := prev.Calls()
	switch {
	case prev.Role != model.RoleModel || len(calls) == 0:
		return errors.New("history: results without a call just before")
	case m.Role != model.RoleUser || len(m.Parts) != resultCount(m):
		return errors.New("history: results must stand alone in a message of the user")
	case len(m.Parts) != len(calls):
		return fmt.Errorf("history: %d results for %d calls", len(m.Parts), len(calls))
	}
	for i, c := range calls {
		if r := m.Parts[i].Result; r.ID != c.ID || r.Name != c.Name {
			return fmt.Errorf("history: result %d does not belong to call %d", i, i)
		}
	}
	return nil
}

func resultCount(m model.Message) (n int) {
	for _, p := range m.Parts {
		if p.Result != nil {
			n++
		}
	}
	return n
}
