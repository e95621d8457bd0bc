package session

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"sync"

	"farhand/internal/protocol"
)

// registry finds the session of a token, and bounds the sessions that are kept
// without a socket. Whoever makes it forget a session ends that session; it
// alone does.
//
// A token is the name of this run of the server, in clear, a dot, and 128
// random bits. The registry keeps its hash only.
type registry struct {
	run       string
	max, each int
	maxBytes  int // that detached conversations take together

	mu       sync.Mutex
	sessions map[tokenHash]*session
	tokens   map[*session][]tokenHash // the last one, and the one before while nothing has come on the new socket
	detached []*session               // oldest first
	bytes    map[*session]int         // that the conversations of these take
	expired  map[tokenHash]bool       // tokens of sessions that were forgotten
	order    []tokenHash              // of expired, oldest first
}

type tokenHash [sha256.Size]byte

const (
	runBytes    = 4
	secretBytes = 16
	maxExpired  = 4096 // tokens of the past that are told from unknown ones
)

func newRegistry(maxDetached, each, maxBytes int) *registry {
	return &registry{
		run: randomID(runBytes), max: maxDetached, each: each, maxBytes: maxBytes,
		sessions: make(map[tokenHash]*session),
		tokens:   make(map[*session][]tokenHash),
		bytes:    make(map[*session]int),
		expired:  make(map[tokenHash]bool),
	}
}

// find returns the session of a token, or why there is none.
func (r *registry) find(token string) (*session, protocol.ResumeRefusal) {
	run, secret, _ := strings.Cut(token, ".")
	if len(run) != 2*runBytes || len(secret) != base64.RawURLEncoding.EncodedLen(secretBytes) {
		return nil, protocol.ResumeUnknown
	}
	if run != r.run {
		return nil, protocol.ResumeServerRestart
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.findLocked(hashOf(token))
}

func (r *registry) findLocked(hash tokenHash) (*session, protocol.ResumeRefusal) {
	switch s := r.sessions[hash]; {
	case s != nil:
		return s, ""
	case r.expired[hash]:
		return nil, protocol.ResumeExpired
	}
	return nil, protocol.ResumeUnknown
}

// issue returns the first token of s.
func (r *registry) issue(s *session) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.issueLocked(s)
}

func (r *registry) issueLocked(s *session) string {
	secret := make([]byte, secretBytes)
	if _, err := rand.Read(secret); err != nil { // never fails (crypto/rand)
		panic(fmt.Errorf("read random bytes: %w", err))
	}
	token := r.run + "." + base64.RawURLEncoding.EncodeToString(secret)
	hash := hashOf(token)
	r.sessions[hash] = s
	r.tokens[s] = append(r.tokens[s], hash)
	return token
}

// rotate takes s, which a browser comes back to with token, from the detached
// ones and returns its next token. The one that was used stays good until heard.
func (r *registry) rotate(s *session, token string) (next string, refused protocol.ResumeRefusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	used := hashOf(token)
	if _, refused := r.findLocked(used); refused != "" {
		return "", refused
	}
	r.keepLocked(s, used)
	r.unparkLocked(s)
	return r.issueLocked(s), ""
}

// heard says that the browser has the last token.
func (r *registry) heard(s *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if tokens := r.tokens[s]; len(tokens) > 0 {
		r.keepLocked(s, tokens[len(tokens)-1])
	}
}

// keepLocked leaves s the one token.
func (r *registry) keepLocked(s *session, only tokenHash) {
	for _, hash := range r.tokens[s] {
		if hash != only {
			delete(r.sessions, hash)
		}
	}
	r.tokens[s] = []tokenHash{only}
}

// park adds s, whose conversation takes that many bytes, to the detached sessions
// and returns those that are too many now, which it has forgotten.
func (r *registry) park(s *session, bytes int) (evicted []*session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tokens[s] == nil {
		return nil // it was forgotten
	}
	r.detached = append(r.detached, s)
	evict := func(most int, like func(*session) bool) {
		var group []*session
		for _, d := range r.detached {
			if like(d) {
				group = append(group, d)
			}
		}
		for ; len(group) > most; group = group[1:] {
			r.forgetLocked(group[0])
			evicted = append(evicted, group[0])
		}
	}
	if s.peer.Subject != "" {
		evict(r.each, func(d *session) bool {
			return d.peer.Subject == s.peer.Subject && d.peer.Site == s.peer.Site
		})
	}
	if s.peer.IP != "" {
		evict(r.each, func(d *session) bool { return d.peer.IP == s.peer.IP })
	}
	evict(r.max, func(*session) bool { return true })
	return append(evicted, r.weighLocked(s, bytes)...)
}

// weigh notes how many bytes the conversation of s takes now, and returns the
// sessions that are too much then, which it has forgotten. One that is not
// detached takes none.
func (r *registry) weigh(s *session, bytes int) (evicted []*session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.weighLocked(s, bytes)
}

func (r *registry) weighLocked(s *session, bytes int) (evicted []*session) {
	if slices.Contains(r.detached, s) {
		r.bytes[s] = bytes
	}
	total := 0
	for _, b := range r.bytes {
		total += b
	}
	for total > r.maxBytes {
		oldest := r.detached[0]
		total -= r.bytes[oldest]
		r.forgetLocked(oldest)
		evicted = append(evicted, oldest)
	}
	return evicted
}

func (r *registry) unparkLocked(s *session) {
	delete(r.bytes, s)
	r.detached = slices.DeleteFunc(r.detached, func(d *session) bool { return d == s })
}

// forget makes the tokens of s expire. It reports whether this call did it.
func (r *registry) forget(s *session) (did bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.forgetLocked(s)
}

func (r *registry) forgetLocked(s *session) (did bool) {
	if r.tokens[s] == nil {
		return false
	}
	for _, hash := range r.tokens[s] {
		delete(r.sessions, hash)
		r.expired[hash] = true
		r.order = append(r.order, hash)
	}
	for ; len(r.order) > maxExpired; r.order = r.order[1:] {
		delete(r.expired, r.order[0])
	}
	delete(r.tokens, s)
	r.unparkLocked(s)
	return true
}

func hashOf(token string) tokenHash { return sha256.Sum256([]byte(token)) }
