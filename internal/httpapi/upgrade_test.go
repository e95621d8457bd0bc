package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
	"farhand/internal/session"
	"farhand/internal/socket"
	"farhand/internal/tool"
)

// echo sends back what it reads until the peer goes or the server drains.
func echo(ctx context.Context, conn *socket.Conn, _ session.Peer) {
	for {
		data, err := conn.Read(ctx)
		if ctx.Err() != nil {
			conn.Close(protocol.CloseDraining, context.Cause(ctx).Error())
			return
		}
		if err != nil {
			return
		}
		conn.Send(data)
	}
}

func dial(t *testing.T, url string, header http.Header, subprotocols ...string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	ws, response, err := websocket.Dial(within(t), url+"/ws", &websocket.DialOptions{HTTPHeader: header, Subprotocols: subprotocols})
	if err == nil {
		t.Cleanup(func() { ws.CloseNow() })
	}
	return ws, response, err
}

func join(t *testing.T, url string) *websocket.Conn {
	t.Helper()
	ws, _, err := dial(t, url, nil, protocol.Subprotocol)
	if err != nil {
		t.Fatal(err)
	}
	return ws
}

// joinWhenFree joins a full server as soon as it has seen that a peer closed.
func joinWhenFree(t *testing.T, url string) *websocket.Conn {
	t.Helper()
	for {
		ws, response, err := dial(t, url, nil, protocol.Subprotocol)
		if err == nil {
			return ws
		}
		if response == nil || response.StatusCode != http.StatusServiceUnavailable {
			t.Fatal(err)
		}
	}
}

func speaks(t *testing.T, ws *websocket.Conn) {
	t.Helper()
	if err := ws.Write(within(t), websocket.MessageText, []byte("hi")); err != nil {
		t.Fatal(err)
	}
	if _, data, err := ws.Read(within(t)); err != nil || string(data) != "hi" {
		t.Fatalf("read %q, %v", data, err)
	}
}

func closedWith(t *testing.T, ws *websocket.Conn) websocket.CloseError {
	t.Helper()
	_, _, err := ws.Read(within(t))
	var last websocket.CloseError
	if !errors.As(err, &last) {
		t.Fatalf("read: %v", err)
	}
	return last
}

func TestH30_origins(t *testing.T) {
	_, server := start(t, Config{Serve: echo})
	for origin, want := range map[string]int{
		server.URL:            http.StatusSwitchingProtocols,
		"":                    http.StatusForbidden,
		"null":                http.StatusForbidden,
		"http://127.0.0.1":    http.StatusForbidden,
		"http://evil.example": http.StatusForbidden,
		strings.Replace(server.URL, "http", "https", 1): http.StatusSwitchingProtocols, // behind a proxy
	} {
		ws, response, err := dial(t, server.URL, http.Header{"Origin": {origin}}, protocol.Subprotocol)
		if response == nil || response.StatusCode != want {
			t.Errorf("origin %q: %v, want %d", origin, err, want)
		}
		if err == nil {
			speaks(t, ws)
		}
	}
	if _, response, _ := dial(t, server.URL, http.Header{"Origin": {server.URL, server.URL}}, protocol.Subprotocol); response.StatusCode != http.StatusForbidden {
		t.Errorf("two origins: %s", response.Status)
	}
	speaks(t, join(t, server.URL)) // not a browser
}

// TestUpgrade_devTakesPagesOfThisMachine: such as those of a dev server on another
// port, and nobody else; other hosts are refused as ever.
func TestUpgrade_devTakesPagesOfThisMachine(t *testing.T) {
	_, server := start(t, Config{Serve: echo, Dev: true})
	for origin, want := range map[string]int{
		server.URL:               http.StatusSwitchingProtocols,
		"http://localhost:5173":  http.StatusSwitchingProtocols,
		"https://localhost:5173": http.StatusSwitchingProtocols,
		"http://localhost":       http.StatusSwitchingProtocols,
		"http://127.0.0.1:3000":  http.StatusSwitchingProtocols,
		"http://[::1]:3000":      http.StatusSwitchingProtocols,

		"":                                 http.StatusForbidden,
		"null":                             http.StatusForbidden,
		"http://localhost.evil.example":    http.StatusForbidden,
		"http://evil.localhost":            http.StatusForbidden,
		"http://evil.example:5173":         http.StatusForbidden,
		"http://x@localhost:5173":          http.StatusForbidden,
		"http://10.0.0.1:5173":             http.StatusForbidden,
		"file://localhost":                 http.StatusForbidden,
		"chrome-extension://localhost:517": http.StatusForbidden,
	} {
		ws, response, err := dial(t, server.URL, http.Header{"Origin": {origin}}, protocol.Subprotocol)
		if response == nil || response.StatusCode != want {
			t.Errorf("origin %q: %v, want %d", origin, err, want)
		}
		if err == nil {
			speaks(t, ws)
		}
	}
	_, response, _ := dial(t, server.URL, http.Header{"Origin": {"http://localhost:5173", "http://localhost:5173"}}, protocol.Subprotocol)
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("two origins: %s", response.Status)
	}
	_, response, _ = websocket.Dial(within(t), server.URL+"/ws", &websocket.DialOptions{
		Host: "evil.example", HTTPHeader: http.Header{"Origin": {"http://localhost:5173"}}, Subprotocols: []string{protocol.Subprotocol},
	})
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("another host: %s", response.Status)
	}
}

