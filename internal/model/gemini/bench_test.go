package gemini

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"farhand/internal/model"
)

// BenchmarkContents is the cost of one request's contents, by the messages of
// the conversation: every step builds all of them.
func BenchmarkContents(b *testing.B) {
	for _, count := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("messages=%d", count), func(b *testing.B) {
			call := model.Message{Role: model.RoleModel, Provider: provider, Native: []json.RawMessage{
				json.RawMessage(`{"functionCall":{"name":"page_read","args":{"selector":"#main"}},"thoughtSignature":"` + strings.Repeat("c2ln", 100) + `"}`),
			}}
			result := model.Message{Role: model.RoleUser, Parts: []model.Part{{Result: &model.Result{
				Name: "page_read", Output: json.RawMessage(`{"output":"` + strings.Repeat("words of a page ", 64) + `"}`),
			}}}}
			messages := []model.Message{say("Read the page.")}
			for len(messages) < count {
				messages = append(messages, call, result)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := contents(messages, familyOf("gemini-3-flash")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAnswer is the cost of reading one streamed answer of 200 chunks.
func BenchmarkAnswer(b *testing.B) {
	chunk := `data: {"candidates":[{"content":{"parts":[{"text":"a few words "}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":211,"candidatesTokenCount":18,"totalTokenCount":249},"modelVersion":"gemini-3-flash"}` + "\r\n\r\n"
	body := []byte(strings.Repeat(chunk, 199) + "data: " + ok + "\r\n\r\n")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		a := &answer{status: http.StatusOK, arrived: func() {}}
		_, _ = io.Copy(io.Discard, &ticks{source: io.NopCloser(nil), chunks: newChunks(bytes.NewReader(body), maxAnswer), answer: a})
		if _, err := a.conclude(nil); err != nil {
			b.Fatal(err)
		}
	}
}
