package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInputs_oddFiles: every setting that names a file ends the start soon, naming
// the setting or the file, whatever stands there.
func TestInputs_oddFiles(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(syscall.Mkfifo(at("pipe"), 0o600))
	must(os.Mkdir(at("folder"), 0o700))
	must(os.Symlink("nothing", at("dangling")))
	must(os.Symlink("circle", at("circle")))
	must(os.WriteFile(at("empty"), nil, 0o600))
	must(os.WriteFile(at("large"), bytes.Repeat([]byte(" "), 17<<20), 0o600))
	must(os.WriteFile(at("binary"), []byte{0xff, 0xfe, 0, 1}, 0o600))
	for _, setting := range []string{"-policy", "-site-keys", "-tools", "-gemini-key-file", "-system"} {
		for name, want := range map[string]string{
			at("pipe"): "empty", at("folder"): "is a directory", at("dangling"): "no such file", at("circle"): "too many levels",
			at("missing"): "no such file", at("empty"): "empty", at("large"): "more than 16777216 bytes", at("binary"): "",
			"/dev/zero": "more than 16777216 bytes", "/dev/null": "empty",
		} {
			var out, faults bytes.Buffer
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			code := run(ctx, []string{"-addr", "127.0.0.1:0", setting, name}, nil, &out, &faults)
			cancel()
			line := faults.String()
			if code != exitBadInput || !strings.Contains(line, name) || !strings.Contains(line, want) || strings.Count(line, "\n") != 1 {
				t.Errorf("%s %s: code %d, %q; want %q", setting, name, code, line, want)
			}
		}
	}
}

// A pipe to which somebody writes is read like a file; one whose writer says
// nothing is given up.
func TestInputs_pipes(t *testing.T) {
	patienceToRead = 100 * time.Millisecond
	t.Cleanup(func() { patienceToRead = 5 * time.Second })
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(name, os.O_RDWR, 0) // waits for no reader
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readFile(name); err == nil || !strings.Contains(err.Error(), "nothing came in time") {
		t.Errorf("a silent writer: %v", err)
	}
	writer.Close()
	patienceToRead = time.Minute
	r, w, err := os.Pipe() // like <(command) of a shell
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, _ = w.WriteString(`{"deny": ["speak"]}`)
	w.Close()
	if data, err := readFile(fmt.Sprintf("/dev/fd/%d", r.Fd())); err != nil || string(data) != `{"deny": ["speak"]}` {
		t.Errorf("%s %v", data, err)
	}
}
