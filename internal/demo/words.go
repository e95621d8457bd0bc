package demo

import (
	"encoding/json"
	"strings"

	"farhand/internal/emulator"
)

const outOfBudget = "The limit for one answer is reached, so I stopped here. Ask again to go on."

// toTry are requests that the introduction offers, with the tools they need.
var toTry = []struct{ words, tool, also string }{
	{words: "Where am I?", tool: geolocationGet},
	{words: "Remember that my favourite colour is green", tool: memoryPut},
	{words: "What do you remember about me?", tool: memoryList, also: memoryGet},
	{words: "What is on my clipboard?", tool: clipboardRead},
	{words: "Copy my location to the clipboard", tool: geolocationGet, also: clipboardWrite},
	{words: "Where am I and how is my battery?", tool: geolocationGet, also: deviceContext},
	{words: "How is my battery?", tool: deviceContext},
	{words: "Say good morning", tool: speak},
	{words: "Ask me what I want for dinner", tool: askUser},
	{words: `Copy "hello" to the clipboard`, tool: clipboardWrite},
	{words: "Search my memory for green", tool: memorySearch},
}

const mostToTry = 6

// introduction answers what no request matches: what this is, what to try with
// the tools that this page offers, and how to get a real model.
func introduction(declared []emulator.Tool) string {
	has := map[string]bool{"": true}
	for _, t := range declared {
		has[t.Name] = true
	}
	var lines []string
	for _, try := range toTry {
		if has[try.tool] && has[try.also] && len(lines) < mostToTry {
			lines = append(lines, "- "+try.words)
		}
	}
	const who = "I am the built-in demo model. I understand a few everyday requests and nothing else."
	const how = "For a real model, set GEMINI_API_KEY and start the server again."
	if len(lines) == 0 {
		return who + " This page offers none of the tools that I know.\n\n" + how
	}
	return who + " Try:\n\n" + strings.Join(lines, "\n") + "\n\n" + how
}

// notOffered answers a request for which this page has not every tool.
func notOffered(missing []string) string {
	return "This page does not offer " + strings.Join(missing, " and ") + ", and I need it for that."
}

// inWords is a JSON value as people read it: a text bare, a place as
// coordinates, the rest as JSON.
func inWords(value json.RawMessage) string {
	var place struct{ Latitude, Longitude *float64 }
	if json.Unmarshal(value, &place) == nil && place.Latitude != nil && place.Longitude != nil {
		return fix{Latitude: *place.Latitude, Longitude: *place.Longitude}.String()
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return clip(text)
	}
	return clip(string(value))
}

func quote(s string) string { return "“" + s + "”" }

// clip cuts a long text and shows that it did.
func clip(s string) string {
	const most = 400
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
