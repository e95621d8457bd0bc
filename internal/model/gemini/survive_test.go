package gemini

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/tool"
)

// One fault of the emulator, then good answers: what comes of a step that is
// repeated as its errors allow. No partial text is in the response, every
// repeat is announced with a retraction, and it sends what was sent before.
func TestX1_X2_I32_aStepSurvivesItsFaults(t *testing.T) {
	const seconds = time.Second
	for _, tc := range []struct {
		fault    string
		kind     model.Kind // of the failure that is left; "": the step came out well
		requests int
		most     time.Duration
	}{
		{"E75", "", 2, 7 * seconds}, {"E76", "", 2, 7 * seconds}, {"E77", model.KindQuota, 1, 0},
		{"E78", "", 2, 7 * seconds}, {"E78b", "", 2, 7 * seconds}, {"E78c", "", 2, 7 * seconds}, {"E78d", "", 2, 2 * seconds},
		{"E79", "", 2, 7 * seconds}, {"E79b", "", 2, 7 * seconds}, {"E79c", "", 2, 7 * seconds},
		{"E80", "", 2, 7 * seconds}, {"E81", "", 2, 2 * seconds}, {"E82", "", 2, 2 * seconds}, {"E83", "", 2, 2 * seconds}, {"E84", "", 1, 41 * seconds},
		{"E85", "", 2, 0}, {"E85b", "", 2, 0}, {"E85c", "", 2, 0}, {"E86", "", 1, 0}, {"E86b", "", 2, 0},
		{"E91", "", 2, 0}, {"E91b", "", 2, 0}, {"E92", model.KindBlocked, 1, 0}, {"E93", model.KindBlocked, 1, 0}, {"E96", "", 1, 0},
	} {
		t.Run(tc.fault, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps := []emulator.Step{{Fault: tc.fault}}
				if tc.requests == 2 {
					steps = append(steps, emulator.Step{Reply: &emulator.Reply{Text: "All is well."}})
				}
				e, err := emulator.New(emulator.Config{Strict: true, Script: steps})
				if err != nil {
					t.Fatal(err)
				}
				m := model.Retry(newModel(t, Config{Name: "gemini-3-flash", BaseURL: "http://emulator.invalid", HTTP: &http.Client{Transport: e.Transport()}}))
				r := ask("Read the page.")
				r.Mode = model.ModeAuto
				r.Tools = []tool.Declaration{{Name: "page_read", Description: "Reads the page.", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)}}
				var shown string
				retracted := 0
				start := time.Now()
				response, err := m.Generate(t.Context(), r, func(d model.Delta) {
					shown += d.Text
					if d.Retract {
						shown, retracted = "", retracted+1
					}
				})
				took := time.Since(start)
				var e1 *model.Error
				switch {
				case tc.kind != "" && (!errors.As(err, &e1) || e1.Kind != tc.kind):
					t.Errorf("got %v", err)
				case tc.kind == "" && err != nil:
					t.Errorf("got %v", err)
				case tc.requests == 2 && (shown != "All is well." || response.Message.Parts[0].Text == ""):
					t.Errorf("shown %q of %+v", shown, response.Message.Parts)
				}
				journal := e.Journal()
				if len(journal) != tc.requests || retracted != tc.requests-1 || took > tc.most {
					t.Errorf("%d requests, %d retracted, %v", len(journal), retracted, took)
				}
				for _, entry := range journal {
					if string(entry.Body) != string(journal[0].Body) {
						t.Errorf("sent another request: %s", entry.Body)
					}
				}
				if err := e.Done(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
