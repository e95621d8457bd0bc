package main

import (
	"fmt"
	"net/http"
	"net/url"
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

// models are the two ways to ask the model that answers.
type models struct {
	steps model.Model // repeats a request as its errors allow
	once  model.Model // never does: for a digest, which a turn can do without
	info  protocol.ModelInfo
}

// newModels returns the model that answers: Gemini if there is a key, an address
// or a project of Vertex AI, else the demo model. No more requests to it run at
// the same time than c says.
func newModels(c Config, in inputs, log zerolog.Logger) (models, error) {
	settings := gemini.Config{
		Name: c.Model, Key: in.key, BaseURL: c.GeminiURL, Vertex: c.Vertex, Reasoning: c.Reasoning, Log: log,
	}
	info := protocol.ModelInfo{Name: c.Model, Provider: new(provider(c))}
	if in.key == "" && c.GeminiURL == "" && c.Vertex.Project == "" {
		playing, err := emulatorConfig(c)
		if err != nil {
			return models{}, err
		}
		playing.Brain, playing.Pace, playing.JournalSize = demo.Brain{}, demoPace, -1
		plays, err := emulator.New(playing)
		if err != nil {
			return models{}, err
		}
		settings.Name, settings.BaseURL = demoPlays, demoURL
		settings.HTTP = &http.Client{Transport: plays.Transport()}
		info = protocol.ModelInfo{Name: demo.Name, Demo: true, Provider: new("")}
	}
	m, err := gemini.New(settings)
	if err != nil && c.Vertex.Project != "" {
		return models{}, fault{c.origin[flagVertex], fmt.Sprintf("%q: %v", c.Vertex.Project, err)}
	}
	if err != nil {
		return models{}, err
	}
	once := model.Limit(m, c.MaxRequests)
	return models{steps: model.Retry(once), once: once, info: info}, nil
}

// provider says for people where words go.
func provider(c Config) string {
	switch u, err := url.Parse(c.GeminiURL); {
	case err == nil && u.Host != "":
		return u.Host
	case c.Vertex.Project != "":
		return "Google Cloud (Vertex AI)"
	}
	return "Google (Gemini API)"
}
