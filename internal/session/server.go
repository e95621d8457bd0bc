// Package session is one tab's conversation: it turns frames into turns, keeps
// the one turn that runs, and tells the browser what happens.
//
// A session owns the conversation: history, grants, pending calls, the turn, and
// the transcript of what the page was shown. An attachment is one socket with
// its reader, its heartbeat and its limits of silence. A session has at most one
// attachment. If its client can come back and the server keeps sessions, it
// outlives the attachment for a while; else it ends with it. A client comes back
// with a token, which the registry knows by its hash; see docs/protocol.md,
// "Resume".
//
// # Concurrency
//
// The reader (Serve itself) takes frames and never waits for the model, a tool
// or a write; the turn, at most one, runs the loop and owns the history while it
// does; the pulse of an attachment beats and gives the socket up in the end; the
// keeper ends a session in order. Locks are taken in this order: the contract's,
// session.entry, session.mu, then the broker's or the registry's. Two sessions
// share nothing but settings, the registry and, while it is in effect, a
// contract.
//
// # Non-goals
//
// Sessions live in memory: they do not survive their process, and no client can
// hand one in. What a client shows of an old one never becomes history.
package session

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/event"
	"farhand/internal/guard"
	"farhand/internal/history"
	"farhand/internal/loop"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Conn is the socket of a session. Read returns one text message and fails
// when the socket is gone or closed. Send queues one and never waits; it
// reports false if the socket takes no more. Close sends what is queued, then
// the close frame.
type Conn interface {
	Read(ctx context.Context) ([]byte, error)
	Send(data []byte) bool
	Close(code int, reason string)
}

// Config is the settings of all sessions of a server.
type Config struct {
	Catalog      *tool.Catalog // the contract of sessions until ContractChanged
	Dev          bool          // for a developer: hello says so, server-side tools can be inspected
	Model        model.Model
	ModelInfo    protocol.ModelInfo
	System       string     // the system text; "": a short one of ours
	Sink         event.Sink // nil: none
	Log          zerolog.Logger
	Delivery     time.Duration // the delivery clock of a call; 0: 7 s
	TurnTimeout  time.Duration // wall clock of a turn, human waits left out; 0: 5 min
	MaxSteps     int           // 0: the loop's own limit
	MaxCalls     int           // 0: the loop's own limit
	MaxTokens    int           // of a turn, both ways; 0: no limit
	Full         history.Full  // when a conversation is compacted
	Digest       loop.Digest   // tells what compaction removes; nil: without a model
	FrameBytes   int           // the largest frame that the socket reads, as told in hello
	HelloTimeout time.Duration // until the first frame; 0: 5 s
	Heartbeat    time.Duration // between two heartbeats; 0: 20 s
	Idle         time.Duration // without a frame before the socket is closed; 0: 90 s

	PageTools Pages // that may declare tools of their own
	PageReads Pages // of them those whose read-only tools run without asking

	// What is kept of clients that can come back.
	ResumeTTL       time.Duration // of an idle session without a socket; 0: a session ends with its socket
	Grace           time.Duration // of a session without a socket whose turn runs; 0: 30 s
	MaxDetached     int           // sessions without a socket; the oldest goes first; 0: 256
	MaxDetachedEach int           // of them for one subject, and for one address; 0: 8
	DetachedBytes   int           // that their conversations take together; the oldest goes first; 0: 128 MiB
	TranscriptBytes int           // of what a page that comes back is shown; 0: 512 KiB
}

// Server makes sessions. Its methods are safe for concurrent use.
type Server struct {
	cfg  Config
	loop *loop.Loop

	contract contract
	registry *registry
	running  sync.WaitGroup // the keepers
}

// New returns a server of sessions. Catalog and Model are required.
func New(cfg Config) (*Server, error) {
	if cfg.Catalog == nil || cfg.Model == nil {
		return nil, errors.New("session: Catalog and Model are required")
	}
	if cfg.Sink == nil {
		cfg.Sink = event.SinkFunc(func(event.Event) {})
	}
	cfg.System = cmp.Or(cfg.System, defaultSystem) + "\n\n" + guard.BoundarySentence
	cfg.Delivery = cmp.Or(cfg.Delivery, 7*time.Second)
	cfg.TurnTimeout = cmp.Or(cfg.TurnTimeout, 5*time.Minute)
	cfg.HelloTimeout = cmp.Or(cfg.HelloTimeout, 5*time.Second)
	cfg.Heartbeat = cmp.Or(cfg.Heartbeat, 20*time.Second)
	cfg.Idle = cmp.Or(cfg.Idle, 90*time.Second)
	cfg.Grace = cmp.Or(cfg.Grace, 30*time.Second)
	cfg.TranscriptBytes = cmp.Or(cfg.TranscriptBytes, 512<<10)
	return &Server{
		cfg:      cfg,
		contract: contract{catalog: cfg.Catalog, open: make(map[*session]bool)},
		registry: newRegistry(cmp.Or(cfg.MaxDetached, 256), cmp.Or(cfg.MaxDetachedEach, 8), cmp.Or(cfg.DetachedBytes, 128<<20)),
		loop: loop.New(loop.Config{
			Model: cfg.Model, MaxSteps: cfg.MaxSteps, MaxCalls: cfg.MaxCalls, MaxTokens: cfg.MaxTokens,
			Full: cfg.Full, Digest: cfg.Digest,
		}),
	}, nil
}

const defaultSystem = "You are an assistant in a web page. The tools run in the user's browser, " +
	"on the user's own device. Call a tool when the request needs it; never invent what a tool would return. " +
	"When a tool fails, read its error: it says what to do next. Answer briefly, in the user's language. The page shows Markdown: use it where it makes an answer clearer."

// Serve talks to one browser on conn until the socket is gone or ctx ends, whose
// cause (tool.ErrShutdown) is then told to the browser. When it returns, nothing
// is left of the socket, and nothing of its session unless that is kept for a
// browser that comes back; ctx ends that one, too.
func (srv *Server) Serve(ctx context.Context, conn Conn, peer Peer) {
	srv.attachment(conn, peer).serve(ctx)
}

// Wait returns when no session is left, which is soon after the contexts of all
// Serve calls have ended, or the cause with which ctx ends first. No Serve may
// begin any more.
func (srv *Server) Wait(ctx context.Context) error {
	over := make(chan struct{})
	go func() {
		srv.running.Wait()
		close(over)
	}()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
