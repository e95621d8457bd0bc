package gemini

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"

	"farhand/internal/model"
)

var errNoFinish = errors.New("the answer has no finish reason")

// unreachable is the failure of a request that got no response.
func unreachable(err error) *model.Error {
	return &model.Error{
		Kind:    model.KindUnreachable,
		Message: "The model cannot be reached. Check the network connection of the server, and -gemini-url if it is set.",
		Again:   model.AgainLater,
		Err:     fmt.Errorf("send request: %w", safe(err)),
	}
}

// brokeOff is the failure of an answer that began.
func brokeOff(err error) *model.Error {
	if errors.Is(err, errTooLarge) {
		return &model.Error{
			Kind:    model.KindBadRequest,
			Message: fmt.Sprintf("The answer of the model is larger than %d MiB and was dropped. Ask for less at once.", maxAnswer>>20),
			Err:     errTooLarge,
		}
	}
	return &model.Error{
		Kind:    model.KindUnreachable,
		Message: "The answer of the model broke off. Send your message again.",
		Again:   model.AgainLater,
		Err:     fmt.Errorf("read answer: %w", safe(err)),
	}
}

// notTheAPI is the failure of a response that no Gemini API gives.
func notTheAPI() *model.Error {
	return &model.Error{
		Kind:    model.KindUnreachable,
		Message: "What answers in place of the model is not the Gemini API. Check -gemini-url and the network of the server.",
		Err:     errors.New("the response is not of the Gemini API"),
	}
}

// badHistory is the failure of a request that could not be built.
func badHistory(err error) *model.Error {
	return &model.Error{Kind: model.KindBadRequest, Message: invalidRequest, Err: fmt.Errorf("build request: %w", safe(err))}
}

// notSent is the failure of a request that the SDK did not send. The SDK's
// text can hold the whole request.
func notSent(err error) *model.Error {
	return &model.Error{Kind: model.KindBadRequest, Message: invalidRequest, Err: fmt.Errorf("the SDK sent nothing: %w", safe(err))}
}

// safe returns what of err may be logged: errors of the network and our own as
// they are, of others the type alone, because they can quote an address, a
// request or an answer.
func safe(err error) error {
	for _, own := range []error{errUnreadable, errNoFinish, io.ErrUnexpectedEOF, io.EOF} {
		if errors.Is(err, own) {
			return own
		}
	}
	var (
		connect     *connectError
		operation   *net.OpError
		lookup      *net.DNSError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &connect):
		return connect
	case errors.As(err, &lookup):
		return lookup
	case errors.As(err, &operation):
		return operation
	case errors.As(err, &certificate):
		return certificate
	case errors.As(err, &record):
		return errors.New("the server does not speak TLS")
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Errorf("%T", err)
		}
		err = inner
	}
}

var plainWord = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)

// word returns a constant of the API, or a stand-in for what is none: a log
// takes no free text from a response.
func word(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "(not a constant)"
}
