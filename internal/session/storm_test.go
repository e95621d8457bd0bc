package session

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/emulator"
	"farhand/internal/event"
	"farhand/internal/history"
	"farhand/internal/model"
	"farhand/internal/protocol"
)

const (
	stormSessions = 200
	stormTurns    = 2
	stormSeed     = 9
)

// TestStorm_nothingIsLeft: 200 sessions of one server, a model that fails in
// every way that the emulator knows, browsers that do what browsers must not.
// After it every history can be sent, every turn and every call has ended once,
// and no pending call, goroutine, token or file is left. The bubble sees to the
// goroutines: it fails while one is blocked.
func TestStorm_nothingIsLeft(t *testing.T) {
	t.Run("sessions end with their sockets", func(t *testing.T) { storm(t, 0) })
	t.Run("browsers come back", func(t *testing.T) { storm(t, time.Hour) })
}

func storm(t *testing.T, ttl time.Duration) {
	files := openFiles(t)
	synctest.Test(t, func(t *testing.T) {
		em, err := emulator.New(emulator.Config{Script: stormScript(), JournalSize: -1})
		if err != nil {
			t.Fatal(err)
		}
		var refused refusals
		adapter := speaks(t, refused.watch(em.Transport()))
		var events tally
		srv, err := New(Config{
			Catalog: catalog(), Model: model.Retry(model.Limit(adapter, 16)), ModelInfo: protocol.ModelInfo{Name: "storm"},
			Log: zerolog.Nop(), FrameBytes: 1 << 20, Sink: &events, Full: history.Full{Tokens: 100},
			ResumeTTL: ttl, MaxDetached: 80, TranscriptBytes: 2000,
		})
		if err != nil {
			t.Fatal(err)
		}
		var sockets sync.Map // of attachments
		var all sync.WaitGroup
		connect := func() *pipe {
			p := newPipe()
			a := srv.attachment(p, Peer{})
			sockets.Store(a, true)
			all.Go(func() { a.serve(context.Background()) })
			return p
		}
		for i := range stormSessions {
			all.Go(func() { newWild(connect, ttl > 0, uint64(i)).browse() })
		}
		all.Wait()
		if err := srv.Wait(context.Background()); err != nil { // until those that nobody comes back to have expired
			t.Error(err)
		}

		sockets.Range(func(a, _ any) bool {
			s := a.(*attachment).session.Load()
			if n := s.broker.Pending(); n != 0 {
				t.Errorf("session %s: %d calls are pending", s.id, n)
			}
			s.history.Begin("the next message")
			if err := s.history.Valid(); err != nil {
				t.Errorf("session %s: %v", s.id, err)
			}
			return true
		})
		if r := srv.registry; len(r.sessions)+len(r.tokens)+len(r.detached)+len(srv.contract.open) != 0 {
			t.Errorf("left: %d sessions, %d tokens, %d detached", len(r.sessions), len(r.tokens), len(r.detached))
		}
		events.check(t)
		refused.check(t)
		if back := events.kinds[event.KindSessionAttached]; (back > stormSessions/4) != (ttl > 0) {
			t.Errorf("%d browsers came back", back)
		}
	})
	if now := openFiles(t); now > files {
		t.Errorf("%d open files, %d before", now, files)
	}
}

// stormScript is what the model does, in no order that a session could know:
// the faults of the emulator between calls and answers.
func stormScript() (steps []emulator.Step) {
	rnd := rand.New(rand.NewPCG(stormSeed, 0))
	faults := strings.Fields("E75 E76 E77 E78 E78b E78c E78d E79 E79b E79c E80 E81 E82 E83 E84 " +
		"E85 E85b E85c E86 E86b E87 E90 E90b E91 E91b E91c E91d E92 E93 E94 E94b E95 E96 E98")
	tools := []string{
		"memory_get", `{"key":"a"}`, "memory_list", `{}`, "memory_put", `{"key":"a","value":"b"}`, "geolocation_get", `{}`,
		"clipboard_read", `{}`, "clipboard_write", `{"text":"x"}`, "device_context", `{}`, "memory_get", `{"kee":1}`, "invented", `{}`,
	}
	for range stormSessions * stormTurns * 4 {
		switch n := rnd.IntN(10); {
		case n < 3:
			steps = append(steps, fault(faults[rnd.IntN(len(faults))]))
		case n < 6:
			var pairs []string
			for range 1 + rnd.IntN(3) {
				i := 2 * rnd.IntN(len(tools)/2)
				pairs = append(pairs, tools[i], tools[i+1])
			}
			steps = append(steps, callsTool(pairs...))
		case n < 7:
			step := reply("A slow answer.")
			step.DelayMS, step.ChunkDelayMS, step.Hang = rnd.IntN(20_000), rnd.IntN(5_000), rnd.IntN(4) == 0
			steps = append(steps, step)
		default:
			steps = append(steps, reply("Here you are."))
		}
	}
	last := reply("That is all.")
	last.Repeat = -1
	return append(steps, last)
}

