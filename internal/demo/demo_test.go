package demo

import (
	"encoding/json"
	"strings"
	"testing"

	"farhand/internal/emulator"
)

// exchange is one step of a turn: calls and their responses.
type exchange struct {
	calls   string   // as callsOf writes them
	answers []string // response objects, one for each call
}

func TestBrain_everydayRequests(t *testing.T) {
	const fix = `{"output":{"latitude":52.52,"longitude":13.405,"accuracy":25}}`
	tests := []struct {
		name  string
		words string
		steps []exchange
		says  string // the answer
	}{
		{"where am I", "Where am I?",
			[]exchange{{`geolocation_get {}`, []string{fix}}},
			"You are at 52.52000, 13.40500, give or take 25 metres."},
		{"polite", "Could you please tell me what is on my clipboard?",
			[]exchange{{`clipboard_read {}`, []string{`{"output":{"trusted":false,"origin":"http://x","nonce":"n","content":{"text":"milk"}}}`}}},
			"On your clipboard is: “milk”."},
		{"empty clipboard", "read my clipboard",
			[]exchange{{`clipboard_read {}`, []string{`{"output":{"trusted":false,"nonce":"n","content":{"text":""}}}`}}},
			"There is no text on your clipboard."},
		{"H5 remember a fact", "Remember that my favourite colour is green.",
			[]exchange{{`memory_put {"key":"favourite_colour","value":"green"}`, []string{`{"output":{"stored":true,"key":"favourite_colour"}}`}}},
			"I will remember that your favourite colour is green. It stays in this browser."},
		{"remember a note", "remember I like tea with milk",
			[]exchange{{`memory_put {"key":"i_like_tea_with","value":"I like tea with milk"}`, []string{`{"output":{"stored":true,"key":"k"}}`}}},
			"I will remember this: I like tea with milk. It stays in this browser."},
		{"H28 recall, found", "What is my favourite colour?",
			[]exchange{{`memory_get {"key":"favourite_colour"}`, []string{`{"output":{"found":true,"value":"green"}}`}}},
			"Your favourite colour is green."},
		{"H28 recall, not found", "what's my shoe size",
			[]exchange{{`memory_get {"key":"shoe_size"}`, []string{`{"output":{"found":false}}`}}},
			"I remember nothing about your shoe size. Tell me, for example: Remember that my shoe size is …"},
		{"recall a value that came as JSON text", "What is my plan?",
			[]exchange{{`memory_get {"key":"plan"}`, []string{`{"output":"{\"found\":true,\"value\":{\"$ref\":1}}"}`}}},
			`Your plan is {"$ref":1}.`},
		{"what is remembered", "What do you remember about me?",
			[]exchange{
				{`memory_list {}`, []string{`{"output":{"entries":[{"key":"home","bytes":9,"storedAt":"x"},{"key":"name","bytes":3,"storedAt":"x"}]}}`}},
				{`memory_get {"key":"home"} + memory_get {"key":"name"}`, []string{
					`{"output":{"found":true,"value":{"latitude":1,"longitude":2,"accuracy":3}}}`,
					`{"output":{"found":true,"value":"Ada"}}`}},
			},
			"This browser remembers:\n- home: 1.00000, 2.00000\n- name: Ada"},
		{"nothing is remembered", "what do you know about me",
			[]exchange{{`memory_list {}`, []string{`{"output":{"entries":[]}}`}}},
			"Nothing is remembered in this browser yet. Try: Remember that my favourite colour is green."},
		{"forget", "Forget my favourite colour",
			[]exchange{{`memory_delete {"key":"favourite_colour"}`, []string{`{"output":{"deleted":true}}`}}},
			"I forgot your favourite colour."},
		{"forget what is not there", "forget the wifi password",
			[]exchange{{`memory_delete {"key":"wifi_password"}`, []string{`{"output":{"deleted":false}}`}}},
			"Nothing was remembered about the wifi password, so there was nothing to forget."},
		{"forget everything", "Forget everything you know about me",
			[]exchange{
				{`memory_list {}`, []string{`{"output":{"entries":[{"key":"home"},{"key":"name"}]}}`}},
				{`memory_delete {"key":"home"} + memory_delete {"key":"name"}`, []string{`{"output":{"deleted":true}}`, `{"output":{"deleted":true}}`}},
			},
			"I forgot everything that was remembered in this browser."},
		{"forget everything, but there is nothing", "delete my memories",
			[]exchange{{`memory_list {}`, []string{`{"output":{"entries":[]}}`}}},
			"Nothing is remembered in this browser, so there was nothing to forget."},
		{"remember a name", "Please remember: my dog is called Rex",
			[]exchange{{`memory_put {"key":"dog","value":"Rex"}`, []string{`{"output":{"stored":true,"key":"dog"}}`}}},
			"I will remember that your dog is called Rex. It stays in this browser."},
		{"recall a name", "What's my dog's name?",
			[]exchange{{`memory_get {"key":"dog"}`, []string{`{"output":{"found":true,"value":"Rex"}}`}}},
			"Your dog is Rex."},
		{"two steps: copy a fact", "Copy my favorite color to the clipboard",
			[]exchange{
				{`memory_get {"key":"favourite_colour"}`, []string{`{"output":{"found":true,"value":"green"}}`}},
				{`clipboard_write {"text":"green"}`, []string{`{"output":{"copied":true,"characters":5}}`}},
			},
			"I copied your favorite color to your clipboard: “green”."},
		{"copy a fact that is not there", "Copy my name to the clipboard",
			[]exchange{{`memory_get {"key":"name"}`, []string{`{"output":{"found":false}}`}}},
			"I remember nothing about your name, so I copied nothing. Put words in quotation marks to copy just them."},
		{"two steps: read the clipboard aloud", "Read my clipboard aloud",
			[]exchange{
				{`clipboard_read {}`, []string{`{"output":{"trusted":false,"nonce":"n","content":{"text":"milk"}}}`}},
				{`speak {"text":"milk"}`, []string{`{"output":{"speaking":true}}`}},
			},
			"I am saying: “milk”."},
		{"search", "Search my memory for Green",
			[]exchange{{`memory_search {"query":"Green"}`, []string{`{"output":{"matches":[{"key":"favourite_colour","value":"green"}],"total":1}}`}}},
			"1 found for “Green”:\n- favourite colour: green"},
		{"copy a quotation", `Copy "salt and pepper!" to the clipboard`,
			[]exchange{{`clipboard_write {"text":"salt and pepper!"}`, []string{`{"output":{"copied":true,"characters":16}}`}}},
			"I copied this to your clipboard: “salt and pepper!”."},
		{"battery", "How is my battery?",
			[]exchange{{`device_context {}`, []string{`{"output":{"battery":{"level":0.8,"charging":false},"unavailable":[]}}`}}},
			"The battery is at 80 % and not charging."},
		{"H7 a browser that tells no battery", "how is my battery",
			[]exchange{{`device_context {}`, []string{`{"output":{"network":{"online":true},"unavailable":["battery"]}}`}}},
			"This browser does not tell me that, so I do not guess."},
		{"online", "Am I online?",
			[]exchange{{`device_context {}`, []string{`{"output":{"network":{"online":true,"effectiveType":"4g"},"unavailable":[]}}`}}},
			"You are online, at about the speed of 4G."},
		{"time zone", "What time zone am I in?",
			[]exchange{{`device_context {}`, []string{`{"output":{"timeZone":"Europe/Berlin","unavailable":[]}}`}}},
			"The time zone is Europe/Berlin."},
		{"H8 say", "Say good morning!",
			[]exchange{{`speak {"text":"good morning"}`, []string{`{"output":{"speaking":true}}`}}},
			"I am saying: “good morning”."},
		{"two steps: copy my location", "Copy my location to the clipboard",
			[]exchange{
				{`geolocation_get {}`, []string{fix}},
				{`clipboard_write {"text":"52.52000, 13.40500"}`, []string{`{"output":{"copied":true,"characters":18}}`}},
			},
			"I copied your location to the clipboard: 52.52000, 13.40500."},
		{"two steps: remember where I am", "remember where I am as home",
			[]exchange{
				{`geolocation_get {"save":false}`, []string{fix}},
				{`memory_put {"key":"home","value":{"latitude":52.52,"longitude":13.405,"accuracy":25}}`, []string{`{"output":{"stored":true,"key":"home"}}`}},
			},
			"I remembered where you are as home: 52.52000, 13.40500. It stays in this browser."},
		{"two steps: save my clipboard", "Save my clipboard",
			[]exchange{
				{`clipboard_read {}`, []string{`{"output":{"trusted":false,"nonce":"n","content":{"text":"milk"}}}`}},
				{`memory_put {"key":"clipboard","value":"milk"}`, []string{`{"output":{"stored":true,"key":"clipboard"}}`}},
			},
			"I remembered what is on your clipboard as clipboard: “milk”. It stays in this browser."},
		{"H19 two calls at once", "Where am I and how is my battery?",
			[]exchange{{`geolocation_get {} + device_context {}`, []string{fix, `{"output":{"battery":{"level":1,"charging":true},"unavailable":[]}}`}}},
			"You are at 52.52000, 13.40500, give or take 25 metres.\nThe battery is at 100 % and charging."},
		{"H19 one of two fails", "Where am I and how is my battery?",
			[]exchange{{`geolocation_get {} + device_context {}`, []string{
				`{"error":{"code":"permission_denied","message":"m"}}`,
				`{"output":{"battery":{"level":1,"charging":true},"unavailable":[]}}`}}},
			"I could not get your location. The browser did not allow this. Open the site settings next to the address, allow it, and ask again.\nThe battery is at 100 % and charging."},
		{"K9 declined", "What is on my clipboard?",
			[]exchange{{`clipboard_read {}`, []string{`{"error":{"code":"denied","message":"m"}}`}}},
			"I could not read your clipboard. You declined this. Nothing was done."},
		{"K9 timed out", "Where am I?",
			[]exchange{{`geolocation_get {}`, []string{`{"error":{"code":"timeout","message":"m"}}`}}},
			"I could not get your location. This took too long and was given up."},
		{"K9 the second step fails", "Copy my location",
			[]exchange{
				{`geolocation_get {}`, []string{fix}},
				{`clipboard_write {"text":"52.52000, 13.40500"}`, []string{`{"error":{"code":"needs_gesture","message":"m"}}`}},
			},
			"You are at 52.52000, 13.40500, give or take 25 metres.\nI could not write to your clipboard. The browser wants a click before it allows this. Click into the page and ask again."},
		{"an error without a known code", "Where am I?",
			[]exchange{{`geolocation_get {}`, []string{`{"error":"?"}`}}},
			"I could not get your location. This did not work."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(tt.words, starterTools()...)
			for i, step := range tt.steps {
				reply := Brain{}.Plan(r)
				if got := callsOf(reply.Calls); got != step.calls {
					t.Fatalf("step %d calls %s, want %s (says %q)", i+1, got, step.calls, reply.Text)
				}
				r = answered(r, reply.Calls, step.answers)
			}
			reply := Brain{}.Plan(r)
			if len(reply.Calls) > 0 || reply.Text != tt.says {
				t.Errorf("says %q and calls %s, want %q", reply.Text, callsOf(reply.Calls), tt.says)
			}
		})
	}
}

