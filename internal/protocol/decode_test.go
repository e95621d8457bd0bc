package protocol

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDecode_fieldsOverTheirLimitAreTooLarge(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) } // two bytes, one character
	for _, c := range []struct{ name, frame, field, ref string }{
		{"user.id", `{"type":"user","id":"` + long(MaxIDChars+1) + `","text":"x"}`, "id", ""},
		{"user.text", `{"type":"user","id":"u1","text":"` + long(MaxTextBytes/2+1) + `"}`, "text", "u1"},
		{"tool_result.id", `{"type":"tool_result","id":"` + long(MaxIDChars+1) + `","result":1}`, "id", ""},
		{"page.id", `{"type":"hello","protocol":1,"tools":{},"page":{"id":"` + long(MaxIDChars+1) + `"}}`, "page.id", ""},
		{"page.url", `{"type":"hello","protocol":1,"tools":{},"page":{"url":"` + long(MaxURLChars+1) + `"}}`, "page.url", ""},
		{"page.lang", `{"type":"hello","protocol":1,"tools":{},"page":{"lang":"` + long(MaxIDChars+1) + `"}}`, "page.lang", ""},
	} {
		_, refusal := Decode([]byte(c.frame))
		want := Error{Code: ErrorTooLarge, Message: c.field + " is larger than allowed", Ref: c.ref}
		if refusal == nil || *refusal != want {
			t.Errorf("%s: got %+v, want %+v", c.name, refusal, want)
		}
	}
	for _, frame := range []string{
		`{"type":"user","id":"` + long(MaxIDChars) + `","text":"` + long(MaxTextBytes/2) + `"}`,
		`{"type":"hello","protocol":1,"tools":{},"page":{"url":"` + long(MaxURLChars) + `"}}`,
	} {
		if _, refusal := Decode([]byte(frame)); refusal != nil {
			t.Errorf("a field at its limit: %+v", refusal)
		}
	}
}

func TestDecode_anotherVersionIsReadNoFurther(t *testing.T) {
	frame, refusal := Decode([]byte(`{"type":"hello","protocol":2,"tools":["another shape"]}`))
	if refusal != nil {
		t.Fatal(refusal.Message)
	}
	if hello := frame.(*ClientHello); hello.Protocol != 2 {
		t.Errorf("protocol %d, want 2", hello.Protocol)
	}
}

func TestDecode_ignoresUnknownFields(t *testing.T) {
	frame, refusal := Decode([]byte(`{"later":{"x":1},"TEXT":"no","text":"hi","id":"u1","type":"user"}`))
	if refusal != nil {
		t.Fatal(refusal.Message)
	}
	if user := frame.(*User); !reflect.DeepEqual(user, &User{ID: "u1", Text: "hi"}) {
		t.Errorf("got %+v", user)
	}
}

// TestDecode_context: any JSON value, measured as it goes on, without half emoji.
func TestDecode_context(t *testing.T) {
	with := func(context string) (ClientFrame, *Error) {
		return Decode([]byte(`{"type":"user","id":"u1","text":"hi","context":` + context + `}`))
	}
	for _, context := range []string{`null`, `0`, `[]`, `{"a":"\ud83d"}`, `"` + strings.Repeat("x", MaxContextBytes-2) + `"`} {
		frame, refusal := with(" " + context + " ")
		if refusal != nil {
			t.Fatal(refusal.Message)
		}
		if got := string(frame.(*User).Context); got != strings.ReplaceAll(context, `\ud83d`, `\ufffd`) {
			t.Errorf("got %s", got)
		}
	}
	_, refusal := with(`"` + strings.Repeat("x", MaxContextBytes-1) + `"`)
	if refusal == nil || refusal.Code != ErrorTooLarge || refusal.Ref != "u1" {
		t.Errorf("one byte more: %+v", refusal)
	}
}

func TestDecode_notUTF8IsMalformed(t *testing.T) {
	if _, refusal := Decode([]byte("{\"type\":\"user\",\"id\":\"u1\",\"text\":\"\xff\"}")); refusal == nil || refusal.Code != ErrorMalformed {
		t.Errorf("got %+v, want malformed", refusal)
	}
}

func TestDecode_refusalsHoldNoContent(t *testing.T) {
	const marker = "SECRET-4711"
	for _, frame := range []string{
		`{"type":"user","id":"u1","text":["` + marker + `"]}`,
		`{"type":"tool_result","id":"t1.1","result":"` + marker + `","grant":"` + marker + `"}`,
		`{"type":"hello","protocol":"` + marker + `"}`,
		`{"` + marker,
	} {
		if _, refusal := Decode([]byte(frame)); refusal == nil || strings.Contains(refusal.Message, marker) {
			t.Errorf("%s: got %+v", frame, refusal)
		}
	}
}

