package gemini

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// maxAnswer bounds the body of one answer, in bytes.
const maxAnswer = 32 << 20

var (
	errTooLarge   = errors.New("the answer is too large")
	errUnreadable = errors.New("the answer is not valid JSON")
)

// chunks reads the chunks of a streamed answer: JSON objects, each as the bytes
// that arrived. The API frames them as server-sent events, one `data:` line
// each (`alt=sse`). Servers that speak almost the same are read as well: every
// kind of line end, comments, other fields, `[DONE]`, data over several lines,
// an event without a blank line after it, bare objects between events; and a
// body that is no event stream but a JSON array of chunks or plain objects one
// after the other. `null` and other scalars count as noise.
//
// It never reads further than a chunk needs, so that each is there as soon as
// it has arrived.
type chunks struct {
	src   *bufio.Reader
	json  *json.Decoder // set if the body is plain JSON
	array bool          // inside the top array of a plain JSON body
	cr    bool          // the last line ended in CR: an LF that follows belongs to it
	queue []json.RawMessage
	begun bool
	err   error // after the queue
}

// newChunks reads body, of which more than limit bytes are an error.
func newChunks(body io.Reader, limit int) *chunks {
	return &chunks{src: bufio.NewReader(&capped{body, limit})}
}

// next returns the next chunk, io.EOF after the last, errTooLarge,
// errUnreadable, or what ended the body.
func (c *chunks) next() (json.RawMessage, error) {
	for len(c.queue) == 0 {
		if c.err != nil {
			return nil, c.err
		}
		c.err = c.fill()
	}
	chunk := c.queue[0]
	c.queue = c.queue[1:]
	return chunk, nil
}

// fill reads on until something is clear; it may queue chunks and return an
// error together.
func (c *chunks) fill() error {
	if !c.begun {
		return c.begin()
	}
	if c.json != nil {
		return c.value()
	}
	return c.event()
}

// begin finds out what kind of body this is.
func (c *chunks) begin() error {
	const byteOrderMark = "\uFEFF"
	for {
		first, err := c.src.ReadByte()
		if err != nil {
			return err
		}
		if bytes.IndexByte([]byte(" \t\r\n"+byteOrderMark), first) >= 0 {
			continue
		}
		_ = c.src.UnreadByte()
		c.begun = true
		if first != '{' && first != '[' {
			return nil
		}
		c.json = json.NewDecoder(c.src)
		if first == '[' {
			c.array = true
			_, err = c.json.Token()
		}
		return err
	}
}

// value reads one value of a plain JSON body.
func (c *chunks) value() error {
	if c.array && !c.json.More() {
		c.array = false
		_, err := c.json.Token()
		return plain(err, true)
	}
	var value json.RawMessage
	if err := c.json.Decode(&value); err != nil {
		return plain(err, c.array)
	}
	return c.spread(value)
}

// plain is the error of a plain JSON body. An end inside the array is not the
// end of the answer.
func plain(err error, inside bool) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return errUnreadable
	case err == io.EOF && inside:
		return io.ErrUnexpectedEOF
	}
	return err
}

// event reads one server-sent event. Lines that are no field of one are
// collected too: an error may come bare.
// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
func (c *chunks) event() error {
	var data, bare []byte
	for {
		line, end := c.line()
		if end != nil && end != io.EOF {
			return end
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		switch string(field) {
		case "data":
			if string(bytes.TrimSpace(value)) != "[DONE]" {
				data = append(append(data, value...), '\n')
			}
		case "", "event", "id", "retry":
		default:
			bare = append(append(bare, line...), '\n')
		}
		if len(line) == 0 || end != nil {
			for _, values := range [][]byte{data, bare} {
				if err := c.values(values); err != nil {
					return err
				}
			}
			return end
		}
	}
}

// line reads a line without its end, which is CR, LF or CRLF. It does not wait
// for the byte after a CR. With io.EOF comes what was left.
func (c *chunks) line() ([]byte, error) {
	var line []byte
	for first := true; ; first = false {
		b, err := c.src.ReadByte()
		if err != nil {
			return line, err
		}
		if b == '\n' && first && c.cr {
			c.cr = false
			continue
		}
		c.cr = b == '\r'
		if b == '\r' || b == '\n' {
			return line, nil
		}
		line = append(line, b)
	}
}

// values queues the chunks of an event's data. Data that is neither object nor
// array is noise.
func (c *chunks) values(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || (data[0] != '{' && data[0] != '[') {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	for {
		var value json.RawMessage
		if err := decoder.Decode(&value); err == io.EOF {
			return nil
		} else if err != nil {
			return errUnreadable
		}
		if err := c.spread(value); err != nil {
			return err
		}
	}
}

// spread queues value if it is an object, and the objects in it if it is an
// array, as some front ends wrap errors.
func (c *chunks) spread(value json.RawMessage) error {
	switch value[0] {
	case '{':
		c.queue = append(c.queue, value)
	case '[':
		var elements []json.RawMessage
		if err := json.Unmarshal(value, &elements); err != nil {
			return errUnreadable
		}
		for _, element := range elements {
			if element[0] == '{' {
				c.queue = append(c.queue, element)
			}
		}
	}
	return nil
}

// capped fails with errTooLarge when more than left bytes come.
type capped struct {
	r    io.Reader
	left int
}

// Read reads on.
func (c *capped) Read(p []byte) (int, error) {
	if c.left < 0 {
		return 0, errTooLarge
	}
	n, err := c.r.Read(p)
	c.left -= n
	if c.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
