package socket

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// served is the server's end of one test connection.
type served struct {
	*Conn
	ended chan error // what Run returned
}

// serve starts a server whose connections have cfg and returns a function that
// dials it. Everything has ended before the test does.
func serve(t *testing.T, cfg Config) (dial func() (*websocket.Conn, served)) {
	t.Helper()
	conns := make(chan served)
	ctx, cut := context.WithCancel(context.Background())
	var running sync.WaitGroup
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := Accept(w, r, cfg)
		if err != nil {
			t.Errorf("accept: %v", err)
			return
		}
		running.Add(1)
		defer running.Done()
		s := served{conn, make(chan error, 1)}
		conns <- s
		s.ended <- conn.Run(ctx)
	}))
	t.Cleanup(func() {
		cut()
		running.Wait()
		server.Close()
	})
	return func() (*websocket.Conn, served) {
		t.Helper()
		ws, _, err := websocket.Dial(ctx, server.URL, nil)
		if err != nil {
			t.Fatalf("dial: %v", err)
		}
		ws.SetReadLimit(-1)
		t.Cleanup(func() { ws.CloseNow() })
		return ws, <-conns
	}
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func end(t *testing.T, s served) error {
	t.Helper()
	select {
	case err := <-s.ended:
		return err
	case <-within(t).Done():
		t.Fatal("the connection did not end")
		return nil
	}
}

func TestConn_keepsOrderBothWays(t *testing.T) {
	ws, s := serve(t, Config{})()
	ctx := within(t)
	for i := range 100 {
		if !s.Send(fmt.Appendf(nil, "down %d", i)) {
			t.Fatal("send refused")
		}
		if err := ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, "up %d", i)); err != nil {
			t.Fatal(err)
		}
		data, err := s.Read(ctx)
		if err != nil || string(data) != fmt.Sprintf("up %d", i) {
			t.Fatalf("read %q, %v", data, err)
		}
	}
	for i := range 100 {
		kind, data, err := ws.Read(ctx)
		if err != nil || kind != websocket.MessageText || string(data) != fmt.Sprintf("down %d", i) {
			t.Fatalf("message %d: %v %q, %v", i, kind, data, err)
		}
	}
}

func TestConn_concurrentSendersLoseNothing(t *testing.T) {
	ws, s := serve(t, Config{})()
	var senders sync.WaitGroup
	for g := range 8 {
		senders.Go(func() {
			for i := range 50 {
				s.Send(fmt.Appendf(nil, "%d.%02d", g, i))
			}
		})
	}
	last := map[byte]string{}
	for range 8 * 50 {
		_, data, err := ws.Read(within(t))
		if err != nil {
			t.Fatal(err)
		}
		if string(data) <= last[data[0]] {
			t.Fatalf("%s after %s", data, last[data[0]])
		}
		last[data[0]] = string(data)
	}
	senders.Wait()
}

func TestConn_closeFlushesThenSendsTheCode(t *testing.T) {
	ws, s := serve(t, Config{})()
	for i := range 10 {
		s.Send(fmt.Appendf(nil, "%d", i))
	}
	s.Close(4010, "server is restarting")
	s.Close(4011, "too late")
	if s.Send([]byte("after close")) {
		t.Error("send after close was accepted")
	}
	if _, err := s.Read(within(t)); !errors.Is(err, ErrClosed) {
		t.Errorf("read after close: %v", err)
	}
	for i := range 10 {
		if _, data, err := ws.Read(within(t)); err != nil || string(data) != fmt.Sprint(i) {
			t.Fatalf("message %d: %q, %v", i, data, err)
		}
	}
	_, _, err := ws.Read(within(t))
	var last websocket.CloseError
	if !errors.As(err, &last) || last.Code != 4010 || last.Reason != "server is restarting" {
		t.Errorf("closed with %v", err)
	}
	if err := end(t, s); err != nil {
		t.Errorf("run: %v", err)
	}
}

func TestConn_closeCutsALongReason(t *testing.T) {
	ws, s := serve(t, Config{})()
	s.Close(4011, strings.Repeat("é", 100))
	_, _, err := ws.Read(within(t))
	var last websocket.CloseError
	if !errors.As(err, &last) || last.Code != 4011 || last.Reason != strings.Repeat("é", 61) {
		t.Errorf("closed with %v", err)
	}
}

