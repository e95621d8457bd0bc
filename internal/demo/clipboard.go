package demo

import (
	"fmt"

	"farhand/internal/emulator"
)

func readClipboard([]string) plan {
	return plan{
		tools: []string{clipboardRead},
		steps: []step{calls(clipboardRead, nil)},
		answer: func(results []result) string {
			text := clipboardText(results[0])
			if text == "" {
				return "There is no text on your clipboard."
			}
			return "On your clipboard is: " + quote(clip(text)) + "."
		},
	}
}

func copyText(groups []string) plan {
	text := firstOf(groups)
	return plan{
		tools:  []string{clipboardWrite},
		steps:  []step{calls(clipboardWrite, map[string]string{"text": text})},
		answer: func([]result) string { return "I copied this to your clipboard: " + quote(clip(text)) + "." },
	}
}

func rememberClipboard(groups []string) plan {
	key := keyOf(firstOf(groups), "clipboard")
	return plan{
		tools: []string{clipboardRead, memoryPut},
		steps: []step{calls(clipboardRead, nil), func(results []result) []emulator.Call {
			return []emulator.Call{call(memoryPut, map[string]string{"key": key, "value": clipboardText(results[0])})}
		}},
		answer: func(results []result) string {
			return fmt.Sprintf("I remembered what is on your clipboard as %s: %s. It stays in this browser.",
				nameOf(key), quote(clip(clipboardText(results[0]))))
		},
	}
}

func sayClipboard([]string) plan {
	return plan{
		tools: []string{clipboardRead, speak},
		steps: []step{calls(clipboardRead, nil), func(results []result) []emulator.Call {
			text := clipboardText(results[0])
			if text == "" {
				return nil
			}
			return []emulator.Call{call(speak, map[string]string{"text": clip(text)})}
		}},
		answer: func(results []result) string {
			text := clipboardText(results[0])
			if text == "" {
				return "There is no text on your clipboard."
			}
			return "I am saying: " + quote(clip(text)) + "."
		},
	}
}

func clipboardText(r result) string {
	var got struct{ Text string }
	r.read(&got)
	return got.Text
}
