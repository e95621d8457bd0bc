package gemini

import (
	"context"
	"errors"
	"net/http"
	"regexp"

	"google.golang.org/genai"

	"farhand/internal/model"
)

// Vertex is where a model of Vertex AI runs. Its requests carry Application
// Default Credentials instead of a key: GOOGLE_APPLICATION_CREDENTIALS, the file
// of gcloud, or the metadata server. The tokens are fetched by Google's library
// over connections of its own, when a request needs one, within its time.
// Source: https://cloud.google.com/docs/authentication/application-default-credentials
type Vertex struct {
	Project  string // its id or number; "": the model is of the Gemini API
	Location string // region, multi-region or global; "": global
}

var (
	projectPattern  = regexp.MustCompile(`^[a-z0-9][a-z0-9.:-]{0,62}$`)
	locationPattern = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)
)

// ValidProject reports whether project can be the id or number of one.
func ValidProject(project string) bool { return projectPattern.MatchString(project) }

// ValidLocation reports whether location can be a region, a multi-region or
// global.
func ValidLocation(location string) bool { return locationPattern.MatchString(location) }

// check returns the faults of v.
func (v Vertex) check() error {
	var faults []error
	if v.Project != "" && !ValidProject(v.Project) {
		faults = append(faults, errors.New("the Vertex project is not a project id"))
	}
	if v.Location != "" && !ValidLocation(v.Location) {
		faults = append(faults, errors.New("the Vertex location is not a region"))
	}
	return errors.Join(faults...)
}

// url returns the address of v's location.
// Source: https://cloud.google.com/vertex-ai/docs/reference/rest
func (v Vertex) url() string {
	switch v.Location {
	case "global":
		return "https://aiplatform.googleapis.com/"
	case "us", "eu":
		return "https://aiplatform." + v.Location + ".rep.googleapis.com/"
	}
	return "https://" + v.Location + "-aiplatform.googleapis.com/"
}

var errNoCredentials = errors.New("no usable Application Default Credentials: set GOOGLE_APPLICATION_CREDENTIALS, or run gcloud auth application-default login")

// authorize makes c the configuration of v, and returns the transport that puts
// a token on each request before base sends it. It looks for credentials; they
// are used only when a request is sent.
func (v Vertex) authorize(c *genai.ClientConfig, base http.RoundTripper) (http.RoundTripper, error) {
	c.Backend, c.Project, c.Location = genai.BackendVertexAI, v.Project, v.Location
	client := &http.Client{Transport: departure{base}}
	c.HTTPClient = client
	if err := c.UseDefaultCredentials(); err != nil {
		return nil, errNoCredentials // the library's own error can quote the file
	}
	// Credentials of a person name the project that pays.
	if payer, err := c.Credentials.QuotaProjectID(context.Background()); err == nil && payer != "" {
		c.HTTPOptions.Headers = http.Header{"X-Goog-User-Project": {payer}}
	}
	return client.Transport, nil
}

// departure notes that a request leaves: one that does not got no token.
type departure struct{ base http.RoundTripper }

// RoundTrip sends r.
func (d departure) RoundTrip(r *http.Request) (*http.Response, error) {
	answerOf(r).left = true
	return d.base.RoundTrip(r)
}

const refusedCredentials = "Vertex AI refused the credentials of this server. Whoever runs the server must check them, their role and -vertex-project."

// noToken is the failure of a request that got no token. The library's error
// can quote the answer to it.
func noToken() *model.Error {
	return &model.Error{
		Kind:    model.KindAuth,
		Message: "This server got no access to Vertex AI. Whoever runs the server must check its Application Default Credentials.",
		Err:     errors.New("no token for the credentials"),
	}
}
