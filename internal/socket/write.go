package socket

import (
	"fmt"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// Send queues one text message and reports whether it did. It never blocks.
// False means that the connection has ended, is closing, or has just been cut
// because more than QueueBytes were waiting behind the message that is written
// next: one large message does not make a peer slow. Data is not empty, and the
// caller must not change it afterwards. Messages are written in the order in
// which they were queued.
func (c *Conn) Send(data []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil || c.ctx.Err() != nil {
		return false
	}
	if len(c.queue) > 0 && c.queued-len(c.queue[0])+len(data) > c.cfg.QueueBytes {
		c.drop(ErrSlow)
		c.queue, c.queued = nil, 0
		return false
	}
	c.queue = append(c.queue, data)
	c.queued += len(data)
	c.wakeWriter()
	return true
}

func (c *Conn) wakeWriter() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// writeAll writes what is queued until the connection ends or Close was
// called; then it writes the close frame and waits for the peer's.
func (c *Conn) writeAll() {
	for {
		data, last := c.next()
		switch {
		case data != nil:
			if err := c.write(data); err != nil {
				c.end(err)
				return
			}
		case last != nil:
			c.ws.Close(last.Code, last.Reason) // its failure is the connection's, which ends either way
			return
		default:
			select {
			case <-c.wake:
			case <-c.ctx.Done():
				return
			}
		}
	}
}

// next takes the oldest message off the queue. If there is none, it returns
// the close frame, if Close was called.
func (c *Conn) next() ([]byte, *websocket.CloseError) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) == 0 {
		return nil, c.last
	}
	data := c.queue[0]
	c.queue[0] = nil
	c.queue = c.queue[1:]
	c.queued -= len(data)
	return data, nil
}

func (c *Conn) write(data []byte) error {
	late := time.AfterFunc(c.cfg.WriteTimeout, func() { c.drop(ErrSlow) })
	defer late.Stop()
	if err := c.ws.Write(c.ctx, websocket.MessageText, data); err != nil {
		return fmt.Errorf("write message: %w", err)
	}
	return nil
}

// cutReason makes a reason fit into a close frame: 125 bytes less two for the
// code (RFC 6455 section 5.5).
func cutReason(reason string) string {
	const room = 123
	if len(reason) <= room {
		return reason
	}
	return strings.ToValidUTF8(reason[:room], "")
}
