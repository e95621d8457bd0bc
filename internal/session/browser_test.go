package session

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"farhand"
	"farhand/internal/event"
	"farhand/internal/model"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// pipe is a socket in memory. What the session sends arrives in out.
type pipe struct {
	in   chan []byte
	out  chan []byte
	note func(direction string, data []byte) // if set, told of every frame

	mu     sync.Mutex
	gone   chan struct{}
	closed bool
	code   int
	reason string
	stuck  bool // takes no more frames
}

func newPipe() *pipe {
	return &pipe{in: make(chan []byte), out: make(chan []byte, 10_000), gone: make(chan struct{})}
}

func (p *pipe) Read(ctx context.Context) ([]byte, error) {
	select {
	case data := <-p.in:
		if p.note != nil {
			p.note("browser → server", data)
		}
		return data, nil
	case <-p.gone:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipe) Send(data []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.stuck {
		return false
	}
	if p.note != nil {
		p.note("server → browser", data)
	}
	p.out <- data
	return true
}

func (p *pipe) Close(code int, reason string) { p.end(code, reason) }

// end closes the pipe once; the first code stays.
func (p *pipe) end(code int, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.closed, p.code, p.reason = true, code, reason
	close(p.gone)
	close(p.out)
}

// frame is a decoded frame of either direction.
type frame map[string]any

// tab is a browser on one session.
type tab struct {
	t      *testing.T
	pipe   *pipe
	shut   context.CancelCauseFunc // shuts the server down
	served chan struct{}           // closed when Serve has returned

	steps bool // next returns step frames, too

	mu     sync.Mutex
	events []event.Event
}

// catalog is the shipped contract, loaded once: a Catalog never changes.
var catalog = sync.OnceValue(func() *tool.Catalog {
	c, err := tool.Load(tool.Config{Contract: farhand.Contract})
	if err != nil {
		panic(err)
	}
	return c
})

// open starts a session on m and reads its hello. Call it in a bubble.
func open(t *testing.T, m model.Model, change func(*Config)) *tab {
	t.Helper()
	b := connect(t, m, change)
	b.hello()
	return b
}

// hello opens the session of a page that has every tool and can ask.
func (b *tab) hello() {
	b.t.Helper()
	b.send(frame{"type": "hello", "protocol": 1, "page": frame{"url": "https://shop.example/cart"}, "tools": everyTool(), "approvals": true})
	b.want("hello", nil)
}

// connect is open without the hello.
func connect(t *testing.T, m model.Model, change func(*Config)) *tab {
	t.Helper()
	return connectAs(t, m, change, Peer{})
}

// connectAs is connect for a browser of which the server knows something.
func connectAs(t *testing.T, m model.Model, change func(*Config), peer Peer) *tab {
	t.Helper()
	b := &tab{t: t, pipe: newPipe(), served: make(chan struct{})}
	cfg := Config{
		Catalog: catalog(), Model: m, ModelInfo: protocol.ModelInfo{Name: "test-model"}, Log: zerolog.Nop(), FrameBytes: 1 << 20,
		Sink: event.SinkFunc(func(e event.Event) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.events = append(b.events, e)
		}),
	}
	if change != nil {
		change(&cfg)
	}
	srv, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, shut := context.WithCancelCause(context.Background())
	b.shut = shut
	go func() {
		srv.Serve(ctx, b.pipe, peer)
		close(b.served)
	}()
	t.Cleanup(func() { shut(nil) })
	return b
}

// everyTool is what a page announces that has every body of the contract.
func everyTool() frame {
	tools := frame{}
	for _, s := range catalog().Specs() {
		tools[s.Name] = s.Hash
	}
	return tools
}

func (b *tab) send(f frame) { b.sendRaw(encode(f)) }

func (b *tab) sendRaw(data []byte) {
	b.t.Helper()
	select {
	case b.pipe.in <- data:
		if b.pipe.note != nil {
			synctest.Wait() // what the frame causes comes before the next one
		}
	case <-b.pipe.gone:
		b.t.Fatalf("sent %s to a closed socket", data)
	}
}

// encode returns f as JSON with the type first.
func encode(f frame) []byte {
	fields := maps.Clone(f)
	delete(fields, "type")
	data, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	if len(fields) == 0 {
		return fmt.Appendf(nil, `{"type":%q}`, f["type"])
	}
	return fmt.Appendf(nil, `{"type":%q,%s`, f["type"], data[1:])
}

func (b *tab) user(id, text string) { b.send(frame{"type": "user", "id": id, "text": text}) }

