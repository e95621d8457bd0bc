package protocol

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"
)

// cleanJSON returns value compact and with every lone surrogate escape
// replaced by \ufffd. JSON.stringify writes such escapes for half an emoji
// (ECMA-262, QuoteJSONString), and a strict JSON reader at a model's provider
// refuses the request that holds one, today and in every later turn.
//
// value must be valid JSON.
func cleanJSON(value json.RawMessage) json.RawMessage {
	var compact bytes.Buffer
	compact.Grow(len(value))
	if err := json.Compact(&compact, value); err != nil {
		return value
	}
	out := compact.Bytes()
	for i := 0; i+1 < len(out); i++ {
		if out[i] != '\\' {
			continue
		}
		high, ok := escaped(out, i)
		if !ok {
			i++ // the escaped character cannot start another escape
			continue
		}
		i += 5
		if !utf16.IsSurrogate(high) {
			continue
		}
		if low, ok := escaped(out, i+1); ok && utf16.DecodeRune(high, low) != '\uFFFD' {
			i += 6
			continue
		}
		copy(out[i-3:], "fffd")
	}
	return out
}

// escaped returns the code unit of the \uXXXX escape at out[i].
func escaped(out []byte, i int) (rune, bool) {
	if i+6 > len(out) || out[i] != '\\' || out[i+1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(out[i+2:i+6]), 16, 16)
	return rune(unit), err == nil
}
