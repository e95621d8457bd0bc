package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Validate checks the arguments on the way in, so that the browser is never
// asked with bad ones, and the result on the way out: plain JSON, within the
// tool's size, fitting its schema, with media that are pictures. Either failure
// tells the model what to repair.
func Validate(catalog *tool.Catalog) tool.Middleware {
	return func(next tool.Handler) tool.Handler {
		return func(ctx context.Context, c tool.Call) tool.Result {
			if err := catalog.ValidateArgs(c.Name, c.Args); err != nil {
				return tool.Fail(protocol.CodeInvalidArgs, faults(err))
			}
			r := next(ctx, c)
			if r.Err != nil || r.Navigated {
				return r
			}
			return checked(catalog, c.Name, r)
		}
	}
}

// faults is what the validator found, as one sentence.
func faults(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") + "." }

func checked(catalog *tool.Catalog, name string, r tool.Result) tool.Result {
	spec, _ := catalog.Spec(name)
	var value bytes.Buffer
	if err := json.Compact(&value, r.Value); err != nil {
		return tool.Fail(protocol.CodeInvalidResult, "The result is not JSON.")
	}
	if limit := spec.Policy.MaxResultBytes; value.Len() > limit {
		return tool.Fail(protocol.CodeTooLarge, fmt.Sprintf("The result has %d bytes; this tool may return %d.", value.Len(), limit))
	}
	for _, m := range r.Media {
		if why := notPicture(m); why != "" {
			return tool.Fail(protocol.CodeInvalidResult, why)
		}
	}
	if err := catalog.ValidateResult(name, value.Bytes()); err != nil {
		failed := tool.Fail(protocol.CodeInvalidResult, faults(err))
		errors.As(err, &failed.Unfit)
		return failed
	}
	r.Value = value.Bytes()
	return r
}
