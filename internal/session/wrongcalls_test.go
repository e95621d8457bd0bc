package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"farhand/internal/emulator"
	"farhand/internal/event"
	"farhand/internal/history"
	"farhand/internal/model"
)

// answered is one functionResponse as the model was sent it.
type answered struct {
	ID       string
	Name     string
	Response json.RawMessage
}

func (a answered) String() string { return fmt.Sprintf("%s %s %s", a.ID, a.Name, a.Response) }

// verbatim is a step of exactly these calls.
func verbatim(calls ...string) emulator.Step {
	step := emulator.Step{}
	for i, c := range calls {
		signature := ""
		if i == 0 {
			signature = `,"thoughtSignature":"c2lnbmVk"`
		}
		step.Parts = append(step.Parts, json.RawMessage(`{"functionCall":`+c+signature+`}`))
	}
	return step
}

// TestI27_A54_H19_wrongCalls: whatever the model calls, it is sent one
// result for each call, and the API takes the conversation. The model is the emulator
// behind the real SDK; the page answers every call that reaches it with result.
func TestI27_A54_H19_wrongCalls(t *testing.T) {
	hundred := make([]string, 100)
	for i := range hundred {
		hundred[i] = fmt.Sprintf(`{"id":"c%d","name":"memory_get","args":{"key":"k%d"}}`, i, i)
	}
	const nothing = `{"output":{"found":false}}`
	for _, tc := range []struct {
		name    string
		step    emulator.Step
		result  string   // of the page
		reached []string // arguments of the calls that the page was asked for
		sent    []string // what each functionResponse contains
	}{
		{"H19 duplicate ids", verbatim(`{"id":"x","name":"memory_get","args":{"key":"a"}}`, `{"id":"x","name":"memory_get","args":{"key":"b"}}`),
			`{"found":false}`, []string{`{"key":"a"}`, `{"key":"b"}`}, []string{"x memory_get " + nothing, "x memory_get " + nothing}},
		{"no ids", verbatim(`{"name":"memory_get","args":{"key":"a"}}`, `{"name":"memory_get","args":{"key":"b"}}`),
			`{"found":false}`, []string{`{"key":"a"}`, `{"key":"b"}`}, []string{" memory_get " + nothing, " memory_get " + nothing}},
		{"absent arguments, allowed", verbatim(`{"id":"x","name":"memory_list"}`),
			`{"entries":[]}`, []string{`{}`}, []string{`x memory_list {"output":{"entries":[]}}`}},
		{"null arguments, allowed", verbatim(`{"id":"x","name":"memory_list","args":null}`),
			`{"entries":[]}`, []string{`{}`}, []string{`x memory_list {"output":{"entries":[]}}`}},
		{"absent arguments, required", verbatim(`{"id":"x","name":"memory_get"}`), "", nil, []string{`x memory_get {"error":{"code":"invalid_args"`}},
		{"integers above 2^53, there", verbatim(`{"id":"x","name":"memory_put","args":{"key":"n","value":90071992547409931}}`),
			`{"stored":true,"key":"n"}`, []string{`{"key":"n","value":90071992547409931}`}, []string{`{"output":{"stored":true,"key":"n"}}`}},
		{"integers above 2^53, back", verbatim(`{"id":"x","name":"memory_get","args":{"key":"n"}}`),
			`{"found":true,"value":90071992547409931}`, []string{`{"key":"n"}`}, []string{`{"output":{"found":true,"value":90071992547409931}}`}},
		{"a key $ref in a result", verbatim(`{"id":"x","name":"memory_get","args":{"key":"n"}}`),
			`{"found":true,"value":{"$ref":"#/a"}}`, []string{`{"key":"n"}`}, []string{`{"output":"{\"found\":true,\"value\":{\"$ref\":\"#/a\"}}"}`}},
		{"A54 an invented name beside a good one", verbatim(`{"id":"x","name":"memory_erase","args":{}}`, `{"id":"y","name":"memory_list","args":{}}`),
			`{"entries":[]}`, []string{`{}`}, []string{`x memory_erase {"error":{"code":"unknown_tool"`, `y memory_list {"output"`}},
		{"a hundred calls", verbatim(hundred...), `{"found":false}`, nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				em, err := emulator.New(emulator.Config{Script: []emulator.Step{tc.step, reply("Done."), reply("Still here.")}})
				if err != nil {
					t.Fatal(err)
				}
				b := open(t, speaks(t, em.Transport()), nil)
				b.user("u1", "go on")
				reached := b.answerAll(tc.result)
				b.user("u2", "still there?") // the history is valid
				b.until("text")
				b.until("turn_end")
				b.leave()

				sent := responses(t, em, 1)
				if tc.name == "a hundred calls" {
					if len(reached) != 32 || len(sent) != 100 || !strings.Contains(sent[31].String(), nothing) || !strings.HasPrefix(sent[32].String(), `c32 memory_get {"error":{"code":"budget"`) {
						t.Errorf("%d calls reached the page, %d results", len(reached), len(sent))
					}
					return
				}
				if fmt.Sprint(reached) != fmt.Sprint(tc.reached) {
					t.Errorf("the page was asked for %v, want %v", reached, tc.reached)
				}
				if len(sent) != len(tc.sent) {
					t.Fatalf("the model was sent %v", sent)
				}
				for i, want := range tc.sent {
					if !strings.Contains(sent[i].String(), want) {
						t.Errorf("the model was sent %s, want %s", sent[i], want)
					}
				}
			})
		})
	}
}

