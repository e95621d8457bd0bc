package emulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
)

// signatureSize is the length of a signature in bytes. Real ones have 100 to
// 2000; a client that assumes a short one shall notice here.
const signatureSize = 320

// minter makes ids and signatures for one answer. It keeps no state between
// requests: all it makes is a function of the secret and the request's body.
type minter struct {
	secret []byte
	family family
	nonce  []byte // 16 bytes that stand for the step
	count  uint64
}

func newMinter(secret, body []byte, f family) *minter {
	return &minter{secret: secret, family: f, nonce: mac(secret, []byte("step"), body)[:16]}
}

// signature signs a part: nonce ‖ MAC of the nonce ‖ MAC of family, nonce and
// part ‖ filling. The first MAC tells whether the emulator issued it at all, the
// second whether it is on the part that it was issued for.
func (m *minter) signature(part Part) string {
	generation := []byte{0}
	if m.family.signs() {
		generation[0] = 3
	}
	kind, name, args := "text", "", []byte(nil)
	if part.Call != nil {
		kind, name, args = "call", part.Call.Name, canonical(part.Call.Args)
	}
	sig := append([]byte(nil), m.nonce...)
	sig = append(sig, mac(m.secret, []byte("issued"), m.nonce)...)
	sig = append(sig, mac(m.secret, []byte("part"), generation, m.nonce, []byte(kind), []byte(name), args)...)
	for block := byte(0); len(sig) < signatureSize; block++ {
		sig = append(sig, mac(m.secret, []byte("fill"), m.nonce, []byte{block})...)
	}
	return base64.StdEncoding.EncodeToString(sig[:signatureSize])
}

const idLetters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// id makes the next id of n characters.
func (m *minter) id(n int) string {
	m.count++
	sum := mac(m.secret, []byte("id"), m.nonce, binary.BigEndian.AppendUint64(nil, m.count))
	id := make([]byte, n)
	for i := range id {
		id[i] = idLetters[int(sum[i])%len(idLetters)]
	}
	return string(id)
}

// mac is the HMAC of the fields, each with its length in front.
func mac(secret []byte, fields ...[]byte) []byte {
	h := hmac.New(sha256.New, secret)
	for _, f := range fields {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(f))))
		h.Write(f)
	}
	return h.Sum(nil)
}

// canonical is the JSON with sorted keys and no space; clients may reorder and
// re-indent arguments. Absent arguments equal {}.
func canonical(args json.RawMessage) []byte {
	if len(args) == 0 {
		return []byte("{}")
	}
	var v any
	if err := json.Unmarshal(args, &v); err != nil {
		return args
	}
	out, err := json.Marshal(v)
	if err != nil {
		return args
	}
	return out
}
