package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/rs/zerolog"

	"farhand/internal/protocol"
	"farhand/internal/session"
	"farhand/internal/socket"
	"farhand/internal/ticket"
)

const (
	shop  = "https://shop.example"
	press = "https://press.example"
	blog  = "https://blog.example" // anonymous
	alone = "https://alone.example"
)

// log is a writer for several goroutines.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// club is a server with two sites and an anonymous origin; alone is listed, and no
// site has it.
type club struct {
	*httptest.Server
	t     *testing.T
	sites Sites
	log   *log
	peers chan session.Peer // of the sockets that were let in
}

func clubhouse(t *testing.T, change func(*Config)) *club {
	t.Helper()
	sites, err := ParseSites([]byte(`{"sites": {
		"shop": {"keys": ["` + keyText + `", "` + oldKeyText + `"], "origins": ["` + shop + `"]},
		"press": {"keys": ["` + strings.Repeat("cHJlc3M_", 6) + `"], "origins": ["` + press + `"]}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	c := &club{t: t, sites: sites, log: &log{}, peers: make(chan session.Peer, 1000)}
	cfg := Config{
		Origins: Origins{shop, press, alone}, Anonymous: Origins{blog}, Sites: sites, Log: zerolog.New(c.log),
		Serve: func(ctx context.Context, conn *socket.Conn, peer session.Peer) {
			c.peers <- peer
			echo(ctx, conn, peer)
		},
	}
	if change != nil {
		change(&cfg)
	}
	_, c.Server = start(t, cfg)
	return c
}

// claims are those of a good ticket of the shop.
func (c *club) claims() ticket.Claims {
	now := time.Now().Unix()
	return ticket.Claims{Site: "shop", Sub: "ada", Origin: shop, Aud: c.Listener.Addr().String(), Iat: now, Exp: now + 60}
}

func (c *club) mint(change func(*ticket.Claims)) string {
	claims := c.claims()
	if change != nil {
		change(&claims)
	}
	return ticket.Mint(c.sites[claims.Site].Keys[0], claims)
}

// knock opens a socket like a page of origin with tickets, and returns it, or the
// status with which it was refused.
func (c *club) knock(origin string, tickets ...string) (*websocket.Conn, int) {
	c.t.Helper()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	offer := []string{protocol.Subprotocol}
	for _, t := range tickets {
		offer = append(offer, protocol.TicketPrefix+t)
	}
	ws, response, err := dial(c.t, c.URL, header, offer...)
	if err != nil && response == nil {
		c.t.Fatal(err)
	}
	return ws, response.StatusCode
}

// refusedWith opens a socket that is upgraded and closed, and returns why.
func (c *club) refusedWith(origin string, tickets ...string) (code int, why protocol.Closed) {
	c.t.Helper()
	ws, status := c.knock(origin, tickets...)
	if ws == nil {
		c.t.Fatalf("status %d", status)
	}
	last := closedWith(c.t, ws)
	if err := json.Unmarshal([]byte(last.Reason), &why); err != nil {
		c.t.Errorf("closed with %v: %v", last, err)
	}
	return int(last.Code), why
}

// enters opens a socket that is let in.
func (c *club) enters(origin string, tickets ...string) (*websocket.Conn, session.Peer) {
	c.t.Helper()
	ws, status := c.knock(origin, tickets...)
	if ws == nil {
		c.t.Fatalf("%s: status %d", origin, status)
	}
	speaks(c.t, ws)
	return ws, <-c.peers
}

// asks asks /check like a page of origin.
func (c *club) asks(origin string, tickets ...string) verdict {
	c.t.Helper()
	header := []string{"Origin", origin}
	for _, t := range tickets {
		header = append(header, headerTicket, t)
	}
	response, body := ask(c.t, "GET", c.URL+"/check", header...)
	var v verdict
	if err := json.Unmarshal([]byte(body), &v); err != nil || response.StatusCode != 200 || response.Header.Get(allowOrigin) != "*" {
		c.t.Fatalf("%s %s: %v", response.Status, body, err)
	}
	return v
}
