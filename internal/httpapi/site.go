package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// The files that the built-in web part has, if it was built.
const (
	fileIndex  = "index.html"
	fileClient = "client.js" // the client library
	fileWebMCP = "webmcp.js" // the page's own WebMCP tools, for the client library
	fileChat   = "chat.js"   // the conversation, which fetches from dirParts
	dirParts   = "parts/"
	dirEmbed   = "embed/" // the element for other sites
)

// forAnyPage reports whether a page of one's own, or of another site, may need the
// built-in file.
func forAnyPage(name string) bool {
	return name == fileClient || name == fileWebMCP || name == fileChat || strings.HasPrefix(name, dirParts) || strings.HasPrefix(name, dirEmbed)
}

// contentTypes are the files that a page consists of. The table is our own:
// the one of the system differs from machine to machine, and with nosniff a
// wrong type stops a script.
var contentTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".json":        "application/json",
	".map":         "application/json",
	".webmanifest": "application/manifest+json",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".jpg":         "image/jpeg",
	".jpeg":        "image/jpeg",
	".gif":         "image/gif",
	".webp":        "image/webp",
	".avif":        "image/avif",
	".ico":         "image/x-icon",
	".woff2":       "font/woff2",
}

// site serves files: those of app if there is one, else those of web, and what
// any page may need from web unless app has its own. Directories are not listed, and
// names that begin with a dot do not exist.
type site struct {
	app fs.FS // may be nil
	web fs.FS
	dev bool // browsers keep nothing
}

// ServeHTTP implements http.Handler.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += fileIndex
	}
	f, info := s.open(name)
	if f == nil {
		if name == fileClient || name == fileWebMCP || name == fileChat || name == fileIndex && s.app == nil {
			notBuilt(w)
			return
		}
		notFound(w, r)
		return
	}
	defer f.Close()

	tag, err := etag(f, info)
	if err != nil {
		panic(fmt.Errorf("read file: %w", err))
	}
	kind, ok := contentTypes[strings.ToLower(path.Ext(name))]
	if !ok {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", cacheOf(name, s.dev))
	w.Header().Set("ETag", tag)
	http.ServeContent(w, r, name, info.ModTime(), f)
}

// file is what http.ServeContent needs; the files of embed and os have it.
type file interface {
	fs.File
	io.Seeker
}

// open returns the regular file of that name, or nil.
func (s site) open(name string) (file, fs.FileInfo) {
	if !fs.ValidPath(name) || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") {
		return nil, nil
	}
	if s.app == nil {
		return open(s.web, name)
	}
	f, info := open(s.app, name)
	if f == nil && forAnyPage(name) {
		f, info = open(s.web, name)
	}
	return f, info
}

func open(files fs.FS, name string) (file, fs.FileInfo) {
	opened, err := files.Open(name)
	if err != nil {
		return nil, nil
	}
	info, err := opened.Stat()
	f, ok := opened.(file)
	if err != nil || !ok || !info.Mode().IsRegular() {
		opened.Close()
		return nil, nil
	}
	return f, info
}

// etag names the content: by time and size if the file has a time, else, as
// embedded files have none, by its bytes.
func etag(f file, info fs.FileInfo) (string, error) {
	if !info.ModTime().IsZero() {
		return fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()), nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return `"` + hex.EncodeToString(sum.Sum(nil)[:16]) + `"`, nil
}
