package session

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"testing"
	"testing/synctest"

	"farhand/internal/emulator"
)

// TestK13_K14_picturesReachTheModel as media and never as text of a result;
// the fourth of a turn is refused with the reason.
func TestK13_K14_picturesReachTheModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pairs []string
		for i := range 4 {
			pairs = append(pairs, "memory_get", fmt.Sprintf(`{"key":"k%d"}`, i))
		}
		em, err := emulator.New(emulator.Config{Strict: true, Script: []emulator.Step{callsTool(pairs...), reply("Three pictures.")}})
		if err != nil {
			t.Fatal(err)
		}
		picture := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n a picture"))
		b := open(t, speaks(t, em.Transport()), nil)
		b.user("u1", "go on")
		for range 4 {
			b.until("tool_call")
		}
		for n := 1; n <= 4; n++ {
			b.sendRaw(fmt.Appendf(nil, `{"type":"tool_result","id":"t1.%d","result":{"found":false},"media":[{"mimeType":"image/png","data":%q}]}`, n, picture))
			if f := b.until("tool_state"); (f["code"] == "too_large") != (n == 4) {
				t.Errorf("picture %d: %v", n, f)
			}
		}
		b.until("turn_end")
		b.leave()
		if err := em.Done(); err != nil {
			t.Error(err)
		}
		for i, r := range responses(t, em, 1) {
			if bytes.Contains(r.Response, []byte(picture)) || bytes.Contains(r.Response, []byte("One turn may hold 3 pictures")) != (i == 3) {
				t.Errorf("result %d is %s", i+1, r.Response)
			}
		}
		if n := bytes.Count(em.Journal()[1].Body, []byte(picture)); n != 3 {
			t.Errorf("the model was sent %d pictures", n)
		}
	})
}
