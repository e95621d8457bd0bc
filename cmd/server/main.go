// Command server is Farhand: it serves the page, talks to the model, and hands
// the model's tool calls to the browser.
//
// The package turns flags and environment into one Config, wires the rooms of
// internal together, and ends them in order on a signal. Everything that can
// be tested is in run; main only binds it to the process. The standard log
// package is silenced, because libraries write to it what a log must not hold.
package main

import (
	"context"
	"io"
	stdlog "log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rs/zerolog"
)

func main() {
	stdlog.SetOutput(io.Discard)
	zerolog.TimeFieldFormat = time.RFC3339Nano

	ctx, stop := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-signals
		stop()
		<-signals // whoever asks twice does not want to wait
		os.Exit(exitFailure)
	}()
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}
