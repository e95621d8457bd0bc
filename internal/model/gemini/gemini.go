package gemini

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"google.golang.org/genai"

	"farhand/internal/model"
)

// Model is one model at one address. It is safe for concurrent use.
type Model struct {
	cfg    Config
	family family
	client *genai.Client
}

var _ model.Model = (*Model)(nil)

// New returns the model that c describes. It sends nothing. Its error names
// every fault of c and never the key. Environment variables that the SDK
// knows (GOOGLE_API_KEY, GOOGLE_GEMINI_BASE_URL, GOOGLE_GENAI_USE_VERTEXAI and
// the like) change nothing, but those of the credentials of Vertex.
func New(c Config) (*Model, error) {
	c, err := c.complete()
	if err != nil {
		return nil, fmt.Errorf("gemini: %w", err)
	}
	sdk := &genai.ClientConfig{
		APIKey:      c.Key,
		Backend:     genai.BackendGeminiAPI,
		HTTPOptions: genai.HTTPOptions{BaseURL: c.BaseURL},
	}
	reach := tap{base: c.HTTP.Transport, vertex: c.Vertex.Project != ""}
	if reach.base == nil {
		reach.base = http.DefaultTransport
	}
	if reach.vertex {
		if reach.base, err = c.Vertex.authorize(sdk, reach.base); err != nil {
			return nil, fmt.Errorf("gemini: %w", err)
		}
	}
	sdk.HTTPClient = &http.Client{Transport: reach, CheckRedirect: neverRedirect}
	client, err := genai.NewClient(context.Background(), sdk)
	if err != nil {
		// The SDK's own error prints its whole configuration with the key.
		return nil, errors.New("gemini: the SDK refused its configuration")
	}
	return &Model{cfg: c, family: familyOf(c.Name), client: client}, nil
}

// Generate sends r as one streamed request; see model.Model.
func (m *Model) Generate(ctx context.Context, r model.Request, emit func(model.Delta)) (*model.Response, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	start := time.Now()
	a := &answer{name: m.cfg.Name, emit: emit}
	response, err := m.step(ctx, r, a)

	var kind model.Kind
	var failure *model.Error
	if errors.As(err, &failure) {
		kind = failure.Kind
	}
	m.cfg.Log.Debug().Dur("dur", time.Since(start)).
		Int("messages", len(r.Messages)).Int("tools", len(r.Tools)).
		Int("status", a.status).Int("chunks", a.chunks).Int("bytes", a.bytes).
		Str("kind", string(kind)).Msg("model request")
	return response, err
}

func (m *Model) step(ctx context.Context, r model.Request, a *answer) (*model.Response, error) {
	config, err := m.request(r)
	if err != nil {
		return nil, badHistory(err)
	}
	run, watch := m.watch(ctx)
	defer watch.stop()
	a.arrived = watch.arrived
	sent := m.stream(withAnswer(run, a), config)

	response, failure := a.conclude(sent)
	switch late := late(context.Cause(run)); {
	case failure == nil:
		return response, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case late != nil:
		return nil, late
	}
	return nil, failure
}

// stream drives the request to its end. What it brings is in the answer of
// ctx; the error only says that the SDK gave up.
func (m *Model) stream(ctx context.Context, config *genai.GenerateContentConfig) error {
	for _, err := range m.client.Models.GenerateContentStream(ctx, m.cfg.Name, nil, config) {
		if err != nil {
			return err
		}
	}
	return nil
}
