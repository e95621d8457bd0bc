package gemini

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

const (
	// googleURL is where the Gemini API of Google is.
	// Source: https://ai.google.dev/api
	googleURL = "https://generativelanguage.googleapis.com/"

	// keyless stands for the key at a server that needs none: the SDK refuses
	// to start without one.
	keyless = "no-key"
)

// Config is what New needs.
type Config struct {
	Name    string // the model, as in the API's paths; required
	Key     string // the API key, secret; "" only where BaseURL needs none, and with Vertex
	BaseURL string // http or https, without the version path; "": Google's
	Vertex  Vertex // the zero value: the Gemini API

	// HTTP carries the requests. Only its Transport is used: redirects are
	// never followed, so that the key goes to one host, and its Timeout is
	// not applied. nil: a client of NewHTTPClient. Share one among adapters.
	HTTP *http.Client

	Log            zerolog.Logger // the zero value writes nowhere
	RequestTimeout time.Duration  // for one whole step; 0: 5 minutes
	FirstTimeout   time.Duration  // until the answer begins; 0: 2 minutes
	IdleTimeout    time.Duration  // from one piece of the answer to the next; 0: 1 minute
	Temperature    *float64       // 0 to 2; nil: the model's own
	Reasoning      Reasoning      // "": the model's own, and not shown
}

// ValidName reports whether name can be that of a model: the SDK puts it in the
// path unescaped.
func ValidName(name string) bool {
	return namePattern.MatchString(name) && !strings.Contains(name, "..")
}

var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@-]*(/[A-Za-z0-9][A-Za-z0-9._:@-]*)*$`)

// complete returns c with its defaults, or all its faults. No fault repeats
// the key.
func (c Config) complete() (Config, error) {
	var faults []error
	if !ValidName(c.Name) {
		faults = append(faults, fmt.Errorf("name %q of the model is not valid", c.Name))
	}
	if strings.ContainsFunc(c.Key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		faults = append(faults, errors.New("the key has white space, control or non-ASCII characters"))
	}
	if err := c.Vertex.check(); err != nil {
		faults = append(faults, err)
	}
	vertex := c.Vertex.Project != ""
	if vertex && c.Key != "" {
		faults = append(faults, errors.New("Vertex AI takes no key with a project"))
	}
	c.Vertex.Location = cmp.Or(c.Vertex.Location, "global")
	switch {
	case c.BaseURL != "":
		if err := checkBaseURL(c.BaseURL); err != nil {
			faults = append(faults, err)
		}
	case vertex:
		c.BaseURL = c.Vertex.url()
	case c.Key == "":
		faults = append(faults, errors.New("the Gemini API of Google needs a key"))
	default:
		c.BaseURL = googleURL
	}
	if min(c.RequestTimeout, c.FirstTimeout, c.IdleTimeout) < 0 {
		faults = append(faults, errors.New("a timeout is negative"))
	}
	if t := c.Temperature; t != nil && !(*t >= 0 && *t <= 2) {
		faults = append(faults, errors.New("the temperature is not between 0 and 2"))
	}
	if budgets[c.Reasoning] == 0 && c.Reasoning != "" || c.Reasoning == brief {
		faults = append(faults, fmt.Errorf("reasoning %q is neither low, medium nor high", c.Reasoning))
	}
	if c.Key == "" && !vertex {
		c.Key = keyless
	}
	c.RequestTimeout = cmp.Or(c.RequestTimeout, defaultRequestTimeout)
	c.FirstTimeout = cmp.Or(c.FirstTimeout, defaultFirstTimeout)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, defaultIdleTimeout)
	if c.HTTP == nil {
		c.HTTP = NewHTTPClient(HTTPConfig{})
	}
	return c, errors.Join(faults...)
}

// checkBaseURL does not repeat the address: it may hold a password.
func checkBaseURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		return errors.New("the base URL is not an absolute http or https URL")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New("the base URL has a user, a query or a fragment")
	}
	switch version := path.Base(u.Path); version {
	case "v1", "v1beta", "v1beta1", "v1alpha":
		return fmt.Errorf("the base URL ends in /%s: leave the version path out", version)
	}
	return nil
}
