package main

import (
	"context"
	"net/http"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/demo"
	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/model/gemini"
	"farhand/internal/protocol"
)

// The demo model plays Gemini inside the process: the adapter takes the
// emulator for Google. The name is one that the emulator knows, the address
// one that leads nowhere (RFC 2606).
const (
	demoPlays = "gemini-flash-latest"
	demoURL   = "http://emulator.invalid"
	demoPace  = 25 * time.Millisecond // between pieces of an answer, so that it is seen to stream
)

// newModel returns the model that answers: Gemini if there is a key or an
// address, else the demo model.
func newModel(c Config, in inputs, log zerolog.Logger) (model.Model, protocol.ModelInfo, error) {
	settings := gemini.Config{Name: c.Model, Key: in.key, BaseURL: c.GeminiURL, Log: log}
	info := protocol.ModelInfo{Name: c.Model}
	if in.key == "" && c.GeminiURL == "" {
		plays, err := emulator.New(emulator.Config{Brain: demo.Brain{}, Pace: demoPace, JournalSize: -1})
		if err != nil {
			return nil, info, err
		}
		settings.Name, settings.BaseURL = demoPlays, demoURL
		settings.HTTP = &http.Client{Transport: plays.Transport()}
		info = protocol.ModelInfo{Name: demo.Name, Demo: true}
	}
	m, err := gemini.New(settings)
	return m, info, err
}

// serveEmulator runs only the emulator, until ctx ends.
func serveEmulator(ctx context.Context, c Config, log zerolog.Logger) error {
	plays, err := emulator.New(emulator.Config{})
	if err != nil {
		return err
	}
	listener, err := listen(ctx, c, flagEmulator, c.Emulator)
	if err != nil {
		return err
	}
	notice(log).Str("addr", address(c.Emulator, listener)).Msg("emulator listening")
	return serveHTTP(ctx, plays, listener, log, func(context.Context) error { return nil })
}
