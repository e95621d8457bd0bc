package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxDepth is how many arrays and objects of a call's value may lie in each
// other. JSON readers give up somewhere, and a value that one of them takes and
// the next refuses would break every later request that holds it.
const maxDepth = 500

var (
	errNotJSON     = errors.New("not valid JSON")
	errRepeatedKey = errors.New("holds an object with the same key twice")
	errDepth       = fmt.Errorf("is nested deeper than %d levels", maxDepth)
	errNumber      = errors.New("holds a number that is out of range")
)

// checkReading reports what different readers of data would read differently:
// a repeated key, of which some take the first value and some the last, so that
// what was checked need not be what is used (RFC 8259, section 4), and nesting
// beyond maxDepth.
func checkReading(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return checkNext(dec, 0)
}

// checkNext checks the next value of dec, which lies in depth others.
func checkNext(dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return errNotJSON
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth == maxDepth {
		return errDepth
	}
	seen := map[string]bool{}
	for dec.More() {
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return errNotJSON
			}
			name, _ := key.(string)
			if seen[name] {
				return errRepeatedKey
			}
			seen[name] = true
		}
		if err := checkNext(dec, depth+1); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return errNotJSON
	}
	return nil
}

// checkNumbers refuses numbers that no float64 holds: JSON readers at the other
// end refuse them (RFC 7493, section 2.2), and the validator would compute all
// the digits of a large exponent.
func checkNumbers(value any) error {
	switch v := value.(type) {
	case json.Number:
		_, exponent, ok := strings.Cut(strings.ToLower(v.String()), "e")
		if n, err := strconv.Atoi(exponent); ok && (err != nil || n > 400 || n < -400) {
			return errNumber
		}
		if _, err := v.Float64(); err != nil {
			return errNumber
		}
	case []any:
		for _, item := range v {
			if err := checkNumbers(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, item := range v {
			if err := checkNumbers(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// countValues returns how many values lie in value, itself included.
func countValues(value any) int {
	count := 1
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			count += countValues(item)
		}
	case map[string]any:
		for _, item := range v {
			count += countValues(item)
		}
	}
	return count
}
