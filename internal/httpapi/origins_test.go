package httpapi

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestParseOrigins(t *testing.T) {
	for entry, want := range map[string]string{
		"https://shop.example":      "https://shop.example",
		"https://Shop.Example:443":  "https://shop.example",
		"https://shop.example:8443": "https://shop.example:8443",
		"http://shop.example:443":   "http://shop.example:443",
		"http://localhost:80":       "http://localhost",
		"http://[0:0::1]:3000":      "http://[::1]:3000",
		"https://xn--bcher-kva.de":  "https://xn--bcher-kva.de",

		"":                          "",
		"*":                         "",
		"null":                      "",
		"shop.example":              "",
		"//shop.example":            "",
		"https://":                  "",
		"https://*.example":         "",
		"https://shop.example/":     "",
		"https://shop.example/cart": "",
		"https://shop.example?x":    "",
		"https://shop.example#x":    "",
		"https://a@shop.example":    "",
		"https://shop.example:0":    "",
		"https://shop.example:":     "",
		"https://shop.example:x":    "",
		"https://bücher.de":         "",
		"wss://shop.example":        "",
		"file:///x":                 "",
		"chrome-extension://abc":    "",
		" https://shop.example":     "",
	} {
		list, err := ParseOrigins([]string{entry})
		if (err == nil) != (want != "") || want != "" && !slices.Equal(list, []string{want}) {
			t.Errorf("%q: %q, %v", entry, list, err)
		}
	}
	if _, err := ParseOrigins([]string{"a", "https://ok.example", "b"}); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("two faults: %v", err)
	}
}

// TestProxies_client: the header counts only as far as proxies that are trusted
// wrote it.
func TestProxies_client(t *testing.T) {
	trusted, err := ParseProxies([]string{"10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48", "fe80::/10"})
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		trusted   Proxies
		peer      string
		forwarded []string
		want      string
	}{
		"no proxy":                        {nil, "192.0.2.1:5", nil, "192.0.2.1"},
		"nobody is trusted":               {nil, "192.0.2.1:5", []string{"203.0.113.7"}, "192.0.2.1"},
		"the peer is not trusted":         {trusted, "192.0.2.1:5", []string{"203.0.113.7"}, "192.0.2.1"},
		"one proxy":                       {trusted, "10.0.0.1:5", []string{"203.0.113.7"}, "203.0.113.7"},
		"what the client wrote before":    {trusted, "10.0.0.1:5", []string{"198.51.100.1, 203.0.113.7"}, "203.0.113.7"},
		"two proxies":                     {trusted, "10.0.0.1:5", []string{"1.1.1.1, 203.0.113.7 , 10.9.9.9"}, "203.0.113.7"},
		"two lines":                       {trusted, "10.0.0.1:5", []string{"198.51.100.1", "203.0.113.7"}, "203.0.113.7"},
		"a proxy without the header":      {trusted, "10.0.0.1:5", nil, "10.0.0.1"},
		"an empty header":                 {trusted, "10.0.0.1:5", []string{""}, "10.0.0.1"},
		"no address":                      {trusted, "10.0.0.1:5", []string{"203.0.113.7, unknown"}, "10.0.0.1"},
		"an address with a port":          {trusted, "10.0.0.1:5", []string{"203.0.113.7:80"}, "203.0.113.7"},
		"brackets and a port":             {trusted, "10.0.0.1:5", []string{"[2001:db8:1:2::9]:80"}, "2001:db8:1:2::/64"},
		"brackets":                        {trusted, "10.0.0.1:5", []string{"[2001:db8:1:2::9]"}, "2001:db8:1:2::/64"},
		"a comma too many":                {trusted, "10.0.0.1:5", []string{"203.0.113.7,"}, "203.0.113.7"},
		"only proxies":                    {trusted, "10.0.0.1:5", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		"an IPv6 network":                 {nil, "[2001:db8:1:2:3:4:5:6]:5", nil, "2001:db8:1:2::/64"},
		"its neighbour":                   {nil, "[2001:db8:1:2::9]:5", nil, "2001:db8:1:2::/64"},
		"an IPv6 proxy":                   {trusted, "[2001:db8:ffff::1]:5", []string{"2001:db8:1:2::9"}, "2001:db8:1:2::/64"},
		"IPv4 in IPv6":                    {trusted, "[::ffff:10.0.0.1]:5", []string{"::ffff:203.0.113.7"}, "203.0.113.7"},
		"this machine":                    {nil, "127.0.0.1:5", nil, ""},
		"this machine, IPv6":              {nil, "[::1]:5", nil, ""},
		"a proxy here that was not named": {nil, "127.0.0.1:5", []string{"203.0.113.7"}, ""},
		"a proxy here":                    {trusted, "127.0.0.1:5", []string{"203.0.113.7"}, "203.0.113.7"},
		"a proxy on the same link":        {trusted, "[fe80::1%eth0]:5", []string{"203.0.113.7"}, "203.0.113.7"},
		"a client on the same link":       {nil, "[fe80::1%eth0]:5", nil, "fe80::/64"},
		"a hop with a zone":               {trusted, "10.0.0.1:5", []string{"2001:db8:1:2::9%evil"}, "2001:db8:1:2::/64"},
		"a port that is none":             {trusted, "10.0.0.1:5", []string{"203.0.113.7:x"}, "10.0.0.1"},
		"no peer":                         {trusted, "@", []string{"203.0.113.7"}, ""},
	} {
		r := httptest.NewRequest("GET", "/ws", nil)
		r.RemoteAddr = row.peer
		r.Header["X-Forwarded-For"] = row.forwarded
		if got := row.trusted.client(r); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
	for _, bad := range []string{"", "10.0.0.0/33", "10.0.0", "proxy.example", "10.0.0.0/-1", "fe80::1%eth0"} {
		if _, err := ParseProxies([]string{bad}); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
