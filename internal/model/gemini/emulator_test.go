package gemini

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/tool"
)

// A whole turn against the strict emulator, which refuses a history that is
// not verbatim: ids, signatures and order pass its rules.
func TestA12_aTurnOnTheStrictEmulator(t *testing.T) {
	for _, name := range []string{"gemini-2.5-flash", "gemini-3-pro-preview", "gemini-flash-latest"} {
		t.Run(name, func(t *testing.T) {
			e, err := emulator.New(emulator.Config{})
			if err != nil {
				t.Fatal(err)
			}
			m := newModel(t, Config{
				Name: name, BaseURL: "http://emulator.invalid",
				HTTP: &http.Client{Transport: e.Transport()},
			})
			r := model.Request{
				System:   "Be kind.",
				Messages: []model.Message{say("What is my geolocation?")},
				Tools: []tool.Declaration{{
					Name: "geolocation_get", Description: "Returns the geolocation of the user.",
					Parameters: json.RawMessage(`{"type":"object","properties":{}}`),
				}},
			}
			first := mustStep(t, m, r).Message
			results := model.Message{Role: model.RoleUser}
			for _, part := range first.Parts {
				if c := part.Call; c != nil {
					results.Parts = append(results.Parts, model.Part{Result: &model.Result{
						ID: c.ID, Name: c.Name, Output: json.RawMessage(`{"output":{"latitude":52.5,"longitude":13.4}}`),
					}})
				}
			}
			if len(results.Parts) == 0 {
				t.Fatalf("no call in %s", first.Native)
			}
			r.Messages = append(r.Messages, first, results)
			last := mustStep(t, m, r)
			if len(last.Message.Parts) == 0 || last.Message.Parts[0].Call != nil || last.Usage.Input == 0 {
				t.Errorf("the last step is %+v", last)
			}
			if err := e.Done(); err != nil {
				t.Error(err)
			}
			for _, entry := range e.Journal() {
				if entry.Status != http.StatusOK {
					t.Errorf("status %d", entry.Status)
				}
			}
		})
	}
}

// The in-process transport ends a body with an error of its own; the caller
// gets the cause of its context all the same, and nothing is printed.
func TestA12_cancelOnTheEmulator(t *testing.T) {
	e, err := emulator.New(emulator.Config{Script: []emulator.Step{{Hang: true, Chunks: [][]json.RawMessage{{json.RawMessage(`{"text":"a"}`)}}}}})
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(t, Config{BaseURL: "http://emulator.invalid", HTTP: &http.Client{Transport: e.Transport()}})
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := m.Generate(ctx, ask("hello"), func(model.Delta) { cancel(tool.ErrStopped) }); err != tool.ErrStopped {
		t.Errorf("got %v, want the cause", err)
	}
}
