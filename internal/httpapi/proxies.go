package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies is the addresses of proxies whose X-Forwarded-For is believed. The zero
// value has none, and the header is then not read.
type Proxies []netip.Prefix

// ParseProxies checks networks such as 10.0.0.0/8, and single addresses. The error
// joins one for each bad entry.
func ParseProxies(entries []string) (Proxies, error) {
	var list Proxies
	var faults []error
	for _, entry := range entries {
		prefix, err := netip.ParsePrefix(entry)
		if addr, single := netip.ParseAddr(entry); single == nil && addr.Zone() == "" {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%q: %w", entry, errors.New("not a network such as 10.0.0.0/8")))
			continue
		}
		list = append(list, prefix.Masked())
	}
	return list, errors.Join(faults...)
}

// Trusts reports whether the header is believed that comes from addr.
func (l Proxies) Trusts(addr netip.Addr) bool {
	for _, prefix := range l {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// Everybody reports whether any address of a family is trusted.
func (l Proxies) Everybody() bool {
	return slices.ContainsFunc(l, func(p netip.Prefix) bool { return p.Bits() == 0 })
}

// client returns the address that a request is counted for: the peer's or, if
// that is a trusted proxy, the last one in X-Forwarded-For that is none. What
// stands before it anybody may have written.
//
// Of IPv6 it is the network of 64 bits, which is what one customer has at least
// (RFC 6177). This machine is "": that is a developer, or a proxy that was not
// named, behind which everybody would share one count.
func (l Proxies) client(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	addr := peer.Addr().Unmap().WithZone("")
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && l.Trusts(addr); i-- {
		text := strings.TrimSpace(hops[i])
		if text == "" {
			continue
		}
		hop, ok := parseHop(text)
		if !ok {
			break
		}
		addr = hop
	}
	switch {
	case addr.IsLoopback():
		return ""
	case addr.Is4():
		return addr.String()
	}
	network, err := addr.Prefix(64)
	if err != nil {
		return ""
	}
	return network.String()
}

// parseHop reads an entry of X-Forwarded-For: an address, which some proxies
// write with a port, and IPv6 then in brackets.
func parseHop(text string) (netip.Addr, bool) {
	addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		var withPort netip.AddrPort
		withPort, err = netip.ParseAddrPort(text)
		addr = withPort.Addr()
	}
	return addr.Unmap().WithZone(""), err == nil
}
