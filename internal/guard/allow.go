package guard

import (
	"context"
	"strings"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Allow refuses every call to a tool that was not offered in this turn: the
// list that the model was told is only a description, this is the lock. An
// unknown name is answered with the names that exist here; the wider contract
// is in neither the answer nor the log.
func Allow(offer tool.Offer) tool.Middleware {
	return func(next tool.Handler) tool.Handler {
		return func(ctx context.Context, c tool.Call) tool.Result {
			if _, ok := offer.Spec(c.Name); ok {
				return next(ctx, c)
			}
			if c.Name != "" {
				return tool.Fail(protocol.CodeUnsupported, offered(offer))
			}
			return tool.Fail(protocol.CodeUnknownTool, offered(offer))
		}
	}
}

func offered(offer tool.Offer) string {
	names := Names(offer)
	if len(names) == 0 {
		return "No tools exist here."
	}
	return "Tools that exist here: " + strings.Join(names, ", ") + "."
}

// Names returns the names of the offered tools, in contract order.
func Names(offer tool.Offer) []string {
	names := make([]string, len(offer.Specs))
	for i, s := range offer.Specs {
		names[i] = s.Name
	}
	return names
}
