package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
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

func (l Proxies) trusts(addr netip.Addr) bool {
	for _, prefix := range l {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
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
	addr := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && l.trusts(addr); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap().WithZone("")
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
