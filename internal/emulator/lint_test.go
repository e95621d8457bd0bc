package emulator

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// linted sends a request to a lenient and to a strict emulator, after those
// before, and checks which lints the journal has and that strict mode refuses.
func linted(t *testing.T, c Config, path string, want []string, requests ...string) {
	t.Helper()
	for _, strict := range []bool{false, true} {
		c.Strict = strict
		e := newEmulator(t, c)
		for _, body := range requests[:len(requests)-1] {
			accepted(t, send(t, e, path, body))
		}
		w := send(t, e, path, requests[len(requests)-1])
		j := e.Journal()
		var ids []string
		for _, l := range j[len(j)-1].Lints {
			ids = append(ids, l.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("lints %v, want %v", ids, want)
		}
		if strict && len(want) > 0 {
			refused(t, w, 400, "INVALID_ARGUMENT", "EMULATOR LINT: "+want[0]+" ("+lintKinds[want[0]].rule+") at ")
		} else {
			accepted(t, w)
		}
	}
}

func withIDs(name, id string) string {
	return fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q},"thoughtSignature":"c2ln"}`, id, name)
}

func answering(name, id string) string {
	return fmt.Sprintf(`{"functionResponse":{"id":%q,"name":%q,"response":{"output":1}}}`, id, name)
}

func TestLints(t *testing.T) {
	signedB := `{"functionCall":{"name":"b"},"thoughtSignature":"c2ln"}`
	for _, test := range []struct {
		name string
		want []string
		body string
	}{
		{"none", nil, request(userHi, model(callA, callB), user(answerA, answerB), model(callA), user(answerA), modelHi, userHi)},
		{"E34_L1_callsInTwoContents", []string{"L1"}, request(userHi, model(callA), model(signedB), user(answerA, answerB))},
		{"E34_L1_piecesOfAStream", []string{"L1", "L1"}, request(userHi, modelHi, model(callA), model(`{"text":""}`), user(answerA))},
		{"E35_L2_responsesInTwoContents", []string{"L2"}, request(userHi, model(callA, callB), user(answerA), user(answerB))},
		{"E40_L3_otherName", []string{"L3"}, request(userHi, model(callA), user(answerB))},
		{"E40_L3_otherID", []string{"L3"}, request(userHi, model(withIDs("a", "1")), user(answering("a", "2")))},
		{"E40_L3_idOfAnotherName", []string{"L3", "L3"}, request(userHi, model(withIDs("a", "1"), withIDs("b", "2")), user(answering("a", "2"), answering("b", "1")))},
		{"E40_L3_idWithoutOne", []string{"L3"}, request(userHi, model(callA), user(answering("a", "1")))},
		{"E40_L4_callsShareAnID", []string{"L4", "L4"}, request(userHi, model(withIDs("a", "1"), withIDs("b", "1")), user(answering("a", "1"), answering("b", "1")))},
		{"E40_L4_responsesShareAnID", []string{"L4", "L3"}, request(userHi, model(withIDs("a", "1"), withIDs("a", "2")), user(answering("a", "1"), answering("a", "1")))},
		{"E40_L5_otherOrder", []string{"L5"}, request(userHi, model(callA, callB), user(answerB, answerA))},
		{"E40_L6_noID", []string{"L6"}, request(userHi, model(withIDs("a", "1")), user(answerA))},
		{"E40_clientMadeIDs", nil, request(userHi, model(withIDs("a", "1"), withIDs("a", "2")), user(answering("a", "1"), answering("a", "2")))},
		{"E40_idsAgainInTheNextStep", nil, request(userHi, model(withIDs("a", "1")), user(answering("a", "1")), model(withIDs("a", "1")), user(answering("a", "1")))},
		{"E41_L7_imageBeside", []string{"L7"}, request(userHi, model(callA), user(answerA, `{"inlineData":{"mimeType":"image/png","data":"aGk="}}`))},
		{"E41_L7_textBeside", []string{"L7"}, request(userHi, model(callA), user(answerA, `{"text":"and"}`))},
		{"E41_imageInItsOwnContent", nil, request(userHi, model(callA), user(answerA), user(`{"inlineData":{"mimeType":"image/png","data":"aGk="}}`))},
		{"E47_L8_dummy", []string{"L8"}, request(userHi, model(called("a", "{}", dummies[0])), user(answerA))},
		{"E47_dummyInAnOlderTurn", nil, request(userHi, model(called("a", "{}", dummies[0])), user(answerA), modelHi, userHi)},
		{"E65_L12_severalTools", []string{"L12"}, `{"contents":[` + userHi + `],"tools":[{"functionDeclarations":[{"name":"a"}]},{"functionDeclarations":[{"name":"b"}]}]}`},
		{"E26_L13_roleFunction", []string{"L13"}, request(userHi, model(callA), content("function", answerA))},
	} {
		t.Run(test.name, func(t *testing.T) {
			linted(t, Config{Signatures: SignaturesOpaque}, unary(model3), test.want, test.body)
		})
	}
}

// history is the conversation so far: what was asked, what the emulator with
// that brain says to it, and the responses.
func history(t *testing.T, c Config, path, opening string) (answer []json.RawMessage) {
	t.Helper()
	return parts(t, send(t, newEmulator(t, c), path, request(opening)))
}

func joined(parts []json.RawMessage) string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = string(p)
	}
	return strings.Join(out, ",")
}

func TestE51_L10_historyVerbatim(t *testing.T) {
	brain := saying{Text: "One moment, I look.", Calls: []Call{{Name: "a", Args: json.RawMessage(`{"n":9007199254740993,"s":"é"}`)}, {Name: "b"}}}
	c := Config{Brain: brain}
	for _, path := range []string{unary(model3), stream(model3), unary(model25), stream(model25)} {
		sent := joined(history(t, c, path, userHi))
		for _, test := range []struct {
			name     string
			old, new string
			want     []string
		}{
			{"untouched", "", "", nil},
			{"argumentsOfNoneLeftOut", `"name":"b","args":{}`, `"name":"b"`, nil},
			{"emptyTextLeftOut", `,{"text":""}`, "", nil},
			{"snakeCase", "functionCall", "function_call", nil},
			{"escaped", "é", `\u00e9`, nil},
			{"thoughtAdded", `{"text":"`, `{"text":"hm","thought":true},{"text":"`, nil},
			{"integerRounded", "9007199254740993", "9007199254740992", []string{"L10"}},
			{"textChanged", "moment", "second", []string{"L10"}},
			{"callRenamed", `"name":"b"`, `"name":"d"`, []string{"L10"}},
			{"fieldAdded", `{"text":"O`, `{"mediaResolution":{},"text":"O`, []string{"L10"}},
		} {
			if test.old != "" && !strings.Contains(sent, test.old) {
				continue
			}
			t.Run(test.name+path, func(t *testing.T) {
				said := strings.Replace(sent, test.old, test.new, 1)
				responses := user(answerA, answerB)
				if test.name == "callRenamed" {
					responses = user(answerA, `{"functionResponse":{"name":"d","response":{"output":1}}}`)
				}
				// Ids are copied, so that nothing but L10 is at stake.
				for _, raw := range history(t, c, path, userHi) {
					if call := decodePart(t, raw).FunctionCall; call != nil && call.ID != "" {
						responses = strings.Replace(responses, `{"functionResponse":{"name"`, `{"functionResponse":{"id":"`+call.ID+`","name"`, 1)
					}
				}
				linted(t, c, path, test.want, request(userHi), request(userHi, model(said), responses))
			})
		}
	}
}

func TestE51_scriptedPartsAreRememberedToo(t *testing.T) {
	step := Step{Parts: raw(`{"text":"raw","extra":1}`)}
	c := Config{Signatures: SignaturesOpaque, Script: []Step{step, {}}}
	linted(t, c, unary(model25), []string{"L10"}, request(userHi), request(userHi, model(`{"text":"raws"}`), userHi))
	c.Script = []Step{{Reply: &Reply{Text: "same"}}, {}}
	linted(t, c, unary(model25), nil, request(userHi), request(userHi, model(`{"text":"sa"}`, `{"text":"me"}`), userHi))
}

func TestE49_L9_textSignatureDropped(t *testing.T) {
	c := Config{Brain: saying{Text: "one two"}}
	for _, path := range []string{unary(model3), stream(model3)} {
		linted(t, c, path, []string{"L9"}, request(userHi), request(userHi, model(`{"text":"one two"}`), userHi))
		linted(t, c, path, nil, request(userHi), request(userHi, model(joined(history(t, c, path, userHi))), userHi))
	}
	linted(t, c, unary(model25), nil, request(userHi), request(userHi, model(`{"text":"one two"}`), userHi))
}

func TestE52_L11_cacheBreak(t *testing.T) {
	c := Config{Brain: saying{Text: "one two"}}
	first := user(`{"text":"remember this"}`)
	older := []string{first, model(joined(history(t, c, unary(model3), first)))}
	second := parts(t, send(t, newEmulator(t, c), unary(model3), request(older[0], older[1], userHi)))
	answer := model(joined(second))
	before := []string{request(first), request(older[0], older[1], userHi)}
	for _, test := range []struct {
		name string
		want []string
		body string
	}{
		{"same", nil, request(older[0], older[1], userHi, answer, userHi)},
		{"lastTurnDropped", nil, request(older[0], older[1], userHi)},
		{"trimmed", []string{"L11"}, request(userHi, answer, userHi)},
		{"wordsReplaced", []string{"L11"}, request(user(`{"text":"[elided]"}`), older[1], userHi, answer, userHi)},
		{"otherBytes", []string{"L11"}, request(strings.Replace(first, `"text":`, `"text": `, 1), older[1], userHi, answer, userHi)},
		{"unknownHistory", nil, request(first, modelHi, userHi)},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "unknownHistory" {
				linted(t, c, unary(model3), nil, test.body)
				return
			}
			linted(t, c, unary(model3), test.want, append(slices.Clone(before), test.body)...)
		})
	}
}

// A dummy is the right thing where the model itself forgot to sign.
func TestE98_dummyForACallThatWasSentUnsigned(t *testing.T) {
	c := Config{Script: []Step{{Fault: "E98"}, {}}}
	part := decodePart(t, history(t, c, unary(model3), userHi)[0])
	id := part.FunctionCall.ID
	call := fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q,"args":{}}`, id, undeclared)
	response := user(answering(undeclared, id))
	linted(t, c, unary(model3), nil, request(userHi), request(userHi, model(call+`,"thoughtSignature":"`+dummies[0]+`"}`), response))
	shortened := user(`{"text":"What came before, in short."}`)
	linted(t, c, unary(model3), nil, request(userHi), request(shortened, userHi, model(call+`,"thoughtSignature":"`+dummies[0]+`"}`), response))
	e := newEmulator(t, c)
	accepted(t, send(t, e, unary(model3), request(userHi)))
	refused(t, send(t, e, unary(model3), request(userHi, model(call+"}"), response)), 400, "INVALID_ARGUMENT", "missing a thought_signature")
}

func TestE47_L8_allowedByAScript(t *testing.T) {
	body := request(userHi, model(called("a", "{}", dummies[1])), user(answerA))
	e := newEmulator(t, Config{Strict: true, Script: []Step{{Allow: []string{"L8"}}, {}}})
	accepted(t, send(t, e, unary(model3), body))
	refused(t, send(t, e, unary(model3), body), 400, "INVALID_ARGUMENT", "EMULATOR LINT: L8")
	accepted(t, send(t, e, unary(model3), request(userHi))) // a refusal takes no step
	if err := e.Done(); err != nil {
		t.Error(err)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	e := newEmulator(t, Config{JournalSize: 2, Brain: twoCalls})
	for i := range 5 {
		accepted(t, send(t, e, unary(model3), request(user(fmt.Sprintf(`{"text":"%d"}`, i)))))
	}
	if len(e.memory.answers) != 2 || len(e.memory.byPrefix) != 2 || len(e.memory.bySignature) != 2 {
		t.Errorf("%d answers, %d prefixes, %d signatures", len(e.memory.answers), len(e.memory.byPrefix), len(e.memory.bySignature))
	}
	for _, words := range []string{`{"text":"3"}`, `{"text":"new"}`} { // 4 was given longest ago now
		accepted(t, send(t, e, unary(model3), request(user(words))))
	}
	again := parts(t, send(t, e, unary(model3), request(user(`{"text":"3"}`))))
	if form := e.memory.answers[1]; len(e.memory.answers) != 2 || !strings.Contains(joined(again), base64.StdEncoding.EncodeToString([]byte(form.signatures[0]))) {
		t.Errorf("%d answers, and the newest is not the one given last", len(e.memory.answers))
	}
	off := newEmulator(t, Config{JournalSize: -1})
	accepted(t, send(t, off, unary(model3), request(userHi)))
	if len(off.memory.answers) != 0 {
		t.Error("an emulator without journal remembers")
	}
}
