package event

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

func openFile(t *testing.T, cfg FileConfig) *File {
	t.Helper()
	f, err := OpenFile(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// writeLine writes one line.
func writeLine(t *testing.T, f *File, text string) {
	t.Helper()
	if n, err := f.Write([]byte(text + "\n")); err != nil || n != len(text)+1 {
		t.Fatalf("write %q: %d, %v", text, n, err)
	}
}

// contents reads every file of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func wantContents(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if got := contents(t, dir); !maps.Equal(got, want) {
		t.Errorf("files %q\nwant %q", got, want)
	}
}

func TestA90_rotatesBySizeAndByDay(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { // the clock starts at midnight UTC, 1 January 2000
		f := openFile(t, FileConfig{Path: filepath.Join(dir, "audit.jsonl"), MaxBytes: 10})
		writeLine(t, f, "one")
		writeLine(t, f, "two")
		writeLine(t, f, "three")
		writeLine(t, f, "longer than a file may be")
		writeLine(t, f, "four")
		time.Sleep(24*time.Hour - time.Nanosecond)
		writeLine(t, f, "five")
		time.Sleep(time.Nanosecond)
		writeLine(t, f, "six")
		wantContents(t, dir, map[string]string{
			"audit.2000-01-01.1.jsonl": "one\ntwo\n",
			"audit.2000-01-01.2.jsonl": "three\n",
			"audit.2000-01-01.3.jsonl": "longer than a file may be\n",
			"audit.2000-01-01.4.jsonl": "four\nfive\n",
			"audit.jsonl":              "six\n",
		})
	})
}

func TestA90_aFileOfAnEarlierDayIsPutAsideUnderThatDay(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "audit") // without an extension
	old := time.Date(2024, 2, 29, 23, 59, 59, 0, time.UTC)
	if err := os.WriteFile(path, []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	writeLine(t, openFile(t, FileConfig{Path: path}), "new")
	wantContents(t, dir, map[string]string{"audit.2024-02-29.1": "old\n", "audit": "new\n"})
}

func TestA90_goesOnInTheFileOfToday(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	for _, text := range []string{"one", "two"} {
		f := openFile(t, FileConfig{Path: path, MaxBytes: 100})
		writeLine(t, f, text)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	wantContents(t, filepath.Dir(path), map[string]string{"audit.jsonl": "one\ntwo\n"})
}

func TestA90_onlyTheOwnerReadsTheFiles(t *testing.T) {
	dir := t.TempDir()
	f := openFile(t, FileConfig{Path: filepath.Join(dir, "audit.jsonl"), MaxBytes: 5})
	writeLine(t, f, "one")
	writeLine(t, f, "two")
	for name := range contents(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// What a crash left of a line does not swallow the next one.
func TestA90_aTornLineStaysAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(path, []byte("one\n{\"ti"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := openFile(t, FileConfig{Path: path})
	writeLine(t, f, "two")
	writeLine(t, f, "three")
	wantContents(t, filepath.Dir(path), map[string]string{"audit.jsonl": "one\n{\"ti\ntwo\nthree\n"})
}

// small is a file on a disk with room for a few bytes more.
type small struct {
	*os.File
	room int
}

func (s *small) Write(p []byte) (int, error) {
	n, err := s.File.Write(p[:min(s.room, len(p))])
	s.room -= n
	if err == nil && n < len(p) {
		err = syscall.ENOSPC
	}
	return n, err
}

func TestA90_aLineThatFindsNoRoomLeavesNothingBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	f := openFile(t, FileConfig{Path: path})
	disk := &small{File: f.f.(*os.File), room: 7}
	f.f = disk
	writeLine(t, f, "one")
	if _, err := f.Write([]byte("two, too long\n")); err != syscall.ENOSPC {
		t.Errorf("write on a full disk: %v", err)
	}
	disk.room = 100
	writeLine(t, f, "three")
	wantContents(t, filepath.Dir(path), map[string]string{"audit.jsonl": "one\nthree\n"})
}

func TestA90_aDirectoryThatGoesAndComesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mount")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f := openFile(t, FileConfig{Path: filepath.Join(dir, "audit.jsonl")})
	writeLine(t, f, "one")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("two\n")); !os.IsNotExist(err) {
		t.Errorf("write without a directory: %v", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	writeLine(t, f, "three")
	wantContents(t, dir, map[string]string{"audit.jsonl": "three\n"})
}

func TestA90_aFileThatWasMovedIsBegunAnew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "audit.jsonl")
	f := openFile(t, FileConfig{Path: path})
	writeLine(t, f, "one")
	if err := os.Rename(path, path+".1"); err != nil {
		t.Fatal(err)
	}
	writeLine(t, f, "two")
	wantContents(t, dir, map[string]string{"audit.jsonl.1": "one\n", "audit.jsonl": "two\n"})
}

// A name to which nothing can be added cannot be renamed.
func TestA90_aFileThatCannotBePutAsideGrowsOn(t *testing.T) {
	var log bytes.Buffer
	name := strings.Repeat("a", 255)
	dir := t.TempDir()
	f := openFile(t, FileConfig{Path: filepath.Join(dir, name), MaxBytes: 5, Log: zerolog.New(&log)})
	for _, text := range []string{"one", "two", "three"} {
		writeLine(t, f, text)
	}
	wantContents(t, dir, map[string]string{name: "one\ntwo\nthree\n"})
	if want := `{"level":"warn","error":"file name too long","message":"audit file cannot be put aside and grows on"}` + "\n"; log.String() != want {
		t.Errorf("log %swant %s", log.String(), want)
	}
}

func TestOpenFile_refusesWhatTakesNoLines(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, path := range []string{dir, filepath.Join(dir, "no", "audit.jsonl"), pipe} {
		_, err := OpenFile(FileConfig{Path: path})
		if err == nil {
			t.Fatalf("%s was opened", path)
		}
		got = append(got, reason(err).Error())
	}
	if want := []string{"is a directory", "no such file or directory", "is a pipe or a socket"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
