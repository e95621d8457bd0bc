package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/ticket"
)

// TestUpgrade_badTickets: each is upgraded and closed with its reason, which the
// log and /check say as well; nothing of it stays, and the next good one gets in.
func TestUpgrade_badTickets(t *testing.T) {
	change := func(f func(*ticket.Claims)) func(*club) []string {
		return func(c *club) []string { return []string{c.mint(f)} }
	}
	for name, row := range map[string]struct {
		tickets func(*club) []string
		want    ticket.Reason
	}{
		"none":             {func(*club) []string { return nil }, "missing"},
		"empty":            {func(*club) []string { return []string{"v"} }, ticket.Malformed},
		"two":              {func(c *club) []string { return []string{c.mint(nil), c.mint(nil)} }, ticket.Malformed},
		"huge":             {func(c *club) []string { return []string{c.mint(nil) + strings.Repeat("A", 5000)} }, ticket.Malformed},
		"algorithm none":   {func(*club) []string { return []string{"eyJhbGciOiJub25lIn0.eyJzaXRlIjoic2hvcCJ9."} }, ticket.Malformed},
		"expired":          {change(func(c *ticket.Claims) { c.Iat -= 61; c.Exp -= 61 }), ticket.Expired},
		"in the future":    {change(func(c *ticket.Claims) { c.Iat += 60; c.Exp += 60 }), ticket.Early},
		"too long":         {change(func(c *ticket.Claims) { c.Exp = c.Iat + 3600 }), ticket.Lifetime},
		"another origin":   {change(func(c *ticket.Claims) { c.Origin = press }), ticket.Origin},
		"another server":   {change(func(c *ticket.Claims) { c.Aud = "chat.example" }), ticket.Audience},
		"another port":     {change(func(c *ticket.Claims) { c.Aud = "127.0.0.1:1" }), ticket.Audience},
		"no port":          {change(func(c *ticket.Claims) { c.Aud = "127.0.0.1" }), ticket.Audience},
		"site of others":   {change(func(c *ticket.Claims) { c.Site = "press" }), ticket.Origin},
		"an unknown site":  {func(c *club) []string { return []string{forge(c, "nobody")} }, ticket.Site},
		"forged":           {func(c *club) []string { return []string{forge(c, "shop")} }, ticket.Signature},
		"forged anonymous": {func(c *club) []string { return []string{forge(c, "anonymous")} }, ticket.Signature},
		"one byte":         {func(c *club) []string { t := c.mint(nil); return []string{t[:len(t)-1] + flip(t[len(t)-1])} }, ticket.Signature},
		"used": {func(c *club) []string {
			one := c.mint(nil)
			c.enters(shop, one)
			return []string{one}
		}, ticket.Reused},
	} {
		t.Run(name, func(t *testing.T) {
			c := clubhouse(t, nil)
			bad := row.tickets(c)
			if v := c.asks(shop, bad...); v.OK || v.Code != protocol.RefusalAuthentication || v.Reason != string(row.want) || v.Message == "" {
				t.Errorf("check: %+v", v)
			}
			want := protocol.Closed{Code: protocol.RefusalAuthentication, Reason: string(row.want)}
			if code, why := c.refusedWith(shop, bad...); code != protocol.CloseAuthentication || why != want {
				t.Errorf("closed with %d %+v", code, why)
			}
			lines := c.log.String()
			if !strings.Contains(lines, `"level":"warn","code":"authentication","reason":"`+string(row.want)+`","origin":"`+shop+`"`) {
				t.Errorf("log %s", lines)
			}
			for _, b := range bad {
				if len(b) > 1 && strings.Contains(lines, b) {
					t.Errorf("the log repeats a ticket")
				}
			}
			c.enters(shop, c.mint(nil))
		})
	}
}

// forge signs claims with a key that nobody knows.
func forge(c *club, site string) string {
	claims := c.claims()
	claims.Site = site
	return ticket.Mint(bytes.Repeat([]byte{7}, 32), claims)
}

func flip(b byte) string {
	if b == 'A' {
		return "B"
	}
	return "A"
}

// TestUpgrade_theKeyIsChanged: while it is, both are good.
func TestUpgrade_theKeyIsChanged(t *testing.T) {
	c := clubhouse(t, nil)
	c.enters(shop, ticket.Mint(c.sites["shop"].Keys[1], c.claims()))
	c.enters(shop, ticket.Mint(c.sites["shop"].Keys[0], c.claims()))
}

