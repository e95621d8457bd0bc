package gemini

import (
	"encoding/json"

	"farhand/internal/model"
	"farhand/internal/tool"
)

// mediaTypes are the kinds of media that a result may hold: those that every
// model takes, in a response and beside it (rule E42).
// Source: https://ai.google.dev/gemini-api/docs/image-understanding
var mediaTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/webp": true}

// wireMedia is a Part, or a FunctionResponsePart, that holds data.
// Source: https://ai.google.dev/api/caching#Blob
type wireMedia struct {
	InlineData tool.Media `json:"inlineData"`
}

// media returns those of a result that the API takes. Others would make it
// answer 400, now and to every later request; they are refused before a result
// gets here.
func media(r *model.Result) []wireMedia {
	var list []wireMedia
	for _, m := range r.Media {
		if mediaTypes[m.MimeType] {
			list = append(list, wireMedia{m})
		}
	}
	return list
}

// mediaContent returns the parts of the user content that follows the results
// of message, for models that take no media in them: for each result a line
// that says whose media come, and those. It is empty if there are none. Beside
// the responses, in their content, media would break the count of responses.
func mediaContent(message model.Message) ([]json.RawMessage, error) {
	var parts []json.RawMessage
	for _, part := range message.Parts {
		if part.Result == nil {
			continue
		}
		list := media(part.Result)
		if len(list) == 0 {
			continue
		}
		values := []any{map[string]any{"text": "Media that " + part.Result.Name + " returned:"}}
		for _, m := range list {
			values = append(values, m)
		}
		for _, value := range values {
			raw, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			parts = append(parts, raw)
		}
	}
	return parts, nil
}
