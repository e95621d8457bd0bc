package history

import (
	"errors"
	"testing"

	"farhand/internal/model"
)

// FuzzHistory: no order of methods, also of wrong ones, leads to a conversation
// that cannot be sent. Each byte is one thing that happens.
func FuzzHistory(f *testing.F) {
	f.Add([]byte("\x00\x01\x04\x02\x00\x05\x09"))
	f.Add([]byte("\x00\x01\x04\x01\x04\x01\x04\x01\x04\x01\x04\x01\x04\x08\x06"))
	f.Add([]byte("\x00\x03\x03\x07\x0a\x0b\x0c"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var h History
		open := 0 // calls without results
		for _, b := range data[:min(len(data), 300)] {
			n := 1 + int(b>>4)%3
			names := []string{"a", "b", "c"}[:n]
			switch b & 0x0f {
			case 0:
				if open == 0 {
					h.Begin("words")
				}
			case 1:
				if open == 0 && len(h.messages) > 0 {
					must(t, h.Model(call(names...)))
					open = n
				}
			case 2:
				if open == 0 && len(h.messages) > 0 {
					must(t, h.Model(says("answer")))
				}
			case 3:
				if err := h.Model(model.Message{Role: model.RoleModel}); err == nil {
					t.Fatal("took an empty message")
				}
			case 4:
				if err := h.Results(result(names...)); (err == nil) != (open == n) {
					t.Fatalf("%d results for %d calls: %v", n, open, err)
				} else if err == nil {
					open = 0
				}
			case 5:
				h.DropTurn()
				open = 0
			case 6:
				h.Reset()
				open = 0
			case 7:
				h.Elide(func(name string) bool { return name == "a" })
			default:
				if open == 0 {
					_, _ = h.Compact([]Digest{nil, fixed, failing, panicking}[b>>4&3])
				}
			}
			if n := len(h.messages); n > 0 && open == 0 && h.messages[n-1].Role == model.RoleUser {
				must(t, h.Valid())
			}
		}
	})
}

func fixed(string, []model.Message) (string, error)     { return "digest", nil }
func failing(string, []model.Message) (string, error)   { return "", errors.New("x") }
func panicking(string, []model.Message) (string, error) { panic("x") }
