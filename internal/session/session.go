// Package session is one tab's conversation: it turns frames into turns, keeps
// the one turn that runs, and tells the browser what happens.
//
// Serve owns a session for its whole life. Four goroutines work in it: the
// reader (Serve itself) takes frames and never waits for the model, a tool or a
// write; the turn, at most one, runs the loop and owns the history while it
// does; the heartbeat keeps the socket alive; the watcher ends the socket when
// the session ends. All have returned when Serve returns. Two sessions share
// nothing but settings and, while it is in effect, a contract.
package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/broker"
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
}

// maxMalformed is how many refused frames in a row end a session.
const maxMalformed = 5

// Server makes sessions. Its methods are safe for concurrent use.
type Server struct {
	cfg  Config
	loop *loop.Loop

	contract contract
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
	return &Server{
		cfg:      cfg,
		contract: contract{catalog: cfg.Catalog, open: make(map[*session]bool)},
		loop: loop.New(loop.Config{
			Model: cfg.Model, MaxSteps: cfg.MaxSteps, MaxCalls: cfg.MaxCalls, MaxTokens: cfg.MaxTokens,
			Full: cfg.Full, Digest: cfg.Digest,
		}),
	}, nil
}

const defaultSystem = "You are an assistant in a web page. The tools run in the user's browser, " +
	"on the user's own device. Call a tool when the request needs it; never invent what a tool would return. " +
	"When a tool fails, read its error: it says what to do next. Answer briefly, in the user's language. The page shows Markdown: use it where it makes an answer clearer."

// session is one conversation on one socket.
type session struct {
	*Server
	id     string
	nonce  string // marks untrusted results
	origin string // of the page, "" if unknown; set by hello, before any turn
	conn   Conn
	broker *broker.Broker
	grants guard.Grants
	log    zerolog.Logger

	ctx context.Context // ends with the session; its cause is a *tool.End
	end context.CancelCauseFunc

	closing sync.Once
	code    int // how the socket is closed; set before ctx ends
	reason  string

	// The reader's own; catalog is set by hello, before any turn.
	catalog   *tool.Catalog
	open      bool // hello was taken
	approvals bool // this client can ask its user
	malformed int  // refused frames in a row
	idle      *time.Timer

	turns sync.WaitGroup // the turn that runs
	beats sync.WaitGroup // the watcher and the heartbeat

	mu      sync.Mutex
	offer   tool.Offer
	turn    *turn           // the one that runs, or nil
	number  int             // of the last turn
	reset   bool            // a reset waits for the end of the turn
	began   map[string]bool // ids of frames that began a turn
	last    string          // of them the last user frame's; "": none since the start or a reset
	sent    map[string]bool // ids of calls that were sent
	history history.History // the turn's while one runs
}

// Serve runs one session on conn until the socket is gone or ctx ends, whose
// cause (tool.ErrShutdown) is then told to the browser. It returns when nothing
// of the session is left.
func (srv *Server) Serve(ctx context.Context, conn Conn) { srv.session(ctx, conn).serve() }

func (srv *Server) session(ctx context.Context, conn Conn) *session {
	s := &session{
		Server: srv,
		id:     randomID(8),
		nonce:  randomID(8),
		conn:   conn,
		began:  make(map[string]bool),
		sent:   make(map[string]bool),
	}
	s.log = srv.cfg.Log.With().Str("session", s.id).Logger()
	s.ctx, s.end = context.WithCancelCause(ctx)
	s.broker = broker.New(broker.Config{Send: s.sendCall, Cancel: s.cancelCall, Waiting: s.waiting})
	return s
}

func (s *session) serve() {
	start := time.Now()
	s.emit(event.Event{Kind: event.KindSessionStart})
	hello := time.AfterFunc(s.cfg.HelloTimeout, func() {
		s.close(protocol.CloseProtocol, "no hello in time", tool.ErrDisconnected)
	})
	s.idle = time.AfterFunc(s.cfg.Idle, func() {
		s.close(protocol.CloseIdle, "no frame in time", tool.ErrDisconnected)
	})
	s.beats.Go(s.watch)
	s.beats.Go(s.heartbeat)

	s.read(hello)

	s.Server.part(s)
	hello.Stop()
	s.idle.Stop()
	s.close(protocol.CloseGoingAway, "", tool.ErrDisconnected)
	s.beats.Wait() // the watcher waits for the turn
	s.emit(event.Event{Kind: event.KindSessionEnd, Reason: string(tool.EndOf(s.ctx).Reason), Dur: time.Since(start), Count: s.number})
}

// read takes frames until the socket fails. Its context is not the session's:
// a read whose context ends tears the socket down before anything can be said.
func (s *session) read(hello *time.Timer) {
	ctx := context.WithoutCancel(s.ctx)
	for {
		data, err := s.conn.Read(ctx)
		if err != nil {
			return
		}
		s.idle.Reset(s.cfg.Idle)
		frame, refusal := protocol.Decode(data)
		if refusal != nil {
			s.refuseMalformed(refusal)
			continue
		}
		s.malformed = 0
		if !s.open {
			hello.Stop()
			s.first(frame)
			continue
		}
		s.take(frame)
	}
}

// refuseMalformed answers a frame that is none; too many in a row end the
// session.
func (s *session) refuseMalformed(refusal *protocol.Error) {
	s.malformed++
	s.send(refusal)
	if s.malformed == maxMalformed {
		s.emit(event.Event{Kind: event.KindPeerMisbehaved, Reason: string(refusal.Code), Count: s.malformed})
		s.close(protocol.CloseProtocol, "malformed frames", tool.ErrDisconnected)
	}
}

// watch ends the socket when the session has ended: open calls have been
// answered and the turn has said its last word before the close frame goes.
func (s *session) watch() {
	<-s.ctx.Done()
	s.broker.Close(tool.EndOf(s.ctx))
	s.mu.Lock()
	//lint:ignore SA2001 a barrier: no turn begins after this point
	s.mu.Unlock()
	s.turns.Wait()
	s.closing.Do(func() { s.code, s.reason = protocol.CloseDraining, "server is restarting" })
	s.conn.Close(s.code, s.reason)
}

func (s *session) heartbeat() {
	tick := time.NewTicker(s.cfg.Heartbeat)
	defer tick.Stop()
	for seq := int64(1); ; seq++ {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			s.send(&protocol.Heartbeat{Seq: seq})
		}
	}
}

// close ends the session; the first close decides the code.
func (s *session) close(code int, reason string, cause *tool.End) {
	if s.ctx.Err() == nil {
		s.closing.Do(func() { s.code, s.reason = code, reason })
	}
	s.end(cause)
}

// send queues a frame; a browser that takes no more has left.
func (s *session) send(f protocol.ServerFrame) bool {
	if s.conn.Send(protocol.Encode(f)) {
		return true
	}
	s.end(tool.ErrDisconnected)
	return false
}

func (s *session) emit(e event.Event) {
	e.Time = time.Now()
	e.Session = s.id
	if s.catalog != nil {
		e.Contract = s.catalog.Hash()
	}
	s.cfg.Sink.Emit(e)
}

func randomID(bytes int) string {
	b := make([]byte, bytes)
	if _, err := rand.Read(b); err != nil { // never fails (crypto/rand)
		panic(fmt.Errorf("read random bytes: %w", err))
	}
	return hex.EncodeToString(b)
}
