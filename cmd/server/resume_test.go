package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
)

// TestH31_X10_resumeIsNotRestore: a page comes back to its session; a server that
// is told to stop does not wait for those that nobody came back to; the next one
// does not know them.
func TestH31_X10_resumeIsNotRestore(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-resume-ttl", "1h", "-log-level", "debug"})
	ws, hello := comes(t, s.addr, "")
	if hello.Resume.Token == "" || hello.Resume.TTLMs != 3_600_000 || hello.Resumed != nil {
		t.Fatalf("hello %+v", hello)
	}
	say(t, ws, `{"type":"user","id":"u1","text":"What do you remember about me?"}`)
	await(t, ws, protocol.TypeToolCall)
	ws.CloseNow()

	ws, back := comes(t, s.addr, hello.Resume.Token)
	if back.Resumed == nil || !*back.Resumed || back.Session != hello.Session || back.Reason != "" {
		t.Fatalf("hello %+v", back)
	}
	await(t, ws, protocol.TypeToolCall)
	say(t, ws, `{"type":"tool_result","id":"t1.1","result":{"entries":[]}}`)
	await(t, ws, protocol.TypeTurnEnd)
	ws.CloseNow()
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if log := s.log(); !strings.Contains(log, `"event":"session_attached"`) || strings.Contains(log, back.Resume.Token) {
		t.Errorf("log:\n%s", log)
	}

	next := start(t, []string{"-addr", "127.0.0.1:0", "-resume-ttl", "1h"})
	if _, refused := comes(t, next.addr, back.Resume.Token); refused.Resumed == nil || *refused.Resumed || refused.Reason != protocol.ResumeServerRestart {
		t.Errorf("hello %+v", refused)
	}
}

// returned is what hello says of a return.
type returned struct {
	Session string
	Resume  protocol.Resume
	Resumed *bool
	Reason  protocol.ResumeRefusal
}

// comes opens a socket with a token and returns the answer.
func comes(t *testing.T, addr, token string) (*websocket.Conn, returned) {
	t.Helper()
	ws := dial(t, addr)
	say(t, ws, fmt.Sprintf(`{"type":"hello","protocol":1,"tools":{"memory_list":"","memory_get":""},"resume":%q}`, token))
	var hello returned
	if err := json.Unmarshal(await(t, ws, protocol.TypeHello), &hello); err != nil {
		t.Fatal(err)
	}
	return ws, hello
}
