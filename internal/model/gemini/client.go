package gemini

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

const defaultConnectTimeout = 10 * time.Second

// HTTPConfig is what NewHTTPClient needs. The zero value is good.
type HTTPConfig struct {
	ConnectTimeout time.Duration // for a connection, and again for its TLS handshake; 0: 10 s

	// Dial opens a connection. It returns soon after its context ends.
	// nil: the net package's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// NewHTTPClient returns a client for requests to models, meant to be built
// once and shared: its connections are pooled. It follows no redirect (the key
// would go along), takes its proxy from the environment (never for a loopback
// address, see http.ProxyFromEnvironment), and bounds the making of a
// connection only: how long an answer may take is the adapter's to say.
func NewHTTPClient(c HTTPConfig) *http.Client {
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = defaultConnectTimeout
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext
	}
	return &http.Client{
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         c.dial,
			TLSHandshakeTimeout: c.ConnectTimeout,
			ForceAttemptHTTP2:   true,
			MaxIdleConns:        100,
			MaxIdleConnsPerHost: 100,
			IdleConnTimeout:     90 * time.Second,
		},
		CheckRedirect: neverRedirect,
	}
}

func (c HTTPConfig) dial(ctx context.Context, network, address string) (net.Conn, error) {
	timeout := &connectError{after: c.ConnectTimeout}
	ctx, cancel := context.WithTimeoutCause(ctx, c.ConnectTimeout, timeout)
	defer cancel()
	conn, err := c.Dial(ctx, network, address)
	if err != nil && context.Cause(ctx) == timeout {
		return nil, timeout
	}
	return conn, err
}

// connectError says that nobody took a connection in time.
type connectError struct{ after time.Duration }

func (e *connectError) Error() string { return fmt.Sprintf("no connection within %v", e.after) }

func neverRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
