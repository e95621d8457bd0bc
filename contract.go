// Package farhand holds the contract: the tools that a model may use.
//
// tools.json is the one definition that the server and the page share;
// tools.schema.json is the JSON Schema of that file. Both are embedded here
// because go:embed cannot reach upward from the room that reads them
// (internal/tool). Nothing else belongs in this package.
package farhand

import _ "embed"

// Contract is tools.json as it was at build time.
//
//go:embed tools.json
var Contract []byte

// ContractSchema is tools.schema.json, the JSON Schema (2020-12) of a contract.
//
//go:embed tools.schema.json
var ContractSchema []byte
