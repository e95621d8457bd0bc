package httpapi

import "regexp"

// How long browsers keep a file. A page of the server itself is asked for again,
// with its tag, each time.
const (
	cacheNever   = "no-store" // for developers
	cacheAsk     = "no-cache"
	cacheMoving  = "public, max-age=300" // seconds; the loader of other sites finds a new version so soon
	cacheForever = "public, max-age=31536000, immutable"
)

// Names of embed/ that hold a version, and those that move with it.
var (
	versioned = regexp.MustCompile(`^embed/v\d+\.\d+\.\d+[./]`)
	moving    = regexp.MustCompile(`^embed/v\d+\.js$`)
)

// cacheOf returns the value of Cache-Control for a file.
func cacheOf(name string, dev bool) string {
	switch {
	case dev:
		return cacheNever
	case versioned.MatchString(name):
		return cacheForever
	case moving.MatchString(name):
		return cacheMoving
	}
	return cacheAsk
}
