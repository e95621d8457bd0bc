package gemini

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"farhand/internal/model"
)

func TestA3_configIsChecked(t *testing.T) {
	hot := 2.5
	for name, tc := range map[string]struct {
		config Config
		want   string // in the error; "": good
	}{
		"key":                   {Config{Name: "gemini-flash-latest", Key: testKey}, ""},
		"address, no key":       {Config{Name: "m", BaseURL: "http://127.0.0.1:1/sub/"}, ""},
		"full name":             {Config{Name: "tunedModels/my-model", Key: testKey}, ""},
		"neither":               {Config{Name: "m"}, "needs a key"},
		"no name":               {Config{Key: testKey}, `name ""`},
		"name with a query":     {Config{Name: "m?x=1", Key: testKey}, "not valid"},
		"name that climbs":      {Config{Name: "a/../b", Key: testKey}, "not valid"},
		"key with a line end":   {Config{Name: "m", Key: testKey + "\n"}, "the key has white space"},
		"key beyond ASCII":      {Config{Name: "m", Key: testKey + "é"}, "the key has white space, control or non-ASCII"},
		"address without http":  {Config{Name: "m", BaseURL: "localhost:80"}, "not an absolute http or https URL"},
		"address with password": {Config{Name: "m", BaseURL: "http://u:" + testKey + "@h/"}, "a user"},
		"address with key":      {Config{Name: "m", BaseURL: "http://h/?key=" + testKey}, "a query"},
		"address with version":  {Config{Name: "m", BaseURL: "http://h/v1beta/"}, "ends in /v1beta"},
		"whole timeout":         {Config{Name: "m", Key: testKey, RequestTimeout: -1}, "negative"},
		"first timeout":         {Config{Name: "m", Key: testKey, FirstTimeout: -1}, "negative"},
		"idle timeout":          {Config{Name: "m", Key: testKey, IdleTimeout: -1}, "negative"},
		"temperature":           {Config{Name: "m", Key: testKey, Temperature: &hot}, "between 0 and 2"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := New(tc.config)
			if (err == nil) != (tc.want == "") || (m == nil) != (err != nil) {
				t.Fatalf("got %v, %v", m, err)
			}
			if err != nil && (!strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), testKey)) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

// TestMain sets variables that would change the key, the address and the
// backend of the SDK.
func TestA3_environmentChangesNothing(t *testing.T) {
	s := serve(t, events(ok))
	mustStep(t, newModel(t, Config{BaseURL: s.URL, Name: "m"}), ask("hello"))
	keyless, err := New(Config{BaseURL: s.URL + "/sub", Name: "models/m"})
	if err != nil {
		t.Fatal(err)
	}
	mustStep(t, keyless, ask("hello"))
	for n, want := range []string{testKey + " /v1beta/models/m", "no-key /sub/v1beta/models/m"} {
		r := s.sent(n)
		if got := r.header.Get("X-Goog-Api-Key") + " " + r.path; got != want+":streamGenerateContent?alt=sse" {
			t.Errorf("sent %q, want %q", got, want)
		}
	}
	var address string
	google := newModel(t, Config{HTTP: &http.Client{Transport: spy(func(r *http.Request) error {
		address = r.URL.String()
		return io.EOF
	})}})
	if _, _, err := step(t, google, ask("hello")); err == nil || !strings.HasPrefix(address, googleURL+"v1beta/") {
		t.Errorf("without an address the request goes to %q", address)
	}
}

type spy func(*http.Request) error

func (s spy) RoundTrip(r *http.Request) (*http.Response, error) { return nil, s(r) }

// A server may say anything, and the words of the conversation are private:
// neither they nor the key are in an error or, at the finest level, in the log.
func TestH10_keyAndWordsAreInNoErrorAndNoLog(t *testing.T) {
	const marker = "MARKER-words-of-the-user"
	var out bytes.Buffer
	answers := map[string]http.HandlerFunc{
		"good":      events(`{"candidates":[{"content":{"parts":[{"text":"` + marker + `"}]},"finishReason":"STOP"}]}`),
		"finish":    events(`{"candidates":[{"finishReason":"SAFETY","finishMessage":"` + marker + `"}]}`),
		"malformed": events(`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"` + marker + `"}]}`),
		"reason":    events(`{"promptFeedback":{"blockReason":"` + marker + `"}}`),
		"unread":    events(`{"candidates":"` + marker + `"}`),
		"no JSON":   events(`{` + marker),
		"HTML":      reply(200, "text/html", "<p>"+marker+testKey),
		"refusal":   reply(400, "application/json", body(400, marker, marker+testKey, "")),
		"bare":      reply(500, "text/plain", marker+testKey),
		"no HTTP": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_, _ = conn.Write([]byte(marker + testKey + "\r\n\r\n"))
				_ = conn.Close()
			}
		},
	}
	for name, answer := range answers {
		s := serve(t, answer)
		m := newModel(t, Config{BaseURL: s.URL, Log: zerolog.New(&out).Level(zerolog.TraceLevel)})
		_, _, err := step(t, m, model.Request{System: marker, Messages: []model.Message{say(marker)}})
		for e := err; e != nil; e = errors.Unwrap(e) {
			text := fmt.Sprintf("%v %+v %#v", e, e, e)
			if strings.Contains(text, marker) || strings.Contains(text, testKey) {
				t.Errorf("%s: the error is %s", name, text)
			}
		}
	}
	if lines := strings.Count(out.String(), "\n"); lines != len(answers) {
		t.Errorf("%d log lines", lines)
	}
	if strings.Contains(out.String(), marker) || strings.Contains(out.String(), testKey) {
		t.Errorf("the log is %s", &out)
	}
}
