package gemini

import (
	"errors"

	"farhand/internal/model"
)

// ending is a row of the finish table: what a finish reason means.
type ending struct {
	fails    model.Kind   // the step failed; "": it did not
	lastly   bool         // fails only if neither a call nor words came
	again    model.Again  // if it failed
	says     string       // to the person, if it failed
	finishes model.Finish // without calls; "": stop
}

// endings is the finish table. A reason that is not in it ends a step like
// STOP: whether there are calls is decided by the parts. A step that fails
// enters no history and none of its calls runs. The Gemini API sends a call
// whole or not at all, so the calls of a step cut at the token limit count; if
// it was cut before the first word, reasoning took the whole room (rule E73).
// That a step ended well without a word is no failure here: see model.Retry.
// Source: https://ai.google.dev/api/generate-content#FinishReason
var endings = map[string]ending{
	"MAX_TOKENS":   {finishes: model.FinishTruncated},
	"CONTINUATION": {finishes: model.FinishTruncated}, // nothing is continued automatically

	"SAFETY":                   {fails: model.KindBlocked, says: blockedAnswer},
	"PROHIBITED_CONTENT":       {fails: model.KindBlocked, says: blockedAnswer},
	"BLOCKLIST":                {fails: model.KindBlocked, says: blockedAnswer},
	"SPII":                     {fails: model.KindBlocked, says: blockedPersonal},
	"RECITATION":               {fails: model.KindBlocked, says: blockedQuote},
	"LANGUAGE":                 {fails: model.KindBlocked, says: blockedLanguage},
	"IMAGE_SAFETY":             {fails: model.KindBlocked, says: blockedAnswer},
	"IMAGE_PROHIBITED_CONTENT": {fails: model.KindBlocked, says: blockedAnswer},
	"IMAGE_RECITATION":         {fails: model.KindBlocked, says: blockedQuote},

	"MALFORMED_FUNCTION_CALL":   {fails: model.KindBadRequest, again: model.AgainNow, says: malformedCall},
	"UNEXPECTED_TOOL_CALL":      {fails: model.KindBadRequest, again: model.AgainNow, says: malformedCall, lastly: true},
	"TOO_MANY_TOOL_CALLS":       {fails: model.KindBadRequest, again: model.AgainNow, says: malformedCall, lastly: true},
	"MISSING_THOUGHT_SIGNATURE": {fails: model.KindBadRequest, again: model.AgainNow, says: malformedCall, lastly: true},
	"MALFORMED_RESPONSE":        {fails: model.KindBadRequest, again: model.AgainNow, says: malformedCall, lastly: true},
}

const (
	blockedPrompt   = "The provider of the model refused this message. Ask in other words, or start a new conversation."
	blockedAnswer   = "The provider of the model withheld the answer because of its rules on content. Ask in other words."
	blockedPersonal = "The provider of the model withheld the answer because it may hold personal data. Ask for something else."
	blockedQuote    = "The provider of the model withheld the answer because it repeats a published text. Ask for a summary instead."
	blockedLanguage = "The model does not support this language. Ask in another one."
	noRoom          = "The model used up its whole answer on thinking and said nothing. Ask for less at once, or lower -reasoning."
	malformedCall   = "The model tried to use a tool and made a mistake in the call. Ask again in other words."
)

// finished says how the step ended. A step without a finish reason broke, unless
// the prompt was blocked, which can come after the first words.
func (a *answer) finished() (model.Finish, *model.Error) {
	if a.block != "" && (a.finish == "" || len(a.native) == 0) {
		return "", &model.Error{Kind: model.KindBlocked, Message: blockedPrompt, Err: errors.New("prompt blocked: " + word(a.block))}
	}
	if a.finish == "" {
		return "", brokeOff(errNoFinish)
	}
	row := endings[a.finish]
	if a.malformed {
		row = endings["MALFORMED_FUNCTION_CALL"]
	}
	speaks := model.Message{Parts: a.parts}.Speaks()
	reason := errors.New("finish reason " + word(a.finish))
	switch {
	case row.fails != "" && !(row.lastly && speaks):
		return "", &model.Error{Kind: row.fails, Message: row.says, Again: row.again, Err: reason}
	case row.finishes == model.FinishTruncated && !speaks:
		return "", &model.Error{Kind: model.KindBadRequest, Message: noRoom, Again: model.AgainBrief, Err: reason}
	case row.finishes == "" || a.calls():
		return model.FinishStop, nil
	}
	return row.finishes, nil
}
