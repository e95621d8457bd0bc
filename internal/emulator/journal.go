package emulator

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
)

// Entry is what the journal keeps of one request.
type Entry struct {
	Method    string
	Path      string      // without the query
	Model     string      // from the path; empty where it names none
	Stream    bool        // streamGenerateContent
	Header    http.Header // without x-goog-api-key and Authorization
	KeyHash   string      // first 16 hex digits of the key's SHA-256; empty: no key
	Body      []byte      // as received, as far as it was read; do not modify
	Status    int         // zero: not answered yet, or the client left before
	Cancelled bool        // the client went away before the end (E12)
	Lints     []Lint      // of a request that passed the hard rules; shared, do not modify
}

// journal is a bounded list of entries; the oldest fall out. A negative limit
// keeps none.
type journal struct {
	mu      sync.Mutex
	limit   int
	entries []*Entry
}

// open records a request that has just arrived.
func (j *journal) open(r *http.Request, t target) *Entry {
	e := &Entry{Method: r.Method, Path: r.URL.Path, Model: t.model, Stream: t.stream(), Header: r.Header.Clone()}
	e.Header.Del(keyHeader)
	e.Header.Del("Authorization")
	if key := apiKey(r); key != "" {
		sum := sha256.Sum256([]byte(key))
		e.KeyHash = hex.EncodeToString(sum[:])[:16]
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.limit < 0 {
		return e
	}
	if len(j.entries) == j.limit {
		j.entries = append(j.entries[:0], j.entries[1:]...)
	}
	j.entries = append(j.entries, e)
	return e
}

func (j *journal) update(e *Entry, change func(*Entry)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(e)
}

func (j *journal) reset() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = nil
}

func (j *journal) list() []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := make([]Entry, len(j.entries))
	for i, e := range j.entries {
		out[i] = *e
		out[i].Header = e.Header.Clone()
	}
	return out
}

const keyHeader = "X-Goog-Api-Key"

// apiKey is the key of the header, else of the query.
func apiKey(r *http.Request) string {
	if key := r.Header.Get(keyHeader); key != "" {
		return key
	}
	return r.URL.Query().Get("key")
}

// hasBearer reports an OAuth credential.
func hasBearer(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ")
}
