package tool

import (
	"encoding/json"
	"strings"
	"testing"
)

// What one JSON reader takes and another refuses, or reads differently, must
// enter neither a call nor the history: it would pass here and break, or mean
// something else, further on.
func TestValidate_valuesThatReadersDisagreeAbout(t *testing.T) {
	nested := func(levels int) string {
		return strings.Repeat(`[`, levels/2) + strings.Repeat(`{"a":`, levels-levels/2) + `1` +
			strings.Repeat(`}`, levels-levels/2) + strings.Repeat(`]`, levels/2)
	}
	digits := strings.Repeat("9", 400)
	c := starter(t)
	free, err := Load(Config{Contract: contract(aTool("a"))})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, value, want string }{
		{"the largest float64", `1.7976931348623157e308`, ""},
		{"an integer with many digits", `123456789012345678901234567890`, ""},
		{"next to nothing", `1e-399`, ""},
		{"above the largest float64", `1.8e308`, errNumber.Error()},
		{"below the least", `-1e309`, errNumber.Error()},
		{"too many digits", digits, errNumber.Error()},
		{"too many digits before a point", digits + ".5", errNumber.Error()},
		{"too small to compute", `1e-999999999`, errNumber.Error()},
		{"deep inside", `{"a":[{"b":1e400}]}`, errNumber.Error()},
		{"equal keys in two objects", `[{"a":1},{"a":1,"b":{"a":1}}]`, ""},
		{"a repeated key", `{"a":1,"a":1}`, errRepeatedKey.Error()},
		{"a repeated key, spelled differently", `{"a":1,"\u0061":2}`, errRepeatedKey.Error()},
		{"a repeated key in an array in an object", `{"x":[[{"":1,"b":2,"":3}]]}`, errRepeatedKey.Error()},
		{"as deep as allowed", nested(maxDepth - 1), ""},
		{"too deep", nested(maxDepth + 1), errDepth.Error()},
		{"far too deep", nested(9000), errDepth.Error()},
	} {
		check := func(where string, err error) {
			t.Helper()
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tc.want {
				t.Errorf("%s, %s: got %q, want %q", tc.name, where, got, tc.want)
			}
		}
		check("argument", c.ValidateArgs("memory_put", json.RawMessage(`{"key":"k","value":`+tc.value+`}`)))
		check("result", c.ValidateResult("memory_get", json.RawMessage(`{"found":true,"value":`+tc.value+`}`)))
		check("result without schema", free.ValidateResult("a", json.RawMessage(tc.value)))
	}
}
