package emulator

import (
	"net/http"
	"strings"
)

// JournalPath is where Standalone serves the journal.
const JournalPath = "/emulator/journal"

// Standalone is the emulator with its journal for a listener of its own, where
// no test can call Journal:
//
//	GET /emulator/journal     {"script": …, "requests": […]}
//	DELETE /emulator/journal  empties the list
//
// script is the text of Done's error, empty when the script was played as it
// should be; requests are the Entries, oldest first. No key is among them. The
// route itself is not recorded. A page in a browser can neither read the list,
// as no origin is allowed, nor empty it, as the method needs to be.
func (e *Emulator) Standalone() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != JournalPath {
			e.ServeHTTP(w, r)
			return
		}
		switch r.Method {
		case http.MethodGet:
			w.Header().Set("Content-Type", jsonType)
			// An error is the client's: it went away.
			_, _ = w.Write(encode(e.report(), "  "))
		case http.MethodDelete:
			e.journal.reset()
			w.WriteHeader(http.StatusNoContent)
		default:
			w.Header().Set("Allow", "GET, DELETE")
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
}

type journalReport struct {
	Script   string          `json:"script"`
	Requests []journalRecord `json:"requests"`
}

// journalRecord is an Entry as JSON.
type journalRecord struct {
	Method    string      `json:"method"`
	Path      string      `json:"path"`
	Model     string      `json:"model"`
	Stream    bool        `json:"stream"`
	Header    http.Header `json:"header"`
	KeyHash   string      `json:"keyHash"`
	Body      string      `json:"body"` // what is no UTF-8 in it is replaced
	Status    int         `json:"status"`
	Cancelled bool        `json:"cancelled"`
	Lints     []Lint      `json:"lints"`
}

func (e *Emulator) report() journalReport {
	report := journalReport{Requests: []journalRecord{}}
	if err := e.Done(); err != nil {
		report.Script = err.Error()
	}
	for _, en := range e.Journal() {
		report.Requests = append(report.Requests, journalRecord{
			Method: en.Method, Path: en.Path, Model: en.Model, Stream: en.Stream, Header: en.Header,
			KeyHash: en.KeyHash, Body: strings.ToValidUTF8(string(en.Body), "\uFFFD"),
			Status: en.Status, Cancelled: en.Cancelled, Lints: append([]Lint{}, en.Lints...),
		})
	}
	return report
}
