package emulator

import (
	"bytes"
	"context"
	"net/http"
	"time"
)

// exchange is one request being answered. It writes, watches for the client's
// departure and keeps the journal's entry true. It belongs to one goroutine.
type exchange struct {
	w       http.ResponseWriter
	ctx     context.Context
	target  target
	sse     bool
	entry   *Entry
	journal *journal

	started bool // the header is out
	limited bool // the script breaks the connection after cut more bytes
	cut     int
	cutOff  bool // it did
}

// close records a client that left without the handler noticing.
func (x *exchange) close() {
	if x.ctx.Err() != nil {
		x.gone()
	}
}

// gone records that the client went away (E12).
func (x *exchange) gone() {
	x.journal.update(x.entry, func(e *Entry) { e.Cancelled = true })
}

func (x *exchange) header(status int, contentType string) {
	if x.started {
		return
	}
	x.started = true
	x.journal.update(x.entry, func(e *Entry) { e.Status = status })
	x.w.Header().Set("Content-Type", contentType)
	x.w.WriteHeader(status)
}

// write sends bytes at once. It reports false when the exchange is over: the
// client left, or the script breaks the connection here.
func (x *exchange) write(b []byte) bool {
	if x.limited && len(b) >= x.cut {
		b, x.cutOff = b[:x.cut], true
	}
	x.cut -= len(b)
	if _, err := x.w.Write(b); err != nil {
		x.gone()
		return false
	}
	if err := http.NewResponseController(x.w).Flush(); err != nil && x.ctx.Err() != nil {
		x.gone()
		return false
	}
	return !x.cutOff
}

// wait pauses for d, or for ever when d is negative; false: the client left.
func (x *exchange) wait(d time.Duration) bool {
	var over <-chan time.Time
	if d == 0 {
		return x.ctx.Err() == nil
	}
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		over = t.C
	}
	select {
	case <-over:
		return true
	case <-x.ctx.Done():
		return false
	}
}

func (x *exchange) fail(err *apiError) {
	x.header(err.Code, jsonType)
	x.write(err.body())
}

// json answers with a value or, when there is one, with the error.
func (x *exchange) json(v any, err *apiError) {
	if err != nil {
		x.fail(err)
		return
	}
	x.header(http.StatusOK, jsonType)
	x.write(encode(v, "  "))
}

const (
	jsonType   = "application/json; charset=UTF-8"
	streamType = "text/event-stream"
)

// perform plays a step: delays, faults, and its frames in the form that the
// method asks for.
func (x *exchange) perform(s Step, frames [][]byte, pace time.Duration) {
	verbatim := s.verbatim()
	switch {
	case s.torn:
		x.limited, x.cut = true, x.tornAt(frames, verbatim)
	case s.CutAfter != 0:
		x.limited, x.cut = true, max(0, s.CutAfter)
	}
	if s.ChunkDelayMS > 0 {
		pace = time.Duration(s.ChunkDelayMS) * time.Millisecond
	}
	if !x.wait(time.Duration(s.DelayMS) * time.Millisecond) {
		return
	}
	status, contentType := s.head(x.target.stream() && x.sse)
	if len(frames) > 0 || s.Body != nil {
		x.header(status, contentType)
	}
	for i, frame := range frames {
		if i > 0 && !x.wait(pace) {
			return
		}
		if !x.write(x.framed(frame, i, len(frames), verbatim)) {
			break
		}
	}
	if x.cutOff {
		panic(http.ErrAbortHandler)
	}
	if s.Hang {
		x.wait(-1)
	}
}

// tornAt is the place inside the first text of the last frame.
func (x *exchange) tornAt(frames [][]byte, verbatim bool) int {
	at := 0
	for i, frame := range frames {
		framed := x.framed(frame, i, len(frames), verbatim)
		if i == len(frames)-1 {
			const opening = `"text":"`
			return at + bytes.Index(framed, []byte(opening)) + len(opening) + 2
		}
		at += len(framed)
	}
	return at
}

// framed puts a frame into the form of the transfer: SSE with CRLF, an element
// of a JSON array, or plain (E11).
func (x *exchange) framed(frame []byte, i, n int, verbatim bool) []byte {
	switch {
	case verbatim || !x.target.stream():
		return frame
	case x.sse:
		return append(append([]byte("data: "), frame...), "\r\n\r\n"...)
	}
	open, end := ",\r\n", ""
	if i == 0 {
		open = "["
	}
	if i == n-1 {
		end = "]\n"
	}
	return []byte(open + string(frame) + end)
}
