package guard

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"farhand/internal/event"
	"farhand/internal/protocol"
	"farhand/internal/tool"
)

// oneTurn is a gate whose calls all belong to one turn with the budget b.
func oneTurn(t *testing.T, b Budget) (g *gate, answer *func(tool.Call) tool.Result) {
	g = newGate(t)
	g.budget = b
	answer = new(func(tool.Call) tool.Result)
	g.chain = g.turn(answer)
	return g, answer
}

func picture(mime, begins string, bytes int) tool.Media {
	data := append([]byte(begins), make([]byte, max(0, bytes-len(begins)))...)
	return tool.Media{MimeType: mime, Data: base64.StdEncoding.EncodeToString(data)}
}

func png(bytes int) tool.Media { return picture("image/png", "\x89PNG\r\n\x1a\n", bytes) }

func shows(media ...tool.Media) tool.Result {
	return tool.Result{Value: json.RawMessage("1"), Media: media}
}

// TestA76_X9_argumentBytes: the page is asked as long as the arguments of the
// turn fit together.
func TestA76_X9_argumentBytes(t *testing.T) {
	g, answer := oneTurn(t, Budget{ArgBytes: 30})
	*answer = answers(value(`{"text":"x"}`))
	for i, want := range []protocol.Code{"", "", protocol.CodeBudget} { // 12 bytes each
		r := g.call(t.Context(), "echo", `{"text":"x"}`, nil)
		if r.Code() != want {
			t.Errorf("call %d: %q, want %q", i+1, r.Code(), want)
		}
		if want != "" && !strings.Contains(r.Err.Message, "30 bytes in all") {
			t.Errorf("message %q", r.Err.Message)
		}
	}
	if len(g.asked) != 2 || g.lastKind() != event.KindToolSkipped {
		t.Errorf("%d asked, event %s", len(g.asked), g.lastKind())
	}
	g.chain = g.turn(answer)
	if r := g.call(t.Context(), "echo", `{"text":"x"}`, nil); r.Err != nil {
		t.Errorf("the next turn: %v", r.Err)
	}
}

// TestA76_resultBytes: the result that does not fit is dropped, and no call
// runs after it.
func TestA76_resultBytes(t *testing.T) {
	g, answer := oneTurn(t, Budget{ResultBytes: 10})
	for i, tc := range []struct {
		result string
		code   protocol.Code
		kind   event.Kind
	}{
		{`"12345"`, "", event.KindToolCalled},
		{`"123456"`, protocol.CodeBudget, event.KindToolCalled},
		{`1`, protocol.CodeBudget, event.KindToolSkipped},
	} {
		*answer = answers(value(tc.result))
		r := g.call(t.Context(), "anything", `{}`, nil)
		if r.Code() != tc.code || g.lastKind() != tc.kind || r.Err != nil && !strings.Contains(r.Err.Message, "10 bytes in all") {
			t.Errorf("call %d: %+v, event %s", i+1, r.Err, g.lastKind())
		}
	}
	if len(g.asked) != 2 {
		t.Errorf("%d asked", len(g.asked))
	}
}

// TestLimit_nobodyIsAskedInVain: a call over budget is refused before the user
// is asked to allow it.
func TestLimit_nobodyIsAskedInVain(t *testing.T) {
	g, _ := oneTurn(t, Budget{ArgBytes: 1})
	if r := g.call(t.Context(), "ask_once", `{}`, nil); r.Code() != protocol.CodeBudget || len(g.asked) != 0 {
		t.Errorf("got %s, %d asked", r.Code(), len(g.asked))
	}
}

// TestK14_theFourthPicture is refused with the reason; the turn goes on.
func TestK14_theFourthPicture(t *testing.T) {
	g, answer := oneTurn(t, Budget{})
	*answer = answers(shows(png(100)))
	for range 3 {
		if r := g.call(t.Context(), "anything", `{}`, nil); r.Err != nil || len(r.Media) != 1 {
			t.Fatalf("got %+v with %d pictures", r.Err, len(r.Media))
		}
	}
	r := g.call(t.Context(), "anything", `{}`, nil)
	if r.Code() != protocol.CodeTooLarge || len(r.Media) != 0 || !strings.Contains(r.Err.Message, "One turn may hold 3 pictures") {
		t.Errorf("the fourth: %+v with %d pictures", r.Err, len(r.Media))
	}
	*answer = answers(shows())
	if r := g.call(t.Context(), "anything", `{}`, nil); r.Err != nil {
		t.Errorf("a result without a picture: %+v", r.Err)
	}
}

