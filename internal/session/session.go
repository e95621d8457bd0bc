package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/broker"
	"farhand/internal/event"
	"farhand/internal/guard"
	"farhand/internal/history"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// session is one conversation.
type session struct {
	*Server
	id      string
	nonce   string // marks untrusted results
	peer    Peer
	origin  string // of the page, "" if unknown
	catalog *tool.Catalog
	kept    bool // without a socket, for a while
	start   time.Time
	broker  *broker.Broker
	grants  guard.Grants
	log     zerolog.Logger

	ctx   context.Context // ends with the session; its cause is a *tool.End
	end   context.CancelCauseFunc
	over  chan struct{}  // closed when nothing of the session is left
	turns sync.WaitGroup // the turn that runs

	// entry is held while a frame is taken, or a hello: no frame of a socket
	// that was superseded comes after the hello of the next one.
	entry     sync.Mutex
	approvals bool // this client can ask its user
	own       pageTools
	page      string // id of the document that came last
	unheard   bool   // it has sent nothing since its hello

	mu         sync.Mutex
	at         *attachment // nil: detached
	returning  bool        // a browser is being attached
	since      time.Time   // detached
	idle       time.Time   // detached, and no turn runs
	grace      *time.Timer // ends a detached session
	offer      tool.Offer
	turn       *turn                         // the one that runs, or nil
	number     int                           // of the last turn
	waits      int                           // calls that wait for the user
	reset      bool                          // a reset waits for the end of the turn
	began      map[string]bool               // ids of frames that began a turn
	last       string                        // of them the last user frame's; "": none since the start or a reset
	sent       map[string]bool               // ids of calls that were sent
	calls      map[string]*protocol.ToolCall // of them the open ones
	transcript transcript
	history    history.History // the turn's while one runs
	said       int             // bytes of history when the last turn ended
}

// begin makes the session of a hello that a has taken. refused says why the one
// that the browser asked for does not go on; "": it asked for none.
func (srv *Server) begin(ctx context.Context, a *attachment, hello *protocol.ClientHello, refused protocol.ResumeRefusal) {
	s := &session{
		Server: srv, id: randomID(8), nonce: randomID(8), peer: a.peer, at: a, start: time.Now(),
		catalog: srv.Catalog(), origin: cmp.Or(a.peer.Origin, originOf(hello.Page.URL)),
		kept: srv.cfg.ResumeTTL > 0 && hello.Resume != nil,
		over: make(chan struct{}), approvals: hello.Approvals, page: hello.Page.ID,
		began: make(map[string]bool), sent: make(map[string]bool), calls: make(map[string]*protocol.ToolCall),
	}
	d, excess := s.declare(a.peer, hello.Declare, brought{})
	if excess != nil {
		a.flooded(excess)
		return
	}
	s.log = srv.cfg.Log.With().Str("session", s.id).Logger()
	s.ctx, s.end = context.WithCancelCause(ctx)
	s.broker = broker.New(broker.Config{Send: s.sendCall, Cancel: s.cancelCall, Waiting: s.waiting})
	s.grace = time.AfterFunc(time.Hour, s.graceOver)
	s.grace.Stop()
	if s.kept {
		s.transcript.limit = srv.cfg.TranscriptBytes
	}
	a.session.Store(s)
	srv.join(s, func() {
		s.emit(event.Event{Kind: event.KindSessionStart, Reason: string(refused)})
		srv.running.Go(s.keep)
		s.announce(announcement{hello.Tools, hello.Unavailable, d}, func(h *protocol.ServerHello) {
			if s.kept {
				h.Resume = &protocol.Resume{Token: srv.registry.issue(s), TTLMs: srv.cfg.ResumeTTL.Milliseconds()}
			}
			if refused != "" {
				h.Resumed, h.Reason = new(bool), refused
			}
		})
	})
}

// keep ends the session in order when its context has ended: open calls are
// answered and the turn says its last word before the socket goes.
func (s *session) keep() {
	<-s.ctx.Done()
	s.broker.Close(tool.EndOf(s.ctx))
	s.mu.Lock()
	//lint:ignore SA2001 a barrier: no turn begins after this point, and nobody is attached
	s.mu.Unlock()
	s.turns.Wait()
	s.grace.Stop()
	s.registry.forget(s)
	s.Server.part(s)
	s.mu.Lock()
	a, turns := s.at, s.number
	s.mu.Unlock()
	if a != nil {
		a.close(protocol.CloseDraining, "server is restarting")
	}
	s.emit(event.Event{Kind: event.KindSessionEnd, Reason: string(tool.EndOf(s.ctx).Reason), Dur: time.Since(s.start), Count: turns})
	close(s.over)
}

// send tells the browser. It reports false if the frame cannot reach it, now or
// by the transcript.
func (s *session) send(f protocol.ServerFrame) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sendLocked(f)
}

// sendLocked enters the frame into the transcript and queues it, which never
// waits, under one lock: whoever comes back finds each frame in the snapshot or
// gets it after that, never both.
func (s *session) sendLocked(f protocol.ServerFrame) bool {
	s.transcript.enter(f)
	if s.at != nil && s.at.put(f) {
		return true
	}
	if !s.kept {
		s.end(tool.ErrDisconnected) // before the turn takes another step
	}
	return s.kept
}

func (s *session) emit(e event.Event) {
	e.Time = time.Now()
	e.Session, e.Site, e.Subject = s.id, s.peer.Site, s.peer.Subject
	e.Contract = s.catalog.Hash()
	s.cfg.Sink.Emit(e)
}

func randomID(bytes int) string {
	b := make([]byte, bytes)
	if _, err := rand.Read(b); err != nil { // never fails (crypto/rand)
		panic(fmt.Errorf("read random bytes: %w", err))
	}
	return hex.EncodeToString(b)
}
