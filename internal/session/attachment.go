package session

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/quota"
)

// maxMalformed is how many refused frames in a row end a session.
const maxMalformed = 5

// attachment is one socket: its reader, its heartbeat, and the limits of its
// silence.
type attachment struct {
	*Server
	conn    Conn
	peer    Peer
	session atomic.Pointer[session] // set by hello

	gone    context.Context // ends when the socket is given up
	giveUp  context.CancelFunc
	closing sync.Once
	code    int // how the socket is closed; set before gone ends, as are the next two
	reason  string
	fault   bool // a client that does this must not come back to its session

	// The reader's own.
	malformed int         // refused frames in a row
	hello     *time.Timer // until hello
	idle      *time.Timer
}

func (srv *Server) attachment(conn Conn, peer Peer) *attachment {
	a := &attachment{Server: srv, conn: conn, peer: peer}
	a.gone, a.giveUp = context.WithCancel(context.Background())
	return a
}

// serve reads until the socket is gone or given up, and leaves the session.
func (a *attachment) serve(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		if s := a.session.Load(); s != nil {
			s.end(context.Cause(ctx)) // says its last word, then closes
			return
		}
		a.close(protocol.CloseDraining, "server is restarting")
	})
	defer stop()
	a.hello = time.AfterFunc(a.cfg.HelloTimeout, func() { a.close(protocol.CloseProtocol, "no hello in time") })
	defer a.hello.Stop()
	a.idle = time.AfterFunc(a.cfg.Idle, func() { a.close(protocol.CloseIdle, "no frame in time") })
	defer a.idle.Stop()
	var pulse sync.WaitGroup
	pulse.Go(a.pulse)

	a.read(ctx)

	a.close(protocol.CloseGoingAway, "")
	pulse.Wait()
	a.leave() // once more, for a hello that was taken while the socket was given up
}

// read takes frames until the socket fails. A read whose context ends tears the
// socket down before anything can be said, so that it has one that does not.
func (a *attachment) read(ctx context.Context) {
	for {
		data, err := a.conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return
		}
		a.idle.Reset(a.cfg.Idle)
		if excess := a.peer.frame(len(data)); excess != nil {
			a.flooded(excess)
			continue
		}
		frame, refusal := protocol.Decode(data)
		if refusal != nil {
			a.refuse(refusal)
			continue
		}
		a.malformed = 0
		if s := a.session.Load(); s != nil {
			s.take(a, frame)
			continue
		}
		a.hello.Stop()
		a.first(ctx, frame)
	}
}

// first takes the frame that must open a session.
func (a *attachment) first(ctx context.Context, frame protocol.ClientFrame) {
	hello, ok := frame.(*protocol.ClientHello)
	if !ok {
		a.put(&protocol.Error{Code: protocol.ErrorUnexpected, Message: "The first frame must be hello."})
		a.close(protocol.CloseProtocol, "the first frame must be hello")
		return
	}
	if hello.Protocol != protocol.Version {
		a.emit(event.Event{Kind: event.KindPeerMisbehaved, Reason: "protocol"})
		a.close(protocol.CloseProtocol, fmt.Sprintf("supported protocol versions: %d", protocol.Version))
		return
	}
	var refused protocol.ResumeRefusal
	if hello.Resume != nil && *hello.Resume != "" {
		if refused = a.Server.resume(a, hello); refused == "" {
			return
		}
	}
	a.Server.begin(ctx, a, hello, refused)
}

// refuse answers a frame that is none; too many in a row end the session.
func (a *attachment) refuse(refusal *protocol.Error) {
	a.malformed++
	s := a.session.Load()
	if s == nil {
		a.put(refusal)
	} else {
		s.reply(a, refusal)
	}
	if a.malformed < maxMalformed || a.gone.Err() != nil {
		return
	}
	a.emit(event.Event{Kind: event.KindPeerMisbehaved, Reason: string(refusal.Code), Count: a.malformed})
	a.closeAs(protocol.CloseProtocol, "malformed frames", true)
}

// flooded closes the socket over a frame that is more than its peer may send.
// The session is kept like after any loss: its client comes back later.
func (a *attachment) flooded(excess *quota.Excess) {
	if a.gone.Err() != nil {
		return
	}
	a.emit(event.Event{
		Kind: event.KindPeerMisbehaved, Code: string(protocol.RefusalRateLimited), Reason: string(excess.Kind), Dur: excess.Retry,
	})
	a.close(protocol.CloseRateLimited, protocol.Closed{
		Code: protocol.RefusalRateLimited, Reason: string(excess.Kind), RetryAfterMs: ms(excess.Retry),
	}.Text())
}

// emit tells operators of this socket, whether or not it has a session by now.
func (a *attachment) emit(e event.Event) {
	if s := a.session.Load(); s != nil {
		s.emit(e)
		return
	}
	e.Time, e.Site, e.Subject = time.Now(), a.peer.Site, a.peer.Subject
	a.cfg.Sink.Emit(e)
}

// pulse beats until the socket is given up, then leaves the session and closes
// the socket.
func (a *attachment) pulse() {
	tick := time.NewTicker(a.cfg.Heartbeat)
	defer tick.Stop()
	for seq := int64(1); ; seq++ {
		select {
		case <-a.gone.Done():
			a.leave()
			a.conn.Close(a.code, a.reason)
			return
		case <-tick.C:
			a.put(&protocol.Heartbeat{Seq: seq})
		}
	}
}

// leave takes the socket from its session and, if the session ends with it or
// has ended, waits for that.
func (a *attachment) leave() {
	if s := a.session.Load(); s != nil && !s.detach(a) {
		<-s.over
	}
}

// put queues a frame and never waits; a browser that takes no more has left.
func (a *attachment) put(f protocol.ServerFrame) bool {
	if a.conn.Send(protocol.Encode(f)) {
		return true
	}
	a.close(protocol.CloseGoingAway, "")
	return false
}

// close gives the socket up; the first close decides the code. It never waits.
func (a *attachment) close(code int, reason string) { a.closeAs(code, reason, false) }

func (a *attachment) closeAs(code int, reason string, fault bool) {
	a.closing.Do(func() { a.code, a.reason, a.fault = code, reason, fault })
	a.giveUp()
}

// lost says for operators how the socket went.
func (a *attachment) lost() string {
	if a.code == protocol.CloseIdle {
		return "idle"
	}
	return "lost"
}
