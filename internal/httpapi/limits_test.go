package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/ticket"
)

// TestLimits_beforeTheUpgrade: each scope has its own, each is told with its time,
// in the close frame or the status and by /check, and costs no ticket.
func TestLimits_beforeTheUpgrade(t *testing.T) {
	proxied := func(address string) []string { return []string{"X-Forwarded-For", address} }
	for name, row := range map[string]struct {
		limit  func(*quota.Scopes)
		reason string
		free   func(*ticket.Claims) (origin string) // somebody whom it does not concern
	}{
		"sockets of a subject": {func(s *quota.Scopes) { s.Subject = quota.Limits{Sockets: 1} }, "sockets",
			func(c *ticket.Claims) string { c.Sub = "bob"; return shop }},
		"upgrades of a subject": {func(s *quota.Scopes) { s.Subject = quota.Limits{Upgrades: 1} }, "upgrades",
			func(c *ticket.Claims) string { c.Sub = "bob"; return shop }},
		"upgrades of an origin": {func(s *quota.Scopes) { s.Origin = quota.Limits{Upgrades: 1} }, "upgrades",
			func(c *ticket.Claims) string { c.Origin = shop + ":8443"; return shop + ":8443" }},
		"sockets of a site": {func(s *quota.Scopes) { s.Site = quota.Limits{Sockets: 1} }, "sockets",
			func(c *ticket.Claims) string { c.Site, c.Origin = "press", press; return press }},
	} {
		t.Run(name, func(t *testing.T) {
			c := clubhouse(t, func(cfg *Config) {
				s := cfg.Sites["shop"]
				row.limit(&s.Limits)
				s.Origins = append(s.Origins, shop+":8443")
				cfg.Origins = append(cfg.Origins, shop+":8443")
				cfg.Sites["shop"] = s
			})
			first, _ := c.enters(shop, c.mint(nil))
			next := c.mint(nil)
			code, why := c.refusedWith(shop, next)
			if code != protocol.CloseRateLimited || why.Code != protocol.RefusalRateLimited || why.Reason != row.reason || why.RetryAfterMs < 1000 {
				t.Errorf("closed with %d %+v", code, why)
			}
			if v := c.asks(shop, next); v.Code != protocol.RefusalRateLimited || v.Reason != row.reason || v.RetryAfterMs < 1000 || v.Message == "" {
				t.Errorf("check: %+v", v)
			}
			if !strings.Contains(c.log.String(), `"code":"rate_limited","reason":"`+row.reason+`"`) {
				t.Errorf("log %s", c.log)
			}
			other := c.claims()
			origin := row.free(&other)
			c.enters(origin, ticket.Mint(c.sites[other.Site].Keys[0], other))
			if row.reason == "sockets" {
				first.CloseNow()
				for v := c.asks(shop, next); !v.OK; v = c.asks(shop, next) {
				}
				c.enters(shop, next)
			}
		})
	}

	t.Run("an address", func(t *testing.T) {
		c := clubhouse(t, func(cfg *Config) {
			cfg.Proxies, _ = ParseProxies([]string{"127.0.0.1"})
			cfg.Knocking = quota.Limits{Upgrades: 3}
		})
		dialFrom := func(address string) int {
			ws, response, _ := dial(t, c.URL, http.Header{"X-Forwarded-For": {address}}, protocol.Subprotocol)
			if ws != nil {
				speaks(t, ws)
			}
			return response.StatusCode
		}
		for i, want := range []int{101, 101, 101, 429, 429} {
			if got := dialFrom("203.0.113.7"); got != want {
				t.Errorf("socket %d: %d", i, got)
			}
		}
		_, response, _ := dial(t, c.URL, http.Header{"X-Forwarded-For": {"203.0.113.7"}}, protocol.Subprotocol)
		if after := response.Header.Get("Retry-After"); after == "" || after == "0" {
			t.Errorf("retry after %q", after)
		}
		_, body := ask(t, "GET", c.URL+"/check", proxied("203.0.113.7")...)
		if !strings.Contains(body, `"code":"rate_limited","reason":"upgrades"`) || !strings.Contains(body, `"retryAfterMs":`) {
			t.Errorf("check: %s", body)
		}
		if got := dialFrom("203.0.113.8"); got != 101 {
			t.Errorf("its neighbour: %d", got)
		}
		if strings.Contains(c.log.String(), "203.0.113") {
			t.Errorf("the log has an address: %s", c.log)
		}
	})
}

// TestLimits_withoutTrustedProxies nobody can count as somebody else, and this
// machine is not counted.
func TestLimits_withoutTrustedProxies(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) { cfg.Knocking = quota.Limits{Upgrades: 1} })
	for i := range 5 {
		ws, response, _ := dial(t, c.URL, http.Header{"X-Forwarded-For": {"203.0.113.7"}}, protocol.Subprotocol)
		if ws == nil {
			t.Fatalf("socket %d: %s", i, response.Status)
		}
	}
}

// TestLimits_anonymousAreMuchLower than those of sites, scope by scope.
func TestLimits_anonymousAreMuchLower(t *testing.T) {
	a, s := quota.Anonymous(), quota.Ticketed()
	for name, pair := range map[string][2]int{
		"upgrades of an address": {a.Address.Upgrades, s.Address.Upgrades}, "sockets of an address": {a.Address.Sockets, s.Address.Sockets},
		"turns of an address": {a.Address.Turns, s.Address.Turns}, "frames of an address": {a.Address.Frames, s.Address.Frames},
		"bytes of an address": {a.Address.Bytes, s.Address.Bytes},
		"turns of an origin":  {a.Origin.Turns, s.Origin.Turns}, "turns of the site": {a.Site.Turns, s.Site.Turns},
	} {
		if pair[0] == 0 || pair[0]*4 > pair[1] {
			t.Errorf("%s: %d of %d", name, pair[0], pair[1])
		}
	}
	c := clubhouse(t, func(cfg *Config) { cfg.AnonymousLimits = quota.Scopes{Origin: quota.Limits{Upgrades: 2}} })
	var got []int
	for range 3 {
		response, _ := ask(t, "POST", c.URL+"/ticket", "Origin", blog)
		got = append(got, response.StatusCode)
	}
	if fmt.Sprint(got) != "[200 200 429]" {
		t.Errorf("tickets %v", got)
	}
}

// TestUpgrade_refusedSocketsHoldNoPlace: many with bad tickets leave room for one
// with a good one.
func TestUpgrade_refusedSocketsHoldNoPlace(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) { cfg.MaxSessions = 1 })
	for range 20 {
		for {
			ws, status := c.knock(shop, "v1.x.y")
			if status == http.StatusServiceUnavailable {
				continue // the one before is just closing
			}
			closedWith(t, ws)
			break
		}
	}
	for v := c.asks(shop, c.mint(nil)); !v.OK; v = c.asks(shop, c.mint(nil)) {
	}
	c.enters(shop, c.mint(nil))
	if v := c.asks(shop, c.mint(nil)); v.Code != protocol.RefusalFull || v.RetryAfterMs != 10_000 {
		t.Errorf("full: %+v", v)
	}
}

// TestUpgrade_manyRefusalsAreFewWarnings.
func TestUpgrade_manyRefusalsAreFewWarnings(t *testing.T) {
	c := clubhouse(t, nil)
	for i := range 300 {
		ask(t, "GET", c.URL+"/ws", "Origin", fmt.Sprintf("https://a%d.example", i))
	}
	if n := strings.Count(c.log.String(), `"level":"warn"`); n < 50 || n == 300 {
		t.Errorf("%d warnings", n)
	}
}
