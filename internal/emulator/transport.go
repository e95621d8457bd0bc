package emulator

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Transport returns a RoundTripper that hands every request to the emulator
// inside the process, whatever its host, and streams the answer as it is
// written. Use it with a base URL of a reserved name such as
// http://emulator.invalid; nothing then can leave the process.
//
// When the request's context ends, so do the handler and the reading of the
// body, with the context's error. RoundTrip and the body's Close return after
// the handler has.
func (e *Emulator) Transport() http.RoundTripper { return transport{e} }

type transport struct{ handler http.Handler }

// RoundTrip runs the handler in a goroutine and returns at its first byte.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	reader, writer := io.Pipe()
	// A reader must not wait for a handler that is slow to notice.
	unhook := context.AfterFunc(req.Context(), func() { writer.CloseWithError(req.Context().Err()) })
	w := &responseWriter{header: http.Header{}, body: writer, ready: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer cancel()
		defer unhook()
		err := serve(t.handler, w, serverRequest(ctx, req))
		if err == nil {
			err = req.Context().Err()
		}
		writer.CloseWithError(err) // nil: the end of the body
		w.once.Do(func() { w.begin(http.StatusOK) })
	}()
	body := &responseBody{PipeReader: reader, cancel: cancel, done: done}
	select {
	case <-w.ready:
	case <-req.Context().Done():
		body.Close()
		return nil, req.Context().Err()
	}
	return &http.Response{
		Status:     fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)),
		StatusCode: w.status,
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: body, ContentLength: -1, Request: req,
	}, nil
}

// serverRequest is the client's request as a server would see it.
func serverRequest(ctx context.Context, req *http.Request) *http.Request {
	r := req.Clone(ctx)
	r.RequestURI = r.URL.RequestURI()
	if r.Body == nil {
		r.Body = http.NoBody
	}
	if r.Host == "" {
		r.Host = r.URL.Host
	}
	r.RemoteAddr = "in-process"
	return r
}

// serve runs the handler and turns a panic into the error of the body: the
// agreed one for a broken connection, any other as a fault of the emulator.
func serve(h http.Handler, w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		r.Body.Close()
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			err = io.ErrUnexpectedEOF
		default:
			err = fmt.Errorf("emulator: handler panicked: %v", p)
		}
	}()
	h.ServeHTTP(w, r)
	return nil
}

// responseWriter is the handler's side of the exchange. Only the handler's
// goroutine uses it until ready is closed; then status and sent are fixed.
type responseWriter struct {
	header http.Header
	body   *io.PipeWriter
	once   sync.Once
	ready  chan struct{}
	status int
	sent   http.Header
}

func (w *responseWriter) begin(status int) {
	w.status, w.sent = status, w.header.Clone()
	close(w.ready)
}

// Header returns the header that WriteHeader will send.
func (w *responseWriter) Header() http.Header { return w.header }

// WriteHeader lets RoundTrip return; only the first call counts.
func (w *responseWriter) WriteHeader(status int) { w.once.Do(func() { w.begin(status) }) }

// Write passes b to the reader and returns when it was read.
func (w *responseWriter) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if len(b) == 0 {
		return 0, nil // a pipe would wait for a reader even so
	}
	return w.body.Write(b)
}

// Flush has nothing to do: Write does not buffer.
func (w *responseWriter) Flush() {}

// responseBody ends the handler when the client closes it early.
type responseBody struct {
	*io.PipeReader
	cancel context.CancelFunc
	done   <-chan struct{}
}

// Close ends the handler and waits for it.
func (b *responseBody) Close() error {
	b.cancel()
	b.PipeReader.Close()
	<-b.done
	return nil
}
