package event

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// JSONLConfig is what NewJSONL needs.
type JSONLConfig struct {
	W        io.Writer      // gets one Write for each row, its line feed included; required
	Contract string         // hash of the contract in effect, on every row of an event that has none; "": left out
	Log      zerolog.Logger // told once when rows begin to be lost, and once when they are written again
}

// JSONL is the audit (A90): a sink that writes each record as one line of JSON,
// in the order in which it gets them. Emit has written the row when it returns,
// or has given it up: a writer that fails loses the row and is tried again with
// the next one. The rows that were lost are counted by a KindDropped row, which
// stands where they would.
type JSONL struct {
	w        io.Writer
	contract string
	log      zerolog.Logger

	mu   sync.Mutex
	lost int // rows since the last one that was written
}

// NewJSONL returns a sink on cfg.W, which stays the caller's to close.
func NewJSONL(cfg JSONLConfig) *JSONL {
	return &JSONL{w: cfg.W, contract: cfg.Contract, log: cfg.Log}
}

// row is the form of a record in the audit: the time in UTC, Dur in
// milliseconds.
type row struct {
	Event
	Ms       float64 `json:"ms,omitempty"`
	Contract string  `json:"contract,omitempty"`
}

// Emit writes e.
func (j *JSONL) Emit(e Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	failing := j.lost > 0
	if failing && j.write(Event{Time: e.Time, Kind: KindDropped, Count: j.lost}) != nil {
		j.lost++
		return
	}
	if failing {
		j.log.Warn().Int("lost", j.lost).Msg("audit rows are written again")
		j.lost = 0
	}
	if err := j.write(e); err != nil {
		j.lost++
		j.log.Warn().Err(reason(err)).Msg("audit rows are lost")
	}
}

// Close records the rows that are lost so far, in the audit if it takes them by
// now, in any case in the log. It is for the end of the process.
func (j *JSONL) Close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.lost > 0 {
		_ = j.write(Event{Time: time.Now(), Kind: KindDropped, Count: j.lost})
		j.log.Warn().Int("lost", j.lost).Msg("audit rows were lost")
		j.lost = 0
	}
}

func (j *JSONL) write(e Event) error {
	e.Time = e.Time.UTC()
	line, err := json.Marshal(row{
		Event:    e,
		Ms:       float64(e.Dur.Round(time.Microsecond)) / float64(time.Millisecond),
		Contract: cmp.Or(e.Contract, j.contract),
	})
	if err != nil {
		return err
	}
	_, err = j.w.Write(append(line, '\n'))
	return err
}

// reason is the cause of an error of the file system, without operation and
// path, which add nothing: there is one file.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
