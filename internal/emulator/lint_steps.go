package emulator

import "slices"

// steps compares the responses of each step with its calls (L1 to L7). The
// hard rules have seen to their number and place.
func (r *lintReport) steps(w *wire) {
	var s stepLints
	for i, c := range w.contents {
		calls, responses := c.calls(), c.responses()
		if responses == 0 && len(s.open) == 0 {
			s = stepLints{}
		}
		if i > 0 && c.role == RoleModel && w.contents[i-1].role == RoleModel && (calls > 0 || len(s.open) > 0) {
			r.add("L1", "contents[%d]", i)
		}
		if calls > 0 {
			for j, p := range c.parts {
				if p.view.Call != nil && s.call(*p.view.Call) {
					r.add("L4", "contents[%d].parts[%d]", i, j)
				}
			}
		}
		if responses == 0 {
			continue
		}
		if s.answered {
			r.add("L2", "contents[%d]", i)
		}
		s.answered = true
		if responses < len(c.parts) {
			r.add("L7", "contents[%d]", i)
		}
		for j, p := range c.parts {
			if p.view.Response != nil {
				for _, id := range s.response(*p.view.Response) {
					r.add(id, "contents[%d].parts[%d]", i, j)
				}
			}
		}
	}
}

// stepLints is the step under way.
type stepLints struct {
	calls    []Call
	open     []int // indexes of calls without a response
	ids      []string
	answered bool // a content with responses was seen
}

// call adds a call and reports whether its id was there before.
func (s *stepLints) call(c Call) (repeated bool) {
	repeated = c.ID != "" && slices.ContainsFunc(s.calls, func(o Call) bool { return o.ID == c.ID })
	s.open = append(s.open, len(s.calls))
	s.calls = append(s.calls, c)
	return repeated
}

// response settles a call and returns the lints of its response.
func (s *stepLints) response(resp Response) (found []string) {
	if resp.ID != "" && slices.Contains(s.ids, resp.ID) {
		found = append(found, "L4")
	}
	s.ids = append(s.ids, resp.ID)
	at := slices.IndexFunc(s.open, func(i int) bool {
		c := s.calls[i]
		return c.Name == resp.Name && (c.ID == resp.ID || resp.ID == "")
	})
	if at < 0 {
		s.open = s.open[1:] // some call that it was meant for
		return append(found, "L3")
	}
	if at > 0 {
		found = append(found, "L5")
	}
	if resp.ID == "" && s.calls[s.open[at]].ID != "" {
		found = append(found, "L6")
	}
	s.open = slices.Delete(s.open, at, at+1)
	return found
}
