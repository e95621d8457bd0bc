// Package emulator is a strict emulator of the Gemini REST API: an
// http.Handler that refuses what the real service refuses, with its status
// and text, and answers the rest in its shapes. It serves the demo model, the
// tests, and, on a listener of its own, any Gemini client. docs/emulator.md is
// for its users.
//
// # Two layers
//
// A hard rule is what the service itself refuses. It has a number, E1 to E101,
// that its check and its tests name. A Lint, L1 to L13, is what the service
// takes and a careful client never sends: it is recorded in the journal, and
// refused in strict mode with a text that begins with EMULATOR LINT. The first
// failure wins, in the order of hardRules; offences of the proto shape are
// collected, and so are those of required fields.
//
// # Where the rules come from
//
//   - Documented by the provider: names, fields and roles of the API; the limits
//     of declarations (E57, E64); the modes (E63, E68); media in function
//     responses (E42); blocked answers (E92, E93); the list of models (E101);
//     which families enforce thought signatures.
//   - Observed, in recorded exchanges or in public reports that quote the
//     service: the texts and statuses of E3 to E5, E8, E9, E14, E15, E18, E19,
//     E22 to E24, E26, E28, E30 to E34, E36 to E39, E42 to E47, E53 to E56, E58,
//     E60 to E62, E65 to E67, E70, E72, E73, E75 to E82, E85 to E91, E94, E95,
//     E98 and E100; the shape of answers and streams; ids and signatures by
//     family.
//   - Inferred from such observations, not confirmed: E1, E2, E6, E7, E13, E17,
//     E20, E21, E25, E71, the trigger of E31, E59 on this API (its text is that
//     of another), which damage is corrupted and which is invalid (E48), and the
//     layout of a stream without alt=sse.
//   - Own policy: that paths of Vertex AI are judged by the rules of this API,
//     but for the token and the text of E9; the magic keys of E4 and E5; E10,
//     E12, E84, E96 and E97; the texts of E57, E63 and E64; what counts in E61
//     and its limit; all lints; which models exist (every name that starts with
//     gemini- or gemma-) and which version an alias stands for; how signatures
//     and ids are made; token counts (a quarter of the characters); the
//     journal's route; everything said by Planner and by scripts.
//
// Families differ as recorded: gemini-2.* and older have no ids, sign the first
// call only and check nothing; 3 and later have ids of eight characters, sign
// every answer and enforce signatures in the current turn (family.signs names
// the other differences).
//
// # Determinism
//
// Ids, signatures and response ids are functions of Config.Seed, the secret
// and the request's body; no memory is needed to tell a valid signature from a
// moved, foreign or dummy one. Nothing depends on time. Two things depend on
// earlier requests: the position in a script, and the memory of answers, which
// only lints consult (L8 to L11) and, for signatures that a script made up, E48.
//
// # Concurrency
//
// An Emulator is safe for concurrent use. It starts no goroutine of its own
// but the one per request of Transport, which ends with the request.
//
// # Non-goals
//
// It does not judge answers, run code, search, or hold uploaded files; model
// names beyond their family make no difference. It never logs.
package emulator
