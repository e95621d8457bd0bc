package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/rs/zerolog"

	"farhand/internal/emulator"
)

// emulatorConfig is what the flags say about the emulator.
func emulatorConfig(c Config) (emulator.Config, error) {
	config := emulator.Config{Strict: c.EmulatorStrict, Signatures: c.EmulatorSignatures}
	if c.EmulatorScenario == "" {
		return config, nil
	}
	file, err := readFile(c.EmulatorScenario)
	if err == nil {
		config.Script, err = emulator.ReadScenario(bytes.NewReader(file))
	}
	if err != nil {
		what := strings.TrimPrefix(err.Error(), "scenario: ")
		return config, fault{c.origin[flagScenario], fmt.Sprintf("%q: %s", c.EmulatorScenario, what)}
	}
	return config, nil
}

// serveEmulator runs only the emulator, until ctx ends.
func serveEmulator(ctx context.Context, c Config, log zerolog.Logger) error {
	config, err := emulatorConfig(c)
	if err != nil {
		return err
	}
	plays, err := emulator.New(config)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, c, flagEmulator, c.Emulator)
	if err != nil {
		return err
	}
	notice(log).Str("addr", address(c.Emulator, listener)).Msg("emulator listening")
	return serveHTTP(ctx, plays.Standalone(), listener, log, func(context.Context) error { return nil })
}
