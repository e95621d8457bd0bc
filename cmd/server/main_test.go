package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// asServer makes the test binary the server.
const asServer = "SERVER_TEST_RUN_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// once runs the program with a context that has ended, so that it returns even
// if it starts.
func once(t *testing.T, args []string, env ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	code = run(ctx, args, env, &out, &errs)
	return code, out.String(), errs.String()
}

// running is a server that a test started.
type running struct {
	addr string // http://127.0.0.1:port
	stop func() (code int)
	log  func() string
}

// start runs the program until the test ends and returns when it listens.
func start(t *testing.T, args []string, env ...string) running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	lines, out := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		code := run(ctx, append([]string{"-log-format", "json"}, args...), env, out, &errs)
		out.Close()
		ended <- code
	}()
	var read <-chan struct{}
	r := running{stop: sync.OnceValue(func() int {
		cancel()
		code := <-ended
		<-read
		return code
	})}
	r.addr, r.log, read = follow(t, lines)
	t.Cleanup(func() { r.stop() })
	if r.addr == "" {
		t.Fatalf("exit code %d: %s%s", r.stop(), r.log(), errs.String())
	}
	return r
}

// follow reads a log until the line with the address, and goes on reading until
// its end, when read is closed.
func follow(t *testing.T, lines io.Reader) (addr string, log func() string, read <-chan struct{}) {
	t.Helper()
	var mu sync.Mutex
	var all strings.Builder
	found, ended := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(ended)
		defer close(found)
		for scanner := bufio.NewScanner(lines); scanner.Scan(); {
			mu.Lock()
			all.WriteString(scanner.Text() + "\n")
			mu.Unlock()
			var line struct{ Addr, Message string }
			if json.Unmarshal(scanner.Bytes(), &line) == nil && strings.HasPrefix(line.Addr, "http://") {
				found <- line.Addr
			}
		}
	}()
	log = func() string {
		mu.Lock()
		defer mu.Unlock()
		return all.String()
	}
	select {
	case addr = <-found:
		return addr, log, ended
	case <-within(t).Done():
		t.Fatal("no line with the address")
		return "", nil, nil
	}
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(within(t), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// process starts the program as a process of its own. log is what it wrote to
// stdout and stderr; it is whole once the process has ended and read is closed.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, addr string, log func() string, read <-chan struct{}) {
	t.Helper()
	cmd = exec.CommandContext(within(t), os.Args[0], append([]string{"-addr", "127.0.0.1:0", "-log-format", "json"}, args...)...)
	cmd.Env = append(os.Environ(), asServer+"=1", "GORACE=atexit_sleep_ms=0")
	out, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = to, to
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	to.Close()
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait(); out.Close() })
	addr, log, read = follow(t, out)
	return cmd, addr, log, read
}
