package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// health asks the server at addr whether it lives and returns the exit code.
func health(ctx context.Context, addr string, stderr io.Writer) int {
	if err := askHealth(ctx, addr); err != nil {
		fmt.Fprintln(stderr, "not healthy:", err)
		return exitFailure
	}
	return exitOK
}

func askHealth(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(addr)+"/healthz", nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy: it is this machine
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("/healthz answered %s", response.Status)
	}
	return nil
}

// reachable returns the address at which a listener on addr can be reached
// from this machine: loopback, if it listens on every address.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	switch ip := net.ParseIP(host); {
	case host == "", ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		host = "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port)
}

// address returns where a listener that was opened on addr is reached from this
// machine, with the port that it really has.
func address(addr string, l net.Listener) string {
	host, _, _ := net.SplitHostPort(addr)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return "http://" + reachable(net.JoinHostPort(host, port))
}

// loopback reports whether only this machine can reach a listener on addr.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
