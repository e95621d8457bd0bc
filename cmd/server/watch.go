package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/tool"
)

// How the contract's file is watched. It is read anew each time, since tens of
// kilobytes cost less than the cases in which a time of modification misleads:
// coarse clocks, copies that keep it, mounts that do not tell of changes. Only
// content that stayed the same for a while is judged, since editors write in
// pieces, and a file that is empty or away for longer than a rename takes.
const (
	watchEvery  = 500 * time.Millisecond
	settleEvery = 100 * time.Millisecond
	settleAway  = 2 * time.Second
)

// watching is the watch over the contract's file. One goroutine uses it.
type watching struct {
	file    string
	judged  sight // what was taken or refused last
	load    func(contract []byte) (*tool.Catalog, tool.Faults)
	changed func(*tool.Catalog, tool.Faults)
	log     zerolog.Logger
}

// sight is what a look at the file shows: its text, or why there is none.
type sight struct{ text, fault string }

// startWatching watches the file of the contract until ctx ends or stop is
// called, which waits for the last change to be told. changed gets what the new
// content came to. The built-in contract has no file.
func startWatching(ctx context.Context, c Config, in inputs, log zerolog.Logger, changed func(*tool.Catalog, tool.Faults)) (stop func()) {
	if c.Tools == "" {
		log.Info().Msg("dev: the contract is built in, there is no file to watch; -tools names one")
		return func() {}
	}
	w := &watching{
		file:    c.Tools,
		judged:  sight{text: string(in.contract)},
		load:    func(contract []byte) (*tool.Catalog, tool.Faults) { return reloadContract(c, in.rules, contract) },
		changed: changed,
		log:     log.With().Str("file", c.Tools).Logger(),
	}
	if w.look().fault == notRegular {
		w.log.Warn().Msg("dev: the contract is not watched, it is no regular file")
		return func() {}
	}
	w.log.Info().Msg("dev: the contract is watched")
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { w.run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// run looks at the file until ctx ends.
func (w *watching) run(ctx context.Context) {
	for pause(ctx, watchEvery) {
		now := w.look()
		if now == w.judged {
			continue
		}
		if now, ok := w.settled(ctx, now); ok && now != w.judged {
			w.judged = now
			w.judge(now)
		}
	}
}

const notRegular = "not a regular file"

// look reads the file.
func (w *watching) look() sight {
	info, err := os.Stat(w.file)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New(notRegular) // reading a pipe could wait
	}
	var data []byte
	if err == nil {
		data, err = readFile(w.file)
	}
	if err != nil {
		return sight{fault: cause(err).Error()}
	}
	return sight{text: string(data)}
}

// settled returns what the file shows once it shows the same for a while; false
// if ctx ended first.
func (w *watching) settled(ctx context.Context, now sight) (sight, bool) {
	for since := time.Duration(0); since < patience(now); {
		if !pause(ctx, settleEvery) {
			return sight{}, false
		}
		since += settleEvery
		if next := w.look(); next != now {
			now, since = next, 0
		}
	}
	return now, true
}

// patience is how long a sight must stay to be judged.
func patience(s sight) time.Duration {
	if s.fault != "" || strings.TrimSpace(s.text) == "" {
		return settleAway
	}
	return settleEvery
}

// judge loads what the file shows and tells of it. A contract with faults is not
// taken.
func (w *watching) judge(now sight) {
	var catalog *tool.Catalog
	faults := tool.Faults{{Message: now.fault}}
	if now.fault == "" {
		catalog, faults = w.load([]byte(now.text))
	}
	if len(faults) > 0 {
		for _, f := range faults {
			w.log.Warn().Str("path", f.Path).Str("fault", f.Message).Msg("contract has a fault")
		}
		w.log.Warn().Int("faults", len(faults)).Msg("contract not taken: the last good one stays")
		w.changed(nil, faults)
		return
	}
	w.log.Info().Str("contract", catalog.Hash()).Int("tools", len(catalog.Specs())).Msg("contract taken for new sessions")
	w.changed(catalog, nil)
}

// pause waits; it reports false if ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
