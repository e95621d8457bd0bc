package tool

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/gowebpki/jcs"
)

// schemaHash returns the hash by which page and server compare the schemas of
// a tool: the first 8 hex digits of SHA-256 over the RFC 8785 form of
// {inputSchema, outputSchema}, an absent output left out (H12).
func schemaHash(input, output json.RawMessage) (string, error) {
	doc := map[string]json.RawMessage{"inputSchema": input}
	if output != nil {
		doc["outputSchema"] = output
	}
	data, err := json.Marshal(doc)
	if err != nil {
		return "", err
	}
	return canonicalHash(data, 4)
}

// contractHash returns the hash of a contract as a whole: the first 16 hex
// digits of SHA-256 over its RFC 8785 form (A69).
func contractHash(contract []byte) (string, error) { return canonicalHash(contract, 8) }

// canonicalHash returns the first bytes of SHA-256 over the RFC 8785 form of a
// JSON text, in hex.
func canonicalHash(data []byte, bytes int) (string, error) {
	canonical, err := jcs.Transform(data)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:bytes]), nil
}
