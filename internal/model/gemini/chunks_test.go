package gemini

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"farhand/internal/model"
)

const testLimit = 2 << 20

// readAll returns the chunks of a body, compact in one string, and how it ended.
func readAll(body io.Reader) (string, error) {
	c := newChunks(body, testLimit)
	var out strings.Builder
	for {
		chunk, err := c.next()
		if err != nil {
			return out.String(), err
		}
		out.Write(chunk)
		out.WriteByte('|')
	}
}

func TestA12_readsEveryFraming(t *testing.T) {
	const a, b = `{"a":1}`, `{"b":[2]}`
	const both = a + "|" + b + "|"
	for name, body := range map[string]string{
		"as the API":               "data: " + a + "\r\n\r\ndata: " + b + "\r\n\r\n",
		"LF":                       "data: " + a + "\n\ndata: " + b + "\n\n",
		"CR":                       "data: " + a + "\r\rdata: " + b + "\r\r",
		"mixed line ends":          "data: " + a + "\r\n\ndata: " + b + "\n\r\n",
		"byte order mark":          "\uFEFFdata: " + a + "\n\ndata: " + b + "\n\n",
		"no space":                 "data:" + a + "\n\ndata:" + b + "\n\n",
		"more space":               "data:   " + a + " \n\ndata:\t" + b + "\n\n",
		"leading blank lines":      "\n\n\r\ndata: " + a + "\n\n\n\ndata: " + b + "\n\n",
		"unterminated":             "data: " + a + "\n\ndata: " + b,
		"half terminated":          "data: " + a + "\n\ndata: " + b + "\n",
		"comments":                 ": hello\n\ndata: " + a + "\n: ping\n\n:\n\ndata: " + b + "\n\n",
		"other fields":             "event: message\nid: 1\nretry: 10\ndata: " + a + "\n\nid: 2\nevent: x\ndata: " + b + "\n\n",
		"done mark":                "data: " + a + "\n\ndata: " + b + "\n\ndata: [DONE]\n\n",
		"data over lines":          "data: {\"a\"\ndata: :1}\n\ndata: " + b + "\n\n",
		"no blank line":            "data: " + a + "\ndata: " + b + "\ndata: [DONE]\n\n",
		"null and scalars":         "data: null\n\ndata: " + a + "\n\ndata: ping\n\ndata: 3\n\ndata:\n\ndata: " + b + "\n\n",
		"array in an event":        "data: [" + a + ",null," + b + "]\n\n",
		"bare object in events":    "data: " + a + "\n\n" + b + "\n\n",
		"array":                    "[" + a + "\n,\r\n" + b + "]\n",
		"array, null inside":       " [null," + a + ",[" + b + "]]",
		"objects one after other":  a + "\n" + b + "\n",
		"null between the objects": a + "null" + b,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readAll(strings.NewReader(body))
			got = strings.NewReplacer("\n", "", " ", "").Replace(got)
			if got != both || err != io.EOF {
				t.Errorf("read %q, %v from %q", got, err, body)
			}
		})
	}
}

func TestA12_badBodiesEndWithAnError(t *testing.T) {
	for name, tc := range map[string]struct {
		body   string
		chunks string
		want   error
	}{
		"empty":              {"", "", io.EOF},
		"blank":              {"\r\n\r\n", "", io.EOF},
		"html":               {"<!doctype html>\n<html>\n\n<body>{}</body>", "", io.EOF},
		"null":               {"null", "", io.EOF},
		"cut event":          {"data: {\"a\":1}\n\ndata: {\"b\":", `{"a":1}|`, errUnreadable},
		"not JSON":           {"data: {a}\n\n", "", errUnreadable},
		"cut array":          {`[{"a":1}`, `{"a":1}|`, io.ErrUnexpectedEOF},
		"cut after a comma":  {`[{"a":1},`, `{"a":1}|`, io.ErrUnexpectedEOF},
		"cut object":         {`{"a":`, "", io.ErrUnexpectedEOF},
		"garbage in array":   {`[{"a":1},}`, `{"a":1}|`, errUnreadable},
		"garbage in objects": {`{"a":1}}`, `{"a":1}|`, errUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readAll(strings.NewReader(tc.body))
			if got != tc.chunks || !errors.Is(err, tc.want) {
				t.Errorf("read %q, %v; want %q, %v", got, err, tc.chunks, tc.want)
			}
		})
	}
}