// wild is a browser that misbehaves, as its seed says.
type wild struct {
	connect func() *pipe
	resumes bool
	rnd     *rand.Rand
	work    sync.WaitGroup // answers that are on their way
	turns   int
	token   string // of its session; "": none

	mu   sync.Mutex
	pipe *pipe
	runs []string // ids of the calls that it answers
}

func newWild(connect func() *pipe, resumes bool, seed uint64) *wild {
	rnd := rand.New(rand.NewPCG(stormSeed, seed+1))
	return &wild{connect: connect, resumes: resumes && rnd.IntN(4) > 0, rnd: rnd}
}

// browse plays its turns and leaves. If it can come back, it does after a loss,
// sooner or later, as the same document or as another.
func (w *wild) browse() {
	document := 0
	for again := true; again; {
		p := w.connect()
		hello := frame{"type": "hello", "protocol": 1, "tools": everyTool(), "approvals": w.rnd.IntN(4) > 0,
			"page": frame{"id": fmt.Sprint(document), "url": "https://shop.example/"}}
		w.mu.Lock()
		if w.resumes {
			hello["resume"] = w.token
			hello["calls"] = append([]string{}, w.runs...)
		}
		w.mu.Unlock()
		p.in <- encode(hello)
		w.mu.Lock()
		w.pipe = p
		w.mu.Unlock()
		w.stay(p)
		again = w.resumes && w.token != "" && w.turns <= stormTurns && w.rnd.IntN(8) > 0
		if again {
			time.Sleep(time.Duration(w.rnd.IntN(35_000)) * time.Millisecond)
		}
		if w.rnd.IntN(2) == 0 {
			document++
			w.mu.Lock()
			w.runs = nil
			w.mu.Unlock()
		}
	}
	w.work.Wait()
}

// stay takes frames until the socket is gone.
func (w *wild) stay(p *pipe) {
	deaf := w.rnd.IntN(20) == 0 // answers no heartbeat
	for data := range p.out {
		var f frame
		json.Unmarshal(data, &f)
		switch f["type"] {
		case "heartbeat":
			if !deaf {
				w.send(f)
			}
		case "hello":
			if resume, ok := f["resume"].(map[string]any); ok {
				w.token = resume["token"].(string)
			}
			snapshot, _ := f["snapshot"].(map[string]any)
			if w.turns > 0 && (snapshot == nil || snapshot["running"] != nil) && f["resumed"] != false {
				continue // it answers a reset, or the turn goes on
			}
			w.next(p)
		case "turn_end":
			w.next(p)
		case "tool_call":
			call, behaves := f, w.rnd.IntN(16)
			wait := time.Duration(w.rnd.IntN(3000)) * time.Millisecond
			w.mu.Lock()
			w.runs = append(w.runs, f["id"].(string))
			w.mu.Unlock()
			w.work.Go(func() {
				time.Sleep(wait)
				w.answer(call, behaves)
			})
		case "text", "tool_state", "notice":
			w.disturb(p)
		}
	}
}

// next begins a turn, or leaves after the last one.
func (w *wild) next(p *pipe) {
	if w.turns++; w.turns > stormTurns {
		p.end(1001, "")
		return
	}
	if w.rnd.IntN(3) == 0 {
		w.send(frame{"type": "user", "id": fmt.Sprint("r", w.turns), "text": "Look once more", "replaces": fmt.Sprint("u", w.turns-1)})
	}
	// Refused as busy if the other one began a turn.
	w.send(frame{"type": "user", "id": fmt.Sprint("u", w.turns), "text": "Look into my memory"})
}

// disturb does, now and then, what the server did not ask for.
func (w *wild) disturb(p *pipe) {
	switch w.rnd.IntN(80) {
	case 0:
		w.send(frame{"type": "stop"})
	case 1:
		w.send(frame{"type": "reset"})
	case 2:
		p.end(1006, "")
	case 3:
		w.raw(`{"type":`)
	case 4:
		w.send(frame{"type": "user", "id": "another", "text": "at once"})
	case 5:
		w.send(frame{"type": "tool_result", "id": "t1.99", "result": 1})
	case 6:
		w.send(frame{"type": "tools_changed", "tools": frame{"memory_get": ""}})
	case 7:
		w.send(frame{"type": "revoke"})
	case 9, 10, 11, 12, 13, 14, 15, 16:
		if w.resumes {
			p.end(1006, "")
		}
	case 8:
		w.raw(`{"type":"inspect","id":"another","name":"memory_get","args":{"key":"a"}}`)
	}
}