func TestDecode_resultIsCompactAndFreeOfLoneSurrogates(t *testing.T) {
	for _, c := range []struct{ name, result, want string }{
		{"spaces", `{ "a" : [ 1, 2 ] }`, `{"a":[1,2]}`},
		{"big integer", `12345678901234567890`, `12345678901234567890`},
		{"emoji", `"😀"`, `"😀"`},
		{"escaped pair", `"\ud83d\ude00"`, `"\ud83d\ude00"`},
		{"high alone", `"a\ud83d"`, `"a\ufffd"`},
		{"high before text", `"\uD83Dab"`, `"\ufffdab"`},
		{"low alone", `"\ude00\ud83d"`, `"\ufffd\ufffd"`},
		{"two high, one low", `"\ud83d\ud83d\ude00"`, `"\ufffd\ud83d\ude00"`},
		{"in a key", `{"\ud83d":1}`, `{"\ufffd":1}`},
		{"a backslash and the letters", `"\\ud83d"`, `"\\ud83d"`},
		{"other escapes", `"\n\u0041\\"`, `"\n\u0041\\"`},
	} {
		frame, refusal := Decode([]byte(`{"type":"tool_result","id":"t1.1","result":` + c.result + `}`))
		if refusal != nil {
			t.Errorf("%s: %s", c.name, refusal.Message)
			continue
		}
		if got := string(frame.(*ToolResult).Result); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDecode_aPageCannotClaimWhatTheServerDecides(t *testing.T) {
	allowed := map[Code]bool{CodePermissionDenied: true, CodeNeedsGesture: true, CodeUnsupported: true, CodeDenied: true,
		CodeCancelled: true, CodeTimeout: true, CodeInterrupted: true, CodeTooLarge: true, CodeInvalidResult: true,
		CodeFailed: true, CodeInvalidArgs: true}
	list := []Code{"", "nonsense"}
	for code := range codes {
		list = append(list, code)
	}
	for _, code := range list {
		want := CodeFailed
		if allowed[code] {
			want = code
		}
		frame, refusal := Decode([]byte(`{"type":"tool_result","id":"t1.1","error":{"code":"` + string(code) + `","message":"m"}}`))
		if refusal != nil {
			t.Errorf("%s: %s", code, refusal.Message)
			continue
		}
		if got := frame.(*ToolResult).Error.Code; got != want {
			t.Errorf("code %q becomes %q, want %q", code, got, want)
		}
	}
}

func TestDecode_cutsTheMessageOfAnError(t *testing.T) {
	frame, refusal := Decode([]byte(`{"type":"tool_result","id":"t1.1","error":{"code":"failed","message":"` + strings.Repeat("é", MaxMessageChars+1) + `"}}`))
	if refusal != nil {
		t.Fatal(refusal.Message)
	}
	message := frame.(*ToolResult).Error.Message
	if utf8.RuneCountInString(message) != MaxMessageChars || !strings.HasSuffix(message, "é…") {
		t.Errorf("message of %d characters", utf8.RuneCountInString(message))
	}
}

func TestEncode_aFrameThatCannotBeEncodedBecomesAnError(t *testing.T) {
	var frame Error
	if err := json.Unmarshal(Encode(&ToolCall{ID: "t1.1", Args: json.RawMessage("{")}), &frame); err != nil {
		t.Fatal(err)
	}
	if frame.Code != ErrorInternal || frame.Message == "" {
		t.Errorf("got %+v", frame)
	}
}

// FuzzDecode checks that every input gives a frame or a refusal, never both,
// that refusals are frames, and that results stay valid JSON.
func FuzzDecode(f *testing.F) {
	for kind := range clientFrames() {
		f.Add([]byte(`{"type":"` + kind + `","id":"t1.1","protocol":1,"tools":{"a":""},"result":"\ud83d"}`))
	}
	f.Add([]byte(`{"type":"tool_result","id":"t1.1","result":1,"media":[{"mimeType":"a","data":"AA=="}]}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, refusal := Decode(data)
		if (frame == nil) == (refusal == nil) {
			t.Fatalf("frame %v, refusal %v", frame, refusal)
		}
		if refusal != nil && !json.Valid(Encode(refusal)) {
			t.Errorf("refusal %+v", refusal)
		}
		if result, ok := frame.(*ToolResult); ok && result.Error == nil && !json.Valid(result.Result) {
			t.Errorf("result %q", result.Result)
		}
	})
}
