package tool

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"farhand/internal/protocol"
)

// Catalog is a loaded contract. It never changes (A95): a Spec must not be
// written to by those who get one.
type Catalog struct {
	hash  string
	order []*entry // in contract order
	tools map[string]*entry
}

// entry is one tool with everything that was derived from it.
type entry struct {
	spec        *Spec
	args        *jsonschema.Schema
	result      *jsonschema.Schema // nil: any JSON value
	declaration Declaration
	handler     Handler // nil for a browser tool
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
	return validate(e.args, args)
}

// ValidateResult checks the result of a call against the output schema; a tool
// without one may return any JSON value (H37). The error is like that of
// ValidateArgs.
func (c *Catalog) ValidateResult(name string, value json.RawMessage) error {
	e, ok := c.tools[name]
	if !ok {
		return errNoTool
	}
	return validate(e.result, value)
}

func validate(schema *jsonschema.Schema, data json.RawMessage) error {
	if err := checkReading(data); err != nil {
		return err
	}
	value, err := decodeValue(data)
	if err != nil || schema == nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return describe(err)
	}
	return nil
}

// Offer is what one browser can run and the model is told of, fixed for a
// turn.
type Offer struct {
	Specs        []*Spec       // in contract order
	Declarations []Declaration // sorted by name: equal for equal sets, byte for byte
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
// tool that asks needs a page that can ask. A name that the contract does not
// have is ignored. The lists are never nil.
func (c *Catalog) Offer(announced map[string]string, unavailable []protocol.Unavailable, approvals bool) Offer {
	offer := Offer{
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
		if e.spec.Where == Browser {
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
	slices.SortFunc(offer.Declarations, func(a, b Declaration) int { return strings.Compare(a.Name, b.Name) })
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
	case hash != "" && hash != spec.Hash:
		w.Reason = protocol.WithheldSchema
		w.Server, w.Page = spec.Hash, cleanHash(hash)
	}
}

var hashForm = regexp.MustCompile(`^[0-9a-f]{8}$`)

// cleanHash returns hash if it looks like one. It comes from a page and goes
// into the log, where nothing but a hash may stand.
func cleanHash(hash string) string {
	if hashForm.MatchString(hash) {
		return hash
	}
	return "malformed"
}