// Each chunk is there before the next byte is: the reader would fail here if
// it asked for more.
func TestA12_chunksAreReadAsTheyArrive(t *testing.T) {
	for name, frame := range map[string]string{
		"events": "data: {\"a\":1}\r\n\r", "array": `[{"a":1}`, "objects": `{"a":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			starved := errors.New("starved")
			c := newChunks(io.MultiReader(iotest.OneByteReader(strings.NewReader(frame)), iotest.ErrReader(starved)), testLimit)
			if chunk, err := c.next(); err != nil || string(chunk) != `{"a":1}` {
				t.Errorf("first chunk is %q, %v", chunk, err)
			}
			if _, err := c.next(); err != starved {
				t.Errorf("then %v, want the reader's error", err)
			}
		})
	}
}

func TestA12_longAnswersAreRead_endlessOnesAreNot(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 1<<20) + `"}`
	if got, err := readAll(strings.NewReader("data: " + long + "\n\n")); got != long+"|" || err != io.EOF {
		t.Errorf("1 MiB chunk: %d bytes, %v", len(got), err)
	}
	for name, start := range map[string]string{"event": "data: {\"a\":\"", "array": `[{"a":"`, "noise": "x"} {
		if _, err := readAll(io.MultiReader(strings.NewReader(start), endless{})); err != errTooLarge {
			t.Errorf("endless %s: %v", name, err)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}

// FuzzChunks holds the property that how a body is cut into reads changes
// nothing, and that no body makes the reader panic or hang.
func FuzzChunks(f *testing.F) {
	for _, body := range bodies(f) {
		f.Add(body, 7)
	}
	f.Fuzz(func(t *testing.T, body []byte, at int) {
		whole, wholeErr := readAll(bytes.NewReader(body))
		at = max(0, min(at, len(body)))
		for name, r := range map[string]io.Reader{
			"byte by byte":  iotest.OneByteReader(bytes.NewReader(body)),
			"in two":        io.MultiReader(bytes.NewReader(body[:at]), bytes.NewReader(body[at:])),
			"data with EOF": iotest.DataErrReader(bytes.NewReader(body)),
		} {
			if got, err := readAll(r); got != whole || err != wholeErr {
				t.Errorf("%s: %q, %v; whole: %q, %v", name, got, err, whole, wholeErr)
			}
		}
	})
}

// FuzzAnswer holds the property that any body ends in a response that can be
// sent back or in an error, never both.
func FuzzAnswer(f *testing.F) {
	for _, body := range bodies(f) {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		a := &answer{status: http.StatusOK, arrived: func() {}}
		_, _ = io.Copy(io.Discard, &ticks{source: io.NopCloser(nil), chunks: newChunks(bytes.NewReader(body), testLimit), answer: a})
		response, err := a.conclude(nil)
		if (response == nil) == (err == nil) {
			t.Fatalf("response %v with error %v", response, err)
		}
		if response != nil {
			if _, err := contents([]model.Message{response.Message}, family{}); err != nil {
				t.Errorf("cannot be sent back: %v", err)
			}
		}
	})
}

// bodies returns the recorded shapes and some odd ones.
func bodies(f *testing.F) [][]byte {
	f.Helper()
	files, err := filepath.Glob("testdata/S*.[js]*")
	if err != nil {
		f.Fatal(err)
	}
	all := [][]byte{
		[]byte("data: {\"a\":1}\r\n\r\ndata: [DONE]"), []byte("[{},null,[{}]]"), []byte("{}{}\r["),
		[]byte(": c\rdata:{\rdata:}\r\r"), []byte("\uFEFF\n{\"error\":{}}"), []byte("data: [[[\n\n"),
		[]byte(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":null}},{"text":null}]},"finishReason":"STOP"}]}`),
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, body)
	}
	return all
}
