// Package ticket mints and verifies tickets: what the backend of a host site
// hands to its page, so that the server knows for whom the page opens a socket.
//
// A ticket is "v1." + payload + "." + signature. The payload is the JSON of the
// claims, the signature HMAC-SHA256 over "v1." + payload with a key of the site;
// both are base64url without padding (RFC 4648, section 5). There is one
// algorithm, and a ticket cannot name another. A ticket lives at most 120 s and
// is good for one socket. docs/protocol.md, "Tickets", is the wire's own page.
//
// # Concurrency
//
// Mint is a function of its arguments. A Verifier is safe for concurrent use and
// starts no goroutine.
//
// # Non-goals
//
// The package knows no HTTP and no limits. It does not revoke: what was let in
// is the business of internal/session. Which tickets were used is kept in memory,
// so that two servers, or a server that was started again within 120 s, do not
// know of each other's.
package ticket

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// What bounds a ticket.
const (
	MaxLifetime = 120 * time.Second // from iat to exp
	MaxAhead    = 5 * time.Second   // of iat before our clock: clocks of two machines differ
	MaxBytes    = 2048              // of a whole ticket
	MinKeyBytes = 32                // of a site's key: as long as the signature
)

// version stands before every ticket, and is signed with it.
const version = "v1."

var encoding = base64.RawURLEncoding.Strict()

// Claims is what a ticket says. Every field is required.
type Claims struct {
	Site   string `json:"site"`   // whose key signed it
	Sub    string `json:"sub"`    // its user: 1 to 128 printable ASCII characters, no space
	Origin string `json:"origin"` // of the page, as its browser sends it
	Aud    string `json:"aud"`    // host of the server, with its port unless that is 80 or 443
	Iat    int64  `json:"iat"`    // when it was minted: seconds since 1970, UTC
	Exp    int64  `json:"exp"`    // until when it is good
	Jti    string `json:"jti"`    // names it: 16 to 128 printable ASCII characters, never twice
}

// Mint returns the ticket that says c, signed with key. It checks nothing: that
// is the verifier's part. An empty Jti becomes a random one.
func Mint(key []byte, c Claims) string {
	if c.Jti == "" {
		c.Jti = rand.Text()
	}
	payload, err := json.Marshal(c)
	if err != nil { // strings and integers always encode
		panic(fmt.Errorf("encode claims: %w", err))
	}
	signed := version + encoding.EncodeToString(payload)
	return signed + "." + sign(key, signed)
}

// ParseKey reads a site's key: base64url without padding of at least MinKeyBytes.
// Its errors do not repeat the key.
func ParseKey(s string) ([]byte, error) {
	key, err := decode(s)
	if err != nil {
		return nil, errors.New("want base64url without padding")
	}
	if len(key) < MinKeyBytes {
		return nil, fmt.Errorf("want at least %d bytes, have %d", MinKeyBytes, len(key))
	}
	return key, nil
}

// decode reads base64url. The package that does it skips line breaks.
func decode(s string) ([]byte, error) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, base64.CorruptInputError(strings.IndexAny(s, "\r\n"))
	}
	return encoding.DecodeString(s)
}

// sign returns the signature in its written form. Comparing that form leaves
// base64 no second way to write the same signature.
func sign(key []byte, signed string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed))
	return encoding.EncodeToString(mac.Sum(nil))
}
