package httpapi

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/session"
	"farhand/internal/socket"
)

// bundle is a built web part.
var bundle = fstest.MapFS{
	"index.html":        {Data: []byte("<!doctype html><title>Farhand</title>")},
	"app.js":            {Data: []byte("export {}")},
	"client.js":         {Data: []byte("export const built = 'in'")},
	"chat.js":           {Data: []byte("export const chat = 'in'")},
	"parts/words-A1.js": {Data: []byte("export const words = 'in'")},
}

// start runs a Handler on a real server. Fields of cfg that are zero get a
// value that works.
func start(t *testing.T, cfg Config) (*Handler, *httptest.Server) {
	t.Helper()
	if cfg.Hosts == nil {
		cfg.Hosts, _ = ParseHosts([]string{"127.0.0.1"})
	}
	if cfg.Web == nil {
		cfg.Web = bundle
	}
	if cfg.Serve == nil {
		cfg.Serve = func(context.Context, *socket.Conn, session.Peer) {}
	}
	if cfg.MaxSessions == 0 {
		cfg.MaxSessions = 64
	}
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Drain(within(t)); err != nil {
			t.Errorf("drain: %v", err)
		}
		server.Close()
	})
	return h, server
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// ask makes one request; header has name, value, name, value.
func ask(t *testing.T, method, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(within(t), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Add(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestHandler_headersOnEveryResponse(t *testing.T) {
	_, server := start(t, Config{Permissions: func() string { return "geolocation=(self)" }})
	for _, path := range []string{"/", "/client.js", "/missing", "/healthz", "/readyz", "/ws"} {
		response, _ := ask(t, "GET", server.URL+path)
		for name, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": map[bool]string{true: "cross-origin", false: "same-origin"}[path == "/client.js"],
			"Permissions-Policy":           "geolocation=(self)",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		addr := server.Listener.Addr().String()
		csp := response.Header.Get("Content-Security-Policy")
		for _, want := range []string{
			"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
			"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
			"require-trusted-types-for 'script'", "trusted-types 'none'",
			"connect-src 'self' ws://" + addr + " wss://" + addr,
		} {
			if !strings.Contains("; "+csp+";", "; "+want+";") {
				t.Errorf("%s: the policy lacks %q: %s", path, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
			t.Errorf("%s: the policy is %s", path, csp)
		}
	}
}

func TestHandler_policyForIPv6NamesNoAddress(t *testing.T) {
	hosts, _ := ParseHosts([]string{"[::1]"})
	_, server := start(t, Config{Hosts: hosts})
	response, _ := ask(t, "GET", server.URL, "Host", "[::1]:8080")
	csp := response.Header.Get("Content-Security-Policy")
	if response.StatusCode != 200 || !strings.HasSuffix(csp, "connect-src 'self'") {
		t.Errorf("%s: %s", response.Status, csp)
	}
}

func TestHandler_wrongHostIsToldWhatToAdd(t *testing.T) {
	_, server := start(t, Config{})
	for _, path := range []string{"/", "/client.js", "/ws", "/missing"} {
		response, body := ask(t, "GET", server.URL+path, "Host", "Farhand.Example.org:8080")
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", path, response.Status)
		}
		if got := response.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
			t.Errorf("%s: content type %q", path, got)
		}
		if csp := response.Header.Get("Content-Security-Policy"); !strings.HasSuffix(csp, "connect-src 'self'") {
			t.Errorf("%s: policy %q", path, csp)
		}
		for _, want := range []string{"-hosts farhand.example.org<", "FARHAND_HOSTS=farhand.example.org<"} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: the page lacks %q:\n%s", path, want, body)
			}
		}
	}
}

func TestHandler_badHostHeaders(t *testing.T) {
	_, server := start(t, Config{})
	for _, row := range []struct {
		host string
		want string
	}{
		{"Host: <b>x</b>", "400"},
		{"Host: a@127.0.0.1", "400"},
		{"Host: \"><b>", "400"},
		{"Host: " + strings.Repeat("a", 5000), "403"},
		{"Host:", "403"},
		{"Host: 127.0.0.1", "200"},
		{"Host: 127.0.0.1\r\nHost: example.org", "400"},
		{"X-No-Host: 1", "400"},
	} {
		answer := raw(t, server, "GET / HTTP/1.1\r\n"+row.host+"\r\nConnection: close\r\n\r\n")
		if !strings.HasPrefix(answer, "HTTP/1.1 "+row.want+" ") {
			t.Errorf("%.40q: %.40q, want %s", row.host, answer, row.want)
		}
		if strings.Contains(answer, "<b>") || strings.Contains(answer, "aaaaa") {
			t.Errorf("%.40q: the answer repeats it", row.host)
		}
	}
	if answer := raw(t, server, "GET / HTTP/1.0\r\n\r\n"); !strings.HasPrefix(answer, "HTTP/1.0 403 ") {
		t.Errorf("no host in HTTP/1.0: %.40q", answer)
	}
}

// raw sends bytes and returns what comes back.
func raw(t *testing.T, server *httptest.Server, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

func TestHandler_healthSkipsTheHostCheck(t *testing.T) {
	h, server := start(t, Config{})
	for _, path := range []string{"/healthz", "/readyz"} {
		if response, _ := ask(t, "GET", server.URL+path, "Host", "10.1.2.3"); response.StatusCode != 200 {
			t.Errorf("%s: %s", path, response.Status)
		}
		if response, body := ask(t, "HEAD", server.URL+path); response.StatusCode != 200 || body != "" {
			t.Errorf("HEAD %s: %s %q", path, response.Status, body)
		}
	}
	if err := h.Drain(within(t)); err != nil {
		t.Fatal(err)
	}
	if response, _ := ask(t, "GET", server.URL+"/readyz"); response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz while draining: %s", response.Status)
	}
	if response, body := ask(t, "GET", server.URL+"/healthz"); response.StatusCode != 200 || body != "ok\n" {
		t.Errorf("/healthz while draining: %s %q", response.Status, body)
	}
}

func TestHandler_panicTellsNothing(t *testing.T) {
	var log bytes.Buffer
	_, server := start(t, Config{Web: brokenFS{}, Log: zerolog.New(&log)})
	response, body := ask(t, "GET", server.URL)
	if response.StatusCode != http.StatusInternalServerError || strings.Contains(body, "marker") {
		t.Errorf("%s: %s", response.Status, body)
	}
	if !strings.Contains(log.String(), `"panic":"string"`) || strings.Contains(log.String(), "marker") {
		t.Errorf("log: %s", log.String())
	}
}

type brokenFS struct{}

func (brokenFS) Open(string) (fs.File, error) { panic("marker") }

// TestHandler_logHasNothingThatWasTyped: of what a peer sends, the log repeats paths
// of our own files and origins that could be one (TestH40_refusalsNameTheFlag).
func TestHandler_logHasNothingThatWasTyped(t *testing.T) {
	var log bytes.Buffer
	_, server := start(t, Config{Log: zerolog.New(&log)})
	ask(t, "GET", server.URL+"/app.js?marker=1")
	ask(t, "GET", server.URL+"/marker")
	ask(t, "GET", server.URL+"/marker/../%6darker.js?marker")
	ask(t, "POST", server.URL+"/marker")
	ask(t, "GET", server.URL+"/app.js", "Host", "marker.example", "Referer", "http://marker/", "User-Agent", "marker")
	for _, path := range []string{"/ws", "/check", "/ticket"} {
		ask(t, "GET", server.URL+path, "Origin", "http://marker/", "Farhand-Ticket", "marker", "X-Forwarded-For", "marker",
			"Sec-WebSocket-Protocol", "farhand.ticket.marker")
	}
	if !strings.Contains(log.String(), `"path":"/app.js"`) || strings.Contains(log.String(), "marker") {
		t.Errorf("log: %s", log.String())
	}
}

func TestNew_refusesAnIncompleteConfig(t *testing.T) {
	hosts, _ := ParseHosts([]string{"localhost"})
	whole := Config{Hosts: hosts, Web: bundle, MaxSessions: 1, Serve: func(context.Context, *socket.Conn, session.Peer) {}}
	if _, err := New(whole); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Config){
		"hosts":    func(c *Config) { c.Hosts = nil },
		"web":      func(c *Config) { c.Web = nil },
		"sessions": func(c *Config) { c.MaxSessions = 0 },
		"serve":    func(c *Config) { c.Serve = nil },
	} {
		cfg := whole
		spoil(&cfg)
		if _, err := New(cfg); err == nil {
			t.Errorf("without %s: no error", name)
		}
	}
}