func TestK13_mediaBytesOfATurn(t *testing.T) {
	g, answer := oneTurn(t, Budget{MediaBytes: 200})
	for i, tc := range []struct {
		bytes int
		code  protocol.Code
	}{{100, ""}, {101, protocol.CodeTooLarge}, {100, ""}} {
		*answer = answers(shows(png(tc.bytes)))
		if r := g.call(t.Context(), "anything", `{}`, nil); r.Code() != tc.code {
			t.Errorf("picture %d: %+v", i+1, r.Err)
		}
	}
}

// TestK13_onlyPictures: what a result calls a picture must be one.
func TestK13_onlyPictures(t *testing.T) {
	for _, tc := range []struct {
		name  string
		media tool.Media
		says  string
	}{
		{"png", png(50), ""},
		{"jpeg", picture("image/jpeg", "\xff\xd8\xff\xe0", 50), ""},
		{"webp", picture("image/webp", "RIFF\x01\x02\x03\x04WEBPVP8 ", 50), ""},
		{"the smallest that tells", picture("image/jpeg", "\xff\xd8\xff", 3), ""},
		{"gif", picture("image/gif", "GIF89a", 50), "image/png, image/jpeg or image/webp"},
		{"svg", picture("image/svg+xml", "<svg>", 50), "image/png, image/jpeg or image/webp"},
		{"another spelling", picture("image/PNG", "\x89PNG\r\n\x1a\n", 50), "image/png"},
		{"text as png", picture("image/png", "hello", 50), "no image/png"},
		{"jpeg as png", picture("image/png", "\xff\xd8\xff", 50), "no image/png"},
		{"sound in RIFF", picture("image/webp", "RIFF\x01\x02\x03\x04WAVEfmt ", 50), "no image/webp"},
		{"nothing", tool.Media{MimeType: "image/png"}, "no image/png"},
		{"not base64", tool.Media{MimeType: "image/png", Data: "!!!!"}, "no image/png"},
		{"no kind", tool.Media{Data: png(9).Data}, "image/png"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := newGate(t)
			r := g.call(t.Context(), "anything", `{}`, answers(shows(png(20), tc.media)))
			switch {
			case tc.says == "" && (r.Err != nil || len(r.Media) != 2):
				t.Errorf("got %+v", r.Err)
			case tc.says != "" && (r.Code() != protocol.CodeInvalidResult || !strings.Contains(r.Err.Message, tc.says)):
				t.Errorf("got %+v, want %q", r.Err, tc.says)
			}
		})
	}
}

func TestMediaBytes(t *testing.T) {
	for n := range 10 {
		if m := picture("", "", n); mediaBytes(m) != n {
			t.Errorf("%d bytes count as %d", n, mediaBytes(m))
		}
	}
}

// TestI33_A76_aRepeatSaysSo: the model reads why the call did not run.
func TestI33_A76_aRepeatSaysSo(t *testing.T) {
	g := newGate(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(tool.ErrRepeated)
	r := g.call(ctx, "anything", `{}`, nil)
	if r.Code() != protocol.CodeBudget || !strings.Contains(r.Err.Message, "the same as those before it") || len(g.asked) != 0 {
		t.Errorf("got %+v, %d asked", r.Err, len(g.asked))
	}
}

// BenchmarkChain is what the guards cost a call.
func BenchmarkChain(b *testing.B) {
	g := newGate(b)
	g.budget = Budget{ArgBytes: 1 << 40, ResultBytes: 1 << 40} // it is one long turn
	answer := answers(value(`{"text":"x"}`))
	chain := g.turn(&answer)
	c := tool.Call{ID: "t1.1", Turn: 1, Step: 1, Said: "echo", Name: "echo", Args: json.RawMessage(`{"text":"x"}`)}
	b.ReportAllocs()
	for b.Loop() {
		g.asked, g.ended = g.asked[:0], g.ended[:0]
		if r := chain(b.Context(), c); r.Err != nil {
			b.Fatal(r.Err)
		}
	}
}
