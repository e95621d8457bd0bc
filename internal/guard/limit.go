package guard

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// Budget is what the calls of one turn may carry together. The zero value of a
// field means its default.
type Budget struct {
	ArgBytes    int // arguments, as the model sent them; 0: 256 KiB
	ResultBytes int // results, as compact JSON; 0: 1 MiB, about 260,000 tokens
	Pictures    int // 0: 3, since each costs the model about as much as a page of text
	MediaBytes  int // pictures, decoded; 0: 4 MiB
}

// Limit holds the calls of one turn to b; build it anew for each turn. It
// stands before everything that costs somebody's attention: nobody is asked to
// allow a call that is refused here. What does not fit is dropped whole. Spent
// arguments or results end as budget, after which the loop asks for last words;
// a picture too many ends as too_large, and the turn goes on without it.
//
// Repeats of a call are not counted here: only the loop sees calls in order and
// can keep the model from making another.
func Limit(b Budget) tool.Middleware {
	l := &limit{left: Budget{
		ArgBytes:    cmp.Or(b.ArgBytes, 256<<10),
		ResultBytes: cmp.Or(b.ResultBytes, 1<<20),
		Pictures:    cmp.Or(b.Pictures, 3),
		MediaBytes:  cmp.Or(b.MediaBytes, 4<<20),
	}}
	l.all = l.left
	return func(next tool.Handler) tool.Handler {
		return func(ctx context.Context, c tool.Call) tool.Result {
			if refusal := l.charge(c); refusal != "" {
				return tool.Fail(protocol.CodeBudget, refusal)
			}
			r := next(ctx, c)
			if r.Err != nil {
				return r
			}
			return l.settle(r)
		}
	}
}

// limit is what is left of the budget of one turn.
type limit struct {
	all Budget

	mu   sync.Mutex
	left Budget
}

// charge takes the arguments of a call off the budget, or says why it must not
// run.
func (l *limit) charge(c tool.Call) (refusal string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case len(c.Args) > l.left.ArgBytes:
		return fmt.Sprintf("The call was not run: the arguments of one turn may hold %d bytes in all.", l.all.ArgBytes)
	case l.left.ResultBytes <= 0:
		return "The call was not run: " + l.results()
	}
	l.left.ArgBytes -= len(c.Args)
	return ""
}

// settle takes a result off the budget, or returns what stands in its place.
func (l *limit) settle(r tool.Result) tool.Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	media := 0
	for _, m := range r.Media {
		media += mediaBytes(m)
	}
	switch {
	case len(r.Value) > l.left.ResultBytes:
		l.left.ResultBytes = 0
		return tool.Fail(protocol.CodeBudget, "The call ran, but its result was dropped: "+l.results())
	case len(r.Media) > l.left.Pictures || media > l.left.MediaBytes:
		return tool.Fail(protocol.CodeTooLarge, fmt.Sprintf(
			"One turn may hold %d pictures of %d bytes in all; %d of %d bytes are left. Go on with the pictures that you have.",
			l.all.Pictures, l.all.MediaBytes, l.left.Pictures, l.left.MediaBytes))
	}
	l.left.ResultBytes -= len(r.Value)
	l.left.Pictures -= len(r.Media)
	l.left.MediaBytes -= media
	return r
}

func (l *limit) results() string {
	return fmt.Sprintf("the results of one turn may hold %d bytes in all.", l.all.ResultBytes)
}
