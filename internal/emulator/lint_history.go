package emulator

import "slices"

// history compares the model's contents with what the emulator sent (L8 to
// L11). What it does not remember is not judged.
func (r *lintReport) history(w *wire, f family, m *memory) {
	prefixes := w.prefixes()
	broken := false
	for i, c := range w.contents {
		if c.role != RoleModel {
			continue
		}
		sent := canonicalContent(c.nodes())
		bySignature, byPrefix := m.about(sent.signatures, prefixes[i])
		known := bySignature
		if len(known) == 0 {
			known = byPrefix
		}
		if f.signs() && i > w.view.turnStart() && c.hasDummy() && !m.forgotToSign(sent.content) {
			r.add("L8", "contents[%d]", i)
		}
		if len(known) == 0 {
			continue
		}
		if !sent.signedText && !slices.ContainsFunc(known, func(a *sentAnswer) bool { return !a.signedText }) {
			r.add("L9", "contents[%d]", i)
		}
		if !slices.ContainsFunc(known, func(a *sentAnswer) bool { return a.content == sent.content }) {
			r.add("L10", "contents[%d]", i)
		}
		if !broken && len(bySignature) > 0 && !slices.ContainsFunc(bySignature, func(a *sentAnswer) bool { return a.prefix == prefixes[i] }) {
			broken = true
			r.add("L11", "contents[%d]", i)
		}
	}
}
