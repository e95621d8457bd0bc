package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
)

func TestRun_servesAndStops(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0"})
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/nothing": 404} {
		if status, _ := get(t, s.addr+path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	var line struct {
		Tools int
		Model string
		Demo  bool
	}
	lines := strings.Split(strings.TrimSpace(s.log()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil || line.Tools < 10 || line.Model == "" || !line.Demo {
		t.Errorf("%+v, %v: %s", line, err, lines)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestRun_printsItsAddressAtEveryLogLevel(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-log-level", "error"})
	if status, _ := get(t, s.addr+"/healthz"); status != 200 {
		t.Errorf("/healthz: %d", status)
	}
}

func TestA3_keyIsNeverPrinted(t *testing.T) {
	const key = "SECRET-0123456789"
	for name, in := range map[string]struct {
		args []string
		env  []string
	}{
		"environment": {nil, []string{"GEMINI_API_KEY=" + key}},
		"file":        {[]string{"-gemini-key-file", write(t, "key", key+"\n")}, nil},
		"file first":  {[]string{"-gemini-key-file", write(t, "key", key+"\r\n")}, []string{"GEMINI_API_KEY=not a key"}},
	} {
		s := start(t, append([]string{"-addr", "127.0.0.1:0", "-log-level", "debug", "-model", "gemini-2.5-flash"}, in.args...), in.env...)
		s.stop()
		log := s.log()
		if strings.Contains(log, "SECRET") {
			t.Errorf("%s: the key is in the log:\n%s", name, log)
		}
		for _, want := range []string{`"key":"set"`, `"model":"gemini-2.5-flash"`, `"demo":false`} {
			if !strings.Contains(log, want) {
				t.Errorf("%s: no %s in the log:\n%s", name, want, log)
			}
		}
		if strings.Contains(log, "whoever reaches") {
			t.Errorf("%s: warned of a loopback address", name)
		}
	}
}

func TestRun_keyReachesTheServerOfGeminiURL(t *testing.T) {
	keys := make(chan string, 8)
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys <- r.Header.Get("x-goog-api-key")
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer api.Close()
	s := start(t, []string{"-addr", "127.0.0.1:0", "-gemini-url", api.URL, "-gemini-key-file", write(t, "key", "SECRET\n")})
	talk(t, s, "hello")
	if key := <-keys; key != "SECRET" {
		t.Errorf("the server got the key %q", key)
	}
}

func TestRun_warnsOfAKeyOnAnOpenAddress(t *testing.T) {
	s := start(t, []string{"-addr", "0.0.0.0:0"}, "GEMINI_API_KEY=SECRET")
	s.stop()
	if !strings.Contains(s.log(), "whoever reaches this server uses the key") || !strings.HasPrefix(s.addr, "http://127.0.0.1:") {
		t.Errorf("address %s, log:\n%s", s.addr, s.log())
	}
}

func TestRun_portInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	addr := taken.Addr().String()
	for _, in := range []badInput{
		{args: []string{"-addr", addr}, line: "-addr: "},
		{args: []string{"-emulator", addr}, line: "-emulator: "},
		{env: []string{"FARHAND_ADDR=" + addr}, line: "FARHAND_ADDR: "},
	} {
		code, stdout, stderr := once(t, in.args, in.env...)
		if code != 2 || stderr != in.line+`"`+addr+`": the port is in use`+"\n" || stdout != "" {
			t.Errorf("%v: exit code %d:\n%s%s", in, code, stdout, stderr)
		}
	}
}

func TestRun_otherFailureIsExitCode1(t *testing.T) {
	code, _, stderr := once(t, []string{"-addr", "192.0.2.1:80"}) // RFC 5737: not ours
	if code != 1 || !strings.HasPrefix(stderr, "-addr: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestHealth(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0"})
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.addr, "http://"))
	for _, addr := range []string{"127.0.0.1:" + port, "0.0.0.0:" + port, ":" + port} {
		if code, _, stderr := finish(t, "-health", "-addr", addr); code != 0 {
			t.Errorf("%s: exit code %d: %s", addr, code, stderr)
		}
	}
	s.stop()
	if code, _, stderr := finish(t, "-health", "-addr", "127.0.0.1:"+port); code != 1 || strings.Count(stderr, "\n") != 1 {
		t.Errorf("of a stopped server: exit code %d: %s", code, stderr)
	}
	if code, _, _ := finish(t, "-health", "-addr", "nonsense"); code != 1 {
		t.Errorf("of nonsense: exit code %d", code)
	}
}

func TestReachable(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1:80", "0.0.0.0:80": "127.0.0.1:80", ":80": "127.0.0.1:80",
		"[::]:80": "[::1]:80", "[::1]:80": "[::1]:80", "example.org:80": "example.org:80",
	} {
		if got := reachable(addr); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
	for addr, want := range map[string]bool{
		"127.0.0.1:80": true, "127.9.9.9:80": true, "[::1]:80": true, "localhost:80": true,
		"0.0.0.0:80": false, ":80": false, "[::]:80": false, "10.0.0.1:80": false, "example.org:80": false,
	} {
		if got := loopback(addr); got != want {
			t.Errorf("%s is loopback: %v", addr, got)
		}
	}
}

func TestEmulator_runsAlone(t *testing.T) {
	s := start(t, []string{"-emulator", "127.0.0.1:0", "-tools", "no/such.json"}, "GEMINI_API_KEY=not a key")
	if status, body := get(t, s.addr+"/v1beta/models?key=k"); status != 200 || !strings.Contains(body, "models/gemini-flash-latest") {
		t.Errorf("models: %d %s", status, body)
	}
	if status, _ := get(t, s.addr+"/ws"); status != 404 {
		t.Errorf("/ws: %d", status)
	}
	server := start(t, []string{"-addr", "127.0.0.1:0", "-gemini-url", s.addr})
	if end := talk(t, server, "hello"); end.Reason != protocol.ReasonDone {
		t.Errorf("a turn on the emulator ended %+v", end)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestEmulator_scenarioAndJournal(t *testing.T) {
	scenario := write(t, "scenario.json", `[{"fault":"E76"},{"plan":true,"repeat":-1}]`)
	s := start(t, []string{"-emulator", "127.0.0.1:0", "-emulator-strict", "-emulator-scenario", scenario})
	ask := func() int {
		resp, err := http.Post(s.addr+"/v1beta/models/gemini-flash-latest:generateContent?key=k", "application/json",
			strings.NewReader(`{"contents":[{"parts":[{"text":"hi"}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if first, second := ask(), ask(); first != 429 || second != 200 {
		t.Errorf("status %d, then %d", first, second)
	}
	if status, body := get(t, s.addr+"/emulator/journal"); status != 200 || strings.Count(body, `"path"`) != 2 {
		t.Errorf("journal: %d %s", status, body)
	}

	bad := write(t, "scenario.json", `[{"fault":"E1"}]`)
	for _, where := range [][]string{{"-emulator", "127.0.0.1:0"}, {"-addr", "127.0.0.1:0"}} {
		code, _, errs := finish(t, append(where, "-emulator-scenario", bad)...)
		if want := fmt.Sprintf("-emulator-scenario: %q: step 1: fault \"E1\": unknown\n", bad); code != exitBadInput || errs != want {
			t.Errorf("exit code %d, %q, want %q", code, errs, want)
		}
	}
}

func TestH40_ownPageAndContract(t *testing.T) {
	page := write(t, "index.html", "own page")
	s := start(t, []string{"-addr", "127.0.0.1:0", "-app", strings.TrimSuffix(page, "/index.html"),
		"-tools", write(t, "tools.json", `{"version": 1, "tools": []}`)})
	if status, body := get(t, s.addr); status != 200 || body != "own page" {
		t.Errorf("%d %q", status, body)
	}
	if !strings.Contains(s.log(), `"tools":0`) {
		t.Errorf("log:\n%s", s.log())
	}
}

func TestRun_demoTurn(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0"})
	if end := talk(t, s, "hello"); end.Reason != protocol.ReasonDone {
		t.Errorf("the turn ended %+v", end)
	}
}

// finish runs the program to its own end.
func finish(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, errs strings.Builder
	code := run(within(t), args, nil, &out, &errs)
	return code, out.String(), errs.String()
}

// join opens a session of a page without tools.
func join(t *testing.T, addr string) *websocket.Conn {
	t.Helper()
	return greet(t, addr, `{"type":"hello","protocol":1,"tools":{}}`)
}

// greet opens a session and returns its socket after the server's hello.
func greet(t *testing.T, addr, hello string) *websocket.Conn {
	t.Helper()
	ws := dial(t, addr)
	say(t, ws, hello)
	await(t, ws, protocol.TypeHello)
	return ws
}

// dial opens a socket and says nothing.
func dial(t *testing.T, addr string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.Dial(within(t), addr+"/ws", &websocket.DialOptions{
		Subprotocols: []string{protocol.Subprotocol}, HTTPHeader: http.Header{"Origin": {addr}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(-1)
	t.Cleanup(func() { ws.CloseNow() })
	return ws
}

func say(t *testing.T, ws *websocket.Conn, frame string) {
	t.Helper()
	if err := ws.Write(within(t), websocket.MessageText, []byte(frame)); err != nil {
		t.Fatal(err)
	}
}

// await reads frames up to the first of a type and returns it.
func await(t *testing.T, ws *websocket.Conn, want string) []byte {
	t.Helper()
	for {
		_, data, err := ws.Read(within(t))
		if err != nil {
			t.Fatalf("waiting for %s: %v", want, err)
		}
		var frame struct{ Type string }
		if json.Unmarshal(data, &frame) == nil && frame.Type == want {
			return data
		}
	}
}

// talk runs one turn in a session of its own.
func talk(t *testing.T, s running, words string) protocol.TurnEnd {
	t.Helper()
	ws := join(t, s.addr)
	defer ws.Close(websocket.StatusNormalClosure, "")
	say(t, ws, `{"type":"user","id":"u1","text":"`+words+`"}`)
	var end protocol.TurnEnd
	if err := json.Unmarshal(await(t, ws, protocol.TypeTurnEnd), &end); err != nil {
		t.Fatal(err)
	}
	return end
}

func TestSignal_endsSessionsAndExitsWith0(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		cmd, addr, _, _ := process(t)
		ws := join(t, addr)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_, _, err := ws.Read(within(t))
		if websocket.CloseStatus(err) != protocol.CloseDraining {
			t.Errorf("%v: closed with %v", signal, err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", signal, err)
		}
	}
}

func TestSignal_turnEndsWithShutdown(t *testing.T) {
	hangs := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client left
		<-r.Context().Done()
	}))
	defer hangs.Close()
	s := start(t, []string{"-addr", "127.0.0.1:0", "-gemini-url", hangs.URL})
	ws := join(t, s.addr)
	say(t, ws, `{"type":"user","id":"u1","text":"hello"}`)
	await(t, ws, protocol.TypeTurnStart)
	stopped := make(chan int, 1)
	go func() { stopped <- s.stop() }()
	var end protocol.TurnEnd
	if err := json.Unmarshal(await(t, ws, protocol.TypeTurnEnd), &end); err != nil || end.Reason != protocol.ReasonShutdown {
		t.Errorf("turn ended %+v, %v", end, err)
	}
	if _, _, err := ws.Read(within(t)); websocket.CloseStatus(err) != protocol.CloseDraining {
		t.Errorf("closed with %v", err)
	}
	if code := <-stopped; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestSignal_secondOneExitsAtOnce(t *testing.T) {
	cmd, addr, _, _ := process(t)
	join(t, addr) // never reads again, so the close handshake hangs
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for status := 0; status != http.StatusServiceUnavailable; { // until the first has arrived
		status, _ = get(t, addr+"/readyz")
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("%v", err)
	}
}
