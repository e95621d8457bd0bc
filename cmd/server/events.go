package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"

	"farhand/internal/event"
)

// auditStdout is the value of -audit that stands for stdout.
const auditStdout = "-"

// stream is the stream of events with the sinks that have an end.
type stream struct {
	*event.Fan
	audit *event.JSONL // nil: none
	file  *event.File  // of the audit; nil: none
	log   zerolog.Logger
}

// openEvents starts the stream with its sinks: the log, and the audit if there
// is one, in the writer auditTo or, if that is nil, in the file that c names. A
// file that cannot be opened is a fault of the setting.
func openEvents(c Config, contract string, log zerolog.Logger, auditTo io.Writer) (*stream, error) {
	s := &stream{log: log}
	sinks := []event.Sink{event.Log(log)}
	if auditTo == nil && c.Audit != "" {
		var err error
		s.file, err = event.OpenFile(event.FileConfig{Path: c.Audit, MaxBytes: c.AuditMaxBytes, Log: log})
		if err != nil {
			return nil, fault{c.origin[flagAudit], fmt.Sprintf("%q: %v", c.Audit, cause(err))}
		}
		auditTo = s.file
	}
	if auditTo != nil {
		s.audit = event.NewJSONL(event.JSONLConfig{W: auditTo, Contract: contract, Log: log})
		sinks = append(sinks, s.audit)
	}
	s.Fan = event.NewFan(event.FanConfig{Sinks: sinks})
	return s, nil
}

// end waits until every record has reached its sink, and closes the audit.
func (s *stream) end() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		s.log.Warn().Err(err).Msg("events were lost") // a sink hangs, and so would its end
		return
	}
	if s.audit != nil {
		s.audit.Close()
	}
	if s.file != nil {
		if err := s.file.Close(); err != nil {
			s.log.Warn().Err(cause(err)).Msg("audit file was not closed in order")
		}
	}
}
