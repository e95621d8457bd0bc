package event

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// FileConfig is what OpenFile needs.
type FileConfig struct {
	Path     string         // its directory must exist; required
	MaxBytes int64          // the file is put aside before it grows beyond; 0: no limit
	Log      zerolog.Logger // told once when the file cannot be put aside, and once when it can again
}

// File is a file of lines that rotates. Before the first line of a new day
// (UTC), and before a line that would make the file larger than MaxBytes, it is
// renamed from NAME.EXT to NAME.DAY.N.EXT, DAY being the day of its lines and N
// counting from 1, and a new one is begun. Nothing is ever deleted.
//
// A file that was renamed or deleted from outside is begun anew; a directory
// that is gone is not made again, for it may be a mount that comes back. A line
// of which a part only found room is taken back, so that the next one starts
// where it should. A path that is no regular file (a device) is written to as
// it is.
//
// Write is safe for concurrent use. One process writes to a path.
type File struct {
	path string
	max  int64
	log  zerolog.Logger

	mu     sync.Mutex
	f      disk // nil: opened by the next line
	opened fs.FileInfo
	day    string // of the lines in the file
	torn   bool   // the file does not end with a line feed
	stays  bool   // the file could not be put aside the last time
}

// disk is what File needs of an *os.File.
type disk interface {
	io.WriteCloser
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
}

// OpenFile opens or makes the file, with mode 0600 if it makes it. The error is
// about cfg.Path and names it.
func OpenFile(cfg FileConfig) (*File, error) {
	f := &File{path: cfg.Path, max: cfg.MaxBytes, log: cfg.Log}
	if err := f.openLocked(); err != nil {
		return nil, err
	}
	return f, nil
}

// Write appends one line, which brings its line feed, with one write. When it
// fails, nothing of the line is left in the file, as far as the disk allows.
func (f *File) Write(line []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.readyLocked(len(line)); err != nil {
		return 0, err
	}
	whole := line
	if f.torn {
		whole = append([]byte{'\n'}, line...)
	}
	n, err := f.f.Write(whole)
	if err != nil {
		f.takeBackLocked(n)
		return 0, err
	}
	f.torn = false
	return len(line), nil
}

// Close flushes the file to the disk and closes it.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closeLocked()
}

// readyLocked opens and rotates the file as a line of n bytes needs it.
func (f *File) readyLocked(n int) error {
	info, err := os.Stat(f.path)
	if f.f != nil && (err != nil || !os.SameFile(info, f.opened)) {
		_ = f.closeLocked() // moved or deleted: what was written is elsewhere
	}
	if f.f == nil {
		if err := f.openLocked(); err != nil {
			return err
		}
		info = f.opened
	}
	full := f.max > 0 && info.Size()+int64(n) > f.max
	if info.Size() == 0 || !info.Mode().IsRegular() || !full && f.day == today() {
		return nil
	}
	return f.rotateLocked()
}

// rotateLocked puts the file aside and begins a new one. A file that cannot be
// put aside goes on: a large one is better than none.
func (f *File) rotateLocked() error {
	err := os.Rename(f.path, f.asideLocked())
	if stays := err != nil; stays != f.stays {
		f.stays = stays
		if stays {
			f.log.Warn().Err(reason(err)).Msg("audit file cannot be put aside and grows on")
		} else {
			f.log.Warn().Msg("audit file is put aside again")
		}
	}
	if err != nil {
		return nil
	}
	_ = f.closeLocked()
	return f.openLocked()
}

// takeBackLocked removes the last n bytes, a part of a line.
func (f *File) takeBackLocked(n int) {
	if n == 0 {
		return
	}
	info, err := f.f.Stat()
	if err == nil {
		err = f.f.Truncate(info.Size() - int64(n))
	}
	f.torn = f.torn || err != nil
}

// asideLocked is the first free name for the file that is full.
func (f *File) asideLocked() string {
	ext := filepath.Ext(f.path)
	base := strings.TrimSuffix(f.path, ext)
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.%s.%d%s", base, f.day, n, ext)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

func (f *File) openLocked() error {
	if info, err := os.Stat(f.path); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return &fs.PathError{Op: "open", Path: f.path, Err: errors.New("is a pipe or a socket")} // would wait for a reader
	}
	file, err := os.OpenFile(f.path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return err
	}
	f.f, f.opened, f.day, f.torn = file, info, today(), false
	if size := info.Size(); size > 0 && info.Mode().IsRegular() {
		last := []byte{0}
		_, err := file.ReadAt(last, size-1)
		f.torn = err != nil || last[0] != '\n'
		f.day = day(info.ModTime())
	}
	return nil
}

func (f *File) closeLocked() error {
	if f.f == nil {
		return nil
	}
	_ = f.f.Sync() // devices have none
	err := f.f.Close()
	f.f, f.opened = nil, nil
	return err
}

func today() string { return day(time.Now()) }

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
