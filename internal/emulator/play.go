package emulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// verbatim reports a step whose bytes are not put into frames.
func (s Step) verbatim() bool { return s.Body != nil || s.Error != nil }

// head is the status line and type of a step.
func (s Step) head(sse bool) (status int, contentType string) {
	status, contentType = s.Status, jsonType
	if status == 0 {
		status = http.StatusOK
		if s.Error != nil {
			status = http.StatusInternalServerError
		}
	}
	if sse && s.Error == nil {
		contentType = streamType
	}
	if s.ContentType != "" {
		contentType = s.ContentType
	}
	return status, contentType
}

// frames are the bodies of a step's chunks, one for a unary answer. A step that
// only hangs has none.
func (s Step) frames(a *answer) ([][]byte, error) {
	switch {
	case s.Body != nil:
		return [][]byte{[]byte(*s.Body)}, nil
	case s.Error != nil:
		return [][]byte{s.Error}, nil
	case s.Frames != nil:
		var out [][]byte
		for _, f := range s.Frames {
			out = append(out, oneLine(f))
		}
		if !a.stream && len(out) > 1 {
			out = out[:1]
		}
		return out, nil
	case s.Hang && s.Reply == nil && s.Parts == nil && s.Chunks == nil:
		return nil, nil
	}
	chunks, err := s.chunks(a)
	if err != nil {
		return nil, err
	}
	id := a.mint.id(20)
	out := make([][]byte, len(chunks))
	for i, c := range chunks {
		out[i] = a.response(c, id, s.Usage)
	}
	return out, nil
}

// chunks are the answer's chunks with the step's own finish.
func (s Step) chunks(a *answer) ([]chunk, error) {
	var chunks []chunk
	if s.Reply != nil {
		for _, c := range s.Reply.Calls {
			if c.Args != nil && !isObject(c.Args) {
				return nil, fmt.Errorf("call of %s: arguments are not a JSON object", c.Name)
			}
		}
		chunks = a.render(*s.Reply)
	} else {
		chunks = a.verbatim(s.Parts, s.Chunks)
	}
	last := &chunks[len(chunks)-1]
	if s.FinishReason != nil {
		last.finish = *s.FinishReason
	}
	if s.FinishMessage != "" {
		last.message = s.FinishMessage
	}
	return chunks, nil
}

func isObject(raw json.RawMessage) bool {
	var fields map[string]json.RawMessage
	return json.Unmarshal(raw, &fields) == nil && fields != nil
}

// oneLine takes the line breaks out of a frame, which an event of a stream
// cannot have.
func oneLine(frame json.RawMessage) []byte {
	var b bytes.Buffer
	if !bytes.ContainsAny(frame, "\r\n") || json.Compact(&b, frame) != nil {
		return frame
	}
	return b.Bytes()
}
