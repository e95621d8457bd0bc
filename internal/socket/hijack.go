package socket

import (
	"bufio"
	"net"
	"net/http"
)

// hijackWriter remembers the connection that an upgrade takes over. A close
// handshake of the websocket package can wait without limit for the rest of a
// message; closing the connection underneath is the only way out of it.
type hijackWriter struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (w *hijackWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	w.conn = conn
	return conn, rw, err
}
