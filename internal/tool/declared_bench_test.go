package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"farhand/internal/protocol"
)

// BenchmarkDeclare: 63 tools of a page, all in new words or all but one in those
// that the server knows; and a frame full of tools that are refused.
func BenchmarkDeclare(b *testing.B) {
	contract := starter(b)
	list := func(changed, round int) []protocol.DeclaredTool {
		var list []protocol.DeclaredTool
		for i := range 63 {
			t := ownTool(fmt.Sprintf("tool%d", i))
			if i < changed {
				t.Description = fmt.Sprintf("Round %d.", round)
			}
			list = append(list, t)
		}
		return list
	}
	for _, changed := range []int{63, 1} {
		b.Run(fmt.Sprintf("changed=%d", changed), func(b *testing.B) {
			before, _ := contract.Declare(list(0, 0), shop, nil)
			for round := 0; b.Loop(); round++ {
				before, _ = contract.Declare(list(changed, round), shop, before)
			}
		})
	}
	b.Run("refused", func(b *testing.B) {
		bad := ownTool("")
		bad.InputSchema = json.RawMessage(`{"type":"object","required":[` + strings.Repeat(`7,`, 3000) + `7]}`)
		var list []protocol.DeclaredTool
		for i := range 170 { // a mebibyte
			bad.Name = fmt.Sprintf("tool%d", i)
			list = append(list, bad)
		}
		for b.Loop() {
			contract.Declare(list, shop, nil)
		}
	})
}
