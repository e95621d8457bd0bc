package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/emulator"
	"farhand/internal/httpapi"
	"farhand/internal/model/gemini"
	"farhand/internal/session"
)

// The functions here read one value each. Their errors say what is allowed.

func checkAddr(v string) error {
	host, port, err := net.SplitHostPort(v)
	if err != nil || host != "" && !isHost(host) {
		return errors.New("want host:port, such as 127.0.0.1:8080 or [::1]:8080")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errors.New("want a port from 0 to 65535")
	}
	return nil
}

var (
	hostName = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?$`)
	number   = regexp.MustCompile(`^[0-9.]+$`) // of an address that is none if netip refuses it
)

// isHost reports whether v can be an address or a name at all; nothing is
// looked up.
func isHost(v string) bool {
	if _, err := netip.ParseAddr(v); err == nil {
		return true
	}
	return hostName.MatchString(v) && !number.MatchString(v)
}

func checkModel(v string) error {
	if !gemini.ValidName(v) {
		return errors.New("want a model name, such as gemini-flash-latest")
	}
	return nil
}

var versionPath = regexp.MustCompile(`^v[0-9]+(alpha|beta)?[0-9]*$`)

func checkGeminiURL(v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("want an absolute http or https URL, such as https://generativelanguage.googleapis.com")
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return errors.New("want a port from 1 to 65535 in the URL")
		}
	}
	if u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return errors.New("want a URL without user, query and fragment; the key goes into " + keyVariable)
	}
	if last := path.Base(u.Path); versionPath.MatchString(last) {
		return fmt.Errorf("want a URL without version path: leave out /%s", last)
	}
	return nil
}

func checkVertexProject(v string) error {
	if !gemini.ValidProject(v) {
		return errors.New("want the id or the number of a project")
	}
	return nil
}

func checkVertexLocation(v string) error {
	if !gemini.ValidLocation(v) {
		return errors.New("want a region such as europe-west1, a multi-region, or global")
	}
	return nil
}

func setReasoning(c *Config, v string) error {
	switch r := gemini.Reasoning(v); r {
	case gemini.ReasoningLow, gemini.ReasoningMedium, gemini.ReasoningHigh:
		c.Reasoning = r
	case "off":
	default:
		return errors.New("want off, low, medium or high")
	}
	return nil
}

func setHosts(c *Config, v string) error {
	c.Hosts = append(c.Hosts, list(v)...)
	if _, err := httpapi.ParseHosts(c.Hosts); err != nil {
		return errors.New("want a list with commas of host or host:port, IPv6 addresses in brackets, no wildcards")
	}
	return nil
}

// setOrigins takes a list of origins.
func setOrigins(field func(*Config) *httpapi.Origins) func(*Config, string) error {
	return func(c *Config, v string) (err error) {
		if *field(c), err = httpapi.ParseOrigins(list(v)); err != nil {
			return errors.New("want a list with commas of origins such as https://shop.example, with scheme, without path and wildcards")
		}
		return nil
	}
}

// setPages takes a list of origins and the word own.
func setPages(field func(*Config) *session.Pages) func(*Config, string) error {
	return func(c *Config, v string) error {
		entries := list(v)
		origins := slices.DeleteFunc(slices.Clone(entries), func(entry string) bool { return entry == "own" })
		parsed, err := httpapi.ParseOrigins(origins)
		if err != nil {
			return errors.New("want a list with commas of origins such as https://shop.example, and own for the server's own page")
		}
		*field(c) = session.Pages{Own: len(origins) < len(entries), Origins: parsed}
		return nil
	}
}

func setProxies(c *Config, v string) (err error) {
	if c.Proxies, err = httpapi.ParseProxies(list(v)); err != nil {
		return errors.New("want a list with commas of networks such as 10.0.0.0/8, or addresses")
	}
	return nil
}

// list splits a value at its commas.
func list(v string) (entries []string) {
	for entry := range strings.SplitSeq(v, ",") {
		entries = append(entries, strings.TrimSpace(entry))
	}
	return entries
}

// setDuration takes a Go duration of at least the given length.
func setDuration(least time.Duration, field func(*Config) *time.Duration) func(*Config, string) error {
	return func(c *Config, v string) error {
		d, err := time.ParseDuration(v)
		if err != nil || d < least {
			return fmt.Errorf("want a duration such as 90s or 5m, %s", map[bool]string{true: "or 0", false: "above 0"}[least == 0])
		}
		*field(c) = d
		return nil
	}
}

// The largest numbers that make sense for a setting.
const (
	mostCount  = 100_000
	mostTokens = 1_000_000_000
)

// setNumber takes a whole number from least to most.
func setNumber(least, most int, field func(*Config) *int) func(*Config, string) error {
	return func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least || n > most {
			return fmt.Errorf("want a whole number from %d to %d", least, most)
		}
		*field(c) = n
		return nil
	}
}

func setDigest(c *Config, v string) error {
	if v != "local" && v != "model" {
		return errors.New("want local or model")
	}
	c.ModelDigest = v == "model"
	return nil
}

func setBytes(field func(*Config) *int64) func(*Config, string) error {
	const most = 1 << 40
	return func(c *Config, v string) error {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("want a number of bytes from 1 to %d", int64(most))
		}
		*field(c) = n
		return nil
	}
}

func setLogLevel(c *Config, v string) error {
	switch v {
	case "debug", "info", "warn", "error":
		c.LogLevel, _ = zerolog.ParseLevel(v)
		return nil
	}
	return errors.New("want debug, info, warn or error")
}

func setLogFormat(c *Config, v string) error {
	c.LogFormat = v
	if v != "console" && v != "json" {
		return errors.New("want console or json")
	}
	return nil
}

func setBool(to *bool, v string) error {
	var err error
	if *to, err = strconv.ParseBool(v); err != nil {
		return errors.New("want true or false")
	}
	return nil
}

func setSignatures(c *Config, v string) error {
	c.EmulatorSignatures = emulator.Signatures(v)
	if c.EmulatorSignatures != emulator.SignaturesIssued && c.EmulatorSignatures != emulator.SignaturesOpaque {
		return errors.New("want issued or opaque")
	}
	return nil
}
