package gemini

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/tool"
)

// credentials makes a service account the Application Default Credentials; its
// tokens come from a server here that counts and answers with the status.
func credentials(t *testing.T, status int) *atomic.Int32 {
	t.Helper()
	var tokens atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		tokens.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"access_token":"%s","token_type":"Bearer","expires_in":3600,"error_description":"%s"}`, testKey, testKey)
	}))
	t.Cleanup(s.Close)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	account, err := json.Marshal(map[string]string{
		"type": "service_account", "project_id": "shop", "client_email": "a@shop.iam.gserviceaccount.com", "token_uri": s.URL,
		"private_key":      string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
		"quota_project_id": "payer",
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "account.json")
	if err := os.WriteFile(file, account, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file)
	t.Setenv("GOOGLE_API_KEY", "") // the SDK prints a warning that it is not used
	return &tokens
}

func TestA12_vertexTurnOnTheStrictEmulator(t *testing.T) {
	tokens := credentials(t, http.StatusOK)
	for _, name := range []string{"gemini-2.5-flash", "gemini-3-pro-preview", "gemini-flash-latest"} {
		e, err := emulator.New(emulator.Config{Strict: true})
		if err != nil {
			t.Fatal(err)
		}
		s := httptest.NewServer(e)
		t.Cleanup(s.Close)
		m, err := New(Config{Name: name, BaseURL: s.URL, Vertex: Vertex{Project: "shop", Location: "europe-west1"}, Reasoning: ReasoningLow})
		if err != nil {
			t.Fatal(err)
		}
		r := model.Request{
			System:   "Be kind.",
			Messages: []model.Message{say("Take a screenshot.")},
			Tools:    []tool.Declaration{{Name: "screenshot", Description: "Takes a screenshot.", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)}},
		}
		first := mustStep(t, m, r).Message
		results := model.Message{Role: model.RoleUser}
		for _, part := range first.Parts {
			if part.Call != nil {
				shot := picture(part.Call.Name, "image/png", "AAAA")
				shot.Result.ID = part.Call.ID
				results.Parts = append(results.Parts, shot)
			}
		}
		if len(results.Parts) != 1 {
			t.Fatalf("calls in %s", first.Native)
		}
		r.Messages = append(r.Messages, first, results)
		if last := mustStep(t, m, r); !last.Message.Speaks() || last.Usage.Input == 0 {
			t.Errorf("the last step is %+v", last)
		}
		for _, entry := range e.Journal() {
			if entry.Status != http.StatusOK || len(entry.Lints) > 0 {
				t.Errorf("%s: status %d, %v", name, entry.Status, entry.Lints)
			}
			want := "/v1beta1/projects/shop/locations/europe-west1/publishers/google/models/" + name + ":streamGenerateContent"
			if entry.Path != want || entry.Header.Get("X-Goog-User-Project") != "payer" || entry.KeyHash != "" {
				t.Errorf("sent to %s with %v", entry.Path, entry.Header)
			}
		}
	}
	if tokens.Load() != 3 {
		t.Errorf("%d tokens for 3 models", tokens.Load())
	}
}

func TestA12_vertexAddresses(t *testing.T) {
	credentials(t, http.StatusOK)
	for location, want := range map[string]string{
		"":             "https://aiplatform.googleapis.com/v1beta1/projects/shop/locations/global/",
		"global":       "https://aiplatform.googleapis.com/v1beta1/projects/shop/locations/global/",
		"europe-west1": "https://europe-west1-aiplatform.googleapis.com/v1beta1/projects/shop/locations/europe-west1/",
		"eu":           "https://aiplatform.eu.rep.googleapis.com/v1beta1/projects/shop/locations/eu/",
	} {
		var address string
		m, err := New(Config{Name: "gemini-3-flash", Vertex: Vertex{"shop", location}, HTTP: &http.Client{Transport: spy(func(r *http.Request) error {
			address = r.URL.String()
			return errNoFinish
		})}})
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = step(t, m, ask("hello"))
		if e := failure(t, err); e.Kind != model.KindUnreachable || address != want+"publishers/google/models/gemini-3-flash:streamGenerateContent?alt=sse" {
			t.Errorf("%q: %v, sent to %s", location, e, address)
		}
	}
}

func TestA49_vertexAccess(t *testing.T) {
	refuses := serve(t, reply(403, "application/json", body(403, "PERMISSION_DENIED", "Permission 'aiplatform.endpoints.predict' denied", "")))
	for name, tc := range map[string]struct {
		tokens int // the status of the server of tokens
		says   string
	}{
		"no role":  {http.StatusOK, "-vertex-project"},
		"no token": {http.StatusUnauthorized, "Application Default Credentials"},
	} {
		t.Run(name, func(t *testing.T) {
			credentials(t, tc.tokens)
			m, err := New(Config{Name: "gemini-3-flash", BaseURL: refuses.URL, Vertex: Vertex{Project: "shop"}})
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = step(t, m, ask("hello"))
			e := failure(t, err)
			if e.Kind != model.KindAuth || e.Again != "" || !strings.Contains(e.Message, tc.says) || strings.Contains(e.Message, "GEMINI_API_KEY") {
				t.Errorf("got %v, %q", e, e.Message)
			}
			if strings.Contains(e.Error(), testKey) {
				t.Errorf("the error tells too much: %v", e)
			}
		})
	}
	if refuses.count() != 1 {
		t.Errorf("%d requests: one has no token", refuses.count())
	}
}

func TestA3_vertexConfigIsChecked(t *testing.T) {
	credentials(t, http.StatusOK)
	for name, tc := range map[string]struct {
		config Config
		want   string // in the error; "": good
	}{
		"project":          {Config{Name: "m", Vertex: Vertex{Project: "shop"}}, ""},
		"number":           {Config{Name: "m", Vertex: Vertex{Project: "123456789012"}}, ""},
		"of a domain":      {Config{Name: "m", Vertex: Vertex{Project: "example.com:shop"}}, ""},
		"with a key":       {Config{Name: "m", Key: testKey, Vertex: Vertex{Project: "shop"}}, "takes no key"},
		"project's path":   {Config{Name: "m", Vertex: Vertex{Project: "a/b"}}, "not a project id"},
		"location's host":  {Config{Name: "m", Vertex: Vertex{Project: "shop", Location: "evil.example/"}}, "not a region"},
		"without projects": {Config{Name: "m", Vertex: Vertex{Location: "eu"}}, "needs a key"},
	} {
		if _, err := New(tc.config); (err == nil) != (tc.want == "") || err != nil && (!strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), testKey)) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "none"))
	if _, err := New(Config{Name: "m", Vertex: Vertex{Project: "shop"}}); err == nil || !strings.Contains(err.Error(), "GOOGLE_APPLICATION_CREDENTIALS") {
		t.Errorf("without credentials: %v", err)
	}
}
