package session

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"farhand/internal/event"
	"farhand/internal/tool"
)

// TestContractChanged: new sessions get the new contract, open ones keep their
// own and are told.
func TestContractChanged(t *testing.T) {
	next, err := tool.Load(tool.Config{Contract: []byte(`{"version":1,"tools":[{"name":"page_title","title":"T","description":"Gets the title.",
		"inputSchema":{"type":"object","properties":{}}}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		m := plays(calls("page_title", `{}`), says("x"))
		var hashes []string
		srv, err := New(Config{Catalog: catalog(), Model: m, Log: zerolog.Nop(), Sink: event.SinkFunc(func(e event.Event) {
			if e.Kind == event.KindSessionEnd {
				hashes = append(hashes, e.Contract)
			}
		})})
		if err != nil {
			t.Fatal(err)
		}
		join := func(hello bool) *tab {
			b := &tab{t: t, pipe: newPipe(), served: make(chan struct{})}
			go func() {
				srv.Serve(context.Background(), b.pipe, Peer{})
				close(b.served)
			}()
			if hello {
				b.hello()
			}
			return b
		}
		old, silent := join(true), join(false)
		synctest.Wait()

		srv.ContractChanged(nil, tool.Faults{{Path: "tools[0].name", Message: "is missing"}})
		old.want("contract_changed", frame{"faults": []any{frame{"path": "tools[0].name", "message": "is missing"}}})
		if srv.Catalog() != catalog() {
			t.Error("a bad contract is in effect")
		}
		srv.ContractChanged(next, nil)
		old.want("contract_changed", frame{"faults": []any{}})

		old.send(frame{"type": "tools_changed", "tools": everyTool()})
		if tools := old.want("hello", nil)["tools"].([]any); len(tools) != len(everyTool()) {
			t.Errorf("the open session has %d tools", len(tools))
		}
		silent.send(frame{"type": "hello", "protocol": 1, "tools": frame{"page_title": ""}})
		hello := silent.want("hello", nil) // and nothing before it
		offered := hello["tools"].([]any)[0].(map[string]any)
		if offered["name"] != "page_title" || offered["hash"] != next.Specs()[0].Hash || offered["inputSchema"] == nil {
			t.Errorf("the new session has %v", offered)
		}
		silent.user("u1", "x")
		silent.until("tool_call")
		silent.run("t1.1", `"Farhand"`)
		silent.until("turn_end")
		if got := m.results(1); got[0] != `{"output":"Farhand"}` {
			t.Errorf("the model read %v", got)
		}
		old.leave()
		silent.leave()
		srv.ContractChanged(catalog(), nil) // reaches nobody who is gone
		if got := strings.Join(hashes, " "); got != catalog().Hash()+" "+next.Hash() {
			t.Errorf("recorded under the contracts %s", got)
		}
	})
}
