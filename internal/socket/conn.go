// Package socket is one WebSocket: it upgrades a request, reads messages one
// at a time, and writes queued messages in order, each bounded in time.
//
// A peer that does not read is cut off, never buffered without bound and never
// waited for: Send only appends to a bounded queue.
//
// # Concurrency
//
// Run owns the connection. It is called once, by the one who called Accept,
// and returns after both goroutines of the connection have ended. Send and
// Close are safe from any goroutine and never block; Read has one caller at a
// time. A Conn that is not run reads and writes nothing.
//
// # Non-goals
//
// The package knows no frames, no heartbeat and no idle limit (internal/session
// has them), checks no origin and no host (internal/httpapi does), and does not
// compress. It never logs; Run returns what happened.
package socket

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Errors with which a connection ends. Read and Run return them, or the error
// of the network.
var (
	// ErrClosed says that Close was called.
	ErrClosed = errors.New("socket closed")
	// ErrSlow says that the peer did not take what was sent to it in time.
	ErrSlow = errors.New("peer does not read")
)

// Config bounds a connection.
type Config struct {
	Subprotocol  string        // offered to the client; empty: none
	WriteTimeout time.Duration // for one message; 0: 10 s
	CloseTimeout time.Duration // from Close to the end of the connection; 0: 5 s
	QueueBytes   int           // of messages that may wait behind the next one; 0: 4 MiB
	ReadLimit    int           // bytes of one message; a larger one closes with 1009; 0: 1 MiB
}

func (c *Config) setDefaults() {
	c.WriteTimeout = cmp.Or(c.WriteTimeout, 10*time.Second)
	c.CloseTimeout = cmp.Or(c.CloseTimeout, 5*time.Second)
	c.QueueBytes = cmp.Or(c.QueueBytes, 4<<20)
	c.ReadLimit = cmp.Or(c.ReadLimit, 1<<20)
}

// Conn is one connection.
type Conn struct {
	cfg Config
	ws  *websocket.Conn
	net net.Conn // under ws; closing it ends every read and write of ws at once

	// ctx ends when the connection is given up; its cause says why.
	ctx  context.Context
	drop context.CancelCauseFunc

	received chan []byte
	closing  chan struct{} // closed by Close
	wake     chan struct{} // the writer has something to do; capacity one

	mu     sync.Mutex
	queue  [][]byte
	queued int // bytes in queue
	last   *websocket.CloseError
	timer  *time.Timer // runs from Close on
}

// Accept upgrades the request. If it cannot, it has answered the request.
// The caller has checked Host and Origin.
func Accept(w http.ResponseWriter, r *http.Request, cfg Config) (*Conn, error) {
	cfg.setDefaults()
	opts := websocket.AcceptOptions{InsecureSkipVerify: true} // the caller's check is stricter
	if cfg.Subprotocol != "" {
		opts.Subprotocols = []string{cfg.Subprotocol}
	}
	hijack := &hijackWriter{ResponseWriter: w}
	ws, err := websocket.Accept(hijack, r, &opts)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(-1) // receive has its own limit, which closes in order
	ctx, drop := context.WithCancelCause(context.Background())
	return &Conn{
		cfg: cfg, ws: ws, net: hijack.conn, ctx: ctx, drop: drop,
		received: make(chan []byte),
		closing:  make(chan struct{}),
		wake:     make(chan struct{}, 1),
	}, nil
}

// Subprotocol returns what was agreed on, empty if nothing was.
func (c *Conn) Subprotocol() string { return c.ws.Subprotocol() }

// Run reads and writes until the connection has ended, by Close, by the peer,
// or by a failure. When ctx ends, the connection is cut without a close frame.
// It returns nil if one side closed in order, ErrSlow if the peer did not read,
// else what failed.
func (c *Conn) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { c.drop(context.Cause(ctx)) })
	defer stop()
	cut := context.AfterFunc(c.ctx, func() { c.net.Close() })
	defer cut()

	var reader sync.WaitGroup
	reader.Go(c.receiveAll)
	c.writeAll()
	c.drop(ErrClosed)
	reader.Wait()
	c.ws.CloseNow()
	c.stopTimer()

	cause := context.Cause(c.ctx)
	if errors.Is(cause, ErrClosed) || websocket.CloseStatus(cause) != -1 {
		return nil
	}
	return cause
}

// Close ends the connection: what was queued is still written, then a close
// frame with code and reason (cut at the 123 bytes that fit); all of it within
// CloseTimeout. It returns at once; Run does the work. Read returns ErrClosed
// from now on and Send returns false. Only the first call counts.
func (c *Conn) Close(code int, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil {
		return
	}
	c.last = &websocket.CloseError{Code: websocket.StatusCode(code), Reason: cutReason(reason)}
	c.timer = time.AfterFunc(c.cfg.CloseTimeout, func() { c.drop(ErrSlow) })
	close(c.closing)
	c.wakeWriter()
}

func (c *Conn) stopTimer() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
	}
}
