package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
	"farhand/internal/ticket"
)

// minted is a good ticket of the shop for a server at addr, changed.
func minted(t *testing.T, addr string, change func(*ticket.Claims)) string {
	t.Helper()
	key, err := ticket.ParseKey(siteKey)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().Unix()
	claims := ticket.Claims{
		Site: "shop", Sub: "ada", Origin: shop, Aud: strings.TrimPrefix(addr, "http://"), Iat: now, Exp: now + 60,
	}
	if change != nil {
		change(&claims)
	}
	return ticket.Mint(key, claims)
}

// allAtOnce runs n at the same moment.
func allAtOnce(n int, run func(i int)) {
	var ready, all sync.WaitGroup
	ready.Add(n)
	for i := range n {
		all.Go(func() {
			ready.Done()
			ready.Wait()
			run(i)
		})
	}
	all.Wait()
}

// atRest is how many goroutines run while the server serves nobody.
func atRest(t *testing.T, addr string) int {
	t.Helper()
	fetch(t, "GET", addr+"/readyz", addr)
	http.DefaultClient.CloseIdleConnections()
	return runtime.NumGoroutine()
}

// settles waits until no more goroutines run than before.
func settles(t *testing.T, before int) {
	t.Helper()
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 64<<10)
			t.Errorf("%d goroutines are left, there were %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
			return
		}
	}
}

// TestStampede_oneTicket: of a hundred sockets that show one ticket at the same
// moment one gets in, the others are told why, and nothing of them stays.
func TestStampede_oneTicket(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-origins", shop, "-site-keys", siteKeys(t), "-max-sessions", "200"})
	before := atRest(t, s.addr)
	one := minted(t, s.addr, nil)
	outcomes := make(chan string, 100)
	allAtOnce(100, func(int) {
		ws, response, err := websocket.Dial(within(t), s.addr+"/ws", &websocket.DialOptions{
			Subprotocols: []string{protocol.Subprotocol, protocol.TicketPrefix + one}, HTTPHeader: http.Header{"Origin": {shop}},
		})
		if err != nil {
			outcomes <- fmt.Sprint(response, err)
			return
		}
		defer ws.CloseNow()
		_ = ws.Write(within(t), websocket.MessageText, []byte(greets))
		_, _, err = ws.Read(within(t))
		var closed websocket.CloseError
		switch {
		case err == nil:
			outcomes <- "in"
		case asClose(err, &closed):
			outcomes <- fmt.Sprint(int(closed.Code), " ", closed.Reason)
		default:
			outcomes <- err.Error()
		}
	})
	close(outcomes)
	count := map[string]int{}
	for o := range outcomes {
		count[o]++
	}
	in, told := count["in"], 0
	for o, n := range count {
		// While they are refused, they are that many of one user.
		if o == `4003 {"code":"authentication","reason":"reused"}` || strings.HasPrefix(o, `4008 {"code":"rate_limited","reason":"`) {
			told += n
		}
	}
	if in != 1 || told != 99 {
		t.Errorf("%v", count)
	}
	settles(t, before)
	if log := s.log(); strings.Contains(log, one) || !strings.Contains(log, `"reason":"reused"`) {
		t.Errorf("log %s", log)
	}
	// Nobody's place is taken by those that were refused.
	ws, status := from(t, s.addr, shop, minted(t, s.addr, nil))
	if ws == nil {
		t.Fatalf("status %d", status)
	}
	say(t, ws, greets)
	await(t, ws, protocol.TypeHello)
}

