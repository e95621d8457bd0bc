package session

import (
	"reflect"
	"slices"
	"strings"

	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/quota"
	"farhand/internal/tool"
)

// Pages is a choice of pages by where they come from. The zero value has none.
type Pages struct {
	Own     bool     // the server's own, and clients that are no browser
	Origins []string // exact, in the spelling of browsers
}

func (p Pages) has(peer Peer) bool {
	return p.Own && peer.Own || slices.Contains(p.Origins, peer.Origin)
}

// announcement is what a page says of its tools.
type announcement struct {
	tools       map[string]string
	unavailable []protocol.Unavailable
	brought     brought
}

// brought is what a page declares, and what that comes to with the contract. It is
// kept because a page says it all again for each change.
type brought struct {
	list    []protocol.DeclaredTool
	catalog *tool.Catalog // nil: nothing was declared yet
	refused []protocol.WithheldTool
}

// pageTools is what the page declared last, and which disagreements were told
// before.
type pageTools struct {
	brought
	told map[string]bool
	full bool // told has reached its bound, and that was told
}

// declare works out what a page declares whose last word was before, if that is
// within the limits of peer. It can take long, and needs no lock.
func (s *session) declare(peer Peer, list []protocol.DeclaredTool, before brought) (brought, *quota.Excess) {
	if before.catalog != nil && reflect.DeepEqual(before.list, list) {
		return before, nil
	}
	page := s.allowed()
	if page.May {
		if excess := peer.declares(before.catalog.Anew(list)); excess != nil {
			return brought{}, excess
		}
	}
	d := brought{list: list}
	d.catalog, d.refused = s.catalog.Declare(list, page, before.catalog)
	return d, nil
}

// offered works out what this page can run. A tool that the page declared anew,
// or no longer declares, is no longer the one that the user allowed.
func (s *session) offered(a announcement) tool.Offer {
	d := &s.own
	for _, name := range s.grants.Tools() {
		if d.catalog != nil && changedTool(name, d.catalog, a.brought.catalog) {
			s.grants.Remove(name)
		}
	}
	d.brought = a.brought
	offer := d.catalog.Offer(a.tools, a.unavailable, s.approvals)
	offer.Withheld = append(offer.Withheld, d.refused...)
	s.tellDisagreements(offer.Withheld)
	return offer
}

func changedTool(name string, before, now *tool.Catalog) bool {
	a, _ := before.Spec(name)
	b, _ := now.Spec(name)
	return !reflect.DeepEqual(a, b)
}

// allowed is what the operator lets this page declare.
func (s *session) allowed() tool.Page {
	flag := "-page-tools own"
	if !s.peer.Own {
		flag = "-page-tools " + s.peer.Origin
	}
	return tool.Page{
		Origin: s.origin, May: s.cfg.PageTools.has(s.peer), Reads: s.cfg.PageReads.has(s.peer), Flag: flag,
	}
}

// tellDisagreements tells operators, once in a session, where page and server
// disagree about a tool. What the page wrote is cleaned.
func (s *session) tellDisagreements(withheld []protocol.WithheldTool) {
	d := &s.own
	if d.told == nil {
		d.told = map[string]bool{}
	}
	more := 0
	for _, w := range withheld {
		key := strings.Join([]string{w.Name, w.Path, w.Got}, " ")
		if w.Path == "" || d.told[key] {
			continue
		}
		if len(d.told) >= mostTold {
			more++
			continue
		}
		d.told[key] = true
		e := event.Event{
			Kind: event.KindDisagreement, Tool: event.Clean(w.Name), Reason: string(w.Reason),
			Path: event.CleanPath(w.Path), Expected: w.Expected, Got: w.Got,
		}
		switch w.Reason {
		case protocol.WithheldSchema:
			e.Kind = event.KindSchemaMismatch
			e.ServerHash, e.PageHash = w.Server, event.Clean(w.Page)
		case protocol.WithheldNoBody:
			e.Kind = event.KindNoBody
		case protocol.WithheldNoEntry:
			if w.Page == tool.HashMalformed { // no client of ours says this: the name may be anything
				e.Tool = ""
			}
		}
		s.emit(e)
	}
	if more > 0 && !d.full {
		d.full = true
		s.emit(event.Event{Kind: event.KindDisagreement, Reason: "more", Count: more})
	}
}

// mostTold is how many disagreements of one session operators are told of one by
// one; the rest is counted once.
const mostTold = 100
