package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/coder/websocket"

	"farhand/internal/protocol"
)

var update = flag.Bool("update", false, "write the golden files anew")

// turn says words and answers each call with frames until the turn has ended.
func turn(t *testing.T, ws *websocket.Conn, id, words string, answer func(name, id string) []string) protocol.TurnEnd {
	t.Helper()
	say(t, ws, fmt.Sprintf(`{"type":"user","id":%q,"text":%q}`, id, words))
	for {
		_, data, err := ws.Read(within(t))
		if err != nil {
			t.Fatalf("waiting for the end of the turn: %v", err)
		}
		var f struct{ Type, ID, Name string }
		if err := json.Unmarshal(data, &f); err != nil {
			t.Fatal(err)
		}
		switch f.Type {
		case protocol.TypeToolCall:
			for _, frame := range answer(f.Name, f.ID) {
				say(t, ws, frame)
			}
		case protocol.TypeTurnEnd:
			var end protocol.TurnEnd
			if err := json.Unmarshal(data, &end); err != nil {
				t.Fatal(err)
			}
			return end
		}
	}
}

// auditRows reads an audit; every line must be a row.
func auditRows(t *testing.T, path string) []map[string]any {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]any
	for line := range strings.Lines(string(data)) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// A conversation with one call of each end, and with thoughts. The rows are
// whole when the server has stopped, each call has one with its risk and what
// its tool may touch, and of the thoughts there is their number of tokens.
func TestA19_A56_A69_A90_goldenAudit(t *testing.T) {
	const scenario = `[
		{"reply": {"thought": "I think.", "text": "One moment.", "calls": [
			{"name": "geolocation_get", "args": {}},
			{"name": "memory_put", "args": {"wrong": 1}},
			{"name": "web_search\n", "args": {}},
			{"name": "clipboard_read", "args": {}},
			{"name": "device_context", "args": {}},
			{"name": "memory_list", "args": {}}]},
		 "usage": {"promptTokenCount": 100, "candidatesTokenCount": 20, "thoughtsTokenCount": 30, "cachedContentTokenCount": 40, "totalTokenCount": 150}},
		{"chunks": [[{"text": "I think.", "thought": true}], [{"text": "Done."}]],
		 "usage": {"promptTokenCount": 200, "candidatesTokenCount": 2, "thoughtsTokenCount": 3, "totalTokenCount": 205}},
		{"status": 400, "error": {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "no"}}}
	]`
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	s := start(t, []string{"-addr", "127.0.0.1:0", "-audit", path, "-tool-timeout", "100ms", "-delivery-timeout", "100ms",
		"-emulator-scenario", write(t, "scenario.json", scenario)})
	ws := greet(t, s.addr, `{"type":"hello","protocol":1,"approvals":true,
		"tools":{"geolocation_get":"","memory_put":"","memory_list":"","clipboard_read":"","device_context":""}}`)
	turn(t, ws, "u1", "hello", func(name, id string) []string {
		running := fmt.Sprintf(`{"type":"tool_state","id":%q,"state":"running"}`, id)
		switch name {
		case "geolocation_get":
			return []string{running, fmt.Sprintf(`{"type":"tool_result","id":%q,"result":{"latitude":1,"longitude":2,"accuracy":3}}`, id)}
		case "clipboard_read":
			return []string{fmt.Sprintf(`{"type":"tool_result","id":%q,"error":{"code":"denied","message":"no"}}`, id)}
		case "device_context":
			return []string{running} // and no result: timed out
		}
		return nil // not delivered
	})
	turn(t, ws, "u2", "hello again", nil)
	read := make(chan struct{}) // the close frame of the shutdown must be read
	go func() {
		defer close(read)
		_, _, _ = ws.Read(within(t))
	}()
	s.stop()
	<-read

	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	contract := regexp.MustCompile(`"contract":"([0-9a-f]{16})"`).FindStringSubmatch(s.log())
	if contract == nil {
		t.Fatal("the log does not name the contract")
	}
	got := strings.ReplaceAll(string(data), contract[0], `"contract":"C"`)
	for _, normal := range []struct{ what, as string }{
		{`"time":"[^"]+Z"`, `"time":"T"`}, {`"session":"[0-9a-f]{16}"`, `"session":"S"`}, {`"ms":[0-9.]+`, `"ms":1`},
		{`("kind":"step".*?"inBytes"):[0-9]+`, `$1:1`}, // which changes with the contract
	} {
		got = regexp.MustCompile(normal.what).ReplaceAllString(got, normal.as)
	}
	const golden = "testdata/audit.jsonl"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("rows differ from %s:\n%s", golden, got)
	}

	jq, err := exec.LookPath("jq")
	if err != nil {
		t.Skip("no jq here")
	}
	out, err := exec.Command(jq, "-r", `select(.declared) | .kind + " " + .risk + " " + (.declared | join("+"))`, path).Output()
	const calls = "tool_called medium geolocation+storage\ntool_invalid low storage\ntool_denied high clipboard-read\n" +
		"tool_timed_out low device\ntool_skipped low storage\n"
	if err != nil || string(out) != calls {
		t.Errorf("jq: %v, got\n%swant\n%s", err, out, calls)
	}
}

