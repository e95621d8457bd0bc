package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/rs/zerolog"

	"farhand"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// contractOf is a contract with one tool of this name.
func contractOf(name string) string {
	return fmt.Sprintf(`{"version": 1, "tools": [{"name": %q, "title": "T", "description": "Does it.", "inputSchema": {"type": "object", "properties": {}}}]}`, name)
}

// desk is a developer who changes the file of a contract that is watched.
type desk struct {
	t    *testing.T
	file string
	told []string // names of the tool, or faults
	log  bytes.Buffer
}

func (d *desk) write(text string) { d.must(os.WriteFile(d.file, []byte(text), 0o600)) }
func (d *desk) remove()           { d.must(os.Remove(d.file)) }
func (d *desk) wait(ms int)       { time.Sleep(time.Duration(ms) * time.Millisecond) }

// rename writes as careful editors do.
func (d *desk) rename(text string) {
	d.must(os.WriteFile(d.file+"~", []byte(text), 0o600))
	d.must(os.Rename(d.file+"~", d.file))
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// TestWatch_takesWhatSettles: each change once, and no fault of a file that was
// only half written.
func TestWatch_takesWhatSettles(t *testing.T) {
	const half = `{"version": 1, "tools": [`
	for name, row := range map[string]struct {
		work func(d *desk)
		want []string
	}{
		"nothing":         {func(d *desk) { d.wait(5000) }, nil},
		"touched":         {func(d *desk) { d.must(os.Chtimes(d.file, time.Now(), time.Now())) }, nil},
		"written":         {func(d *desk) { d.write(contractOf("two")) }, []string{"two"}},
		"of equal length": {func(d *desk) { d.write(contractOf("eno")) }, []string{"eno"}},
		"renamed":         {func(d *desk) { d.rename(contractOf("two")) }, []string{"two"}},
		"twice": {func(d *desk) {
			d.write(contractOf("two"))
			d.wait(1000)
			d.rename(contractOf("three"))
		}, []string{"two", "three"}},
		"there and back": {func(d *desk) {
			d.write(contractOf("two"))
			d.wait(50)
			d.write(contractOf("one"))
		}, nil},
		"in pieces": {func(d *desk) {
			for _, piece := range []string{"", `{"ver`, half, contractOf("two")} {
				d.write(piece)
				d.wait(90)
			}
		}, []string{"two"}},
		"empty for a while": {func(d *desk) {
			d.write("")
			d.wait(1500)
			d.write(contractOf("two"))
		}, []string{"two"}},
		"away for a while": {func(d *desk) {
			d.remove()
			d.wait(1500)
			d.write(contractOf("one"))
		}, nil},
		"away, then another": {func(d *desk) {
			d.remove()
			d.wait(1500)
			d.rename(contractOf("two"))
		}, []string{"two"}},
		"away for long": {func(d *desk) {
			d.remove()
			d.wait(5000)
			d.write(contractOf("one"))
		}, []string{": no such file or directory", "one"}},
		"left empty": {func(d *desk) { d.write("\n") }, []string{": the file is empty; want JSON"}},
		"left half":  {func(d *desk) { d.write(half) }, []string{": line 1, column 25: unexpected end of JSON input"}},
		"with faults, then corrected": {func(d *desk) {
			d.write(strings.Replace(contractOf("two"), `"title": "T"`, `"titel": "T"`, 1))
			d.wait(1000)
			d.write(contractOf("two"))
		}, []string{`tools[0]: missing property 'title'`, `tools[0].titel: unknown key`, "two"}},
		"a directory in its place": {func(d *desk) {
			d.remove()
			d.must(os.Mkdir(d.file, 0o700))
		}, []string{": not a regular file"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &desk{t: t, file: write(t, "tools.json", contractOf("one"))}
				w := &watching{
					file: d.file, judged: sight{text: contractOf("one")}, log: zerolog.New(&d.log),
					load: func(contract []byte) (*tool.Catalog, tool.Faults) { return loadContract(Config{}, nil, contract) },
					changed: func(c *tool.Catalog, faults tool.Faults) {
						if (c == nil) != (len(faults) > 0) {
							t.Errorf("told %v and %v", c, faults)
						}
						for _, f := range faults {
							d.told = append(d.told, f.Path+": "+f.Message)
						}
						if c != nil {
							d.told = append(d.told, c.Specs()[0].Name)
						}
					},
				}
				ctx, stop := context.WithCancel(t.Context())
				done := make(chan struct{})
				go func() {
					defer close(done)
					w.run(ctx)
				}()
				d.wait(120)
				row.work(d)
				d.wait(4000)
				stop()
				<-done
				if !slices.Equal(d.told, row.want) {
					t.Errorf("told %q, want %q", d.told, row.want)
				}
				for _, told := range row.want {
					if path, what, fault := strings.Cut(told, ": "); fault && !logged(d.log.String(), path, what) {
						t.Errorf("%s is not in the log:\n%s", told, d.log.String())
					}
				}
			})
		})
	}
}