func TestBrain_otherWordsForTheSame(t *testing.T) {
	for first, words := range map[string][]string{
		`geolocation_get {}`: {"where am i", "Whats my location", "Can you tell me where I am?", "What are my coordinates?",
			"Do you know where we are right now", "show me my location"},
		`clipboard_read {}`: {"What's on my clipboard", "Show me what’s on my clipboard", "what did I copy?", "read the clipboard", "Save my clipboard as note"},
		`memory_list {}`:    {"what's in my memory?", "What have I told you?", "what do you know about me", "show me your memory", "erase your memory"},
		`memory_get {"key":"name"}`: {"What is my name?", "whats my name", "tell me what my name is", "Do you know my name?",
			"do you remember what my name is", "tell me my name"},
		`memory_get {"key":"favourite_colour"}`:                {"What is my favorite color?", "what’s my favourite colour"},
		`memory_put {"key":"favourite_colour","value":"blue"}`: {"Remember my favorite color is blue", "don't forget that my favourite color = blue", "Note: the favourite colour is blue"},
		`memory_delete {"key":"dog"}`:                          {"forget my dog", "Delete my dog's name from your memory", "please forget about the dog"},
		`device_context {}`: {"battery?", "How's my battery doing", "show me my battery", "Is my phone charging?", "tell me which time zone I am in",
			"what's my screen size", "my language"},
		`speak {"text":"hello"}`:                                       {"say hello", "Read this aloud: hello", "read out: hello", "read “hello” to me"},
		`clipboard_write {"text":"what's up"}`:                         {`copy "what's up"`, "Copy what's up to my clipboard", "put what's up on the clipboard"},
		`geolocation_get {} + device_context {}`:                       {"Where am I, and how's my battery?", "tell me where I am and show me my battery"},
		`memory_search {"query":"green"}`:                              {"search for green", "Find green in memory", "look through my memory for green"},
		`memory_put {"key":"where_i_parked","value":"where I parked"}`: {"Remember where I parked"},
	} {
		for _, said := range words {
			if got := callsOf(Brain{}.Plan(ask(said, starterTools()...)).Calls); got != first {
				t.Errorf("%q calls %s, want %s", said, got, first)
			}
		}
	}
}

