package main

import (
	"context"
	"fmt"
	"io"
	stdlog "log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/history"
	"farhand/internal/httpapi"
	"farhand/internal/loop"
	"farhand/internal/session"
	"farhand/internal/socket"
	"farhand/internal/tool"
	"farhand/web"
)

// The end of a server: first the sessions say goodbye and their sockets close,
// then requests that run may end. Together they fit into the 10 s that container
// runtimes wait before they kill.
const (
	drainTimeout    = 7 * time.Second
	shutdownTimeout = 2 * time.Second
)

// serve runs the server until ctx ends, then drains it. While it drains, it
// still answers /readyz with 503 and refuses sockets with words. auditTo takes
// the audit; nil: the file that c names, if it names one.
func serve(ctx context.Context, c Config, in inputs, log zerolog.Logger, auditTo io.Writer) error {
	answering, err := newModels(c, in, log)
	if err != nil {
		return err
	}
	events, err := openEvents(c, in.catalog.Hash(), log, auditTo)
	if err != nil {
		return err
	}
	defer events.end()
	limit := frameBytes(in.catalog, c.Dev)
	var digest loop.Digest // nil: without a model
	if c.ModelDigest {
		digest = loop.ModelDigest(answering.once)
	}
	sessions, err := session.New(session.Config{
		Catalog: in.catalog, Dev: c.Dev, Model: answering.steps, ModelInfo: answering.info,
		System: in.system, Sink: events, Log: log,
		Delivery: c.DeliveryTimeout, TurnTimeout: c.TurnTimeout,
		MaxSteps: c.MaxSteps, MaxCalls: c.MaxCalls, MaxTokens: c.MaxTokens, FrameBytes: limit,
		Full: history.Full{Tokens: c.CompactTokens}, Digest: digest,
		ResumeTTL: c.ResumeTTL, MaxDetached: c.MaxDetached,
		PageTools: pageTools(c), PageReads: c.PageReads,
	})
	if err != nil {
		return err
	}
	hosts, err := httpapi.ParseHosts(c.Hosts)
	if err != nil {
		return err
	}
	files, _ := web.FS()
	handler, err := httpapi.New(httpapi.Config{
		Hosts: hosts, App: in.app, Web: files, Dev: c.Dev,
		Permissions: func() string { return sessions.Catalog().Permissions() },
		MaxSessions: c.MaxSessions, ReadLimit: limit, Log: log,
		Origins: c.Origins, Anonymous: c.Anonymous, Sites: in.sites, Proxies: c.Proxies,
		Serve: func(ctx context.Context, conn *socket.Conn, peer session.Peer) { sessions.Serve(ctx, conn, peer) },
	})
	if err != nil {
		return err
	}
	listener, err := listen(ctx, c, flagAddr, c.Addr)
	if err != nil {
		return err
	}

	showConfig(c, in, log)
	for _, w := range warnings(c, in) {
		w.log(log)
	}
	if c.Dev {
		log.Warn().Msg("dev: this server is for a developer on this machine; it must not be exposed")
		stop := startWatching(ctx, c, in, log, sessions.ContractChanged)
		defer stop()
	}
	notice(log).Str("addr", address(c.Addr, listener)).Int("tools", len(in.catalog.Specs())).
		Str("contract", in.catalog.Hash()).Str("model", answering.info.Name).Bool("demo", answering.info.Demo).
		Bool("dev", c.Dev).Msg("listening")
	return serveHTTP(ctx, handler, listener, log, func(ctx context.Context) error {
		if err := handler.Drain(ctx); err != nil {
			return err
		}
		return sessions.Wait(ctx) // for those that have no socket
	})
}

// pageTools are the pages that may declare tools: for a developer who says
// nothing else those of this machine.
func pageTools(c Config) session.Pages {
	if c.Dev && len(c.PageTools.Origins) == 0 {
		c.PageTools.Own = true
	}
	return c.PageTools
}

// showConfig prints every setting that has a value; of the key only whether
// there is one.
func showConfig(c Config, in inputs, log zerolog.Logger) {
	settings := zerolog.Dict()
	for _, s := range c.shown {
		settings = settings.Str(s.name, s.value)
	}
	key := "not set"
	if in.key != "" {
		key = "set"
	}
	notice(log).Dict("settings", settings).Str("key", key).Msg("configuration")
}

// serveHTTP serves until ctx ends; then it drains, shuts down, and returns nil.
func serveHTTP(ctx context.Context, h http.Handler, l net.Listener, log zerolog.Logger, drain func(context.Context) error) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          stdlog.New(io.Discard, "", 0), // repeats what peers sent
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}

	log.Info().Msg("shutting down")
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := drain(limited); err != nil {
		log.Warn().Err(err).Msg("not every session ended in time")
	}
	limited, cancel = context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	_ = server.Shutdown(limited) // what is left then is cut
	server.Close()
	<-served
	log.Info().Msg("stopped")
	return nil
}

// largestResult is the maximum of policy.maxResultBytes in tools.schema.json.
const largestResult = 8 << 20

// frameBytes is the largest message that a page may send: the largest legal
// result and the frame around it, and at least 1 MiB. If the contract may change,
// it is the largest result of any contract.
func frameBytes(catalog *tool.Catalog, mayChange bool) int {
	limit := 1 << 20
	for _, spec := range catalog.Specs() {
		limit = max(limit, spec.Policy.MaxResultBytes+64<<10)
	}
	if mayChange {
		limit = max(limit, largestResult+64<<10)
	}
	return limit
}
