// Package gemini is the adapter on Google's Gemini API, and on the same models
// at Vertex AI: it implements model.Model on google.golang.org/genai, and no
// other package names a type of that SDK.
//
// The SDK builds and sends the request. It does not read the answer: its types
// drop unknown fields, round integers above 2^53 and fail or panic on harmless
// frames. A RoundTripper under the SDK reads the body instead, tolerantly, and
// keeps each part of the model as the bytes that arrived; the next request
// sends them back untouched. The SDK gets one empty frame for each chunk, so
// nothing of an answer reaches its decoder, its errors or its log lines.
//
// One request is one step: nothing is repeated here (model.Retry does that),
// nothing is continued, and a step that broke returns no response. A Model is
// safe for concurrent use; each Generate runs on its caller's goroutine, emit
// included.
//
// Errors say what happened by kind, status and cause. They hold no key, no
// address with a key, and no words of the conversation: a provider's own
// message can echo them and is read for classification only.
package gemini
