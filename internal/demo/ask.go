package demo

import (
	"fmt"
	"strings"

	"farhand/internal/emulator"
)

// dishes are what a person may choose from.
var dishes = map[string][]string{
	"breakfast": {"Porridge", "Eggs", "Fruit"},
	"lunch":     {"Soup", "A salad", "A sandwich"},
	"dinner":    {"Pizza", "Curry", "Salad"},
}

// askForMeal asks the person in the page.
func askForMeal(groups []string) plan {
	meal := strings.ToLower(firstOf(groups))
	return plan{
		tools: []string{askUser},
		steps: []step{func([]result) []emulator.Call {
			return []emulator.Call{call(askUser, map[string]any{
				"question": fmt.Sprintf("What would you like for %s?", meal), "choices": dishes[meal],
			})}
		}},
		answer: func(results []result) string {
			var got struct {
				Answered bool
				Value    string
			}
			results[0].read(&got)
			if !got.Answered {
				return "All right, I do not need to know."
			}
			return got.Value + " for " + meal + ": a good choice."
		},
	}
}