// TestStampede_oneResumeToken: a hundred sockets that show one token at the same
// moment are one session with one socket; after `end` it is no one's.
func TestStampede_oneResumeToken(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-max-sessions", "200"})
	before := atRest(t, s.addr)
	ws, hello := comes(t, s.addr, "")
	ws.CloseNow()
	var mu sync.Mutex
	var sockets []*websocket.Conn
	allAtOnce(100, func(int) {
		ws, _, err := websocket.Dial(within(t), s.addr+"/ws", &websocket.DialOptions{
			Subprotocols: []string{protocol.Subprotocol}, HTTPHeader: http.Header{"Origin": {s.addr}},
		})
		if err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		sockets = append(sockets, ws)
		mu.Unlock()
		_ = ws.Write(within(t), websocket.MessageText, []byte(fmt.Sprintf(`{"type":"hello","protocol":1,"tools":{},"resume":%q}`, hello.Resume.Token)))
	})
	open, token := 0, ""
	for _, ws := range sockets {
		var back returned
		if err := json.Unmarshal(await(t, ws, protocol.TypeHello), &back); err != nil || back.Resumed == nil || !*back.Resumed || back.Session != hello.Session {
			t.Errorf("%+v %v", back, err)
		}
		if err := ws.Write(within(t), websocket.MessageText, []byte(`{"type":"revoke"}`)); err == nil {
			_, _, err = ws.Read(within(t))
			var closed websocket.CloseError
			switch {
			case err == nil:
				open, token = open+1, back.Resume.Token
			case !asClose(err, &closed) || closed.Code != protocol.CloseSuperseded:
				t.Errorf("closed: %v", err)
			}
		}
	}
	if open != 1 {
		t.Fatalf("%d sockets have the session", open)
	}
	for _, ws := range sockets {
		_ = ws.Write(within(t), websocket.MessageText, []byte(`{"type":"end"}`))
		ws.CloseNow()
	}
	settles(t, before)
	for _, old := range []string{hello.Resume.Token, token} {
		ws, back := comes(t, s.addr, old)
		if back.Resumed == nil || *back.Resumed || back.Reason != protocol.ResumeExpired && back.Reason != protocol.ResumeUnknown {
			t.Errorf("after the end: %+v", back)
		}
		ws.CloseNow()
	}
}

// TestStampede_forgedAddresses: whatever a client writes into X-Forwarded-For, the
// proxy's entry, the last one, is counted, and its limit holds.
func TestStampede_forgedAddresses(t *testing.T) {
	for name, forged := range map[string]func(i int) []string{
		"another each time": func(i int) []string { return []string{fmt.Sprintf("198.51.100.%d, 203.0.113.7", i%250)} },
		"several headers":   func(i int) []string { return []string{fmt.Sprintf("198.51.100.%d", i%250), "203.0.113.7"} },
		"garbage":           func(i int) []string { return []string{fmt.Sprintf("x%d;\"<>, ,unknown", i), "203.0.113.7"} },
		"this machine":      func(int) []string { return []string{"127.0.0.1, ::1, 203.0.113.7"} },
		"ports":             func(i int) []string { return []string{fmt.Sprintf("203.0.113.7:%d", 1000+i)} },
		"zones":             func(i int) []string { return []string{fmt.Sprintf("fe80::1%%eth%d", i)} },
		"one network":       func(i int) []string { return []string{fmt.Sprintf("[2001:db8:1:2::%x]:443", i+1)} },
		"mapped":            func(int) []string { return []string{"::ffff:203.0.113.7"} },
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, []string{"-addr", "127.0.0.1:0", "-trusted-proxies", "127.0.0.1"})
			refused := 0
			for i := range 260 {
				r, err := http.NewRequestWithContext(within(t), "GET", s.addr+"/ws", nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Header["X-Forwarded-For"] = forged(i)
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				if response.StatusCode == http.StatusTooManyRequests {
					refused++
				}
			}
			if refused < 5 {
				t.Errorf("%d of 260 are refused", refused)
			}
			if log := s.log(); !strings.Contains(log, `"code":"rate_limited","reason":"upgrades"`) || strings.Contains(log, "203.0.113") || strings.Contains(log, "198.51") {
				t.Errorf("log %.2000s", log)
			}
		})
	}
}

func asClose(err error, to *websocket.CloseError) bool { return errors.As(err, to) }