func TestBrain_unknownRequestGetsSixThingsToTry(t *testing.T) {
	for _, words := range []string{"Hello", "What is the meaning of life?", "", "My name is Bob", "remember"} {
		text := Brain{}.Plan(ask(words, starterTools()...)).Text
		if n := strings.Count(text, "\n- "); n != 6 {
			t.Errorf("%q: %d things to try, want 6:\n%s", words, n, text)
		}
		for _, want := range []string{"demo model", "GEMINI_API_KEY"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q: answer lacks %s:\n%s", words, want, text)
			}
		}
	}
}

func TestBrain_everythingToTryIsUnderstood(t *testing.T) {
	for _, try := range toTry {
		if p, ok := understand(try.words); !ok || p.tools[0] != try.tool {
			t.Errorf("%q is not understood as %s", try.words, try.tool)
		}
	}
}

func TestBrain_offersOnlyWhatThisPageHas(t *testing.T) {
	text := Brain{}.Plan(ask("hello", emulator.Tool{Name: speak})).Text
	if strings.Contains(text, "Where am I") || !strings.Contains(text, "Say good morning") {
		t.Errorf("things to try with speak alone:\n%s", text)
	}
	if text := (Brain{}).Plan(ask("hello")).Text; !strings.Contains(text, "none of the tools") {
		t.Errorf("without tools: %s", text)
	}
}

