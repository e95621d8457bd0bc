package session

import (
	"testing"
	"testing/synctest"
	"time"

	"farhand/internal/emulator"
	"farhand/internal/model"
	"farhand/internal/tool"
)

// returns are conversations over more than one socket, written down like the
// others: the numbered exchanges of docs/protocol.md, "Resume".
var returns = []struct {
	name   string
	script []emulator.Step
	drive  func(h *house, note func(string))
}{
	{"resume_same_document", []emulator.Step{callsTool("memory_get", `{"key":"city"}`, "memory_list", `{}`), reply("You live in Berlin.")}, func(h *house, note func(string)) {
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "Where do I live?")
		b.until("tool_call")
		b.until("tool_call")
		b.state("t1.1", "running")
		note("the socket is lost, and with it the result of t1.1 and the acknowledgement of t1.2")
		b.drop()
		time.Sleep(2 * time.Second)
		b, _ = h.enters("d1", tokenOf(hello), frame{"calls": []string{"t1.1", "t1.2"}})
		b.sendRaw([]byte(`{"type":"tool_result","id":"t1.1","result":{"found":true,"value":"Berlin"}}`))
		b.sendRaw([]byte(`{"type":"tool_result","id":"t1.2","result":{"entries":[]}}`))
		b.until("turn_end")
		b.leaveFor(h)
	}},
	{"resume_new_document", []emulator.Step{
		callsTool("memory_get", `{"key":"city"}`), callsTool("memory_put", `{"key":"city","value":"Berlin"}`), callsTool("clipboard_read", `{}`),
		reply("I could not tell whether it was stored."),
	}, func(h *house, note func(string)) {
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "I live in Berlin. Remember it.")
		b.until("tool_call")
		b.state("t1.1", "running")
		note("the page is reloaded while a tool runs that may run twice")
		b.drop()
		b, hello = h.enters("d2", tokenOf(hello), frame{"started": []string{"t1.1"}})
		b.run("t1.1", `{"found":false}`)
		b.until("tool_call")
		b.state("t1.2", "running")
		note("the page is reloaded while a tool runs that writes")
		b.drop()
		b, hello = h.enters("d3", tokenOf(hello), frame{"started": []string{"t1.1", "t1.2"}})
		b.until("tool_call")
		b.state("t1.3", "awaiting_user")
		note("the page is reloaded while the user is asked")
		b.drop()
		b, _ = h.enters("d4", tokenOf(hello), frame{"started": []string{"t1.1", "t1.2"}})
		b.until("tool_call")
		b.state("t1.3", "awaiting_user")
		b.fail("t1.3", "denied", "")
		b.until("turn_end")
		b.leaveFor(h)
	}},
	{"resume_navigation", []emulator.Step{callsTool("visits", `{}`), reply("You are there.")}, func(h *house, note func(string)) {
		h.srv.ContractChanged(returning(h.t), nil)
		b, hello := h.enters("cart", "", frame{"tools": announced(h.srv.Catalog())})
		b.user("u1", "Take me to the checkout")
		b.until("tool_call")
		b.state("t1.1", "running")
		note("the tool follows a link: the page goes and another one comes")
		b.drop()
		b, _ = h.enters("pay", tokenOf(hello), frame{"tools": announced(h.srv.Catalog()), "started": []string{"t1.1"}})
		b.until("turn_end")
		b.leaveFor(h)
	}},
	{"resume_ghost", []emulator.Step{reply("Hello.")}, func(h *house, note func(string)) {
		ghost, hello := h.enters("d1", "", nil)
		ghost.user("u1", "Hi")
		ghost.until("turn_end")
		note("the page goes into the back/forward cache: its socket stays open, its code stands still")
		b, again := h.enters("d2", tokenOf(hello), nil)
		note("the first socket is closed with 4001")
		<-ghost.served
		synctest.Wait()
		b.send(frame{"type": "heartbeat", "seq": 1})
		note("a frame has come: the first token is used up")
		other, _ := h.enters("d3", tokenOf(hello), nil)
		note("another tab has a session of its own")
		other.drop()
		b.drop()
		_, _ = h.enters("d2", tokenOf(again), nil)
		h.shut(tool.ErrShutdown)
	}},
	{"resume_nobody", []emulator.Step{callsTool("memory_put", `{"key":"a","value":1}`)}, func(h *house, note func(string)) {
		b, hello := h.enters("d1", "", nil)
		b.user("u1", "Remember that a is 1")
		b.until("tool_call")
		note("the socket is lost for longer than 30 s")
		b.drop()
		time.Sleep(31 * time.Second)
		b, _ = h.enters("d1", tokenOf(hello), frame{"calls": []string{"t1.1"}})
		b.leaveFor(h)
	}},
}

func TestTranscripts_resume(t *testing.T) {
	for _, c := range returns {
		t.Run(c.name, func(t *testing.T) {
			tr := &recorder{ids: map[string]string{}}
			synctest.Test(t, func(t *testing.T) {
				tr.start = time.Now()
				em, err := emulator.New(emulator.Config{Script: c.script, Strict: true})
				if err != nil {
					t.Fatal(err)
				}
				h := keeps(t, model.Retry(speaks(t, tr.requests(em.Transport()))), nil)
				h.note = tr.frame
				c.drive(h, func(what string) { tr.line("----------------", []byte(what)) })
				if err := em.Done(); err != nil {
					t.Error(err)
				}
			})
			golden(t, c.name, tr.out.Bytes())
		})
	}
}
