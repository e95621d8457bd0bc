package httpapi

import (
	"testing"
	"testing/fstest"
)

// TestH40_cacheOfTheElement: what has a version in its name never changes, the
// loader is looked for again soon, all else each time.
func TestH40_cacheOfTheElement(t *testing.T) {
	names := map[string]string{
		"embed/v1.js":               "public, max-age=300",
		"embed/v1.2.3/rest-ABC.js":  "public, max-age=31536000, immutable",
		"embed/v1.2.3.full.js":      "public, max-age=31536000, immutable",
		"embed/integrity.json":      "no-cache",
		"client.js":                 "no-cache",
		"embed/v1.2.3x/rest-ABC.js": "no-cache",
	}
	files := fstest.MapFS{}
	for name := range names {
		files[name] = &fstest.MapFile{Data: []byte("built")}
	}
	_, server := start(t, Config{Web: files})
	_, dev := start(t, Config{Web: files, Dev: true})
	for name, want := range names {
		response, _ := ask(t, "GET", server.URL+"/"+name)
		if got := response.Header.Get("Cache-Control"); response.StatusCode != 200 || got != want {
			t.Errorf("%s: %s, cache %q, want %q", name, response.Status, got, want)
		}
		response, _ = ask(t, "GET", dev.URL+"/"+name)
		if got := response.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s with -dev: cache %q", name, got)
		}
	}
}