// TestI20_I21_aRetryRunsNoToolAgain: the request after a call fails three times;
// the call ran once, and its result is in each of them.
func TestI20_I21_aRetryRunsNoToolAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		em, err := emulator.New(emulator.Config{Script: []emulator.Step{
			callsTool("memory_put", `{"key":"a","value":1}`), fault("E81"), fault("E78b"), fault("E83"), reply("Stored."),
		}})
		if err != nil {
			t.Fatal(err)
		}
		b := open(t, model.Retry(speaks(t, em.Transport())), nil)
		b.user("u1", "go on")
		if reached := b.answerAll(`{"stored":true,"key":"a"}`); len(reached) != 1 {
			t.Errorf("the tool ran %d times", len(reached))
		}
		b.leave()
		if err := em.Done(); err != nil {
			t.Error(err)
		}
		journal := em.Journal()
		for i, e := range journal[1:] {
			if !bytes.Equal(e.Body, journal[1].Body) {
				t.Errorf("repeat %d is another request", i)
			}
		}
	})
}

// TestI20_noCallOfAnUnfinishedStepRuns: the stream breaks off behind a whole
// call, which is made again when the step is.
func TestI20_noCallOfAnUnfinishedStepRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := verbatim(`{"id":"x","name":"memory_put","args":{"key":"a","value":1}}`)
		broken.FinishReason = new(string)
		em, err := emulator.New(emulator.Config{Strict: true, Script: []emulator.Step{
			broken, callsTool("memory_put", `{"key":"b","value":2}`), reply("Stored."),
		}})
		if err != nil {
			t.Fatal(err)
		}
		b := open(t, model.Retry(speaks(t, em.Transport())), nil)
		b.user("u1", "go on")
		if reached := b.answerAll(`{"stored":true,"key":"b"}`); len(reached) != 1 || !strings.Contains(reached[0], `"b"`) {
			t.Errorf("the page was asked for %v", reached)
		}
		b.leave()
		if err := em.Done(); err != nil {
			t.Error(err)
		}
	})
}

// TestA80_theAPITakesACompactedTurn: one that is cut between its own steps, the
// signatures of those that stay where they were.
func TestA80_theAPITakesACompactedTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var steps []emulator.Step
		for i := range 20 {
			steps = append(steps, callsTool("memory_get", fmt.Sprintf(`{"key":"k%d"}`, i)))
		}
		steps = append(steps, reply("Done."))
		for i := range steps {
			steps[i].Allow = []string{"L11"} // the cached prefix breaks, and must
		}
		em, err := emulator.New(emulator.Config{Strict: true, Script: steps})
		if err != nil {
			t.Fatal(err)
		}
		b := open(t, speaks(t, em.Transport()), func(c *Config) { c.Full = history.Full{Tokens: 1000} })
		b.user("u1", "go on")
		b.answerAll(`{"found":false}`)
		b.leave()
		if e := b.event(event.KindTurnEnd); e.Reason != "done" {
			t.Errorf("ended %s, %s", e.Reason, e.Code)
		}
		b.event(event.KindHistoryCompacted)
		if err := em.Done(); err != nil {
			t.Error(err)
		}
	})
}

// answerAll answers every call of the turn with result and returns their
// arguments, digit for digit.
func (b *tab) answerAll(result string) (reached []string) {
	for data := range b.pipe.out {
		var f struct {
			Type, ID string
			Args     json.RawMessage
		}
		json.Unmarshal(data, &f)
		switch f.Type {
		case "tool_call":
			reached = append(reached, string(f.Args))
			b.sendRaw(fmt.Appendf(nil, `{"type":"tool_result","id":%q,"result":%s}`, f.ID, result))
		case "turn_end":
			return reached
		}
	}
	return reached
}

// responses are the functionResponses that end request n, from 0; no request
// may have been refused.
func responses(t *testing.T, em *emulator.Emulator, n int) (out []answered) {
	t.Helper()
	journal := em.Journal()
	for i, e := range journal {
		if e.Status != 200 {
			t.Fatalf("request %d was answered %d", i+1, e.Status)
		}
	}
	var body struct {
		Contents []struct {
			Parts []struct{ FunctionResponse *answered }
		}
	}
	if err := json.Unmarshal(journal[n].Body, &body); err != nil {
		t.Fatal(err)
	}
	for _, p := range body.Contents[len(body.Contents)-1].Parts {
		if p.FunctionResponse != nil {
			out = append(out, *p.FunctionResponse)
		}
	}
	return out
}
