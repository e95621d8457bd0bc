package gemini

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/tool"
)

func TestK13_whereMediaGoByFamily(t *testing.T) {
	for name, within := range map[string]bool{
		"gemini-1.5-flash": false, "gemini-2.0-flash": false, "gemini-2.5-flash": false, "gemini-2.5-flash-preview-09-2025": false,
		"gemini-3-pro-preview": true, "gemini-3.1-pro-preview": true, "gemini-3.8-flash": true, "gemini-4-flash": true, "gemini-12-pro": true,
		"gemini-flash-latest": true, "gemini-pro-latest": true, "gemini-flash-lite-latest": true, "gemini-2.5-flash-latest": false,
		"models/gemini-3-flash": true, "publishers/google/models/gemini-2.5-pro": false,
		"gemma-3-27b-it": false, "gemini-exp-1206": false, "tunedModels/shop": false,
	} {
		if familyOf(name).mediaInResults() != within {
			t.Errorf("%s: within results: %v", name, !within)
		}
	}
}

// picture is the result of a call that returned a picture.
func picture(name, mimeType, data string) model.Part {
	return model.Part{Result: &model.Result{
		Name: name, Output: json.RawMessage(`{"output":{"width":8}}`), Media: []tool.Media{{MimeType: mimeType, Data: data}},
	}}
}

func TestK13_I28_mediaOnTheWire(t *testing.T) {
	const (
		call   = `{"role":"model","parts":[{"functionCall":{"name":"shot"},"thoughtSignature":"c2ln"},{"functionCall":{"name":"look"}}]}`
		inside = `{"role":"user","parts":[` +
			`{"functionResponse":{"name":"shot","response":{"output":{"width":8}},"parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]}},` +
			`{"functionResponse":{"name":"look","response":{"output":{"width":8}},"parts":[{"inlineData":{"mimeType":"image/webp","data":"BBBB"}}]}}]}`
		apart = `{"role":"user","parts":[` +
			`{"functionResponse":{"name":"shot","response":{"output":{"width":8}}}},{"functionResponse":{"name":"look","response":{"output":{"width":8}}}}]},` +
			`{"role":"user","parts":[{"text":"Media that shot returned:"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}},` +
			`{"text":"Media that look returned:"},{"inlineData":{"mimeType":"image/webp","data":"BBBB"}}]}`
	)
	for name, want := range map[string]string{"gemini-3-flash": inside, "gemini-flash-latest": inside, "gemini-2.5-flash": apart} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, events(ok))
			m := newModel(t, Config{BaseURL: s.URL, Name: name})
			calls := model.Message{Role: model.RoleModel, Provider: "gemini", Native: []json.RawMessage{
				json.RawMessage(`{"functionCall":{"name":"shot"},"thoughtSignature":"c2ln"}`), json.RawMessage(`{"functionCall":{"name":"look"}}`),
			}}
			mustStep(t, m, model.Request{Messages: []model.Message{say("hello"), calls, {Role: model.RoleUser, Parts: []model.Part{
				picture("shot", "image/png", "AAAA"), picture("look", "image/webp", "BBBB"),
			}}}})
			got := field(t, s.sent(0).body, "contents")
			if full := `[{"role":"user","parts":[{"text":"hello"}]},` + call + `,` + want + `]`; !same(t, got, []byte(full)) {
				t.Errorf("sent\n%s\nwant\n%s", got, full)
			}
		})
	}
}

func TestK13_onlyPngJpegWebp(t *testing.T) {
	for mimeType, sent := range map[string]bool{
		"image/png": true, "image/jpeg": true, "image/webp": true,
		"image/gif": false, "image/svg+xml": false, "application/pdf": false, "text/html": false, "": false,
	} {
		for _, name := range []string{"gemini-3-flash", "gemini-2.5-flash"} {
			s := serve(t, events(ok))
			message := model.Message{Role: model.RoleUser, Parts: []model.Part{picture("shot", mimeType, "QUFB")}}
			mustStep(t, newModel(t, Config{BaseURL: s.URL, Name: name}), model.Request{Messages: []model.Message{message}})
			if got := string(s.sent(0).body); strings.Contains(got, "QUFB") != sent || strings.Contains(got, "Media that") != (sent && name == "gemini-2.5-flash") {
				t.Errorf("%s to %s: %s", mimeType, name, got)
			}
		}
	}
}

// The strict emulator refuses media in the responses of older models (E42) and
// media beside them (E41), and moved or missing signatures.
func TestK13_E41_E42_picturesOnTheStrictEmulator(t *testing.T) {
	for _, name := range []string{"gemini-2.5-flash", "gemini-3-pro-preview", "gemini-3.8-flash", "gemini-flash-latest"} {
		t.Run(name, func(t *testing.T) {
			e, err := emulator.New(emulator.Config{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			m := newModel(t, Config{Name: name, BaseURL: "http://emulator.invalid", HTTP: &http.Client{Transport: e.Transport()}})
			r := model.Request{
				Messages: []model.Message{say("Take a screenshot of the page.")},
				Tools: []tool.Declaration{{
					Name: "page_screenshot", Description: "Takes a screenshot of the page.",
					Parameters: json.RawMessage(`{"type":"object","properties":{}}`),
				}},
			}
			called := 0
			for range 3 {
				step := mustStep(t, m, r).Message
				r.Messages = append(r.Messages, step)
				results := model.Message{Role: model.RoleUser}
				for _, part := range step.Parts {
					if part.Call != nil {
						shot := picture(part.Call.Name, "image/jpeg", "/9j/2Q==")
						shot.Result.ID = part.Call.ID
						results.Parts = append(results.Parts, shot)
					}
				}
				called += len(results.Parts)
				if len(results.Parts) == 0 {
					results = say("Once more, a screenshot.")
				}
				r.Messages = append(r.Messages, results)
			}
			if called < 2 {
				t.Errorf("%d pictures", called)
			}
			for _, entry := range e.Journal() {
				if entry.Status != http.StatusOK || len(entry.Lints) > 0 {
					t.Errorf("status %d, %v", entry.Status, entry.Lints)
				}
			}
		})
	}
}
