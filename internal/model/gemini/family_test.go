package gemini

import "testing"

// TestA2: what each family can do, from its name alone. This table and
// family.go are the only places that know.
func TestA2_capabilitiesByFamily(t *testing.T) {
	for _, tc := range []struct {
		name       string
		media      bool // in the response of a function
		signatures bool // asked for
		thinking   control
	}{
		{"gemini-1.5-pro", false, false, noControl},
		{"gemini-2.0-flash", false, false, noControl},
		{"gemini-2.5-flash", false, false, byBudget},
		{"gemini-2.5-pro-preview-06-05", false, false, byBudget},
		{"gemini-3-flash-preview", true, true, byLevel},
		{"gemini-3.1-pro-preview", true, true, byLevel},
		{"gemini-3.8-flash", true, true, byLevel},
		{"gemini-flash-latest", true, true, byLevel},
		{"publishers/google/models/gemini-2.5-flash", false, false, byBudget},
		{"gemma-3-27b-it", false, false, noControl},
		{"my-own-model", false, true, byLevel},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := familyOf(tc.name)
			if f.mediaInResults() != tc.media || f.needsSignatures() != tc.signatures || f.thinking() != tc.thinking {
				t.Errorf("media %v, signatures %v, thinking %v; want %+v", f.mediaInResults(), f.needsSignatures(), f.thinking(), tc)
			}
		})
	}
}
