package demo

import "strings"

// translated are the examples of tools.json in the other languages of the page,
// as its strings files have them, so that a click on one works in every
// language. Answers are in English. A test compares this table with those files.
var translated = tidied(map[string][]string{
	"Where am I?": {"Wo bin ich?", "أين أنا؟"},
	"Remember that my favourite colour is green": {
		"Merk dir, dass meine Lieblingsfarbe Grün ist", "تذكّر أن لوني المفضل هو الأخضر"},
	"What do you remember about me?": {"Was hast du dir über mich gemerkt?", "ماذا تتذكر عني؟"},
	"What is on my clipboard?":       {"Was ist in meiner Zwischenablage?", "ماذا يوجد في حافظتي؟"},
	"Copy my location to the clipboard": {
		"Kopiere meinen Standort in die Zwischenablage", "انسخ موقعي الجغرافي إلى الحافظة"},
	"How is my battery?": {"Wie steht es um meinen Akku?", "كيف حال بطاريتي؟"},
	"Say good morning":   {"Sag guten Morgen", "قل صباح الخير"},
	"Ask me what I want for dinner": {
		"Frag mich, was ich zu Abend essen möchte", "اسألني ماذا أريد للعشاء"},
})

// tidied is the table by what the user says, in lower case.
func tidied(table map[string][]string) map[string]string {
	english := map[string]string{}
	for words, others := range table {
		for _, other := range others {
			english[strings.ToLower(tidy(other))] = words
		}
	}
	return english
}

// inEnglish returns the English of an example in another language, and other
// words as they are.
func inEnglish(words string) string {
	if english, ok := translated[strings.ToLower(tidy(words))]; ok {
		return english
	}
	return words
}
