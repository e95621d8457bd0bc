// Package web holds the bundled web part of Farhand: the page, its styles and
// the client library, as web/build.mjs leaves them in dist.
//
// A fresh clone has no bundle yet and still compiles: dist then holds only a
// placeholder, and FS says so. The files are read-only and safe for concurrent
// use. Serving them, and with which headers, is the job of internal/httpapi.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS returns the bundled files, index.html and client.js at its top. built is
// false when the binary was compiled before the web part was bundled; files
// then has neither.
func FS() (files fs.FS, built bool) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path
	}
	_, err = fs.Stat(files, "index.html")
	return files, err == nil
}
