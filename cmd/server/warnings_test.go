package main

import (
	"strings"
	"testing"
)

// TestWarnings: each combination of settings that lets in nobody, or more than one
// may think, or changes nothing, is named with the flag to change; the others are
// not.
func TestWarnings(t *testing.T) {
	sites := siteKeys(t) // of shop
	const (
		blog     = "https://blog.example"
		vite     = "http://localhost:5173"
		loop     = "-addr 127.0.0.1:8080 "
		anywhere = "-addr 0.0.0.0:8080 "
		public   = "-hosts chat.example "
		nobody   = "origin " + shop + ", add -anonymous-origins " + shop + ", or -site-keys "
		site     = "site shop, origin " + shop + ", add -origins " + shop
		unread   = "listen 127.0.0.1:8080, add -trusted-proxies 127.0.0.1"
		names    = "listen 0.0.0.0:8080, add -hosts NAME"
	)
	for _, row := range []struct {
		args string
		want []string // the fields of each warning
	}{
		// Who can reach the server.
		{loop, nil},
		{"-addr localhost:0 ", nil},
		{"-addr [::1]:8080 ", nil},
		{anywhere, []string{names}},
		{"-addr :8080 ", []string{"listen :8080, add -hosts NAME"}},
		{"-addr 192.0.2.1:8080 -hosts localhost,[::1]:80", []string{"listen 192.0.2.1:8080, add -hosts NAME"}},
		{anywhere + public, nil},
		{anywhere + "-hosts localhost,chat.example", nil},
		{loop + public, []string{unread}},
		{loop + public + "-trusted-proxies 127.0.0.1", nil},
		{"-addr [::1]:8080 " + public + "-trusted-proxies ::1", nil},
		{loop + public + "-trusted-proxies 10.0.0.0/8", []string{unread}},
		{loop + "-trusted-proxies 10.0.0.0/8", []string{unread}},
		{loop + "-trusted-proxies 127.0.0.0/8", nil},
		{anywhere + public + "-trusted-proxies 10.0.0.0/8", nil},
		{anywhere + public + "-trusted-proxies 10.0.0.0/8,0.0.0.0/0", []string{"change -trusted-proxies"}},
		{loop + public + "-trusted-proxies ::/0", []string{"change -trusted-proxies"}},
		{loop + "-dev", nil},
		{loop + "-dev " + public, []string{"remove -dev", unread}},
		{loop + "-dev " + public + "-trusted-proxies 127.0.0.1", []string{"remove -dev", "remove -trusted-proxies"}},
		{loop + "-dev -trusted-proxies 127.0.0.1", []string{"remove -trusted-proxies"}},

		// Whose pages get in.
		{"-origins " + shop, []string{nobody + "FILE"}},
		{"-origins " + shop + "," + blog + " -anonymous-origins " + blog, []string{nobody + "FILE", "origin " + blog + ", remove -origins " + blog}},
		{"-anonymous-origins " + shop, nil},
		{"-origins " + shop + " -anonymous-origins " + shop, []string{"origin " + shop + ", remove -origins " + shop}},
		{"-origins " + shop + " -site-keys SITES", nil},
		{"-origins " + shop + "," + blog + " -site-keys SITES", []string{"origin " + blog + ", add -anonymous-origins " + blog + ", or -site-keys SITES"}},
		{"-origins " + shop + " -anonymous-origins " + blog + " -site-keys SITES", nil},
		{"-origins " + shop + " -anonymous-origins " + shop + " -site-keys SITES", []string{"origin " + shop + ", remove -origins " + shop}},
		{"-anonymous-origins " + shop + " -site-keys SITES", nil},
		{"-site-keys SITES", []string{site}},
		{"-anonymous-origins " + blog + " -site-keys SITES", []string{site}},
		{loop + "-origins " + vite, []string{"origin " + vite + ", add -anonymous-origins " + vite + ", or -site-keys FILE"}},
		{loop + "-dev -origins " + vite, []string{"origin " + vite + ", remove -origins " + vite}},
		{loop + "-dev -anonymous-origins " + vite, []string{"origin " + vite + ", remove -anonymous-origins " + vite}},
		{loop + "-dev -origins " + shop, []string{nobody + "FILE"}},
		{loop + "-origins http://localhost:8080", nil},
		{loop + "-origins http://localhost", []string{"origin http://localhost, add -anonymous-origins http://localhost, or -site-keys FILE"}},
		{anywhere + public + "-origins https://chat.example", nil},
		{anywhere + public + "-origins https://chat.example:8443 -anonymous-origins https://chat.example", []string{
			"origin https://chat.example:8443, add -anonymous-origins https://chat.example:8443, or -site-keys FILE"}},
		{anywhere + "-hosts shop.example -site-keys SITES", nil}, // the site's page is the server's own
	} {
		c, faults, err := parse(strings.Fields(strings.ReplaceAll(row.args, "SITES", sites)), nil)
		in, more := load(c)
		if faults = append(faults, more...); err != nil || len(faults) > 0 {
			t.Fatalf("%s: %v %v", row.args, err, faults)
		}
		var got []string
		for _, w := range warnings(c, in) {
			var fields []string
			for _, f := range w.fields {
				fields = append(fields, f[0]+" "+strings.ReplaceAll(f[1], sites, "SITES"))
			}
			got = append(got, strings.Join(fields, ", "))
			if w.text == "" || strings.Contains(w.text, siteKey) {
				t.Errorf("%s: says %q", row.args, w.text)
			}
		}
		if strings.Join(got, "; ") != strings.Join(row.want, "; ") {
			t.Errorf("%s:\n got %q\nwant %q", row.args, got, row.want)
		}
	}
}

// What happens to visitors of an origin that nobody mints tickets for is said in
// full, with both ways out; and that is what happens to them.
func TestWarnings_anOriginWithoutTickets(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-origins", shop})
	for _, want := range []string{"closed with 4003", "visitors cannot talk", "-site-keys", "-anonymous-origins", `"origin":"` + shop + `"`} {
		if !strings.Contains(s.log(), want) {
			t.Errorf("no %q in %s", want, s.log())
		}
	}
	ws, status := from(t, s.addr, shop, "")
	if ws == nil {
		t.Fatalf("status %d", status)
	}
	if _, _, err := ws.Read(within(t)); err == nil || !strings.Contains(err.Error(), "4003") || !strings.Contains(err.Error(), "missing") {
		t.Errorf("%v", err)
	}
}
