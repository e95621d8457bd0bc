package emulator

import "net/http"

// ServeHTTP answers one request. The checks come in the order of the package's
// rules: route, method, key, size, JSON, shape, model, deadline, then the hard
// rules, then the script or the brain.
func (e *Emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t, ok := route(r)
	x := &exchange{
		w: w, ctx: r.Context(), target: t,
		sse:   r.URL.Query().Get("alt") == "sse",
		entry: e.journal.open(r, t), journal: &e.journal,
	}
	defer x.close()
	if !ok { // E1, E2, E10
		x.header(http.StatusNotFound, "text/html; charset=UTF-8")
		x.write([]byte(notFoundPage))
		return
	}
	if err := checkKey(r, t); err != nil {
		x.fail(err)
		return
	}
	if t.method == "" {
		x.json(models(t))
		return
	}
	body, tooLarge, err := readBody(r)
	e.journal.update(x.entry, func(en *Entry) { en.Body = body })
	if err != nil {
		x.gone()
		return
	}
	if tooLarge != nil {
		x.fail(tooLarge)
		return
	}
	e.generate(x, r, body)
}

// generate handles the POST methods from the JSON on.
func (e *Emulator) generate(x *exchange, r *http.Request, body []byte) {
	t, message := x.target, "GenerateContentRequest"
	if t.method == "countTokens" {
		message = "CountTokensRequest"
	}
	n, refusal := parseBody(body, message)
	if refusal != nil {
		x.fail(refusal)
		return
	}
	f, refusal := checkModel(t)
	if refusal == nil {
		refusal = checkDeadline(r)
	}
	if refusal != nil {
		x.fail(refusal)
		return
	}
	if t.method == "countTokens" {
		x.json(countTokens(n, t, f))
		return
	}
	req := decode(n, t.model, body)
	req.keys, req.maxStates, req.prompt = e.keys, e.maxStates, req.tokens(f)
	if refusal := judge(req, f); refusal != nil {
		x.fail(refusal)
		return
	}
	found := lint(req, f, e.memory, e.script.allowed())
	e.journal.update(x.entry, func(en *Entry) { en.Lints = found })
	if refusal := lintError(found); e.strict && refusal != nil {
		x.fail(refusal)
		return
	}
	e.answer(x, req, f)
}

// answer plays the script's next step or asks the brain.
func (e *Emulator) answer(x *exchange, req *wire, f family) {
	step, err := e.script.next(req.view)
	if err != nil {
		x.fail(ownFault("%v", err))
		return
	}
	if step == nil {
		step = &Step{Plan: true}
	}
	a := &answer{
		family: f, mint: newMinter(e.keys.secret, req.view.Body, f), stream: x.target.stream(),
		model: resolve(req.view.Model), prompt: req.prompt, limit: req.maxOutput(),
		thoughts: req.thinking().get("include_thoughts").isTrue(),
	}
	played := step.resolve(fixture{a, req.view})
	if played.Plan {
		reply := promised(req.view, e.brain.Plan(req.view))
		played.Plan, played.Reply = false, &reply
	}
	frames, err := played.frames(a)
	if err != nil {
		x.fail(ownFault("%v", err))
		return
	}
	prefixes := req.prefixes()
	e.memory.add(prefixes[len(prefixes)-1], frames)
	x.perform(played, frames, e.pace)
}
