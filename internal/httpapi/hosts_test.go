package httpapi

import (
	"strings"
	"testing"
)

func TestHosts_allows(t *testing.T) {
	list, err := ParseHosts([]string{"localhost", "127.0.0.1", "[::1]", "Farhand.Example.org:8443", "10.0.0.5:80"})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		host string
		want bool
	}{
		{"localhost", true},
		{"localhost:8080", true},
		{"LOCALHOST:8080", true},
		{"localhost.", true},
		{"localhost.:8080", true},
		{"localhost:", true},
		{"127.0.0.1:1", true},
		{"[::1]", true},
		{"[::1]:8080", true},
		{"[0:0:0:0:0:0:0:1]:8080", true},
		{"farhand.example.org:8443", true},
		{"10.0.0.5:80", true},

		{"farhand.example.org", false},
		{"farhand.example.org:443", false},
		{"10.0.0.5", false},
		{"", false},
		{".", false},
		{":8080", false},
		{"localhost..", false},
		{"a.localhost", false},
		{"localhost.example.org", false},
		{"localhost:http", false},
		{"localhost:0", false},
		{"localhost:99999", false},
		{"localhost:80:80", false},
		{"localhost:-1", false},
		{"localhost@example.org", false},
		{"example.org@localhost", false},
		{"user:pass@localhost", false},
		{"localhost/x", false},
		{"localhost example.org", false},
		{"localhost,example.org", false},
		{"127.0.0.2", false},
		{"127.1", false},
		{"0x7f.0.0.1", false},
		{"2130706433", false},
		{"::1", false},
		{"[::1", false},
		{"[::1]x", false},
		{"[::1%25lo]", false},
		{"[::1%lo]:80", false},
		{"[127.0.0.1]", false},
		{"[::ffff:127.0.0.1]", false},
		{"[localhost]", false},
		{"löcalhost", false},
		{"localhost\x00", false},
		{"<script>", false},
		{strings.Repeat("a", 254), false},
	} {
		h, err := parseHost(row.host)
		if got := err == nil && list.allows(h); got != row.want {
			t.Errorf("%q: allowed %v, want %v", row.host, got, row.want)
		}
	}
}

func TestParseHosts_namesEveryFault(t *testing.T) {
	_, err := ParseHosts([]string{"fine.example", "*", "http://example.org", "", "::1", "x:y"})
	if err == nil {
		t.Fatal("no error")
	}
	for _, entry := range []string{`"*"`, `"http://example.org"`, `""`, `"::1"`, `"x:y"`} {
		if !strings.Contains(err.Error(), entry) {
			t.Errorf("%s is not named in:\n%v", entry, err)
		}
	}
	if strings.Contains(err.Error(), "fine") {
		t.Errorf("a good entry is named in:\n%v", err)
	}
}

func TestSameOrigin(t *testing.T) {
	for _, row := range []struct {
		origin, host string
		want         bool
	}{
		{"http://localhost:8080", "localhost:8080", true},
		{"HTTP://localhost:8080", "localhost:8080", false}, // no browser writes it so
		{"http://LOCALHOST:8080", "localhost:8080", true},
		{"http://localhost", "localhost", true},
		{"http://localhost", "localhost:80", true},
		{"http://localhost:80", "localhost", true},
		{"https://farhand.example.org", "farhand.example.org", true},
		{"https://farhand.example.org", "farhand.example.org:443", true},
		{"https://farhand.example.org:8443", "farhand.example.org:8443", true},
		{"http://[::1]:8080", "[::1]:8080", true},

		{"http://localhost:8081", "localhost:8080", false},
		{"http://localhost", "localhost:8080", false},
		{"http://localhost:8080", "localhost", false},
		{"https://localhost", "localhost:80", false},
		{"http://127.0.0.1:8080", "localhost:8080", false},
		{"http://localhost.example.org:8080", "localhost:8080", false},
		{"http://a.localhost:8080", "localhost:8080", false},
		{"http://localhost:8080/", "localhost:8080", false},
		{"http://x@localhost:8080", "localhost:8080", false},
		{"http://localhost:8080,http://localhost:8080", "localhost:8080", false},
		{"null", "localhost:8080", false},
		{"", "localhost:8080", false},
		{"localhost:8080", "localhost:8080", false},
		{"//localhost:8080", "localhost:8080", false},
		{"file://", "localhost:8080", false},
		{"chrome-extension://localhost:8080", "localhost:8080", false},
		{"ws://localhost:8080", "localhost:8080", false},
	} {
		h, err := parseHost(row.host)
		if err != nil {
			t.Fatal(err)
		}
		if got := sameOrigin(row.origin, h); got != row.want {
			t.Errorf("origin %q of host %q: %v, want %v", row.origin, row.host, got, row.want)
		}
	}
}