// However a turn ends, it has one first and one last row.
func TestA88_A90_everyTurnHasOneTerminalEvent(t *testing.T) {
	const scenario = `[
		{"reply": {"text": "Hello."}},
		{"status": 400, "error": {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "no"}}},
		{"fault": "E92"},
		{"hang": true, "repeat": -1}
	]`
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	s := start(t, []string{"-addr", "127.0.0.1:0", "-audit", path, "-emulator-scenario", write(t, "scenario.json", scenario)})
	hang := func(ws *websocket.Conn, id string) {
		say(t, ws, fmt.Sprintf(`{"type":"user","id":%q,"text":"hello"}`, id))
		await(t, ws, protocol.TypeTurnStart)
	}
	leaves := join(t, s.addr)
	turn(t, leaves, "u1", "done", nil)
	turn(t, leaves, "u2", "model_error", nil)
	turn(t, leaves, "u3", "blocked", nil)
	hang(leaves, "u4")
	say(t, leaves, `{"type":"stop"}`)
	await(t, leaves, protocol.TypeTurnEnd)
	hang(leaves, "u5")
	leaves.CloseNow()
	for !strings.Contains(s.log(), `"disconnected"`) { // the server has seen it
		get(t, s.addr+"/healthz")
	}
	stays := join(t, s.addr)
	hang(stays, "u1")
	stopped := make(chan struct{})
	go func() { defer close(stopped); s.stop() }()
	await(t, stays, protocol.TypeTurnEnd)
	stays.Close(websocket.StatusNormalClosure, "")
	<-stopped

	starts, ends := map[string]int{}, map[string][]string{}
	for _, row := range auditRows(t, path) {
		of := fmt.Sprint(row["session"], " ", row["turn"])
		switch row["kind"] {
		case "turn_start":
			starts[of]++
		case "turn_end":
			ends[of] = append(ends[of], row["reason"].(string))
		}
	}
	var reasons []string
	for of, all := range ends {
		if starts[of] != 1 || len(all) != 1 {
			t.Errorf("turn %s: %d first rows, last rows %q", of, starts[of], all)
		}
		reasons = append(reasons, all...)
	}
	slices.Sort(reasons)
	want := []string{"blocked", "disconnected", "done", "model_error", "shutdown", "stopped"}
	if !slices.Equal(reasons, want) || len(starts) != len(want) {
		t.Errorf("%d turns ended %q, want %q", len(starts), reasons, want)
	}
}

// buffer is a strings.Builder for two goroutines.
type buffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func TestA90_auditOnStdoutSendsTheLogToStderr(t *testing.T) {
	ctx, cancel := context.WithCancel(within(t))
	lines, errs := io.Pipe()
	var out buffer
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"-addr", "127.0.0.1:0", "-log-format", "json", "-audit", "-"}, nil, &out, errs)
		errs.Close()
	}()
	addr, _, _ := follow(t, lines)
	if end := talk(t, running{addr: addr}, "hello"); end.Reason != protocol.ReasonDone {
		t.Errorf("the turn ended %+v", end)
	}
	cancel()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d", got)
	}
	kinds := map[string]int{}
	for _, row := range auditRows(t, write(t, "audit", out.text.String())) {
		kinds[row["kind"].(string)]++
	}
	delete(kinds, "no_body") // this page brings none
	if want := map[string]int{"session_start": 1, "turn_start": 1, "step": 1, "turn_end": 1, "session_end": 1}; !maps.Equal(kinds, want) {
		t.Errorf("rows %v, want %v", kinds, want)
	}
}

