package ticket

import (
	"bytes"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Reason says why a ticket was refused.
type Reason string

// The reasons, in the order in which a ticket is checked.
const (
	Malformed Reason = "malformed" // no ticket, or one that says too little or too much
	Site      Reason = "site"      // of a site that the server does not know
	Signature Reason = "signature" // not signed with a key of its site
	Audience  Reason = "audience"  // for another server
	Origin    Reason = "origin"    // for a page of another origin, or one that its site may not use
	Lifetime  Reason = "lifetime"  // good for longer than MaxLifetime
	Early     Reason = "early"     // minted in the future
	Expired   Reason = "expired"
	Reused    Reason = "reused"
	Crowded   Reason = "crowded" // more tickets of its site than the server remembers
)

// Refusal is the error of a ticket that is not good. Message is for the
// developer of the host site; it repeats nothing of a ticket whose signature
// was not checked.
type Refusal struct {
	Reason  Reason
	Message string
}

// Error implements error.
func (r *Refusal) Error() string { return "ticket: " + r.Message }

func refuse(reason Reason, format string, args ...any) *Refusal {
	return &Refusal{reason, fmt.Sprintf(format, args...)}
}

// Party is a site that mints tickets.
type Party struct {
	Keys    [][]byte                 // the present one and, while it is changed, the one before
	Origins func(origin string) bool // which origins it may name; nil: every one
}

// Verifier checks tickets.
type Verifier struct {
	sites map[string]*site
}

type site struct {
	Party
	mu   sync.Mutex
	used replay
}

// NewVerifier returns a verifier of the tickets of these sites, by name.
func NewVerifier(sites map[string]Party) (*Verifier, error) {
	v := &Verifier{sites: make(map[string]*site, len(sites))}
	for name, party := range sites {
		if len(party.Keys) == 0 {
			return nil, fmt.Errorf("ticket: site %q has no key", name)
		}
		for _, key := range party.Keys {
			if len(key) < MinKeyBytes {
				return nil, fmt.Errorf("ticket: a key of site %q has less than %d bytes", name, MinKeyBytes)
			}
		}
		v.sites[name] = &site{Party: party}
	}
	return v, nil
}

// Use is where a ticket is shown.
type Use struct {
	Origin string                // of the page that shows it, in the form of a browser
	Here   func(aud string) bool // reports whether aud names this server, as it was asked for
}

// Check returns what a ticket says, or a *Refusal. It does not use it up.
func (v *Verifier) Check(ticket string, use Use) (Claims, error) {
	c, s, refusal := v.read(ticket)
	if refusal == nil {
		refusal = c.fits(use, s.Party)
	}
	if refusal == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		refusal = s.used.check(c.Jti, time.Now())
	}
	if refusal != nil {
		return Claims{}, refusal
	}
	return c, nil
}

// Spend does what Check does and uses the ticket up: of several at once with the
// same ticket, one has no error.
func (v *Verifier) Spend(ticket string, use Use) (Claims, error) {
	c, err := v.Check(ticket, use)
	if err != nil {
		return Claims{}, err
	}
	s := v.sites[c.Site]
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if refusal := s.used.check(c.Jti, now); refusal != nil {
		return Claims{}, refusal
	}
	s.used.add(c.Jti, now)
	return c, nil
}

// read takes a ticket apart and checks who signed it.
func (v *Verifier) read(ticket string) (Claims, *site, *Refusal) {
	if len(ticket) > MaxBytes {
		return Claims{}, nil, refuse(Malformed, "the ticket has more than %d bytes", MaxBytes)
	}
	signed, signature, _ := cutLast(ticket, ".")
	payload, isV1 := strings.CutPrefix(signed, version)
	if !isV1 || strings.Contains(payload, ".") {
		return Claims{}, nil, refuse(Malformed, "a ticket is v1.<payload>.<signature>")
	}
	c, err := parse(payload)
	if err != nil {
		return Claims{}, nil, refuse(Malformed, "the payload of the ticket: %v", err)
	}
	s := v.sites[c.Site]
	if s == nil {
		return Claims{}, nil, refuse(Site, "the server knows no site of this name; its operator names the sites with -site-keys FILE")
	}
	good := false
	for _, key := range s.Keys { // all of them, so that time does not tell which
		good = hmac.Equal([]byte(sign(key, signed)), []byte(signature)) || good
	}
	if !good {
		return Claims{}, nil, refuse(Signature, "the ticket was not signed with a key that -site-keys holds for its site")
	}
	return c, s, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// parse reads a payload. A field that v1 does not have is refused: a ticket that
// says more than the server checks would promise what nobody keeps.
func parse(payload string) (Claims, error) {
	data, err := decode(payload)
	if err != nil {
		return Claims{}, errors.New("not base64url without padding")
	}
	var c Claims
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&c) != nil || d.Decode(new(json.RawMessage)) != io.EOF {
		return Claims{}, errors.New("not one JSON object with the strings site, sub, origin, aud, jti and the whole numbers iat, exp, and nothing else")
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(data, &fields)                                                    // c was read from it
	for _, name := range []string{"site", "sub", "origin", "aud", "iat", "exp", "jti"} { // c takes null and other cases, too
		if value := string(fields[name]); value == "" || value == "null" || len(fields) != 7 {
			return Claims{}, fmt.Errorf("%s is missing, or written in another case", name)
		}
	}
	for _, f := range []struct {
		name, value string
		least, most int
	}{
		{"site", c.Site, 1, 64}, {"sub", c.Sub, 1, 128}, {"origin", c.Origin, 1, 300}, {"aud", c.Aud, 1, 300}, {"jti", c.Jti, 16, 128},
	} {
		if n := len(f.value); n < f.least || n > f.most || strings.ContainsFunc(f.value, unprintable) {
			return Claims{}, fmt.Errorf("%s must have %d to %d printable ASCII characters and no space", f.name, f.least, f.most)
		}
	}
	if c.Iat < 0 || c.Exp < 0 || c.Iat > latest || c.Exp > latest {
		return Claims{}, errors.New("iat and exp must be seconds since 1970")
	}
	return c, nil
}

// latest is a time that seconds can reach and milliseconds cannot mean.
const latest = 1 << 37

func unprintable(r rune) bool { return r <= ' ' || r > '~' }

// fits checks what a ticket whose signature is good says of its use.
func (c Claims) fits(use Use, party Party) *Refusal {
	now := time.Now()
	iat, exp := time.Unix(c.Iat, 0), time.Unix(c.Exp, 0)
	switch {
	case !use.Here(c.Aud):
		return refuse(Audience, "the ticket is for the server %s (aud), not for this one", c.Aud)
	case c.Origin != use.Origin:
		return refuse(Origin, "the ticket is for pages of %s (origin), not for this one", c.Origin)
	case party.Origins != nil && !party.Origins(c.Origin):
		return refuse(Origin, "site %s may not use the origin %s; its operator adds it to the origins of the site in -site-keys", c.Site, c.Origin)
	case c.Exp-c.Iat > int64(MaxLifetime/time.Second):
		return refuse(Lifetime, "from iat to exp are more than %d s", MaxLifetime/time.Second)
	case iat.After(now.Add(MaxAhead)):
		return refuse(Early, "iat is in the future; compare the clocks of both machines")
	case !exp.After(now):
		return refuse(Expired, "the ticket has expired; mint one for each connection, and compare the clocks of both machines")
	}
	return nil
}
