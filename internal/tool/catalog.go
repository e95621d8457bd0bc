package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"farhand"
	"farhand/internal/protocol"
)

// Catalog is a loaded contract. It never changes (A95): a Spec must not be
// written to by those who get one.
type Catalog struct {
	hash     string
	operator Config   // MaxTimeout, MaxUserTimeout and Rules of its loading
	order    []*entry // in contract order, then what a page declared, by name
	tools    map[string]*entry
}

// entry is one tool with everything that was derived from it.
type entry struct {
	spec        *Spec
	args        *jsonschema.Schema
	result      *jsonschema.Schema // nil: any JSON value
	declaration Declaration
	handler     Handler // nil for a browser tool
	most        int     // values that may be checked at once; 0: any number

	// Of a tool that a page declared.
	declared *protocol.DeclaredTool // in its words; nil: of the contract
	regexps  int                    // size of its patterns
}

func (c *Catalog) add(e *entry) {
	c.order = append(c.order, e)
	c.tools[e.spec.Name] = e
}

// Hash tells contracts apart, whatever their spaces and the order of their
// keys: the first 16 hex digits of SHA-256 over the RFC 8785 form of the
// contract, policies and words for the person included.
func (c *Catalog) Hash() string { return c.hash }

// Specs returns all tools in contract order.
func (c *Catalog) Specs() []*Spec {
	specs := make([]*Spec, len(c.order))
	for i, e := range c.order {
		specs[i] = e.spec
	}
	return specs
}

// Spec returns the tool called name.
func (c *Catalog) Spec(name string) (*Spec, bool) {
	e, ok := c.tools[name]
	if !ok {
		return nil, false
	}
	return e.spec, true
}

// Server returns the Go function of a server-side tool, nil for every other
// name.
func (c *Catalog) Server(name string) Handler {
	if e := c.tools[name]; e != nil && e.spec.Where == Server {
		return e.handler
	}
	return nil
}

// errNoTool is returned for a name that is not in the contract.
var errNoTool = errors.New("no such tool")

// ValidateArgs checks the arguments of a call against the full input schema.
// The error is for the model: one line per reason, with a JSON pointer, and no
// value quoted (A29).
func (c *Catalog) ValidateArgs(name string, args json.RawMessage) error {
	e, ok := c.tools[name]
	if !ok {
		return errNoTool
	}
	_, err := check(e.args, args, e.most)
	return err
}

// ValidateResult checks the result of a call against the output schema; a tool
// without one may return any JSON value (H37). The text of the error is like
// that of ValidateArgs; if the tool exists, it is an *Unfit.
func (c *Catalog) ValidateResult(name string, value json.RawMessage) error {
	e, ok := c.tools[name]
	if !ok {
		return errNoTool
	}
	if reasons, err := check(e.result, value, e.most); err != nil {
		return unfit(e.result, err, reasons)
	}
	return nil
}

// check returns the reasons of the error, too, if they are the schema's. most is
// how many values data may have; 0: any number.
func check(schema *jsonschema.Schema, data json.RawMessage, most int) ([]leaf, error) {
	if err := checkReading(data); err != nil {
		return nil, err
	}
	value, err := decodeValue(data)
	if err != nil || schema == nil {
		return nil, err
	}
	if most > 0 && countValues(value) > most {
		return nil, fmt.Errorf("has more than %d values, too many to check against this schema", most)
	}
	if err := schema.Validate(value); err != nil {
		reasons := leaves(err)
		return reasons, describe(err, reasons)
	}
	return nil, nil
}

// Offer is what one browser can run and the model is told of, fixed for a
// turn.
type Offer struct {
	Catalog      *Catalog      // of which it is a part
	Specs        []*Spec       // in contract order, then what the page declared
	Declarations []Declaration // sorted by name, the contract's first: equal for equal sets, byte for byte
	Withheld     []protocol.WithheldTool
	Tools        []protocol.OfferedTool // Specs as the page shows them
}

// Spec returns the offered tool called name.
func (o Offer) Spec(name string) (*Spec, bool) {
	i := slices.IndexFunc(o.Specs, func(s *Spec) bool { return s.Name == name })
	if i < 0 {
		return nil, false
	}
	return o.Specs[i], true
}

