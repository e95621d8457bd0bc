package socket

import (
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
)

// Read returns the next message. A message that is not UTF-8 text, binary ones
// included, is returned as an empty one, which no protocol takes for a frame.
//
// When ctx ends, Read returns its cause and the connection lives on: nothing
// is lost. Otherwise an error means that the connection has ended or was
// closed.
func (c *Conn) Read(ctx context.Context) ([]byte, error) {
	select {
	case <-c.closing:
		return nil, ErrClosed
	default:
	}
	select {
	case data := <-c.received:
		return data, nil
	case <-c.closing:
		return nil, ErrClosed
	case <-c.ctx.Done():
		return nil, context.Cause(c.ctx)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// receiveAll hands messages to Read until the connection ends. It goes on
// reading after Close, so that the peer's answer to the close frame is seen.
func (c *Conn) receiveAll() {
	for {
		data, err := c.receive()
		if err != nil {
			c.end(err)
			return
		}
		select {
		case c.received <- data:
		case <-c.closing:
		case <-c.ctx.Done():
			return
		}
	}
}

// end gives the connection up because of err, which means nothing once the
// connection is closing.
func (c *Conn) end(err error) {
	select {
	case <-c.closing:
		err = ErrClosed
	default:
	}
	c.drop(err)
}

// receive reads one message. One over the limit starts the closing of the
// connection; its rest is thrown away, because a connection that is closed
// over unread bytes is reset and the peer would never see the close frame.
func (c *Conn) receive() ([]byte, error) {
	kind, r, err := c.ws.Reader(c.ctx)
	if err != nil {
		return nil, fmt.Errorf("read message: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(c.cfg.ReadLimit)+1))
	if err == nil && len(data) > c.cfg.ReadLimit {
		c.Close(protocol.CloseTooLarge, fmt.Sprintf("a message may have %d bytes", c.cfg.ReadLimit))
		_, err = io.Copy(io.Discard, r)
	}
	if err != nil {
		return nil, fmt.Errorf("read message: %w", err)
	}
	if kind != websocket.MessageText || !utf8.Valid(data) {
		return nil, nil
	}
	return data, nil
}
