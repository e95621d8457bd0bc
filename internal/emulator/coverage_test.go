package emulator

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// gaps are numbers that no rule has.
var gaps = map[int]bool{29: true, 69: true, 74: true, 99: true}

// Every rule and every lint has a test that carries its number: in the name of
// the function, or of a case at its beginning.
func TestEveryRuleIsNamedByATest(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	function := regexp.MustCompile(`func (Test\w+)`)
	inner := regexp.MustCompile(`(?:name|\{|Run\(t?,? ?|bothWays\(t, )"([EL]\d+\w*)|\t"(E\d+\w*)`)
	id := regexp.MustCompile(`[EL]\d+`)
	named := map[string]bool{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, pattern := range []*regexp.Regexp{function, inner} {
			for _, m := range pattern.FindAllStringSubmatch(string(source), -1) {
				for _, group := range m[1:] {
					for _, n := range id.FindAllString(group, -1) {
						named[n] = true
					}
				}
			}
		}
	}
	for n := 1; n <= 101; n++ {
		if rule := "E" + strconv.Itoa(n); !gaps[n] && !named[rule] {
			t.Errorf("no test names %s", rule)
		}
	}
	for lint := range lintKinds {
		if !named[lint] {
			t.Errorf("no test names %s", lint)
		}
	}
}
