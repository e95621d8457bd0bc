package session

import (
	"crypto/sha256"
	"encoding/hex"

	"farhand/internal/quota"
)

// Peer is who opened a socket, as far as the server knows without asking the
// page. An empty field is not known.
type Peer struct {
	Subject string // of its user
	Site    string // to which the page belongs
	Origin  string // of the page, as its browser says
	Own     bool   // the page is the server's own, or this is no browser
	IP      string
	Meter   Meter // counts what comes on the socket; nil: no limits
}

// Meter says whether the next frame, or turn, of a socket is within the limits
// of its peer. What is not is not counted. A nil answer is yes.
type Meter interface {
	Frame(bytes int) *quota.Excess
	Frames(n int) *quota.Excess
	Turn() *quota.Excess
}

// frame counts a frame that came on the socket.
func (p Peer) frame(bytes int) *quota.Excess {
	if p.Meter == nil {
		return nil
	}
	return p.Meter.Frame(bytes)
}

// bytesPerFrame is how much of what a page declares anew costs its peer as
// much as a frame: to compile it takes the server up to 2 ms.
const bytesPerFrame = 256

// declares counts so many bytes of tools that have to be compiled.
func (p Peer) declares(bytes int) *quota.Excess {
	if p.Meter == nil {
		return nil
	}
	return p.Meter.Frames((bytes + bytesPerFrame - 1) / bytesPerFrame)
}

// turn counts a turn that begins.
func (p Peer) turn() *quota.Excess {
	if p.Meter == nil {
		return nil
	}
	return p.Meter.Turn()
}

// digest stands for the user on the wire: it says nothing of the subject, and
// differs from site to site. "" is nobody in particular.
func (p Peer) digest() string {
	if p.Subject == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(p.Site + "/" + p.Subject)) // the name of a site has no slash
	return hex.EncodeToString(sum[:8])
}
