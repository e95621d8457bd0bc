package httpapi

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"

	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/ticket"
)

// TestH40_listedOriginsGetInWithTheirTicket, and the session learns who they are
// from the ticket.
func TestH40_listedOriginsGetInWithTheirTicket(t *testing.T) {
	c := clubhouse(t, nil)
	one := c.mint(nil)
	if v := c.asks(shop, one); !v.OK {
		t.Errorf("check: %+v", v)
	}
	_, peer := c.enters(shop, one)
	if peer.Site != "shop" || peer.Subject != "ada" || peer.Origin != shop || peer.Meter == nil {
		t.Errorf("peer %+v", peer)
	}

	// The server's own page needs none, and is somebody if it shows one.
	if v := c.asks(c.URL); !v.OK {
		t.Errorf("check of the own page: %+v", v)
	}
	if _, peer := c.enters(c.URL); peer.Site != "" || peer.Subject != "" || peer.Origin != c.URL {
		t.Errorf("peer %+v", peer)
	}
	if _, peer := c.enters(""); peer.Origin != "" {
		t.Errorf("peer %+v", peer)
	}
	if code, why := c.refusedWith(c.URL, c.mint(nil)); code != protocol.CloseAuthentication || why.Reason != "origin" {
		t.Errorf("the own page with a ticket of another: %d %+v", code, why)
	}
}

// TestH40_refusalsNameTheFlag: a page that is not listed is told what would help,
// and so is the operator, with the value.
func TestH40_refusalsNameTheFlag(t *testing.T) {
	c := clubhouse(t, nil)
	for _, origin := range []string{"https://evil.example", "http://shop.example", shop + ":8443", "https://a.shop.example"} {
		if ws, status := c.knock(origin, c.mint(func(cl *ticket.Claims) { cl.Origin = origin })); ws != nil || status != http.StatusForbidden {
			t.Errorf("%s: status %d", origin, status)
		}
		v := c.asks(origin)
		if v.OK || v.Code != protocol.RefusalOrigin || v.RetryAfterMs != 0 || !strings.Contains(v.Message, "-origins "+origin+",") {
			t.Errorf("%s: %+v", origin, v)
		}
		if line := `"code":"origin","origin":"` + origin + `","add":"-origins ` + origin + `"`; !strings.Contains(c.log.String(), line) {
			t.Errorf("%s: log %s", origin, c.log)
		}
	}
	for _, origin := range []string{"null", "", "https://x.example/path", "file://"} {
		if ws, status := c.knock(cmp.Or(origin, " "), c.mint(nil)); ws != nil || status != http.StatusForbidden {
			t.Errorf("%q: status %d", origin, status)
		}
		if v := c.asks(cmp.Or(origin, " ")); v.Code != protocol.RefusalOrigin {
			t.Errorf("%q: %+v", origin, v)
		}
	}
	// Listed, and nobody can mint a ticket for it.
	if code, why := c.refusedWith(alone); code != protocol.CloseAuthentication || why != (protocol.Closed{Code: protocol.RefusalAuthentication, Reason: "missing"}) {
		t.Errorf("alone: %d %+v", code, why)
	}
	if v := c.asks(alone); v.Code != protocol.RefusalAuthentication || !strings.Contains(v.Message, "-anonymous-origins "+alone+",") || !strings.Contains(v.Message, "-site-keys FILE") {
		t.Errorf("alone: %+v", v)
	}
	if !strings.Contains(c.log.String(), `"add":"-anonymous-origins `+alone+`"`) {
		t.Errorf("log %s", c.log)
	}
	// Another host: as a page for people, and as /check for the client.
	response, body := ask(t, "GET", c.URL+"/check", "Host", "chat.example:99", "Origin", shop)
	if response.StatusCode != 200 || !strings.Contains(body, `"code":"host"`) || !strings.Contains(body, "-hosts chat.example,") {
		t.Errorf("another host: %s %s", response.Status, body)
	}
	if response, body := ask(t, "GET", c.URL+"/check", "Host", "a b"); response.StatusCode != 400 && !strings.Contains(body, `"code":"host"`) {
		t.Errorf("no host: %s %s", response.Status, body)
	}
}

// TestUpgrade_withoutOriginsOnlyTheOwnPage is served, whatever it shows.
func TestUpgrade_withoutOriginsOnlyTheOwnPage(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) { cfg.Origins, cfg.Anonymous = nil, nil })
	for _, origin := range []string{shop, blog} {
		if ws, status := c.knock(origin, c.mint(nil)); ws != nil || status != http.StatusForbidden {
			t.Errorf("%s: status %d", origin, status)
		}
		if response, _ := ask(t, "GET", c.URL+"/client.js", "Origin", origin); response.Header.Get(allowOrigin) != "" {
			t.Errorf("%s may read files", origin)
		}
		if response, _ := ask(t, "POST", c.URL+"/ticket", "Origin", origin); response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: ticket %s", origin, response.Status)
		}
	}
	c.enters(c.URL)
}

// TestH40_filesForOtherSites: pages of listed origins can import the client, any
// page can name it in a script tag, and nothing else is shared.
func TestH40_filesForOtherSites(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) {
		cfg.Web = withFile(bundle, "embed/v1.js", "export {}")
	})
	for path, shared := range map[string]bool{
		"/client.js": true, "/webmcp.js": true, "/chat.js": true, "/parts/words-A1.js": true, "/embed/v1.js": true, "/": false, "/app.js": false, "/missing": false,
	} {
		for origin, listed := range map[string]bool{shop: true, blog: true, alone: true, "https://evil.example": false, "null": false} {
			response, _ := ask(t, "GET", c.URL+path, "Origin", origin)
			want := ""
			if shared && listed {
				want = origin
			}
			if got := response.Header.Get(allowOrigin); got != want {
				t.Errorf("%s for %s: %q", path, origin, got)
			}
			policy := map[bool]string{true: "cross-origin", false: "same-origin"}[shared]
			if got := response.Header.Get("Cross-Origin-Resource-Policy"); got != policy {
				t.Errorf("%s: policy %s", path, got)
			}
			if vary := slices.Contains(response.Header.Values("Vary"), "Origin"); vary != shared {
				t.Errorf("%s: vary %v", path, vary)
			}
		}
	}
}

// TestCheck_changesNothing: whoever asks a hundred times gets in all the same.
func TestCheck_changesNothing(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) {
		s := cfg.Sites["shop"]
		s.Limits.Subject = quota.Limits{Upgrades: 1}
		cfg.Sites["shop"] = s
	})
	one := c.mint(nil)
	for range 100 {
		if v := c.asks(shop, one); !v.OK {
			t.Fatalf("%+v", v)
		}
	}
	c.enters(shop, one)
	if v := c.asks(shop, c.mint(nil)); v.Code != protocol.RefusalRateLimited || v.Reason != "upgrades" || v.RetryAfterMs < 1000 || v.RetryAfterMs > 60_000 {
		t.Errorf("a second one: %+v", v)
	}
}
