package protocol

import (
	"encoding/json"
	"fmt"
)

// TicketPrefix begins the subprotocol entry that carries a ticket.
const TicketPrefix = "farhand.ticket."

// Closed is the reason of a close frame with 4003 or 4008, as JSON: for the
// program of the page, which learns nothing else. It fits into the 123 bytes
// that a close frame has (RFC 6455, section 5.5.1).
type Closed struct {
	Code         RefusalCode `json:"code"`
	Reason       string      `json:"reason"`                 // of the ticket's refusal; or which limit
	RetryAfterMs int64       `json:"retryAfterMs,omitempty"` // 0: trying again as before makes no sense
}

// Text returns the reason for the close frame.
func (c Closed) Text() string {
	data, err := json.Marshal(c)
	if err != nil { // strings and an integer always encode
		panic(fmt.Errorf("encode close reason: %w", err))
	}
	return string(data)
}