// logged reports whether a line of the log has this fault at this path.
func logged(log, path, what string) bool {
	for line := range strings.Lines(log) {
		var f struct{ Level, Path, Fault string }
		if json.Unmarshal([]byte(line), &f) == nil && f.Level == "warn" && f.Path == path && f.Fault == what {
			return true
		}
	}
	return false
}

// TestDev_changesReachPagesAndNewSessions: the whole way, from the file to the
// header of the page.
func TestDev_changesReachPagesAndNewSessions(t *testing.T) {
	file := write(t, "tools.json", contractOf("one"))
	s := start(t, []string{"-addr", "127.0.0.1:0", "-tools", file, "-dev"})
	if log := s.log(); !strings.Contains(log, `"dev":true`) || !strings.Contains(log, "must not be exposed") || !strings.Contains(log, "the contract is watched") {
		t.Errorf("log:\n%s", log)
	}
	old := join(t, s.addr)
	change := func(text string) []protocol.ContractFault {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var f protocol.ContractChanged
		if err := json.Unmarshal(await(t, old, protocol.TypeContractChanged), &f); err != nil {
			t.Fatal(err)
		}
		return f.Faults
	}
	if faults := change(`{"version": 1, "tools": [{}]}`); len(faults) == 0 || faults[0].Path != "tools[0]" {
		t.Errorf("faults %+v", faults)
	}
	next := strings.Replace(contractOf("two"), `"inputSchema"`, `"policy": {"capabilities": ["camera"]}, "inputSchema"`, 1)
	if faults := change(next); len(faults) != 0 {
		t.Errorf("faults %+v", faults)
	}

	header := http.Header{"Origin": {"http://localhost:5173"}} // of a dev server beside this one
	ws, _, err := websocket.Dial(within(t), s.addr+"/ws", &websocket.DialOptions{HTTPHeader: header, Subprotocols: []string{protocol.Subprotocol}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	say(t, ws, `{"type":"hello","protocol":1,"tools":{"two":""}}`)
	var hello protocol.ServerHello
	if err := json.Unmarshal(await(t, ws, protocol.TypeHello), &hello); err != nil || !hello.Dev || len(hello.Tools) != 1 || hello.Tools[0].Name != "two" {
		t.Errorf("%+v, %v", hello, err)
	}
	response, err := http.Get(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := response.Header.Get("Permissions-Policy"); !strings.Contains(got, "camera=(self)") {
		t.Errorf("Permissions-Policy %q", got)
	}
	old.CloseNow()
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestDev_nothingToWatch: the built-in contract, and one that is no file.
func TestDev_nothingToWatch(t *testing.T) {
	s := start(t, []string{"-addr", "127.0.0.1:0", "-dev"})
	if !strings.Contains(s.log(), "there is no file to watch") {
		t.Errorf("log:\n%s", s.log())
	}
	var log bytes.Buffer
	startWatching(t.Context(), Config{Tools: filepath.Dir(write(t, "x", ""))}, inputs{}, zerolog.New(&log), nil)()
	if !strings.Contains(log.String(), "no regular file") {
		t.Errorf("log:\n%s", log.String())
	}
}

// TestDev_framesHoldTheLargestResultOfAnyContract, since one may come that has
// larger ones.
func TestDev_framesHoldTheLargestResultOfAnyContract(t *testing.T) {
	if !bytes.Contains(farhand.ContractSchema, fmt.Appendf(nil, `"maximum": %d`, largestResult)) {
		t.Errorf("tools.schema.json has another maximum of maxResultBytes than %d", largestResult)
	}
	catalog, _ := loadContract(Config{}, nil, []byte(contractOf("one")))
	if got := frameBytes(catalog, true); got <= largestResult || got <= frameBytes(catalog, false) {
		t.Errorf("%d bytes", got)
	}
}