func TestConn_closeWakesAReader(t *testing.T) {
	_, s := serve(t, Config{CloseTimeout: 10 * time.Millisecond})()
	go s.Close(4002, "idle")
	if _, err := s.Read(within(t)); !errors.Is(err, ErrClosed) {
		t.Errorf("read: %v", err)
	}
	end(t, s)
}

func TestConn_closeIsBoundedWhenThePeerStallsInsideAMessage(t *testing.T) {
	_, s := serve(t, Config{CloseTimeout: 50 * time.Millisecond})()
	half := []byte{0x81, 0xfe, 0x10, 0x00, 0, 0, 0, 0, 'h', 'a', 'l', 'f'} // 12 of 4104 bytes
	raw, s2 := rawPeer(t, half, Config{CloseTimeout: 50 * time.Millisecond})
	defer raw.Close()
	for _, conn := range []served{s, s2} {
		conn.Close(4010, "")
		if err := end(t, conn); !errors.Is(err, ErrSlow) {
			t.Errorf("run: %v", err)
		}
	}
}

func TestConn_peerCloses(t *testing.T) {
	ws, s := serve(t, Config{})()
	if err := ws.Write(within(t), websocket.MessageText, []byte("last words")); err != nil {
		t.Fatal(err)
	}
	go ws.Close(websocket.StatusGoingAway, "")
	if data, err := s.Read(within(t)); err != nil || string(data) != "last words" {
		t.Errorf("read %q, %v", data, err)
	}
	if _, err := s.Read(within(t)); websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("read: %v", err)
	}
	if err := end(t, s); err != nil {
		t.Errorf("run: %v", err)
	}
	if s.Send([]byte("x")) {
		t.Error("send to a closed peer was accepted")
	}
}

func TestConn_peerVanishes(t *testing.T) {
	ws, s := serve(t, Config{})()
	ws.CloseNow()
	if _, err := s.Read(within(t)); err == nil {
		t.Error("read returned no error")
	}
	if err := end(t, s); err == nil {
		t.Error("run returned no error")
	}
}

func TestConn_runEndsWithItsContext(t *testing.T) {
	cause := errors.New("no time left")
	ended := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := Accept(w, r, Config{})
		if err != nil {
			ended <- err
			return
		}
		ctx, cut := context.WithCancelCause(context.Background())
		cut(cause)
		ended <- conn.Run(ctx)
	}))
	defer server.Close()
	ws, _, err := websocket.Dial(within(t), server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	if err := <-ended; !errors.Is(err, cause) {
		t.Errorf("run: %v", err)
	}
}

func TestConn_readLosesNothingWhenItsContextEnds(t *testing.T) {
	ws, s := serve(t, Config{})()
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Read(gone); !errors.Is(err, context.Canceled) {
		t.Fatalf("read: %v", err)
	}
	if err := ws.Write(within(t), websocket.MessageText, []byte("still here")); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Read(within(t)); err != nil || string(data) != "still here" {
		t.Errorf("read %q, %v", data, err)
	}
}

func TestConn_whatIsNotTextIsAnEmptyMessage(t *testing.T) {
	ws, s := serve(t, Config{})()
	for _, m := range []struct {
		kind websocket.MessageType
		data string
	}{{websocket.MessageBinary, `{"type":"stop"}`}, {websocket.MessageText, "\xff\xfe"}} {
		if err := ws.Write(within(t), m.kind, []byte(m.data)); err != nil {
			t.Fatal(err)
		}
		if data, err := s.Read(within(t)); err != nil || len(data) != 0 {
			t.Errorf("%v %q: read %q, %v", m.kind, m.data, data, err)
		}
	}
}

