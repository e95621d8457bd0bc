package emulator

import (
	"net/http"
	"regexp"
)

// target is what a path names.
type target struct {
	vertex  string // on a path of Vertex AI the full name of the model; else empty
	version string // v1, v1beta or v1alpha
	model   string // empty: the list of models
	method  string // generateContent and so on; empty: a GET of models
}

func (t target) stream() bool { return t.method == "streamGenerateContent" }

// base is the method that errors name: a stream's is the plain one.
func (t target) base() string {
	if t.method == "countTokens" {
		return t.method
	}
	return "generateContent"
}

var modelsPath = regexp.MustCompile(`^/(v1|v1beta|v1alpha)/models(?:/([^/:]+)(?::(generateContent|streamGenerateContent|countTokens))?)?$`)

// vertexPath is where the same models answer at Vertex AI; which project and
// location it names makes no difference.
var vertexPath = regexp.MustCompile(`^/(v1|v1beta1)/(projects/[^/]+/locations/[^/]+/publishers/google/models/([^/:]+)):(generateContent|streamGenerateContent)$`)

// route finds the target of a request. Unknown paths (E1), a method that does
// not fit (E2) and an empty model (E10) have none.
func route(r *http.Request) (target, bool) {
	if m := vertexPath.FindStringSubmatch(r.URL.Path); m != nil {
		return target{version: m[1], vertex: m[2], model: m[3], method: m[4]}, r.Method == http.MethodPost
	}
	m := modelsPath.FindStringSubmatch(r.URL.Path)
	if m == nil {
		return target{}, false
	}
	t := target{version: m[1], model: m[2], method: m[3]}
	want := http.MethodGet
	if t.method != "" {
		want = http.MethodPost
	}
	return t, r.Method == want
}

// notFoundPage is the answer without a route: HTML, not JSON (E1).
const notFoundPage = `<!DOCTYPE html>
<html lang=en>
<title>Error 404 (Not Found)!!1</title>
<p><b>404.</b> That's an error.</p>
<p>The requested URL was not found on this server.</p>
</html>
`
