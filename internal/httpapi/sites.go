package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"farhand/internal/quota"
	"farhand/internal/ticket"
	"farhand/internal/tool"
)

// Sites is the host sites that mint tickets, by name.
type Sites map[string]Site

// Site is one of them.
type Site struct {
	Keys    [][]byte     // the present one and, while it is changed, the one before
	Origins Origins      // of its pages
	Limits  quota.Scopes // of its pages
}

// anonymous is the site of tickets that the server gives away itself.
const anonymous = "anonymous"

var siteName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// ParseSites reads the file of -site-keys:
//
//	{"sites": {"shop": {
//	  "keys": ["base64url of at least 32 bytes", "the one before"],
//	  "origins": ["https://shop.example"],
//	  "limits": {"subject": {"turnsPerMinute": 20}}
//	}}}
//
// Limits that are not there are those of quota.Ticketed. The error joins one for
// each fault, with its path; none repeats a key.
func ParseSites(data []byte) (Sites, error) {
	var file struct {
		Sites map[string]siteEntry `json:"sites"`
	}
	if err := tool.CheckJSON(data); err != nil {
		return nil, err
	}
	if err := strict(data, &file); err != nil {
		return nil, err
	}
	if len(file.Sites) == 0 {
		return nil, errors.New("sites: want at least one")
	}
	sites := make(Sites, len(file.Sites))
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(file.Sites)) {
		if !siteName.MatchString(name) || name == anonymous {
			faults = append(faults, fmt.Errorf("sites: %.64q: want a name of lower-case letters, digits and -, and not %s", name, anonymous))
			continue
		}
		site, found := file.Sites[name].parse()
		for _, err := range found {
			faults = append(faults, fmt.Errorf("sites.%s.%s", name, strings.ReplaceAll(err.Error(), "\n", "; ")))
		}
		sites[name] = site
	}
	return sites, errors.Join(faults...)
}

type siteEntry struct {
	Keys    []string        `json:"keys"`
	Origins []string        `json:"origins"`
	Limits  json.RawMessage `json:"limits"`
}

func (e siteEntry) parse() (Site, []error) {
	site := Site{Limits: quota.Ticketed()}
	var faults []error
	if n := len(e.Keys); n < 1 || n > 2 {
		faults = append(faults, errors.New("keys: want one, or two while the key is changed"))
	}
	for i, text := range e.Keys {
		key, err := ticket.ParseKey(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("keys[%d]: %w", i, err))
		}
		site.Keys = append(site.Keys, key)
	}
	var err error
	if site.Origins, err = ParseOrigins(e.Origins); err != nil {
		faults = append(faults, fmt.Errorf("origins: %w", err))
	} else if len(site.Origins) == 0 {
		faults = append(faults, errors.New("origins: want at least one"))
	}
	if e.Limits != nil {
		err := strict(e.Limits, &site.Limits)
		if err == nil {
			err = site.Limits.Check()
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("limits: %w", err))
		}
	}
	return site, faults
}

// strict decodes one JSON value without unknown fields. Its errors say where,
// never what stands there.
func strict(data []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(to)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return fmt.Errorf("%s: want another type than %s", kind.Field, kind.Value)
	case err != nil && strings.Contains(err.Error(), "unknown field"):
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	case err != nil || d.Decode(new(json.RawMessage)) != io.EOF:
		return errors.New("not one JSON object")
	}
	return nil
}