// Offer returns the intersection of the contract with what a page announced:
// tool name to schema hash ("" is unchecked), the tools whose body cannot run
// there, and whether it can ask its user. A server-side tool needs no body; a
// tool that asks needs a page that can ask. The lists are never nil.
func (c *Catalog) Offer(announced map[string]string, unavailable []protocol.Unavailable, approvals bool) Offer {
	offer := Offer{
		Catalog:      c,
		Specs:        []*Spec{},
		Declarations: []Declaration{},
		Withheld:     []protocol.WithheldTool{},
		Tools:        []protocol.OfferedTool{},
	}
	for _, e := range c.order {
		withheld := protocol.WithheldTool{
			Name: e.spec.Name, Title: e.spec.Title,
			Hash: e.spec.Hash, InputSchema: e.spec.InputSchema, OutputSchema: e.spec.OutputSchema,
		}
		if e.spec.Denied {
			withheld.Reason = protocol.WithheldOperator
		} else if e.spec.Where == Browser && e.spec.Declared == "" {
			withhold(&withheld, e.spec, announced, unavailable)
		}
		if withheld.Reason == "" && e.spec.Asks() && !approvals {
			withheld.Reason = protocol.WithheldNoApproval
		}
		if withheld.Reason != "" {
			offer.Withheld = append(offer.Withheld, withheld)
			continue
		}
		offer.Specs = append(offer.Specs, e.spec)
		offer.Tools = append(offer.Tools, e.spec.offered())
		offer.Declarations = append(offer.Declarations, e.declaration)
	}
	own := slices.IndexFunc(offer.Specs, func(s *Spec) bool { return s.Declared != "" })
	if own < 0 {
		own = len(offer.Specs)
	}
	slices.SortFunc(offer.Declarations[:own], func(a, b Declaration) int { return strings.Compare(a.Name, b.Name) })
	offer.Withheld = append(offer.Withheld, c.withoutEntry(announced)...)
	return offer
}

// withhold fills in why the page cannot run spec, if it cannot. That its body
// cannot run there comes before what its schemas say.
func withhold(w *protocol.WithheldTool, spec *Spec, announced map[string]string, unavailable []protocol.Unavailable) {
	for _, u := range unavailable {
		if u.Name == spec.Name {
			w.Reason = u.Reason
			return
		}
	}
	hash, ok := announced[spec.Name]
	switch {
	case !ok:
		w.Reason = protocol.WithheldNoBody
		w.Path, w.Expected, w.Got = "body", "a body in the page", "none"
	case hash != "" && hash != spec.Hash:
		w.Reason = protocol.WithheldSchema
		w.Server, w.Page = spec.Hash, cleanHash(hash)
		w.Path, w.Expected, w.Got = "hash", w.Server, w.Page
	}
}

// mostReported is how many bodies without entry, and how many refused
// declarations, one answer names.
const mostReported = 1024

// withoutEntry returns the bodies that a page announced and the contract has no
// entry for, by name, save those of the starter tools: the client brings them
// along, and no contract needs to have them.
func (c *Catalog) withoutEntry(announced map[string]string) []protocol.WithheldTool {
	var list []protocol.WithheldTool
	for _, name := range slices.Sorted(maps.Keys(announced)) {
		hash := announced[name]
		if c.tools[name] != nil || hash != "" && hash == starterHashes()[name] || len(list) == mostReported {
			continue
		}
		w := protocol.WithheldTool{
			Name: protocol.Cut(plain(name), maxLeafChars), Title: protocol.Cut(plain(name), maxLeafChars),
			Reason: protocol.WithheldNoEntry,
			Path:   "entry", Expected: "an entry in the server's tools.json", Got: "none",
		}
		if hash != "" {
			w.Page = cleanHash(hash)
		}
		list = append(list, w)
	}
	return list
}

// starterHashes are the schema hashes of the contract that ships, by name.
var starterHashes = sync.OnceValue(func() map[string]string {
	hashes := map[string]string{}
	c, err := Load(Config{Contract: farhand.Contract})
	if err != nil {
		return hashes // with server-side tools, or broken: a test sees to it
	}
	for _, s := range c.Specs() {
		hashes[s.Name] = s.Hash
	}
	return hashes
})

var hashForm = regexp.MustCompile(`^[0-9a-f]{8}$`)

// HashMalformed stands for a hash of a page that is none.
const HashMalformed = "malformed"

// cleanHash returns hash if it looks like one. It comes from a page and goes
// into the log, where nothing but a hash may stand.
func cleanHash(hash string) string {
	if hashForm.MatchString(hash) {
		return hash
	}
	return HashMalformed
}
