package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
	"farhand/internal/ticket"
)

const (
	shop    = "https://shop.example"
	siteKey = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"
	greets  = `{"type":"hello","protocol":1,"tools":{"memory_list":""}}`
)

func siteKeys(t *testing.T) string {
	t.Helper()
	return write(t, "sites.json", `{"sites": {"shop": {"keys": ["`+siteKey+`"], "origins": ["`+shop+`"]}}}`)
}

// from opens a socket like a page of origin, with a ticket unless that is "".
func from(t *testing.T, addr, origin, ticket string) (*websocket.Conn, int) {
	t.Helper()
	offer := []string{protocol.Subprotocol}
	if ticket != "" {
		offer = append(offer, protocol.TicketPrefix+ticket)
	}
	ws, response, err := websocket.Dial(within(t), addr+"/ws", &websocket.DialOptions{
		Subprotocols: offer, HTTPHeader: http.Header{"Origin": {origin}},
	})
	if response == nil {
		t.Fatal(err)
	}
	if err == nil {
		t.Cleanup(func() { ws.CloseNow() })
	}
	return ws, response.StatusCode
}

// fetch asks like a page of origin, and returns the answer if that page may read
// it.
func fetch(t *testing.T, method, url, origin string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(within(t), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", origin)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if may := response.Header.Get("Access-Control-Allow-Origin"); may != origin && may != "*" {
		return response.StatusCode, ""
	}
	return response.StatusCode, string(data)
}

// TestH40_anEmbedOnASecondOrigin that is listed gets its ticket and a session; one
// that is not is refused, and told the flag. No backend is needed for it.
func TestH40_anEmbedOnASecondOrigin(t *testing.T) {
	const evil = "https://evil.example"
	s := start(t, []string{"-addr", "127.0.0.1:0", "-anonymous-origins", shop})
	status, body := fetch(t, "POST", s.addr+"/ticket", shop)
	var given struct{ Ticket string }
	if err := json.Unmarshal([]byte(body), &given); status != 200 || err != nil {
		t.Fatalf("%d %s", status, body)
	}
	ws, status := from(t, s.addr, shop, given.Ticket)
	if ws == nil {
		t.Fatalf("status %d", status)
	}
	say(t, ws, greets)
	await(t, ws, protocol.TypeHello)

	if ws, status := from(t, s.addr, evil, given.Ticket); ws != nil || status != http.StatusForbidden {
		t.Errorf("another origin: %d", status)
	}
	if _, body := fetch(t, "GET", s.addr+"/check", evil); !strings.Contains(body, `"code":"origin"`) || !strings.Contains(body, "-origins "+evil) {
		t.Errorf("check: %s", body)
	}
	if log := s.log(); !strings.Contains(log, `"add":"-origins `+evil+`"`) || strings.Contains(log, given.Ticket) {
		t.Errorf("log: %s", log)
	}
}

// TestX7_attribution: site and subject of the ticket are in every row of the audit
// that belongs to a session, and in the log.
func TestX7_attribution(t *testing.T) {
	audit := filepath.Join(t.TempDir(), "audit.jsonl")
	s := start(t, []string{"-addr", "127.0.0.1:0", "-origins", shop, "-site-keys", siteKeys(t), "-audit", audit})
	key, err := ticket.ParseKey(siteKey)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().Unix()
	ws, status := from(t, s.addr, shop, ticket.Mint(key, ticket.Claims{
		Site: "shop", Sub: "user-1", Origin: shop, Aud: strings.TrimPrefix(s.addr, "http://"), Iat: now, Exp: now + 60,
	}))
	if ws == nil {
		t.Fatalf("status %d", status)
	}
	say(t, ws, `{"type":"hello","protocol":1,"tools":{"memory_list":""},"subject":"eve","site":"bank"}`)
	var hello struct{ Subject string }
	if err := json.Unmarshal(await(t, ws, protocol.TypeHello), &hello); err != nil || len(hello.Subject) != 16 {
		t.Errorf("hello.subject %q, %v", hello.Subject, err)
	}
	turn(t, ws, "u1", "What do you remember about me?", func(_, id string) []string {
		return []string{`{"type":"tool_result","id":"` + id + `","result":{"entries":[]},"subject":"eve"}`}
	})
	ws.Close(websocket.StatusNormalClosure, "")
	s.stop()
	rows := auditRows(t, audit)
	if len(rows) < 5 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if row["site"] != "shop" || row["subject"] != "user-1" {
			t.Errorf("row %v", row)
		}
	}
	if log := s.log(); !strings.Contains(log, `"site":"shop","subject":"user-1"`) || strings.Contains(log, `"eve"`) {
		t.Errorf("log %s", log)
	}
}

// TestTickets_examples: what the examples mint opens a socket, once.
func TestTickets_examples(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-origins", shop, "-site-keys", siteKeys(t)})
	for name, command := range map[string][]string{
		"Go":     {"go", "run", "ticket.go"},
		"Node":   {"node", "ticket.mjs"},
		"Python": {"python3", "ticket.py"},
	} {
		t.Run(name, func(t *testing.T) {
			minted := mintedBy(t, s.addr, command...)
			ws, status := from(t, s.addr, shop, minted)
			if ws == nil {
				t.Fatalf("status %d", status)
			}
			say(t, ws, greets)
			await(t, ws, protocol.TypeHello)

			ws, _ = from(t, s.addr, shop, minted)
			if _, _, err := ws.Read(within(t)); websocket.CloseStatus(err) != protocol.CloseAuthentication || !strings.Contains(err.Error(), "reused") {
				t.Errorf("again: %v", err)
			}
			if other := mintedBy(t, s.addr, command...); other == minted {
				t.Error("the same ticket twice")
			}
		})
	}
}

// mintedBy runs an example of examples/tickets, and returns the ticket that it
// mints for user-1 of the shop.
func mintedBy(t *testing.T, addr string, command ...string) string {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed here", command[0])
	}
	args := append(command[1:len(command):len(command)], "shop", "user-1", shop, strings.TrimPrefix(addr, "http://"))
	cmd := exec.CommandContext(within(t), command[0], args...)
	cmd.Dir = "../../examples/tickets"
	cmd.Env = append(os.Environ(), "FARHAND_SITE_KEY="+siteKey)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	return strings.TrimSpace(string(out))
}

// TestOrigins_thatCannotWorkAreToldAtTheStart: a site's origin that is not listed,
// and a listed one without a site.
func TestOrigins_thatCannotWorkAreToldAtTheStart(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-origins", "https://alone.example", "-site-keys", siteKeys(t)})
	for _, want := range []string{`"add":"-origins ` + shop + `"`, `"add":"-anonymous-origins https://alone.example"`} {
		if !strings.Contains(s.log(), want) {
			t.Errorf("no %s in %s", want, s.log())
		}
	}
	fine := start(t, []string{"-addr", "127.0.0.1:0", "-origins", shop, "-anonymous-origins", "https://blog.example", "-site-keys", siteKeys(t)})
	if log := fine.log(); strings.Contains(log, `"add"`) || strings.Contains(log, siteKey) {
		t.Errorf("log: %s", log)
	}
}
