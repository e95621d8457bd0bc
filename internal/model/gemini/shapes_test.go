package gemini

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farhand/internal/model"
	"farhand/internal/tool"
)

var update = flag.Bool("update", false, "write the .golden files anew")

// seen is what the loop sees of an answer, and what the next request then
// contains.
type seen struct {
	Deltas   []seenDelta     `json:"deltas,omitempty"`
	Parts    []seenPart      `json:"parts,omitempty"`
	Finish   model.Finish    `json:"finish,omitempty"`
	Usage    *model.Usage    `json:"usage,omitempty"`
	Error    string          `json:"error,omitempty"`
	Again    model.Again     `json:"again,omitempty"`
	Message  string          `json:"message,omitempty"`
	RetryMS  int64           `json:"retryMs,omitempty"`
	Contents json.RawMessage `json:"nextContents,omitempty"`
}

type seenDelta struct {
	Text    string
	Thought bool
	Retract bool
}

type seenPart struct {
	Text    string      `json:"text,omitempty"`
	Thought bool        `json:"thought,omitempty"`
	Call    *model.Call `json:"call,omitempty"`
}

// TestA12_recordedShapes replays the shapes of real answers (testdata/S*.json
// whole, S*.sse streamed) and compares with the .golden file beside each.
func TestA12_recordedShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/S*.[js]*")
	if err != nil || len(files) < 16 {
		t.Fatalf("%d shapes, %v", len(files), err)
	}
	statuses := map[string]int{"S9": 429, "S10": 503, "S11": 400}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		status := statuses[name]
		if status == 0 {
			status = 200
		}
		framings := map[string]string{"text/event-stream": string(body)}
		if filepath.Ext(file) == ".json" {
			framings = map[string]string{"application/json": string(body)}
			if status == 200 {
				framings["text/event-stream"] = "data: " + strings.TrimSpace(string(body)) + "\r\n\r\n"
			}
		}
		for contentType, framed := range framings {
			t.Run(name+" "+contentType, func(t *testing.T) {
				s := serve(t, reply(status, contentType, framed), events(`{"candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}]}`))
				golden(t, "testdata/"+name+".golden", look(t, s))
			})
		}
	}
}

// look makes a request, and then the next one as the loop would.
func look(t *testing.T, s *server) seen {
	m := s.model(t)
	response, deltas, err := step(t, m, ask("compare a and b"))
	var out seen
	for _, d := range deltas {
		out.Deltas = append(out.Deltas, seenDelta{d.Text, d.Thought, d.Retract})
	}
	if err != nil {
		e := failure(t, err)
		out.Error, out.Message, out.Again, out.RetryMS = e.Error(), e.Message, e.Again, e.RetryAfter.Milliseconds()
		return out
	}
	out.Finish, out.Usage = response.Finish, &response.Usage
	next := ask("compare a and b")
	results := model.Message{Role: model.RoleUser}
	for _, part := range response.Message.Parts {
		out.Parts = append(out.Parts, seenPart{part.Text, part.Thought, part.Call})
		if part.Call != nil {
			results.Parts = append(results.Parts, model.Part{Result: &model.Result{
				ID: part.Call.ID, Name: part.Call.Name, Output: json.RawMessage(`{"output":"A"}`),
			}})
		}
	}
	if len(out.Parts) > 0 {
		next.Messages = append(next.Messages, response.Message)
	}
	if len(results.Parts) > 0 {
		next.Messages = append(next.Messages, results)
	} else {
		next.Messages = append(next.Messages, say("go on"))
	}
	mustStep(t, m, next)
	out.Contents = field(t, s.sent(1).body, "contents")
	return out
}

func golden(t *testing.T, file string, got any) {
	t.Helper()
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	text.WriteByte('\n')
	if *update {
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text.Bytes(), want) {
		t.Errorf("%s differs, got:\n%s", file, text.Bytes())
	}
}

// S14 is the whole request after S3: ids, signature and order intact, and one
// response per call in one content.
func TestA12_S14_requestAfterParallelCalls(t *testing.T) {
	shape, err := os.ReadFile("testdata/S3.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/S14.request")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, reply(200, "application/json", string(shape)))
	m := s.model(t)
	r := ask("compare a and b")
	r.Tools = []tool.Declaration{{
		Name: "read_text", Description: "d",
		Parameters: json.RawMessage(`{"type":"object","properties":{"selector":{"type":"string"}},"required":["selector"]}`),
	}}
	first := mustStep(t, m, r)
	calls := first.Message.Parts
	r.Messages = append(r.Messages, first.Message, model.Message{Role: model.RoleUser, Parts: []model.Part{
		{Result: &model.Result{ID: calls[0].Call.ID, Name: "read_text", Output: json.RawMessage(`{"output":"A"}`)}},
		{Result: &model.Result{ID: calls[1].Call.ID, Name: "read_text", Output: json.RawMessage(`{"error":{"code":"timeout","message":"No answer."}}`)}},
	}})
	mustStep(t, m, r)
	if got := s.sent(1).body; !same(t, got, want) {
		t.Errorf("sent\n%s\nwant\n%s", got, want)
	}
}
