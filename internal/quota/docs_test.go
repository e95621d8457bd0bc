package quota

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// docs/operations.md tells every limit.
func TestDocs_tellTheLimits(t *testing.T) {
	data, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	size := func(bytes int) string {
		if bytes == 0 {
			return "0"
		}
		return fmt.Sprintf("%d MiB", bytes/mib)
	}
	row := func(who string, l Limits) string {
		return fmt.Sprintf("| %s | %d | %d | %d | %d | %s |", who, l.Upgrades, l.Sockets, l.Turns, l.Frames, size(l.Bytes))
	}
	sites, anonymous, k := Ticketed(), Anonymous(), Knocking()
	for _, want := range []string{
		row("`site`, `origin`", sites.Site), row("`site`, `origin`", sites.Origin),
		row("`subject`: one user", sites.Subject), row("`ip`: one address, at this site", sites.Address),
		row("all together", anonymous.Site), row("one origin", anonymous.Origin), row("one address", anonymous.Address),
		fmt.Sprintf("open %d sockets a minute and %d at the same time, begin %d turns a minute, and send %d frames a second and %s a minute",
			k.Upgrades, k.Sockets, k.Turns, k.Frames, size(k.Bytes)),
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("docs/operations.md lacks %q", want)
		}
	}
	if anonymous.Subject != (Limits{}) {
		t.Error("anonymous pages have no subject")
	}
}