func TestA90_aFullDiskDoesNotReachTheConversation(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	s := start(t, []string{"-addr", "127.0.0.1:0", "-audit", "/dev/full"})
	for range 2 {
		if end := talk(t, s, "hello"); end.Reason != protocol.ReasonDone {
			t.Errorf("the turn ended %+v", end)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if n := strings.Count(s.log(), "no space left on device"); n != 1 || !strings.Contains(s.log(), `"audit rows were lost"`) {
		t.Errorf("reported %d times:\n%s", n, s.log())
	}
}

// TestA94: the built program with a marker in every word, thought, argument,
// result, page field, error and key, in headers and paths: it is in no sink.
func TestA94_A19_aMarkerInEverythingIsInNoSink(t *testing.T) {
	const m = "MARKER7f3a"
	scenario := strings.ReplaceAll(`[
		{"reply": {"thought": "$M", "text": "$M", "calls": [
			{"name": "memory_put", "args": {"key": "$M", "value": "$M"}},
			{"name": "memory_get", "args": {"$M": "$M"}},
			{"name": "geolocation_get", "args": {}},
			{"name": "no_such_tool", "args": {"$M": "$M"}},
			{"name": "device_context", "args": {}},
			{"name": "clipboard_read", "args": {}}]}},
		{"chunks": [[{"text": "$M", "thought": true}], [{"text": "$M"}]]},
		{"status": 400, "error": {"error": {"code": 400, "status": "$M", "message": "$M", "details": [{"$M": "$M"}]}}},
		{"parts": [{"text": "$M"}], "finishReason": "SAFETY", "finishMessage": "$M"},
		{"frames": [{"promptFeedback": {"blockReason": "$M", "blockReasonMessage": "$M"}}]},
		{"status": 403, "body": "<html>$M</html>", "contentType": "text/html"}
	]`, "$M", m)
	dir := t.TempDir()
	audit := filepath.Join(dir, "audit.jsonl")
	model := start(t, []string{"-emulator", "127.0.0.1:0", "-log-level", "debug", "-emulator-scenario", write(t, "scenario.json", scenario)})

	t.Setenv("GEMINI_API_KEY", m)
	t.Setenv("FARHAND_SYSTEM", write(t, "system", m))
	cmd, addr, log, read := process(t, "-log-level", "debug", "-audit", audit, "-tool-timeout", "1s", "-gemini-url", model.addr)
	// An origin that could be one is told to the operator, with the flag that allows it.
	odd := http.Header{"Origin": {"http://" + m + "/"}, "Farhand-Ticket": {m}, "Sec-WebSocket-Protocol": {"farhand.ticket." + m}, "X-Forwarded-For": {m}, "User-Agent": {m}, "Cookie": {m}, "X-Request-Id": {m}}
	for _, path := range []string{"/" + m + "?" + m + "=" + m, "/ws?" + m, "/check?" + m, "/ticket?" + m} {
		r, _ := http.NewRequestWithContext(within(t), http.MethodGet, addr+path, nil)
		r.Header = odd
		if response, err := http.DefaultClient.Do(r); err == nil {
			response.Body.Close()
		}
	}
	if ws, _, err := websocket.Dial(within(t), addr+"/ws", &websocket.DialOptions{Subprotocols: []string{m}}); err == nil {
		ws.CloseNow()
	}

	marked := func(frame string) string { return strings.ReplaceAll(frame, "$M", m) }
	ws := greet(t, addr, marked(`{"type":"hello","protocol":1,"approvals":true,"page":{"id":"$M","url":"https://$M/$M","title":"$M","lang":"$M"},
		"tools":{"memory_put":"","memory_get":"","geolocation_get":"","device_context":"","clipboard_read":"","speak":"$M","$M":"$M"}}`))
	reasons := []protocol.Reason{turn(t, ws, m, m, func(name, id string) []string {
		frame := map[string]string{
			"memory_put":      `{"type":"tool_result","id":"ID","error":{"code":"failed","message":"$M"}}`,
			"geolocation_get": `{"type":"tool_result","id":"ID","result":{"latitude":"$M","$M":"$M"}}`,
			"device_context":  `{"type":"tool_result","id":"ID","error":{"code":"$M","message":"$M"}}`,
			"clipboard_read":  `{"type":"tool_result","id":"ID","result":{"text":"$M"},"grant":"once"}`,
		}[name]
		return []string{marked(strings.Replace(frame, "ID", id, 1))}
	}).Reason}
	for n := range 4 {
		reasons = append(reasons, turn(t, ws, fmt.Sprint(m, n), m, nil).Reason)
	}
	for _, frame := range []string{`{"type":"tool_result","id":"$M","result":"$M"}`, `{"type":"$M"}`, `$M`, `{"$M":"$M"}`, `{"type":"user","id":"","text":"$M"}`} {
		say(t, ws, marked(frame))
	}
	ws.Close(websocket.StatusNormalClosure, m)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-read
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	model.stop()

	data, err := os.ReadFile(audit)
	if err != nil {
		t.Fatal(err)
	}
	for sink, text := range map[string]string{"log": log(), "audit": string(data), "log of the emulator": model.log()} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(m)) {
			t.Errorf("the marker is in the %s:\n%s", sink, text)
		}
	}
	// The marker had a way into each of them.
	kinds := map[any]int{}
	for _, row := range auditRows(t, audit) {
		kinds[row["kind"]]++
	}
	for kind, least := range map[string]int{"turn_end": 5, "tool_called": 3, "tool_invalid": 1, "tool_hallucinated": 1, "schema_mismatch": 1, "late_result": 1} {
		if kinds[kind] < least {
			t.Errorf("%d rows %s, want %d; turns ended %q", kinds[kind], kind, least, reasons)
		}
	}
}
