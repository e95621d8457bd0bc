// Package guard answers one question about a tool call in each middleware: may
// it run, and may its result be believed?
//
// There is one chain and no second path. Outermost first: Record, Boundary,
// Allow, Limit, Validate, Policy, then the browser or a function on the server.
// A chain is built for each turn and is safe for the parallel calls of a step.
// Nothing that the model or the page says can widen what a guard allows.
package guard

import (
	"context"

	"farhand/internal/event"
	"farhand/internal/tool"
)

// Config is what the chain of one turn needs. All fields but Budget are
// required.
type Config struct {
	Catalog *tool.Catalog
	Offer   tool.Offer // the tools of this turn
	Budget  Budget
	Grants  *Grants           // what the user allowed in this session
	Origin  string            // where results of the page come from, "" if unknown
	Nonce   string            // marks untrusted results; new for each session
	Ask     tool.Handler      // runs a browser tool
	Ended   func(Ended)       // told of every call, once, before its result goes on
	Warn    func(event.Event) // told when the page misbehaves
}

// Chain returns the handler through which every call of the turn goes.
func Chain(cfg Config) tool.Handler {
	h := route(cfg.Catalog, cfg.Ask)
	for _, wrap := range []tool.Middleware{
		Policy(cfg.Offer, cfg.Grants, cfg.Warn),
		Validate(cfg.Catalog),
		Limit(cfg.Budget),
		Allow(cfg.Offer),
		Boundary(cfg.Offer, cfg.Origin, cfg.Nonce),
		Record(cfg.Ended),
	} {
		h = wrap(h)
	}
	return h
}

// route is the end of the chain: a function of the server, or the browser.
func route(catalog *tool.Catalog, ask tool.Handler) tool.Handler {
	return func(ctx context.Context, c tool.Call) tool.Result {
		if run := catalog.Server(c.Name); run != nil {
			if c.Sent != nil {
				c.Sent()
			}
			return run(ctx, c)
		}
		return ask(ctx, c)
	}
}
