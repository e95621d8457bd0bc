package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestHandler_everyMethodAtEveryDoor, for every kind of origin: what is not taken is
// answered with what is, HEAD is GET without a body, a preflight allows what there
// is, and only pages that may read an answer can, which caches are told.
func TestHandler_everyMethodAtEveryDoor(t *testing.T) {
	c := clubhouse(t, func(cfg *Config) { cfg.Web = withFile(bundle, "embed/v1.js", "export {}") })
	const evil, none = "https://evil.example", ""
	allowed := []string{c.URL, shop, blog, alone}
	origins := append([]string{none, evil, "null", "https://x.example/path"}, allowed...)

	const all, listed, nobody = "*", "listed", ""
	for path, door := range map[string]struct {
		allow     string
		readers   string // pages that can read an answer
		varies    bool
		preflight string           // the header that is allowed; "": no preflight
		status    func(string) int // of the first method, by origin
	}{
		"/ws": {"GET", nobody, true, "", func(origin string) int {
			if origin == none || slices.Contains(allowed, origin) {
				return http.StatusUpgradeRequired
			}
			return http.StatusForbidden
		}},
		"/check": {"GET, HEAD, OPTIONS", all, true, "Farhand-Ticket", nil},
		"/ticket": {"OPTIONS, POST", listed, true, "Content-Type", func(origin string) int {
			if origin == blog {
				return http.StatusOK
			}
			return http.StatusForbidden
		}},
		"/healthz":           {"GET, HEAD", nobody, false, "", nil},
		"/readyz":            {"GET, HEAD", nobody, false, "", nil},
		"/":                  {"GET, HEAD", nobody, false, "", nil},
		"/app.js":            {"GET, HEAD", nobody, false, "", nil},
		"/client.js":         {"GET, HEAD", listed, true, "", nil},
		"/chat.js":           {"GET, HEAD", listed, true, "", nil},
		"/parts/words-A1.js": {"GET, HEAD", listed, true, "", nil},
		"/embed/v1.js":       {"GET, HEAD", listed, true, "", nil},
		"/missing":           {"GET, HEAD", nobody, false, "", func(string) int { return http.StatusNotFound }},
		"/check/":            {"GET, HEAD", nobody, false, "", func(string) int { return http.StatusNotFound }},
	} {
		methods := strings.Split(door.allow, ", ")
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
			for _, origin := range origins {
				header := []string{"Access-Control-Request-Method", "POST"}
				if origin != none {
					header = append(header, "Origin", origin)
				}
				response, body := ask(t, method, c.URL+path, header...)
				at := method + " " + path + " from " + origin

				want := http.StatusOK
				switch {
				case !slices.Contains(methods, method):
					want = http.StatusMethodNotAllowed
					if !strings.Contains(body, "This address takes "+door.allow+".") && method != "HEAD" {
						t.Errorf("%s: %s", at, body)
					}
				case method == "OPTIONS":
					want = http.StatusNoContent
				case door.status != nil:
					want = door.status(origin)
				}
				if response.StatusCode != want {
					t.Errorf("%s: %s, want %d", at, response.Status, want)
				}
				if allow := response.Header.Get("Allow"); (want == http.StatusMethodNotAllowed || method == "OPTIONS") && allow != door.allow {
					t.Errorf("%s: allow %q, want %q", at, allow, door.allow)
				}
				if method == "HEAD" && body != "" {
					t.Errorf("%s: body %q", at, body)
				}

				reader := door.readers
				if reader == listed {
					reader = ""
					if slices.Contains(allowed, origin) {
						reader = origin
					}
				}
				if got := response.Header.Get(allowOrigin); got != reader {
					t.Errorf("%s: %q may read it, want %q", at, got, reader)
				}
				if varies := slices.Contains(response.Header.Values("Vary"), "Origin"); varies != door.varies {
					t.Errorf("%s: vary %v", at, response.Header.Values("Vary"))
				}
				if got := response.Header.Get("Access-Control-Allow-Credentials"); got != "" {
					t.Errorf("%s: with credentials", at)
				}
				preflight, takes := "", ""
				if method == "OPTIONS" && want == http.StatusNoContent {
					preflight = door.preflight
					takes = strings.Join(slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return m == "OPTIONS" }), ", ")
				}
				if got := response.Header.Get("Access-Control-Allow-Headers"); got != preflight {
					t.Errorf("%s: may send %q, want %q", at, got, preflight)
				}
				if got := response.Header.Get("Access-Control-Allow-Methods"); got != takes {
					t.Errorf("%s: may use %q, want %q", at, got, takes)
				}
			}
		}
	}
}