func TestA50_Brain_callsOnlyDeclaredTools(t *testing.T) {
	reply := Brain{}.Plan(ask("Copy my location to the clipboard", emulator.Tool{Name: geolocationGet}))
	const want = "This page does not offer clipboard_write, and I need it for that."
	if reply.Text != want || len(reply.Calls) > 0 {
		t.Errorf("got %q and %s, want %q", reply.Text, callsOf(reply.Calls), want)
	}
}

func TestBrain_ownToolsGoToThePlanner(t *testing.T) {
	own := emulator.Tool{
		Name:        "weather_get",
		Description: "Get the weather of a place.",
		Schema:      json.RawMessage(`{"type":"object","properties":{"place":{"type":"string"}},"required":["place"]}`),
	}
	for _, words := range []string{"Remove the weather from my list", "Delete everything", "Network weather for tomorrow"} {
		if p, ok := understand(words); ok {
			t.Errorf("%q is taken for a request for %v", words, p.tools)
		}
	}
	r := ask("What is the weather in Rome?", append(starterTools(), own)...)
	reply := Brain{}.Plan(r)
	if len(reply.Calls) != 1 || reply.Calls[0].Name != own.Name {
		t.Fatalf("calls %s, want %s", callsOf(reply.Calls), own.Name)
	}
	r = answered(r, reply.Calls, []string{`{"output":{"sky":"clear"}}`})
	if got, want := (Brain{}).Plan(r).Text, "Done. Sky: clear."; got != want {
		t.Errorf("answers %q, want %q", got, want)
	}
}

