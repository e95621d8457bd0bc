package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"

	"github.com/rs/zerolog"
)

// The exit codes.
const (
	exitOK       = 0
	exitFailure  = 1 // anything that is not the input's fault; of -health: not healthy
	exitBadInput = 2 // a bad flag, variable, file or contract, or a port in use
)

// run is the whole program: it returns the exit code when ctx has ended or
// nothing is left to do. The log goes to stdout (to stderr if the audit has
// stdout), faults go to stderr, one line each.
func run(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	c, faults, err := parse(args, env)
	if errors.Is(err, flag.ErrHelp) {
		usage(stdout)
		return exitOK
	}
	if c.Health {
		return health(ctx, c.Addr, stderr)
	}
	if len(faults) == 0 && c.Emulator != "" {
		return exit(serveEmulator(ctx, c, newLog(c, stdout)), stderr)
	}
	in, more := load(c)
	if faults = append(faults, more...); len(faults) > 0 {
		for _, f := range faults {
			fmt.Fprintln(stderr, f)
		}
		return exitBadInput
	}
	if c.Audit == auditStdout {
		return exit(serve(ctx, c, in, newLog(c, stderr), stdout), stderr)
	}
	return exit(serve(ctx, c, in, newLog(c, stdout), nil), stderr)
}

// exit turns the error of a run into an exit code, and says it.
func exit(err error, stderr io.Writer) int {
	var bad fault
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &bad):
		fmt.Fprintln(stderr, bad)
		return exitBadInput
	}
	fmt.Fprintln(stderr, err)
	return exitFailure
}

func newLog(c Config, w io.Writer) zerolog.Logger {
	w = zerolog.SyncWriter(w)
	if c.LogFormat == "console" {
		w = zerolog.ConsoleWriter{Out: w, NoColor: true, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(w).Level(c.LogLevel).With().Timestamp().Logger()
}

// notice begins a line that is printed at every log level: what an operator
// must see at the start.
func notice(log zerolog.Logger) *zerolog.Event {
	return log.Log().Str(zerolog.LevelFieldName, zerolog.LevelInfoValue)
}

// listen opens the listener of a setting.
func listen(ctx context.Context, c Config, setting, addr string) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fault{c.origin[setting], fmt.Sprintf("%q: the port is in use", addr)}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.origin[setting], err)
	}
	return l, nil
}
