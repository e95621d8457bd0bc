// Package main mints a ticket of Farhand: copy Ticket into the backend of your
// site. docs/protocol.md, "Tickets", is the rule.
//
//	FARHAND_SITE_KEY=… go run ticket.go shop user-1 https://shop.example chat.example
package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// Ticket returns a ticket for one connection of one page.
//
// key is the site's key as -site-keys has it, site its name there, sub an id of
// the signed-in user that says nothing, origin that of the page, aud the host of
// the Farhand server, with its port unless that is 80 or 443.
func Ticket(key, site, sub, origin, aud string) (string, error) {
	secret, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return "", fmt.Errorf("decode site key: %w", err)
	}
	now := time.Now().Unix()
	payload, err := json.Marshal(map[string]any{
		"site": site, "sub": sub, "origin": origin, "aud": aud,
		"iat": now, "exp": now + 60, "jti": rand.Text(),
	})
	if err != nil {
		return "", fmt.Errorf("encode claims: %w", err)
	}
	signed := "v1." + base64.RawURLEncoding.EncodeToString(payload)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: ticket SITE SUB ORIGIN AUD")
		os.Exit(2)
	}
	ticket, err := Ticket(os.Getenv("FARHAND_SITE_KEY"), os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(ticket)
}