// What a tool answers is told as people talk, whatever its shape and whether it
// is trusted: no braces, no names of the wire, no mark.
func TestBrain_resultsOfOwnToolsAreToldInSentences(t *testing.T) {
	own := emulator.Tool{Name: "page_cart_add", Description: "Put boots into the cart.", Schema: json.RawMessage(`{"type":"object"}`)}
	marked := func(content string) string {
		return `{"output":{"trusted":false,"origin":"https://shop.example","nonce":"n0nce","content":` + content + `}}`
	}
	for value, want := range map[string]string{
		`{"items":2}`: "Done. Items: 2.",
		`{"items":2,"inStock":true,"sold_out":false,"note":null}`: "Done. Items: 2, in stock: yes, sold out: no.",
		`{"cart":{"items":2,"total":"40 €"},"next":"Pay!"}`:       "Done. Cart: (items: 2, total: 40 €), next: Pay!",
		`[{"name":"Boots"},{"name":"Tent","price":90}]`:           "Done. Name: Boots, (name: Tent, price: 90).",
		`"two boots are in the cart"`:                             "Done. Two boots are in the cart.",
		`"“Trusted” & <b>"`:                                       "Done. “Trusted” & <b>.",
		`42`:                                                      "Done. 42.",
		`true`:                                                    "Done. Yes.",
		`null`:                                                    "Done.",
		`{}`:                                                      "Done.",
		`[]`:                                                      "Done.",
		`""`:                                                      "Done.",
	} {
		for _, response := range []string{marked(value), `{"output":` + value + `}`} {
			r := ask("Put two boots into the cart", own)
			reply := Brain{}.Plan(r)
			if got := (Brain{}).Plan(answered(r, reply.Calls, []string{response})).Text; got != want {
				t.Errorf("%s is told as %q, want %q", response, got, want)
			}
		}
	}
}

func TestBrain_ofOwnToolsThatFailedItSaysWhatToDo(t *testing.T) {
	own := emulator.Tool{Name: "page_cartAdd", Description: "Put boots into the cart."}
	r := ask("Put two boots into the cart", own)
	reply := Brain{}.Plan(r)
	r = answered(r, reply.Calls, []string{`{"error":{"code":"denied","message":"Untrusted text n0nce"}}`})
	got, want := (Brain{}).Plan(r).Text, "I could not use “cart add”. "+advice("denied")
	if got != want {
		t.Errorf("says %q, want %q", got, want)
	}
}

func TestBrain_aToolSpelledOutIsCalled(t *testing.T) {
	reply := Brain{}.Plan(ask("Please use memory_list", starterTools()...))
	if got := callsOf(reply.Calls); got != "memory_list {}" {
		t.Errorf("calls %s, want memory_list", got)
	}
}

func TestBrain_atTheLimitOfATurnItAnswersInWords(t *testing.T) {
	r := ask("Where am I?", starterTools()...)
	r.Mode = emulator.ModeNone
	if reply := (Brain{}).Plan(r); len(reply.Calls) > 0 || reply.Text != outOfBudget {
		t.Errorf("in mode NONE: %q, calls %s", reply.Text, callsOf(reply.Calls))
	}
}

func starterTools() []emulator.Tool {
	var tools []emulator.Tool
	for name := range starter {
		tools = append(tools, emulator.Tool{Name: name, Schema: json.RawMessage(`{"type":"object"}`)})
	}
	return tools
}

func ask(words string, tools ...emulator.Tool) emulator.Request {
	return emulator.Request{
		Mode:     emulator.ModeAuto,
		Tools:    tools,
		Contents: []emulator.Content{{Role: emulator.RoleUser, Parts: []emulator.Part{{Text: words}}}},
	}
}

// answered is r after the calls were made and answered.
func answered(r emulator.Request, calls []emulator.Call, answers []string) emulator.Request {
	var asked, got []emulator.Part
	for i, c := range calls {
		asked = append(asked, emulator.Part{Call: &c})
		got = append(got, emulator.Part{Response: &emulator.Response{Name: c.Name, Value: json.RawMessage(answers[i])}})
	}
	r.Contents = append(r.Contents,
		emulator.Content{Role: emulator.RoleModel, Parts: asked},
		emulator.Content{Role: emulator.RoleUser, Parts: got})
	return r
}

func callsOf(calls []emulator.Call) string {
	var parts []string
	for _, c := range calls {
		parts = append(parts, c.Name+" "+string(c.Args))
	}
	return strings.Join(parts, " + ")
}
