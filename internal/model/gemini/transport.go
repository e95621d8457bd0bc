package gemini

import (
	"context"
	"io"
	"net/http"
)

// maxErrorBody bounds what is read of the body of a refusal.
const maxErrorBody = 1 << 20

type answerKey struct{}

// withAnswer returns a context whose request is read into a.
func withAnswer(ctx context.Context, a *answer) context.Context {
	return context.WithValue(ctx, answerKey{}, a)
}

// tap is the transport under the SDK. It reads the response into the answer of
// the request's context and hands up a body without content. net/http calls
// RoundTrip, and the SDK calls Read, on the goroutine of Generate, so an answer
// needs no lock.
type tap struct {
	base   http.RoundTripper
	vertex bool // base puts a token on each request
}

// answerOf returns the answer that the response to r is read into.
func answerOf(r *http.Request) *answer { return r.Context().Value(answerKey{}).(*answer) }

// RoundTrip sends r.
func (t tap) RoundTrip(r *http.Request) (*http.Response, error) {
	a := answerOf(r)
	a.sent = int(max(r.ContentLength, 0)) // the SDK sends a buffer, so it is known
	response, err := t.base.RoundTrip(r)
	switch {
	case err != nil && t.vertex && !a.left:
		a.fail(noToken())
		return nil, err
	case err != nil:
		a.fail(unreachable(err))
		return nil, err
	}
	a.status = response.StatusCode
	if response.StatusCode < 200 || response.StatusCode > 299 {
		// A body that breaks off still leaves the status.
		body, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBody))
		_ = response.Body.Close()
		a.fail(refusal{
			status: response.StatusCode,
			header: response.Header.Get("Retry-After"),
			body:   body,
			vertex: t.vertex,
		}.classify(a.name))
		response.Body = http.NoBody
		return response, nil
	}
	response.Body = &ticks{source: response.Body, chunks: newChunks(response.Body, maxAnswer), answer: a}
	return response, nil
}

// tick is the frame that the SDK gets for a chunk.
const tick = "data: {}\n\n"

// ticks is the body that the SDK reads: reading it reads the real one, a chunk
// at a time, into the answer. It never fails, because the SDK prints the error
// of a body through package log; the answer keeps the error.
type ticks struct {
	source  io.Closer
	chunks  *chunks
	answer  *answer
	pending string
	ended   bool
}

// Read returns the next piece of a tick.
func (t *ticks) Read(p []byte) (int, error) {
	if t.pending == "" {
		if t.ended || !t.advance() {
			t.ended = true
			return 0, io.EOF
		}
		t.pending = tick
	}
	n := copy(p, t.pending)
	t.pending = t.pending[n:]
	return n, nil
}

// advance reads one chunk and reports whether there may be more.
func (t *ticks) advance() bool {
	chunk, err := t.chunks.next()
	switch {
	case err == nil:
		return t.answer.add(chunk)
	case err != io.EOF:
		t.answer.fail(brokeOff(err))
	case t.chunks.begun && t.answer.chunks == 0:
		t.answer.fail(notTheAPI())
	}
	return false
}

// Close ends the request.
func (t *ticks) Close() error {
	_ = t.source.Close()
	return nil
}
