package httpapi

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// host is a host in one spelling: lower case, no trailing dot, addresses in
// canonical form, IPv6 in brackets.
type host struct {
	name string
	port string // empty: none given
}

// String returns the form of a URL.
func (h host) String() string {
	if h.port == "" {
		return h.name
	}
	return h.name + ":" + h.port
}

// hostName is what a browser can send: internationalised names arrive in their
// ASCII form. RFC 1123 without the underscore is what registries allow;
// private networks have names with it.
var hostName = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$`)

// parseHost reads the value of a Host header, or the host of a URL. User info,
// zones and everything else that is no plain host are errors.
func parseHost(s string) (host, error) {
	name, port := s, ""
	if strings.HasPrefix(s, "[") {
		inside, rest, closed := strings.Cut(s[1:], "]")
		addr, err := netip.ParseAddr(inside)
		if !closed || err != nil || !addr.Is6() || addr.Zone() != "" {
			return host{}, errors.New("not an IPv6 address in brackets")
		}
		name, port = "["+addr.String()+"]", rest
		if rest != "" && rest[0] != ':' {
			return host{}, errors.New("characters after the brackets")
		}
		port = strings.TrimPrefix(rest, ":")
	} else {
		name, port, _ = strings.Cut(s, ":")
		name = strings.ToLower(strings.TrimSuffix(name, "."))
		if len(name) > 253 || !hostName.MatchString(name) {
			return host{}, errors.New("not a host name")
		}
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return host{}, errors.New("not a port")
		}
		port = strconv.FormatUint(n, 10)
	}
	return host{name, port}, nil
}

// Hosts says for which hosts the server answers. None is allowed by the zero
// value.
type Hosts []host

// ParseHosts checks entries of the form "host", which allows any port, and
// "host:port". IPv6 addresses stand in brackets. There are no wildcards: each
// name that is allowed must be one that only this server's owner can point at
// this server. The error joins one for each bad entry.
func ParseHosts(entries []string) (Hosts, error) {
	var list Hosts
	var faults []error
	for _, entry := range entries {
		h, err := parseHost(entry)
		if err != nil {
			faults = append(faults, fmt.Errorf("%q: %w", entry, err))
			continue
		}
		list = append(list, h)
	}
	return list, errors.Join(faults...)
}

func (l Hosts) allows(h host) bool {
	for _, allowed := range l {
		if allowed.name == h.name && (allowed.port == "" || allowed.port == h.port) {
			return true
		}
	}
	return false
}

// sameOrigin reports whether a page of this origin was served by this host. A
// port that is left out is the default of the origin's scheme: behind a proxy
// that speaks TLS, only the origin knows which scheme the browser used.
func sameOrigin(origin string, requested host) bool {
	from, port, ok := parseOrigin(origin)
	return ok && from.name == requested.name && cmp.Or(from.port, port) == cmp.Or(requested.port, port)
}

// ThisMachine reports whether a page of this origin was served by the machine
// that its browser runs on, at any port.
func ThisMachine(origin string) bool {
	from, _, ok := parseOrigin(origin)
	return ok && from.local()
}

func (h host) local() bool {
	return slices.Contains([]string{"localhost", "127.0.0.1", "[::1]"}, h.name)
}

// Local reports whether all hosts are names of the machine that asks.
func (l Hosts) Local() bool {
	return !slices.ContainsFunc(l, func(h host) bool { return !h.local() })
}

// Serve reports whether pages of this origin come from a server that listens on
// port and answers for these hosts, itself or behind a proxy that speaks TLS.
func (l Hosts) Serve(origin, port string) bool {
	from, usual, ok := parseOrigin(origin)
	if !ok {
		return false
	}
	at := cmp.Or(from.port, usual)
	return l.allows(host{from.name, at}) && (at == port || from.port == "" && !from.local())
}

// parseOrigin reads an http or https origin as a browser writes it, and returns
// the default port of its scheme beside it.
func parseOrigin(origin string) (from host, port string, ok bool) {
	u, err := url.Parse(origin)
	if err != nil {
		return host{}, "", false
	}
	port, ok = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	if !ok || u.Scheme+"://"+u.Host != origin {
		return host{}, "", false
	}
	from, err = parseHost(u.Host)
	return from, port, err == nil
}
