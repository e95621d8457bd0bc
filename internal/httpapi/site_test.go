package httpapi

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSite_builtInPage(t *testing.T) {
	_, server := start(t, Config{})
	for path, want := range map[string]struct{ kind, text string }{
		"/":           {"text/html; charset=utf-8", "Farhand"},
		"/index.html": {"text/html; charset=utf-8", "Farhand"},
		"/app.js":     {"text/javascript; charset=utf-8", "export {}"},
		"/client.js":  {"text/javascript; charset=utf-8", "built"},
	} {
		response, body := ask(t, "GET", server.URL+path)
		if response.StatusCode != 200 || response.Header.Get("Content-Type") != want.kind || !strings.Contains(body, want.text) {
			t.Errorf("%s: %s, %q: %s", path, response.Status, response.Header.Get("Content-Type"), body)
		}
		tag := response.Header.Get("ETag")
		if tag == "" || response.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: tag %q, cache %q", path, tag, response.Header.Get("Cache-Control"))
		}
		if response, body := ask(t, "GET", server.URL+path, "If-None-Match", tag); response.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("%s again: %s", path, response.Status)
		}
		if response, body := ask(t, "HEAD", server.URL+path); response.StatusCode != 200 || body != "" {
			t.Errorf("HEAD %s: %s", path, response.Status)
		}
	}
}

// TestSite_devKeepsNothing: what a developer has changed is there at once.
func TestSite_devKeepsNothing(t *testing.T) {
	_, server := start(t, Config{Dev: true})
	for _, path := range []string{"/", "/client.js"} {
		if response, _ := ask(t, "GET", server.URL+path); response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: cache %q", path, response.Header.Get("Cache-Control"))
		}
	}
}

func TestSite_missingFiles(t *testing.T) {
	_, server := start(t, Config{Web: fstest.MapFS{
		"index.html":     bundle["index.html"],
		"dir/file.txt":   {Data: []byte("file")},
		".secret":        {Data: []byte("secret")},
		"dir/.git/index": {Data: []byte("secret")},
	}})
	for _, path := range []string{"/missing", "/dir", "/dir/", "/.secret", "/dir/.git/index", "/../index.html", "/%2e%2e/x", "//index.html", "/a%00b"} {
		response, body := ask(t, "GET", server.URL+path)
		if response.StatusCode != http.StatusNotFound || !strings.Contains(body, "Not found") {
			t.Errorf("%s: %s\n%s", path, response.Status, body)
		}
	}
	if response, body := ask(t, "GET", server.URL+"/dir/file.txt"); response.StatusCode != 200 || body != "file" {
		t.Errorf("file: %s %q", response.Status, body)
	}
}

func TestH40_ownPage(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("index.html", "own page")
	put("sub/index.html", "own subpage")
	outside := filepath.Join(t.TempDir(), "outside.txt")
	if err := os.WriteFile(outside, []byte("outside"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	_, server := start(t, Config{App: root.FS()})

	get := func(path string) (int, string) {
		t.Helper()
		response, body := ask(t, "GET", server.URL+path)
		if !strings.HasPrefix(response.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s has another policy", path)
		}
		return response.StatusCode, body
	}
	for path, want := range map[string]string{
		"/": "own page", "/sub/": "own subpage", "/client.js": "export const built = 'in'",
		"/chat.js": "export const chat = 'in'", "/parts/words-A1.js": "export const words = 'in'",
	} {
		if status, body := get(path); status != 200 || body != want {
			t.Errorf("%s: %d %q", path, status, body)
		}
	}
	for _, path := range []string{"/app.js", "/parts/missing.js", "/link.txt"} {
		if status, body := get(path); status != 404 {
			t.Errorf("%s: %d %q", path, status, body)
		}
	}

	put("client.js", "own client")
	response, body := ask(t, "GET", server.URL+"/client.js")
	if body != "own client" {
		t.Errorf("own client: %q", body)
	}
	put("client.js", "own client, changed")
	if response, _ := ask(t, "GET", server.URL+"/client.js", "If-None-Match", response.Header.Get("ETag")); response.StatusCode != 200 {
		t.Errorf("after a change: %s", response.Status)
	}
}

func TestSite_saysThatItWasNotBuilt(t *testing.T) {
	for name, cfg := range map[string]Config{
		"/":          {Web: fstest.MapFS{"placeholder.txt": {}}},
		"/client.js": {Web: fstest.MapFS{}, App: fstest.MapFS{"index.html": bundle["index.html"]}},
		"/chat.js":   {Web: fstest.MapFS{}, App: fstest.MapFS{"index.html": bundle["index.html"]}},
	} {
		_, server := start(t, cfg)
		response, body := ask(t, "GET", server.URL+name)
		if response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "make build") {
			t.Errorf("%s: %s\n%s", name, response.Status, body)
		}
	}
}

// withFile is files and one more.
func withFile(files fstest.MapFS, name, text string) fstest.MapFS {
	all := maps.Clone(files)
	all[name] = &fstest.MapFile{Data: []byte(text)}
	return all
}
