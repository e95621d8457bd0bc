// Package httpapi is everything of Farhand that speaks HTTP: the page and its
// files, the upgrade to a socket, health, and the headers and checks that
// stand before all of them.
//
// Every request passes the same chain: record, recover, headers and host
// check, route. A request for a host that is not allowed is refused, so that a
// foreign name that resolves to this server (DNS rebinding) reaches nothing.
//
// An upgrade passes more steps, in this order: the Origin that a browser sends is
// this host, an origin that the operator lists or, for a developer, this machine;
// the address is within its limits; there is room; a page of another origin shows
// a good ticket; its site, origin and user are within their limits. /check says at
// which step a page would fail. See docs/protocol.md, "Connection".
//
// # Concurrency
//
// A Handler is safe for concurrent use. Each accepted socket is served on its
// request's goroutine plus those of internal/socket; Drain waits for all.
//
// # Non-goals
//
// It terminates no TLS, trusts no forwarding header but that of named proxies, and
// lists no directory. Whoever is no browser needs no ticket: tickets are about
// pages. It logs methods, paths, status, sizes and origins, never queries, bodies,
// tickets or addresses.
package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"
	"golang.org/x/time/rate"

	"farhand/internal/quota"
	"farhand/internal/session"
	"farhand/internal/socket"
	"farhand/internal/ticket"
	"farhand/internal/tool"
)

// Config is what a Handler needs.
type Config struct {
	Hosts       Hosts         // for which the server answers; not empty
	App         fs.FS         // the page at /; nil: the one in Web
	Web         fs.FS         // the built-in web part: index.html and client.js, or neither if it was not built
	Permissions func() string // value of Permissions-Policy, asked for each response; nil or empty: not sent
	MaxSessions int           // sockets at the same time; at least 1
	ReadLimit   int           // bytes of one message; 0: 1 MiB

	// Dev is for a developer's own machine: pages at any port of localhost,
	// 127.0.0.1 and [::1] may open a socket, and browsers keep no file.
	Dev bool

	// Who may open a socket beside pages of the server itself.
	Origins   Origins // pages of these, with a ticket of a site
	Anonymous Origins // pages of these, with a ticket that the server gives away
	Sites     Sites   // that mint tickets
	Proxies   Proxies // whose X-Forwarded-For is believed

	Knocking        quota.Limits // of an address; zero: quota.Knocking
	AnonymousLimits quota.Scopes // of pages of Anonymous; zero: quota.Anonymous

	// Serve runs one session on a socket and returns when it has ended. Its
	// ctx ends, with the cause tool.ErrShutdown, when the server drains; it
	// does not end when the peer goes: reading does.
	Serve func(ctx context.Context, conn *socket.Conn, peer session.Peer)

	Log zerolog.Logger
}

// Handler serves HTTP.
type Handler struct {
	cfg    Config
	routes http.Handler

	quota        *quota.Quota
	tickets      *ticket.Verifier
	anonymousKey []byte
	warnings     *rate.Limiter // of refusals

	sessions context.Context // ends when Drain begins
	end      context.CancelCauseFunc
	sockets  context.Context // ends when Drain runs out of time
	cut      context.CancelCauseFunc

	mu       sync.Mutex
	draining bool
	open     int // accepted sockets
	running  sync.WaitGroup
}

// New checks cfg and returns its Handler.
func New(cfg Config) (*Handler, error) {
	switch {
	case len(cfg.Hosts) == 0:
		return nil, errors.New("httpapi: no hosts")
	case cfg.Web == nil:
		return nil, errors.New("httpapi: no web part")
	case cfg.Serve == nil:
		return nil, errors.New("httpapi: no serve function")
	case cfg.MaxSessions < 1:
		return nil, errors.New("httpapi: max sessions must be at least 1")
	}
	if cfg.Knocking == (quota.Limits{}) {
		cfg.Knocking = quota.Knocking()
	}
	if cfg.AnonymousLimits == (quota.Scopes{}) {
		cfg.AnonymousLimits = quota.Anonymous()
	}
	h := &Handler{cfg: cfg, quota: quota.New(quota.Config{}), warnings: rate.NewLimiter(5, 50)}
	var err error
	if h.tickets, h.anonymousKey, err = newVerifier(cfg.Sites, cfg.Anonymous); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	h.sessions, h.end = context.WithCancelCause(context.Background())
	h.sockets, h.cut = context.WithCancelCause(context.Background())
	h.routes = h.router()
	return h, nil
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.routes.ServeHTTP(w, r) }

func (h *Handler) router() http.Handler {
	files := h.files(reads(site{app: h.cfg.App, web: h.cfg.Web, dev: h.cfg.Dev}.ServeHTTP))
	doors := map[string]http.Handler{
		pathSocket: varies(methods{http.MethodGet: h.upgrade}), // a handshake is a GET
		pathCheck:  varies(everybody(reads(h.check).preflight(headerTicket))),
		pathTicket: h.shared(methods{http.MethodPost: h.ticket}.preflight("Content-Type")),
		pathHealth: reads(h.health),
		pathReady:  reads(h.ready),
	}
	r := chi.NewRouter()
	r.Use(h.record, h.recover, h.guard)
	for path, door := range doors {
		r.Handle(path, door)
	}
	r.Handle("/*", files)
	r.NotFound(notFound)
	r.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) { // one that HTTP does not know
		if door := doors[r.URL.Path]; door != nil {
			door.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})
	return r
}

// Drain refuses new sockets, ends every session with the cause
// tool.ErrShutdown and waits until all sockets have closed. When ctx ends
// first, it cuts those that are left and returns the cause. Health and files
// are served as before, but /readyz says 503 from now on.
func (h *Handler) Drain(ctx context.Context) error {
	h.mu.Lock()
	h.draining = true
	h.mu.Unlock()
	h.end(tool.ErrShutdown)

	closed := make(chan struct{})
	go func() {
		h.running.Wait()
		close(closed)
	}()
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		h.cut(context.Cause(ctx))
		return context.Cause(ctx)
	}
}
