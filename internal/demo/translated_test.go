package demo

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"
)

// TestExamples_inEveryLanguageOfThePage reads the strings files of web/ui: a
// click on an example must do the same in each of them.
func TestExamples_inEveryLanguageOfThePage(t *testing.T) {
	examples := examplesOfTheContract(t)
	files, err := filepath.Glob("../../web/ui/strings/??.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("no strings files: %v", err)
	}
	for _, file := range files {
		if filepath.Base(file) == "en.ts" {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, english := range examples {
			entry := regexp.MustCompile(`"` + regexp.QuoteMeta(english) + `":\s*"([^"]+)"`)
			match := entry.FindSubmatch(source)
			if match == nil {
				t.Errorf("%s: no translation of %q", file, english)
				continue
			}
			assertSamePlan(t, english, string(match[1]))
		}
	}
}

func TestExamples_withoutTheMarkAtTheEnd(t *testing.T) {
	assertSamePlan(t, "Where am I?", "wo bin ich")
	assertSamePlan(t, "Where am I?", "أين أنا")
	assertSamePlan(t, "Say good morning", "Sag guten Morgen.")
}

func examplesOfTheContract(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("../../tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Tools []struct {
			UI struct{ Examples []string }
		}
	}
	if err := json.Unmarshal(raw, &contract); err != nil {
		t.Fatal(err)
	}
	var examples []string
	for _, tool := range contract.Tools {
		examples = append(examples, tool.UI.Examples...)
	}
	if len(examples) == 0 {
		t.Fatal("no examples in tools.json")
	}
	return examples
}

func assertSamePlan(t *testing.T, english, other string) {
	t.Helper()
	want, known := understand(english)
	if !known {
		t.Fatalf("%q is not understood", english)
	}
	got, known := understand(other)
	if !known {
		t.Errorf("%q is not understood", other)
		return
	}
	if !reflect.DeepEqual(got.tools, want.tools) ||
		!reflect.DeepEqual(got.steps[0](nil), want.steps[0](nil)) {
		t.Errorf("%q: %v, want as %q: %v", other, got.tools, english, want.tools)
	}
}
