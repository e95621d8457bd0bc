/**
 * docs/errors.md: every code of a call, every end of a turn and every failure
 * of the provider, with what the model reads and what the person reads. A pure
 * function of the tables that the product itself uses.
 */

import type { Code, TurnEndReason } from "../../gen/protocol.ts";

/** A code of a call, as internal/protocol/testdata/codes.json has it. */
export interface CodeRow {
  readonly state: string;
  readonly model: string;
  readonly person: string;
}

/** A failure, as internal/model/gemini/testdata/failures.json has it. */
export interface FailureRow {
  readonly kind: string;
  readonly again?: string;
  readonly message: string;
  readonly when: readonly string[];
}

export interface ErrorTables {
  readonly codes: Readonly<Record<Code, CodeRow>>;
  /** The person's sentence for each end of a turn; empty if none is needed. */
  readonly ends: Readonly<Record<TurnEndReason, string>>;
  readonly failures: readonly FailureRow[];
}

const kept =
  "The user's words and every finished step; nothing of a step that did not end.";
const answered = "The user's words, every step, and its own answer.";
const dropped = "Nothing: the turn is dropped, words and all.";

/** What the next request holds of a turn that ended so. */
const reads: Record<TurnEndReason, string> = {
  done: answered,
  stopped: `${kept} Calls that were open are answered \`cancelled\`.`,
  budget: `${answered} Calls that did not run are answered \`budget\`.`,
  blocked: dropped,
  truncated: `${answered} The answer ends where it was cut.`,
  no_answer: kept,
  model_error: kept,
  disconnected: "Nothing: the session ends with its socket.",
  shutdown: "Nothing: the session ends with the server.",
  internal: dropped,
};

const repeats: Record<string, string> = {
  "": "no",
  later: "after a wait",
  busy: "after a longer wait",
  now: "at once, twice at most",
  brief: "once, with less reasoning",
};

/** The document. A table row without a sentence for model or person throws. */
export function generateErrors(tables: ErrorTables): string {
  const codes = Object.entries(tables.codes).map(([code, row]) => [
    `\`${code}\``,
    `\`${row.state}\``,
    said(code, row.model),
    said(code, row.person),
  ]);
  const ends = Object.entries(tables.ends).map(([reason, person]) => [
    `\`${reason}\``,
    said(reason, reads[reason as TurnEndReason]),
    reason === "done" ? "The answer." : said(reason, person),
  ]);
  const failures = tables.failures.map((row) => [
    `\`${row.kind}\``,
    row.when.join("; "),
    said(row.kind, repeats[row.again ?? ""] ?? ""),
    said(row.kind, row.message),
  ]);
  return `<!-- Written by web/ui/docs/errors.ts from internal/protocol/testdata/codes.json,
internal/model/gemini/testdata/failures.json and web/ui/strings/en.ts. Do not edit. -->

# Errors

Whatever goes wrong, the model reads what to do next, and the person reads what happened.

## Codes of a call

The result that the model reads is \`{"error": {"code", "message"}}\`; the message may say more before this sentence, such as the stage that was reached or what does not fit. A failed call does not end the turn.

${table(["Code", "State", "The model reads", "The person reads"], codes)}

## Ends of a turn

${table(["Reason", "The next request holds", "The person reads"], ends)}

## Failures of the provider

The model reads nothing of them: a step that failed is not in the history. The person reads the sentence as the error of a turn that ended \`model_error\` or \`blocked\`, after the repeats.

${table(["Kind", "When", "Repeated", "The person reads"], failures)}
`;
}

function said(name: string, sentence: string | undefined): string {
  if (!sentence) throw new Error(`docs/errors.md: ${name} has no sentence`);
  return sentence;
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join(
    "\n",
  );
}
