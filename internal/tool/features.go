package tool

import (
	"slices"
	"strings"
)

// ownCapabilities are the capabilities that are no Permissions-Policy feature.
var ownCapabilities = []string{"storage", "speech", "device"}

// features are the Permissions-Policy features that a tool may declare: the
// standardised, proposed and experimental ones of
// https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md
// that guard something a tool body could use. True: our own page shuts the
// feature off unless a tool declares it. The others are left alone: Chromium
// does not know them, at least on Linux, and would complain in the console, or,
// with autoplay, they guard nothing.
var features = map[string]bool{
	"accelerometer":             true,
	"all-screens-capture":       false,
	"ambient-light-sensor":      false,
	"autoplay":                  false,
	"battery":                   false,
	"bluetooth":                 false,
	"camera":                    true,
	"captured-surface-control":  false,
	"clipboard-read":            true,
	"clipboard-write":           true,
	"compute-pressure":          false,
	"deferred-fetch":            false,
	"digital-credentials-get":   false,
	"direct-sockets":            false,
	"display-capture":           true,
	"encrypted-media":           true,
	"fullscreen":                true,
	"gamepad":                   true,
	"geolocation":               true,
	"gyroscope":                 true,
	"hid":                       true,
	"identity-credentials-get":  true,
	"idle-detection":            true,
	"keyboard-map":              true,
	"language-detector":         false,
	"language-model":            false,
	"local-fonts":               true,
	"magnetometer":              true,
	"mediasession":              false,
	"microphone":                true,
	"midi":                      true,
	"monetization":              false,
	"otp-credentials":           true,
	"payment":                   true,
	"picture-in-picture":        true,
	"publickey-credentials-get": true,
	"rewriter":                  false,
	"screen-wake-lock":          true,
	"serial":                    true,
	"smart-card":                false,
	"speaker-selection":         false,
	"storage-access":            true,
	"summarizer":                false,
	"sync-xhr":                  true,
	"tools":                     false,
	"translator":                false,
	"usb":                       true,
	"web-share":                 false,
	"window-management":         true,
	"writer":                    false,
	"xr-spatial-tracking":       true,
}

// Permissions returns the Permissions-Policy header of our own page: each
// feature that a browser tool declares is allowed to the page itself, the rest
// of a fixed list is shut off.
func (c *Catalog) Permissions() string {
	allowed := map[string]bool{}
	for _, e := range c.order {
		if e.spec.Where != Browser {
			continue
		}
		for _, name := range e.spec.Policy.Capabilities {
			allowed[name] = true
		}
	}
	var directives []string
	for name, shut := range features {
		switch {
		case allowed[name]:
			directives = append(directives, name+"=(self)")
		case shut:
			directives = append(directives, name+"=()")
		}
	}
	slices.Sort(directives)
	return strings.Join(directives, ", ")
}
