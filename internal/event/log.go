package event

import "github.com/rs/zerolog"

// line is how a kind is logged.
type line struct {
	level   zerolog.Level
	message string
}

// lines holds every kind: info for what an operator wants to follow, warn for
// a peer that misbehaves, debug for the rest.
var lines = map[Kind]line{
	KindSessionStart:     {zerolog.InfoLevel, "session started"},
	KindSessionEnd:       {zerolog.InfoLevel, "session ended"},
	KindSessionDetached:  {zerolog.InfoLevel, "session detached"},
	KindSessionAttached:  {zerolog.InfoLevel, "session attached"},
	KindSessionExpired:   {zerolog.InfoLevel, "session expired"},
	KindTurnStart:        {zerolog.InfoLevel, "turn started"},
	KindTurnEnd:          {zerolog.InfoLevel, "turn ended"},
	KindStep:             {zerolog.DebugLevel, "model request ended"},
	KindStepRetried:      {zerolog.DebugLevel, "model request is repeated"},
	KindHistoryElided:    {zerolog.DebugLevel, "stale results left out"},
	KindHistoryCompacted: {zerolog.DebugLevel, "conversation compacted"},
	KindCompactionFailed: {zerolog.WarnLevel, "conversation could not be compacted"},
	KindBudgetWarning:    {zerolog.DebugLevel, "budget of a turn is nearly spent"},
	KindToolCalled:       {zerolog.DebugLevel, "tool called"},
	KindToolTimedOut:     {zerolog.DebugLevel, "tool timed out"},
	KindToolDenied:       {zerolog.DebugLevel, "tool denied"},
	KindToolInvalid:      {zerolog.DebugLevel, "tool called with invalid arguments"},
	KindToolSkipped:      {zerolog.DebugLevel, "tool not run"},
	KindToolHallucinated: {zerolog.WarnLevel, "model called a tool that is not offered"},
	KindLateResult:       {zerolog.WarnLevel, "late result refused"},
	KindSchemaMismatch:   {zerolog.WarnLevel, "schemas of page and contract differ"},
	KindNoBody:           {zerolog.InfoLevel, "page has no body for a tool"},
	KindDisagreement:     {zerolog.WarnLevel, "page and server disagree on a tool"},
	KindPeerMisbehaved:   {zerolog.WarnLevel, "peer misbehaved"},
	KindDropped:          {zerolog.WarnLevel, "events dropped"},
}

// Log returns a sink that writes one line per record, its data in fields.
func Log(logger zerolog.Logger) Sink {
	return SinkFunc(func(e Event) {
		how, ok := lines[e.Kind]
		if !ok {
			how = line{zerolog.DebugLevel, "event"}
		}
		write(logger.WithLevel(how.level).Str("event", string(e.Kind)), e).Msg(how.message)
	})
}

// write adds the fields of e that are set.
func write(out *zerolog.Event, e Event) *zerolog.Event {
	texts := []struct{ key, value string }{
		{"session", e.Session}, {"site", e.Site}, {"subject", e.Subject}, {"call", e.Call}, {"tool", e.Tool}, {"said", e.Said},
		{"state", e.State}, {"code", e.Code}, {"reason", e.Reason}, {"risk", e.Risk},
		{"model", e.Model}, {"server_hash", e.ServerHash}, {"page_hash", e.PageHash},
		{"path", e.Path}, {"expected", e.Expected}, {"got", e.Got},
	}
	for _, f := range texts {
		if f.value != "" {
			out = out.Str(f.key, f.value)
		}
	}
	numbers := []struct {
		key   string
		value int
	}{
		{"turn", e.Turn}, {"step", e.Step}, {"in_bytes", e.InBytes}, {"out_bytes", e.OutBytes},
		{"count", e.Count}, {"input_tokens", e.InputTokens}, {"output_tokens", e.OutputTokens},
		{"thoughts_tokens", e.ThoughtsTokens}, {"cached_tokens", e.CachedTokens},
	}
	for _, f := range numbers {
		if f.value != 0 {
			out = out.Int(f.key, f.value)
		}
	}
	if len(e.Allowed) > 0 {
		out = out.Strs("allowed", e.Allowed)
	}
	if len(e.Declared) > 0 {
		out = out.Strs("declared", e.Declared)
	}
	if e.Dur != 0 {
		out = out.Dur("dur", e.Dur)
	}
	return out
}
