package emulator

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"slices"
)

// A signature is nonce ‖ MAC of family and nonce ‖ MAC of nonce and part ‖
// filling. The first MAC tells whether the emulator issued it at all, the second
// whether it is on the part that it was issued for. Nothing need be remembered.
const (
	nonceSize = 16
	// signatureSize is the length in bytes. Real signatures have 100 to 2000; a
	// client that assumes a short one shall notice here.
	signatureSize = 320
)

// minter makes ids and signatures for one answer. It keeps no state between
// requests: all it makes is a function of the secret and the request's body.
type minter struct {
	secret []byte
	family family
	nonce  []byte // stands for the step
	count  uint64
}

func newMinter(secret, body []byte, f family) *minter {
	return &minter{secret: secret, family: f, nonce: mac(secret, []byte("step"), body)[:nonceSize]}
}

// signature signs a part of the answer.
func (m *minter) signature(part Part) string {
	return base64.StdEncoding.EncodeToString(sign(m.secret, m.nonce, m.family, part))
}

// sign makes the signature of a part. A call is signed with its name and
// arguments. Words are not: a client may join the pieces of a stream, or hang
// the signature of the empty last piece on the one before.
func sign(secret, nonce []byte, f family, part Part) []byte {
	generation := []byte{0}
	if f.signs() {
		generation[0] = 3
	}
	kind, name, args := "text", "", []byte(nil)
	if part.Call != nil {
		kind, name, args = "call", part.Call.Name, canonical(part.Call.Args)
	}
	sig := append([]byte(nil), nonce...)
	sig = append(sig, mac(secret, []byte("issued"), generation, nonce)...)
	sig = append(sig, mac(secret, []byte("part"), nonce, []byte(kind), []byte(name), args)...)
	return fill(secret, sig)
}

// fill brings a signature to its size with bytes that depend on all before.
func fill(secret, sig []byte) []byte {
	head := bytes.Clone(sig)
	for block := byte(0); len(sig) < signatureSize; block++ {
		sig = append(sig, mac(secret, []byte("fill"), head, []byte{block})...)
	}
	return sig[:signatureSize]
}

// verdict is what a signature on a part turns out to be.
type verdict int

const (
	foreign verdict = iota // not the emulator's, of another family, or damaged
	moved                  // the emulator's, issued for another part
	dummy                  // one of the two documented stand-ins (E47)
	valid
)

// keyring judges signatures.
type keyring struct {
	secret []byte
	opaque bool    // any signature is valid
	memory *memory // knows the signatures that scripts made up
}

// dummies are the values that stand for a signature in synthetic history (E47).
// Source: https://ai.google.dev/gemini-api/docs/thought-signatures
var dummies = []string{"skip_thought_signature_validator", "context_engineering_is_the_way_to_go"}

// isDummy recognises a dummy as it is or in base64.
func isDummy(signature string) bool {
	return slices.Contains(dummies, signature) || slices.Contains(dummies, string(decodeBase64(signature)))
}

// judge reads the signature of a part; it must not be empty.
func (k keyring) judge(p wirePart, f family) verdict {
	if isDummy(p.signature) {
		return dummy
	}
	if k.opaque {
		return valid
	}
	raw := decodeBase64(p.signature)
	const head = nonceSize + 2*sha256.Size
	if len(raw) != signatureSize || !hmac.Equal(raw, fill(k.secret, raw[:head:head])) {
		if k.memory.sent(string(raw)) {
			return valid
		}
		return foreign
	}
	want := sign(k.secret, raw[:nonceSize:nonceSize], f, p.view)
	const issued = nonceSize + sha256.Size
	switch {
	case hmac.Equal(raw, want):
		return valid
	case hmac.Equal(raw[:issued], want[:issued]):
		return moved
	}
	return foreign
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
// re-indent arguments. Absent arguments equal {}. Numbers are rounded to what
// any client can hold; the lint L10 is stricter.
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
