// Package emulator is a strict emulator of the Gemini REST API: an
// http.Handler that refuses what the real service refuses, with its status
// and text, and answers the rest in its shapes. It serves the demo model, the
// tests, and, on a listener of its own, any Gemini client.
//
// # Where the rules come from
//
// Every rule has a number (E1, E2, …) that its check and its test name.
//
//   - Documented by the provider: names, fields and roles of the API; limits of
//     declarations; the modes; which model families enforce thought signatures;
//     the list of models.
//   - Observed, in recorded exchanges or in public reports that quote the
//     service: the texts and statuses of E3 to E5, E8, E9, E14, E15, E18, E19,
//     E22 to E24, E26, E28, E30 to E34, E36 to E39, E44 to E47, E53 to E55;
//     the shape of answers and streams; ids and signatures by family.
//   - Inferred from such observations, not confirmed: E1, E2, E6, E7, E13, E17,
//     E20, E21, E25, the trigger of E31, and the layout of a stream without
//     alt=sse.
//   - Own policy: the magic keys of E4 and E5; E10 and E12; which models exist
//     (every name that starts with gemini- or gemma-); how signatures and ids are
//     made; token counts (a quarter of the characters); everything said by
//     Planner and by scripts.
//
// # Determinism
//
// Ids, signatures and response ids are functions of Config.Seed, the secret
// and the request's body. Nothing depends on time or on earlier requests,
// except the position in a script.
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
