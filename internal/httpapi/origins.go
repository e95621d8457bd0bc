package httpapi

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Origins is a list of exact origins: scheme, host and port. The zero value has
// none.
type Origins []string

// ParseOrigins checks origins such as https://shop.example. A default port may be
// left out. There are no wildcards. The error joins one for each bad entry.
func ParseOrigins(entries []string) (Origins, error) {
	var list Origins
	var faults []error
	for _, entry := range entries {
		origin, ok := canonicalOrigin(entry)
		if !ok {
			faults = append(faults, fmt.Errorf("%q: %w", entry, errors.New("not an origin such as https://shop.example")))
			continue
		}
		list = append(list, origin)
	}
	return list, errors.Join(faults...)
}

func (l Origins) has(origin string) bool { return slices.Contains(l, origin) }

// canonicalOrigin returns an origin in the one spelling of browsers: lower case,
// without the default port.
func canonicalOrigin(s string) (origin string, ok bool) {
	from, port, ok := parseOrigin(s)
	if !ok || strings.HasSuffix(s, ":") {
		return "", false
	}
	if from.port == port {
		from.port = ""
	}
	return schemeOf[port] + "://" + from.String(), true
}

var schemeOf = map[string]string{"80": "http", "443": "https"}
