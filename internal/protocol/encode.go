package protocol

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Encode returns the JSON of a frame, its type first. The raw JSON in a frame
// must be valid; a frame that cannot be encoded comes out as
// error{internal}, so that the peer hears of the fault.
func Encode(f ServerFrame) []byte {
	var buf bytes.Buffer
	buf.WriteString(`{"type":`)
	buf.WriteString(strconv.Quote(f.FrameType()))
	head := buf.Len()
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(f); err != nil {
		return []byte(`{"type":"error","code":"internal","message":"a frame could not be encoded"}`)
	}
	// The struct's own "{" becomes the comma after the type; no server frame is empty.
	out := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	out[head] = ','
	return out
}