var goodResults = map[string]string{
	"memory_get": `{"found":false}`, "memory_list": `{"entries":[]}`, "geolocation_get": place,
	"clipboard_read": `{"text":"x"}`, "clipboard_write": `{"copied":true,"characters":1}`, "device_context": `{"unavailable":[]}`,
}

// answer ends a call in one of the ways in which a page can.
func (w *wild) answer(call frame, behaves int) {
	id := call["id"].(string)
	grant := ""
	if call["approval"] != nil {
		grant = `,"grant":"once"`
	}
	value := goodResults[call["name"].(string)]
	if value == "" {
		value = "1"
	}
	result := fmt.Sprintf(`{"type":"tool_result","id":%q,"result":%s%s}`, id, value, grant)
	state := func(s string) { w.send(frame{"type": "tool_state", "id": id, "state": s}) }
	switch behaves {
	case 0: // lost
	case 1: // acknowledged, then lost
		state("running")
	case 2: // late
		time.Sleep(time.Minute)
		w.raw(result)
	case 3: // twice
		w.raw(result)
		w.raw(result)
	case 4: // malformed first
		w.raw(fmt.Sprintf(`{"type":"tool_result","id":%q}`, id))
		w.raw(result)
	case 5:
		w.send(frame{"type": "tool_result", "id": id, "error": frame{"code": "failed", "message": "no"}})
	case 6: // the user takes long, or does not come back
		state("awaiting_user")
		time.Sleep(90 * time.Second)
		w.raw(result)
	case 7: // breaks its schema, and is a picture that is none
		w.raw(fmt.Sprintf(`{"type":"tool_result","id":%q,"result":[],"media":[{"mimeType":"image/png","data":"AAAA"}],"grant":"session"}`, id))
	case 8: // states in no order
		for _, s := range []string{"running", "delivered", "awaiting_user", "succeeded", "running"} {
			state(s)
		}
		w.raw(result)
	case 9: // too large
		w.raw(strings.Replace(result, value, `"`+strings.Repeat("x", 70_000)+`"`, 1))
	case 10:
		w.send(frame{"type": "stop"})
		w.raw(result)
	default:
		state("delivered")
		state("running")
		w.raw(result)
	}
}

func (w *wild) send(f frame) { w.raw(string(encode(f))) }

// raw sends a frame unless the socket is gone.
func (w *wild) raw(data string) {
	w.mu.Lock()
	p := w.pipe
	w.mu.Unlock()
	select {
	case p.in <- []byte(data):
	case <-p.gone:
	}
}

// tally counts what must happen exactly once.
type tally struct {
	mu     sync.Mutex
	starts map[string]int
	ends   map[string]int
	calls  map[string]int
	kinds  map[event.Kind]int
}

func (c *tally) Emit(e event.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kinds == nil {
		c.starts, c.ends, c.calls, c.kinds = map[string]int{}, map[string]int{}, map[string]int{}, map[event.Kind]int{}
	}
	c.kinds[e.Kind]++
	turn := fmt.Sprint(e.Session, " ", e.Turn)
	switch e.Kind {
	case event.KindTurnStart:
		c.starts[turn]++
	case event.KindTurnEnd:
		c.ends[turn]++
	case event.KindToolCalled, event.KindToolDenied, event.KindToolHallucinated, event.KindToolInvalid, event.KindToolSkipped, event.KindToolTimedOut:
		c.calls[e.Session+" "+e.Call]++
	}
}

func (c *tally) check(t *testing.T) {
	for turn, n := range c.starts {
		if n != 1 || c.ends[turn] != 1 {
			t.Errorf("turn %s: %d starts, %d ends", turn, n, c.ends[turn])
		}
	}
	for call, n := range c.calls {
		if n != 1 {
			t.Errorf("call %s: %d ends", call, n)
		}
	}
	if ends := c.kinds[event.KindSessionEnd]; ends != c.kinds[event.KindSessionStart] || ends < stormSessions || len(c.starts) < stormSessions {
		t.Errorf("%d sessions ended, %d turns", ends, len(c.starts))
	}
	t.Logf("%d turns, %d calls, %v", len(c.starts), len(c.calls), c.kinds)
}

// refusals keeps what the emulator found wrong in a request: no script has a 400.
type refusals struct {
	mu   sync.Mutex
	said []string
}

func (r *refusals) watch(next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		resp, err := next.RoundTrip(req)
		if err == nil && resp.StatusCode == http.StatusBadRequest {
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			resp.Body = io.NopCloser(bytes.NewReader(body))
			r.mu.Lock()
			defer r.mu.Unlock()
			r.said = append(r.said, string(body))
		}
		return resp, err
	})
}

func (r *refusals) check(t *testing.T) {
	for i, body := range r.said {
		if i < 3 {
			t.Errorf("the emulator refused a request: %s", body)
		}
	}
}

// openFiles is the number of this process, 0 where it cannot be told.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}
