package main

import (
	"maps"
	"net"
	"net/netip"
	"slices"

	"github.com/rs/zerolog"

	"farhand/internal/httpapi"
)

// warning is a combination of settings that does not do what one may expect: what
// will happen, and in fields whom it is about and which flag changes it (add, or,
// remove).
type warning struct {
	text   string
	fields [][2]string
}

func (w warning) log(log zerolog.Logger) {
	line := log.Warn()
	for _, f := range w.fields {
		line = line.Str(f[0], f[1])
	}
	line.Msg(w.text)
}

// warnings returns what an operator should know at the start of who can use the
// server, and who cannot.
func warnings(c Config, in inputs) []warning {
	w := warner{Config: c, inputs: in}
	w.hosts, _ = httpapi.ParseHosts(c.Hosts) // checked before
	_, w.port, _ = net.SplitHostPort(c.Addr)
	w.exposed()
	w.reach()
	w.proxies()
	w.origins()
	return w.found
}

type warner struct {
	Config
	inputs
	hosts httpapi.Hosts
	port  string
	found []warning
}

// add appends a warning; fields are names and values in turn.
func (w *warner) add(text string, fields ...string) {
	warning := warning{text: text}
	for pair := range slices.Chunk(fields, 2) {
		warning.fields = append(warning.fields, [2]string{pair[0], pair[1]})
	}
	w.found = append(w.found, warning)
}

// exposed: not only this machine can use what the server may.
func (w *warner) exposed() {
	if loopback(w.Addr) {
		return
	}
	if w.key != "" {
		w.add("a key is set and the address is not loopback: whoever reaches this server uses the key", "listen", w.Addr)
	}
	if w.Vertex.Project != "" {
		w.add("the server has credentials and the address is not loopback: whoever reaches this server uses them", "listen", w.Addr)
	}
}

// reach: names and addresses that do not go together.
func (w *warner) reach() {
	if !loopback(w.Addr) && w.hosts.Local() {
		w.add("others can connect, and only names of this machine are answered: who calls this server by another name is refused with 403",
			"listen", w.Addr, "add", "-hosts NAME")
	}
	if w.Dev && !w.hosts.Local() {
		w.add("-dev is for this machine, and -hosts names others: behind a proxy, pages of every visitor's own machine are let in without a ticket",
			"remove", "-dev")
	}
}

// proxies: whom the limits of an address count.
func (w *warner) proxies() {
	trusted := w.Proxies
	local := trusted.Trusts(netip.MustParseAddr("127.0.0.1")) || trusted.Trusts(netip.IPv6Loopback())
	switch {
	case trusted.Everybody():
		w.add("every address is a trusted proxy: whoever connects may call itself any address in X-Forwarded-For, and the limits of an address hold nobody",
			"change", "-trusted-proxies")
	case loopback(w.Addr) && len(trusted) > 0 && !local:
		w.add("only this machine can connect, and it is no trusted proxy: X-Forwarded-For is never read, and the limits of an address count nobody",
			"listen", w.Addr, "add", "-trusted-proxies 127.0.0.1")
	case loopback(w.Addr) && len(trusted) == 0 && !w.hosts.Local():
		w.add("behind a proxy on this machine all visitors have its address: the limits of an address count nobody until the proxy is trusted",
			"listen", w.Addr, "add", "-trusted-proxies 127.0.0.1")
	case w.Dev && len(trusted) > 0:
		w.add("-dev is for this machine, and needs no proxy before it", "remove", "-trusted-proxies")
	}
}

// origins: pages that cannot connect, and entries that change nothing.
func (w *warner) origins() {
	var minted []string
	for _, name := range slices.Sorted(maps.Keys(w.sites)) {
		minted = append(minted, w.sites[name].Origins...)
		for _, origin := range w.sites[name].Origins {
			if !w.ofDeveloper(origin) && !w.ownPage(origin) && !slices.Contains(w.Origins, origin) && !slices.Contains(w.Anonymous, origin) {
				w.add("pages of this origin of a site are refused with 403, whatever ticket they show: -origins does not name it",
					"site", name, "origin", origin, "add", "-origins "+origin)
			}
		}
	}
	for _, origin := range w.Origins {
		switch {
		case w.ofDeveloper(origin):
			w.add("-dev lets in pages of this origin without a ticket already", "origin", origin, "remove", "-origins "+origin)
		case slices.Contains(w.Anonymous, origin):
			w.add("-anonymous-origins lets in pages of this origin already", "origin", origin, "remove", "-origins "+origin)
		case !slices.Contains(minted, origin) && !w.ownPage(origin):
			w.add("pages of this origin are closed with 4003, and their visitors cannot talk to the assistant: nobody mints tickets for them. "+
				"either name the origin in a site of -site-keys, whose backend mints a ticket for each user, or let in whoever opens such a page with -anonymous-origins",
				"origin", origin, "add", "-anonymous-origins "+origin, "or", w.siteFile())
		}
	}
	for _, origin := range w.Anonymous {
		if w.ofDeveloper(origin) {
			w.add("-dev lets in pages of this origin without a ticket already", "origin", origin, "remove", "-anonymous-origins "+origin)
		}
	}
}

func (w *warner) ofDeveloper(origin string) bool { return w.Dev && httpapi.ThisMachine(origin) }

// ownPage reports whether pages of this origin can be the server's own, which need
// no ticket. They do where they call it by another of its names.
func (w *warner) ownPage(origin string) bool { return w.hosts.Serve(origin, w.port) }

func (w *warner) siteFile() string {
	if w.SiteKeys == "" {
		return "-site-keys FILE"
	}
	return "-site-keys " + w.SiteKeys
}
