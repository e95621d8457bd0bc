/** What the scripted model says, and what it was asked. Types, and two words to write a script with. */

/** The arguments of a call. */
export type Args = { readonly [name: string]: unknown };

/** Words for the screen, or a call of a tool. */
export type Part =
  { readonly text: string } | { readonly name: string; readonly args: Args };

/** One answer of the model. One with calls is followed by another request, with their results. */
export type Answer = readonly Part[];

/** An answer, a function that has one, or no answer until the turn is stopped. */
export type Step =
  Answer | ((request: ModelRequest) => Answer | Promise<Answer>) | "hang";

/** What the model reads of a call: what the tool returned, or why it returned nothing. */
export type Told =
  | { readonly output: unknown }
  | { readonly error: { readonly code: string; readonly message: string } };

/** A request as the model gets it. */
export type ModelRequest = {
  /** What the person said. */
  readonly words: string;
  /** What the page said of itself beside it: `Options.context`. Absent: nothing. */
  readonly context?: unknown;
  /** From 1 within the turn. */
  readonly step: number;
  /** The results of the calls of the step before, in the order of the calls. */
  readonly results: readonly Told[];
  /** The names of the tools that the model is told of. */
  readonly offered: readonly string[];
};

/** Words, one piece of the stream each. */
export function says(...pieces: string[]): Answer {
  return pieces.map((text) => ({ text }));
}

/** Calls, all in one step: `calls(["cart_add", { count: 2 }], ["cart_show"])`. */
export function calls(
  ...wanted: (readonly [name: string, args?: Args])[]
): Answer {
  return wanted.map(([name, args = {}]) => ({ name, args }));
}
