package httpapi

import (
	"html/template"
	"net/http"
)

// page is a page of words for people. It has no style and no script of its
// own, so that it needs nothing from a host that may not be allowed.
type page struct {
	Title string
	Text  []string
	Code  []string // what to type, one line each
}

var pageTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
{{range .Text}}<p>{{.}}</p>
{{end}}{{range .Code}}<pre><code>{{.}}</code></pre>
{{end}}</main>
</body>
</html>
`))

func (p page) write(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, p) // the peer has gone, nobody to tell
}

// wrongHost answers a request for a host that is not allowed. The name is
// empty if the request named none that can be allowed.
func wrongHost(w http.ResponseWriter, name string) {
	p := page{Title: "This server does not answer to that name"}
	if name == "" {
		p.Text = []string{"The request's Host header holds no valid host name."}
	} else {
		p.Text = []string{
			"It was asked for as " + name + ", which is not among the hosts that it was started for.",
			"If this is your server and the name is right, start it with this flag, or set the environment variable. " +
				"The value is a list with commas; it replaces the one in use, so repeat the names that you still need.",
		}
		p.Code = []string{"-hosts " + name, "FARHAND_HOSTS=" + name}
	}
	p.write(w, http.StatusForbidden)
}

// notBuilt answers for files of the web part in a binary without it.
func notBuilt(w http.ResponseWriter) {
	page{
		Title: "This server was built without its page",
		Text:  []string{"The web part was not bundled before the binary was compiled. This does both:"},
		Code:  []string{"make build"},
	}.write(w, http.StatusServiceUnavailable)
}

func notFound(w http.ResponseWriter, _ *http.Request) {
	page{Title: "Not found", Text: []string{"There is nothing at this address."}}.write(w, http.StatusNotFound)
}