func TestConn_messageSize(t *testing.T) {
	const limit = 100 << 10
	ws, s := serve(t, Config{ReadLimit: limit})()
	if err := ws.Write(within(t), websocket.MessageText, make([]byte, limit)); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Read(within(t)); err != nil || len(data) != limit {
		t.Fatalf("largest message: %d bytes, %v", len(data), err)
	}
	s.Send([]byte("queued before"))
	go ws.Write(within(t), websocket.MessageText, make([]byte, 50*limit)) // far more than the socket buffers hold
	if _, err := s.Read(within(t)); !errors.Is(err, ErrClosed) {
		t.Errorf("read: %v", err)
	}
	if _, data, err := ws.Read(within(t)); err != nil || string(data) != "queued before" {
		t.Fatalf("read %q, %v", data, err)
	}
	if _, _, err := ws.Read(within(t)); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("closed with %v", err)
	}
	end(t, s)
}

func TestH30_slowReaderIsDroppedByTheQueue(t *testing.T) {
	dial := serve(t, Config{QueueBytes: 1 << 20})
	_, slow := dial()
	fast, other := dial()
	message := make([]byte, 64<<10)
	for slow.Send(message) { // the peer never reads
		if !other.Send([]byte("prompt")) {
			t.Fatal("send to the other refused")
		}
		if _, data, err := fast.Read(within(t)); err != nil || string(data) != "prompt" {
			t.Fatalf("the other read %q, %v", data, err)
		}
	}
	if err := end(t, slow); !errors.Is(err, ErrSlow) {
		t.Errorf("run: %v", err)
	}
	if slow.Send([]byte("x")) {
		t.Error("send after the cut was accepted")
	}
	if _, err := slow.Read(within(t)); !errors.Is(err, ErrSlow) {
		t.Errorf("read: %v", err)
	}
}

func TestH30_slowReaderIsDroppedByTheClock(t *testing.T) {
	_, s := serve(t, Config{WriteTimeout: 50 * time.Millisecond, QueueBytes: 64 << 20})()
	s.Send(make([]byte, 32<<20)) // more than the socket buffers hold
	if err := end(t, s); !errors.Is(err, ErrSlow) {
		t.Errorf("run: %v", err)
	}
}

func TestConn_queueIsBoundedInBytes(t *testing.T) {
	_, s := serve(t, Config{QueueBytes: 100})()
	s.Send(make([]byte, 32<<20)) // more than the socket buffers hold: nothing after it is written
	sent := 0
	for s.Send(make([]byte, 10)) {
		if sent += 10; sent > 1<<20 {
			t.Fatal("the queue has no bound")
		}
	}
	if err := end(t, s); !errors.Is(err, ErrSlow) {
		t.Errorf("run: %v", err)
	}
}

// A peer that reads is not slow because one message is larger than the queue.
func TestConn_messageLargerThanTheQueue(t *testing.T) {
	ws, s := serve(t, Config{QueueBytes: 100})()
	ws.SetReadLimit(-1)
	for range 3 {
		if !s.Send(make([]byte, 5<<20)) || !s.Send(make([]byte, 60)) {
			t.Fatal("send refused")
		}
		for _, want := range []int{5 << 20, 60} {
			if _, data, err := ws.Read(within(t)); err != nil || len(data) != want {
				t.Fatalf("read %d bytes, %v; want %d", len(data), err, want)
			}
		}
	}
}

func TestH30_manySockets(t *testing.T) {
	dial := serve(t, Config{})
	var clients sync.WaitGroup
	var one sync.Mutex // dial pairs a client with the next connection
	for i := range 200 {
		clients.Go(func() {
			one.Lock()
			ws, s := dial()
			one.Unlock()
			want := fmt.Sprint(i)
			s.Send([]byte(want))
			if _, data, err := ws.Read(within(t)); err != nil || string(data) != want {
				t.Errorf("client %d read %q, %v", i, data, err)
			}
		})
	}
	clients.Wait()
}

// rawPeer upgrades by hand and sends the given bytes, so that a test can stop
// in the middle of a frame.
func rawPeer(t *testing.T, sent []byte, cfg Config) (net.Conn, served) {
	t.Helper()
	conns := make(chan served)
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		conn, err := Accept(w, r, cfg)
		if err != nil {
			t.Errorf("accept: %v", err)
			return
		}
		s := served{conn, make(chan error, 1)}
		conns <- s
		s.ended <- conn.Run(context.Background())
	}))
	t.Cleanup(func() { <-ended; server.Close() })
	raw, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(raw, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
	if _, err := raw.Write(sent); err != nil {
		t.Fatal(err)
	}
	return raw, <-conns
}