// TestA70_theTicketNamesItsSite: the name decides which key and which limits hold,
// no other key is tried, and a name that nobody has is an error.
func TestA70_theTicketNamesItsSite(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) {
		p := cfg.Sites["press"]
		p.Limits.Subject = quota.Limits{Sockets: 1}
		cfg.Sites["press"] = p
	})
	forPress := func(cl *ticket.Claims) { cl.Site, cl.Origin = "press", press }
	_, peer := c.enters(press, c.mint(forPress))
	if peer.Site != "press" || peer.Subject != "ada" {
		t.Errorf("peer %+v", peer)
	}
	if code, why := c.refusedWith(press, c.mint(forPress)); code != protocol.CloseRateLimited || why.Reason != "sockets" {
		t.Errorf("a second one: %d %+v", code, why)
	}
	c.enters(shop, c.mint(nil)) // ada of the shop is somebody else
	c.enters(shop, c.mint(nil))
	asShop := c.claims()
	asShop.Origin = shop
	if _, why := c.refusedWith(shop, ticket.Mint(c.sites["press"].Keys[0], asShop)); why.Reason != "signature" {
		t.Errorf("the key of another site: %+v", why)
	}
	if _, why := c.refusedWith(shop, forge(c, "nobody")); why.Reason != "site" {
		t.Errorf("nobody: %+v", why)
	}
}

// TestTicket_anonymous: a page of an anonymous origin gets tickets, each for one
// socket of its own, and is nobody in particular.
func TestTicket_anonymous(t *testing.T) {
	c := clubhouse(t, nil)
	give := func(origin string) (int, string, http.Header) {
		response, body := ask(t, "POST", c.URL+"/ticket", "Origin", origin)
		var given struct {
			Ticket      string
			ExpiresInMs int
		}
		if err := json.Unmarshal([]byte(body), &given); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if (given.ExpiresInMs == 60_000) != (response.StatusCode == 200) || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s %s", response.Status, body)
		}
		return response.StatusCode, given.Ticket, response.Header
	}
	status, one, header := give(blog)
	if status != 200 || header.Get(allowOrigin) != blog || header.Get("Access-Control-Allow-Credentials") != "" || !slices.Contains(header.Values("Vary"), "Origin") {
		t.Fatalf("status %d, %v", status, header)
	}
	_, another, _ := give(blog)
	if v := c.asks(blog); v.Reason != "missing" || !strings.Contains(v.Message, "POST /ticket") {
		t.Errorf("without one: %+v", v)
	}
	_, peer := c.enters(blog, one)
	if peer.Site != "anonymous" || peer.Subject != "" || peer.Origin != blog {
		t.Errorf("peer %+v", peer)
	}
	if _, why := c.refusedWith(blog, one); why.Reason != "reused" {
		t.Errorf("again: %+v", why)
	}
	if _, why := c.refusedWith(shop, another); why.Reason != "origin" {
		t.Errorf("at another origin: %+v", why)
	}
	c.enters(blog, another)

	for origin, message := range map[string]string{
		shop:                   "backend of their site",
		alone:                  "-anonymous-origins " + alone,
		c.URL:                  "need no ticket",
		"https://evil.example": "-origins https://evil.example",
	} {
		response, body := ask(t, "POST", c.URL+"/ticket", "Origin", origin)
		if response.StatusCode != http.StatusForbidden || !strings.Contains(body, `"code":"origin"`) || !strings.Contains(body, message) {
			t.Errorf("%s: %s %s", origin, response.Status, body)
		}
		if readable := response.Header.Get(allowOrigin) == origin; readable == (origin == "https://evil.example") {
			t.Errorf("%s may read the answer: %v", origin, readable)
		}
	}
	if response, _ := ask(t, "POST", c.URL+"/ticket"); response.StatusCode != http.StatusForbidden {
		t.Errorf("without an origin: %s", response.Status)
	}
	if response, _ := ask(t, "POST", c.URL+"/ticket", "Origin", blog, "Host", "chat.example"); response.StatusCode != http.StatusForbidden {
		t.Errorf("for another host: %s", response.Status)
	}
}