// next returns the next frame that is not a heartbeat, nor, unless they are
// asked for, a step; nil when the socket is closed.
func (b *tab) next() frame {
	b.t.Helper()
	for data := range b.pipe.out {
		var f frame
		if err := json.Unmarshal(data, &f); err != nil {
			b.t.Fatalf("frame %s: %v", data, err)
		}
		if f["type"] != "heartbeat" && (f["type"] != "step" || b.steps) {
			return f
		}
	}
	return nil
}

// want returns the next frame, which must be of the type and have the fields.
func (b *tab) want(kind string, fields frame) frame {
	b.t.Helper()
	f := b.next()
	if f == nil || f["type"] != kind {
		b.t.Fatalf("got %v, want %s", f, kind)
	}
	for k, v := range fields {
		if fmt.Sprint(f[k]) != fmt.Sprint(v) {
			b.t.Fatalf("%s: %s is %v, want %v\n%v", kind, k, f[k], v, f)
		}
	}
	return f
}

// until returns the next frame of the type, passing over others.
func (b *tab) until(kind string) frame {
	b.t.Helper()
	for {
		f := b.next()
		if f == nil {
			b.t.Fatalf("socket closed before %s", kind)
		}
		if f["type"] == kind {
			return f
		}
	}
}

// quiet checks that no frame but heartbeats comes within d.
func (b *tab) quiet(d time.Duration) {
	b.t.Helper()
	time.Sleep(d)
	synctest.Wait()
	for {
		select {
		case data := <-b.pipe.out:
			var f frame
			json.Unmarshal(data, &f)
			if f["type"] != "heartbeat" {
				b.t.Fatalf("unexpected %s", data)
			}
		default:
			return
		}
	}
}

// leave closes the tab and waits for the end of the session.
func (b *tab) leave() {
	b.pipe.end(1001, "")
	<-b.served
}

// event returns the first event of the kind.
func (b *tab) event(kind event.Kind) event.Event {
	b.t.Helper()
	return b.find(kind, slices.IndexFunc[[]event.Event])
}

// lastEvent returns the last event of the kind.
func (b *tab) lastEvent(kind event.Kind) event.Event {
	b.t.Helper()
	return b.find(kind, func(events []event.Event, is func(event.Event) bool) int {
		for i := len(events) - 1; i >= 0; i-- {
			if is(events[i]) {
				return i
			}
		}
		return -1
	})
}

func (b *tab) find(kind event.Kind, index func([]event.Event, func(event.Event) bool) int) event.Event {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	i := index(b.events, func(e event.Event) bool { return e.Kind == kind })
	if i < 0 {
		b.t.Fatalf("no event %s", kind)
	}
	return b.events[i]
}

// script is a model that plays its steps in order; the last one repeats.
type script struct {
	mu    sync.Mutex
	steps []step
	sent  []model.Request
}

type step func(ctx context.Context, emit func(model.Delta)) (*model.Response, error)

func plays(steps ...step) *script { return &script{steps: steps} }

func (s *script) Generate(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
	s.mu.Lock()
	s.sent = append(s.sent, r)
	next := s.steps[min(len(s.sent), len(s.steps))-1]
	s.mu.Unlock()
	return next(ctx, emit)
}

// results is what the model was sent as results in request n, from 0.
func (s *script) results(n int) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	messages := s.sent[n].Messages
	for _, p := range messages[len(messages)-1].Parts {
		if p.Result != nil {
			out = append(out, string(p.Result.Output))
		}
	}
	return out
}

func says(text string) step {
	return func(_ context.Context, emit func(model.Delta)) (*model.Response, error) {
		emit(model.Delta{Text: text})
		return response(model.Part{Text: text}), nil
	}
}

func calls(pairs ...string) step {
	return func(context.Context, func(model.Delta)) (*model.Response, error) {
		var parts []model.Part
		for i := 0; i < len(pairs); i += 2 {
			parts = append(parts, model.Part{Call: &model.Call{Name: pairs[i], Args: json.RawMessage(pairs[i+1])}})
		}
		return response(parts...), nil
	}
}

func hangs(ctx context.Context, emit func(model.Delta)) (*model.Response, error) {
	emit(model.Delta{Text: "let me see"})
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

func response(parts ...model.Part) *model.Response {
	return &model.Response{
		Message: model.Message{Role: model.RoleModel, Parts: parts},
		Finish:  model.FinishStop,
		Usage:   model.Usage{Input: 7, Output: 3, Thoughts: 2},
	}
}

// traceLog is a logger that writes everything.
func traceLog(w io.Writer) zerolog.Logger { return zerolog.New(w).Level(zerolog.TraceLevel) }