func TestUpgrade_rebindingPassesTheOriginButNotTheHost(t *testing.T) {
	_, server := start(t, Config{Serve: echo})
	_, response, err := websocket.Dial(within(t), server.URL+"/ws", &websocket.DialOptions{
		Host: "evil.example", HTTPHeader: http.Header{"Origin": {"http://evil.example"}},
		Subprotocols: []string{protocol.Subprotocol},
	})
	if err == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("dial: %v", err)
	}
}

func TestUpgrade_subprotocol(t *testing.T) {
	_, server := start(t, Config{Serve: echo})
	ws, _, err := dial(t, server.URL, nil, "other.v9", protocol.Subprotocol)
	if err != nil || ws.Subprotocol() != protocol.Subprotocol {
		t.Fatalf("two offered: %v", err)
	}
	for _, offered := range [][]string{nil, {"farhand.v2"}} {
		ws, _, err := dial(t, server.URL, nil, offered...)
		if err != nil {
			t.Fatal(err)
		}
		if last := closedWith(t, ws); last.Code != protocol.CloseProtocol || !strings.Contains(last.Reason, protocol.Subprotocol) {
			t.Errorf("%v: closed with %v", offered, last)
		}
	}
}

func TestUpgrade_plainRequest(t *testing.T) {
	_, server := start(t, Config{})
	if response, _ := ask(t, "GET", server.URL+"/ws"); response.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("%s", response.Status)
	}
}

func TestUpgrade_readLimit(t *testing.T) {
	_, server := start(t, Config{Serve: echo, ReadLimit: 100})
	ws := join(t, server.URL)
	if err := ws.Write(within(t), websocket.MessageText, make([]byte, 101)); err != nil {
		t.Fatal(err)
	}
	if last := closedWith(t, ws); last.Code != protocol.CloseTooLarge {
		t.Errorf("closed with %v", last)
	}
}

func TestUpgrade_maxSessions(t *testing.T) {
	_, server := start(t, Config{Serve: echo, MaxSessions: 2})
	first := join(t, server.URL)
	speaks(t, first)
	speaks(t, join(t, server.URL))
	_, response, err := dial(t, server.URL, nil, protocol.Subprotocol)
	if err == nil || response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Fatalf("third: %v", err)
	}
	if response, body := ask(t, "GET", server.URL); response.StatusCode != 200 {
		t.Errorf("the page when full: %s\n%s", response.Status, body)
	}
	if err := first.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	speaks(t, joinWhenFree(t, server.URL))
}

func TestUpgrade_aSessionThatBreaksIsClosed(t *testing.T) {
	_, server := start(t, Config{MaxSessions: 1, Serve: func(ctx context.Context, conn *socket.Conn, _ session.Peer) {
		conn.Send([]byte("before"))
		panic("marker")
	}})
	for range 2 { // its place is free again
		ws := joinWhenFree(t, server.URL)
		if _, data, err := ws.Read(within(t)); err != nil || string(data) != "before" {
			t.Fatalf("read %q, %v", data, err)
		}
		if last := closedWith(t, ws); last.Code != protocol.CloseGoingAway || last.Reason != "" {
			t.Errorf("closed with %v", last)
		}
	}
}

func TestDrain_endsSessionsAndRefusesNewOnes(t *testing.T) {
	h, server := start(t, Config{Serve: echo})
	ws := join(t, server.URL)
	speaks(t, ws)
	drained := make(chan error, 1)
	go func() { drained <- h.Drain(within(t)) }()
	if last := closedWith(t, ws); last.Code != protocol.CloseDraining || last.Reason != tool.ErrShutdown.Error() {
		t.Errorf("closed with %v", last)
	}
	if err := <-drained; err != nil {
		t.Errorf("drain: %v", err)
	}
	if _, response, err := dial(t, server.URL, nil, protocol.Subprotocol); err == nil || response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("dial while draining: %v", err)
	}
}

func TestDrain_cutsWhatDoesNotEnd(t *testing.T) {
	deaf := make(chan struct{})
	h, server := start(t, Config{Serve: func(_ context.Context, conn *socket.Conn, _ session.Peer) {
		for {
			if _, err := conn.Read(context.Background()); err != nil {
				close(deaf)
				return
			}
		}
	}})
	ws := join(t, server.URL)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := h.Drain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("drain: %v", err)
	}
	if _, _, err := ws.Read(within(t)); err == nil || websocket.CloseStatus(err) != -1 {
		t.Errorf("read: %v", err)
	}
	<-deaf
}
