package demo

import (
	"fmt"

	"farhand/internal/emulator"
)

type fix struct{ Latitude, Longitude, Accuracy float64 }

func whereAmI([]string) plan {
	return plan{
		tools:  []string{geolocationGet},
		steps:  []step{calls(geolocationGet, nil)},
		answer: func(results []result) string { return whereYouAre(results[0]) },
	}
}

func copyLocation([]string) plan {
	return plan{
		tools: []string{geolocationGet, clipboardWrite},
		steps: []step{calls(geolocationGet, nil), func(results []result) []emulator.Call {
			return []emulator.Call{call(clipboardWrite, map[string]string{"text": position(results[0]).String()})}
		}},
		answer: func(results []result) string {
			return "I copied your location to the clipboard: " + position(results[0]).String() + "."
		},
	}
}

// rememberLocation keeps the place under a name of the user's choice, in place
// of the tool's own user_location.
func rememberLocation(groups []string) plan {
	key := keyOf(firstOf(groups), "place")
	return plan{
		tools: []string{geolocationGet, memoryPut},
		steps: []step{calls(geolocationGet, map[string]bool{"save": false}), func(results []result) []emulator.Call {
			return []emulator.Call{call(memoryPut, map[string]any{"key": key, "value": results[0].value})}
		}},
		answer: func(results []result) string {
			return fmt.Sprintf("I remembered where you are as %s: %s. It stays in this browser.", nameOf(key), position(results[0]))
		},
	}
}

func position(r result) fix {
	var f fix
	r.read(&f)
	return f
}

// String is how people write coordinates: latitude, longitude, in degrees.
func (f fix) String() string { return fmt.Sprintf("%.5f, %.5f", f.Latitude, f.Longitude) }

func whereYouAre(r result) string {
	f := position(r)
	return fmt.Sprintf("You are at %s, give or take %.0f metres.", f, f.Accuracy)
}
