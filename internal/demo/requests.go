package demo

import (
	"regexp"
	"strings"
)

// request is one kind of thing that people ask for.
type request struct {
	pattern *regexp.Regexp // of the whole request, tidied
	plan    func(groups []string) plan
}

// requests are tried in order: the particular before the general.
var requests = []request{
	{said(`where (?:am i|i am|are we|we are)(?: now| right now| exactly)*|(?:what (?:is|are) |show me |get |find )?(?:my|our)(?: current)? (?:location|position|coordinates)`), whereAmI},
	{said(`ask me (?:what|which) i (?:want|would like|feel like)(?: to (?:eat|have))? for (breakfast|lunch|dinner)`), askForMeal},
	{said(`(?:copy|put) (?:where i am|(?:my|our)(?: current)? (?:location|position|coordinates))(?: (?:to|on|onto|into) .*clipboard)?`), copyLocation},
	{said(`(?:remember|save|store|keep) (?:where i am|where we are|my(?: current)? (?:location|position))(?: now)?(?: (?:as|under) (.+))?`), rememberLocation},
	{said(`(?:what is|what do i have) (?:on|in) (?:my|the) clipboard|(?:read|show|paste)(?: me)? (?:my|the) clipboard|what did i copy`), readClipboard},
	{said(`(?:remember|save|store|keep) (?:what is on |what's on )?(?:my|the) clipboard(?: (?:as|under) (.+))?`), rememberClipboard},
	{said(`(?:say|speak|read(?: out)?)(?: to)?(?: me)?(?: what is on| what's on)? (?:my|the) clipboard (?:aloud|out loud|to me)|read (?:out|aloud|out loud) (?:my|the) clipboard`), sayClipboard},
	{said(`(?:copy|put|write) my (.+?) (?:to|on|onto|into) (?:my|the) clipboard`), copyFact},
	{said(`(?:copy|put|write) (.+?) (?:to|on|onto|into) (?:my|the) clipboard|copy (.+)`), copyText},
	{said(`what (?:do you remember|do you know|have you remembered)(?: (?:about|of) me)?|what have i told you|what is (?:remembered|in (?:your|the|my) memory)|list (?:your|the|my) (?:memory|memories)|show (?:me )?(?:your|the|my) (?:memory|memories)`), listMemory},
	{said(`(?:search|look through) (?:(?:your|the|my) )?(?:memory|memories) for (.+)|(?:search|look) for (.+?)(?: in (?:(?:your|the|my) )?memory)?|find (.+) in (?:(?:your|the|my) )?memory`), searchMemory},
	{said(`forget (?:everything|all)(?: (?:that )?you (?:know|remember))?(?: (?:about|of) me)?|(?:forget|delete|erase|clear) (?:all (?:of )?)?(?:your|the|my) (?:memory|memories)`), forgetAll},
	{said(`forget (?:that |about )?(.+)|(?:delete|erase|remove) (.+) from (?:your|the|my) memory`), forget},
	{said(`(?:remember|note|keep in mind|don't forget|do not forget)(?: that)?:? (.+)`), remember},
	{said(`(?:say|speak|read(?: out)? (?:aloud|out loud)|read (?:this|that)(?: out)?(?: aloud| out loud)?|read out|tell me aloud):? (.+)|read (.+) (?:aloud|out loud|to me)`), sayAloud},
	{said(`is (?:my |the |this )?(?:battery|device|phone|laptop|tablet|computer) (charging|plugged in)`), describeDevice},
	{said(`(?:how is |what is |show (?:me )?)(?:my |the )?(battery|network|connection|internet|screen|language|locale|device|time ?zone)(?: .*)?|(?:my )?(battery|network|screen|language|time ?zone)(?: level| status| size)?`), describeDevice},
	{said(`(?:what|which) (time ?zone|language|locale|device|screen|network|connection) .+|am i (online|offline|connected|charging)|is (?:my |the )?(battery|device|phone|laptop|network|internet) .+|how (?:big|large|wide) is my (screen|window).*|how much (battery) .+|(?:tell me about|describe) (?:my|this) (device|browser|screen|network|battery)`), describeDevice},
	{said(`(?:do you (?:know|remember) |recall )?(?:what|who|where) (?:(?:is|was|are) )?my (.+?)(?: is| was| are)?|(?:do you (?:know|remember)|recall|tell me) my (.+)`), recall},
}

// said compiles a pattern for a whole request, upper and lower case alike.
func said(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?is)^(?:` + pattern + `)$`)
}

// understand finds the plan for what the user said. Two requests joined by
// "and" are carried out at once if each is a single step.
func understand(words string) (plan, bool) {
	words = tidy(inEnglish(words))
	for at := 0; ; {
		i := strings.Index(strings.ToLower(words[at:]), " and ")
		if i < 0 {
			break
		}
		at += i
		first, ok1 := single(words[:at])
		second, ok2 := single(words[at+len(" and "):])
		if ok1 && ok2 && len(first.steps) == 1 && len(second.steps) == 1 {
			return both(first, second), true
		}
		at += len(" and ")
	}
	return single(words)
}

func single(words string) (plan, bool) {
	words = tidy(words)
	for _, r := range requests {
		if groups := r.pattern.FindStringSubmatch(words); groups != nil {
			return r.plan(groups[1:]).reporting(), true
		}
	}
	return plan{}, false
}

var (
	politeness = regexp.MustCompile(`(?i)^(?:(?:please|hey|hi|hello|ok|now|then|also)[,!]? +|(?:can|could|would|will) you +(?:please +)?|i want you to +)+`)
	asking     = regexp.MustCompile(`(?i)^(?:do you know|(?:tell|show) me|i want to know) +(what|where|who|which|how)\b`)
	contracted = regexp.MustCompile(`(?i)^(what|where|who|how)'?s\b`)
	closing    = regexp.MustCompile(`(?i)[ ,]*(?:\bplease)?[ .?!؟]*$`)
)

// tidy takes off white space, politeness and the marks at the end, and writes
// a first word such as what's in full. Quoted words keep theirs.
func tidy(words string) string {
	words = strings.Join(strings.Fields(words), " ")
	words = strings.ReplaceAll(words, "’", "'")
	words = politeness.ReplaceAllString(words, "")
	words = asking.ReplaceAllString(words, "$1")
	words = contracted.ReplaceAllString(words, "$1 is")
	return closing.ReplaceAllString(words, "")
}

// firstOf returns the group that matched, without quotation marks.
func firstOf(groups []string) string {
	for _, g := range groups {
		if g != "" {
			return unquote(g)
		}
	}
	return ""
}

// unquote takes off one pair of quotation marks around the whole text.
func unquote(s string) string {
	for _, pair := range []string{`""`, `''`, "“”", "‘’", "«»"} {
		marks := []rune(pair)
		inner, ok := strings.CutPrefix(s, string(marks[0]))
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, string(marks[1])); ok && inner != "" {
			return inner
		}
	}
	return s
}

func sayAloud(groups []string) plan {
	text := firstOf(groups)
	return plan{
		tools:  []string{speak},
		steps:  []step{calls(speak, map[string]string{"text": text})},
		answer: func([]result) string { return "I am saying: " + quote(text) + "." },
	}
}
