/**
 * The requests to the model of a turn, each with what came of it. The server
 * tells of a request when it has ended; that one was made at all also follows
 * from words, from calls, and from calls that have ended while the turn goes on.
 */

import type { CallView } from "../../client/api.ts";
import { isCallOpen } from "../calls/open.ts";
import { isOpen, type Turn, type TurnEnd, type WordsPart } from "../state.ts";
import type { StepTrace } from "./trace.ts";

/** One request with its calls. Times as Date.now() counts. */
export type StepOf = {
  readonly step: number;
  readonly trace?: StepTrace;
  /** The calls whose results the request carried. */
  readonly results: number;
  readonly calls: readonly CallView[];
  /** What the model said in it. */
  readonly text: string;
  readonly asked: number;
  /** Absent: the model still thinks, or was cut short. */
  readonly replied?: number;
};

/** The requests in order; `end` is the end of the turn, or now. */
export function stepsOf(turn: Turn, end: number): StepOf[] {
  const { progress, trace } = turn;
  if (progress.at === "sent" || progress.at === "refused") return [];
  if (trace.started === undefined) return [];
  const calls = callsByStep(turn);
  const numbers = new Set([
    ...trace.steps.map((step) => step.step),
    ...turn.parts.flatMap((part) => ("step" in part ? [part.step] : [])),
    ...calls.keys(),
  ]);
  const last = Math.max(0, ...numbers);
  if (goesOn(turn, calls.get(last) ?? [], last)) numbers.add(last + 1);

  const steps: StepOf[] = [];
  let before: StepOf | undefined;
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const known = trace.steps.find((step) => step.step === number);
    const own = calls.get(number) ?? [];
    const free = Math.max(
      trace.started,
      before?.replied ?? 0,
      ...(before?.calls ?? []).map((call) => endOf(call) ?? 0),
    );
    const text = textOf(turn, number);
    const came = known?.ended ?? firstOf(own);
    const replied =
      came ??
      (hasReply(turn, text, number === Math.max(...numbers)) ? end : undefined);
    const until = replied ?? end;
    // What is told of a request comes after it.
    const told = turn.parts.flatMap((part) =>
      part.kind === "notice" && part.at >= free ? [part.at] : [],
    );
    const asked = Math.min(
      until,
      Math.max(free, until - (known?.ms ?? Infinity)),
      ...told,
    );
    before = {
      step: number,
      ...(known !== undefined && { trace: known }),
      results: before?.calls.length ?? 0,
      calls: own,
      text,
      asked,
      ...(replied !== undefined && { replied: Math.max(asked, replied) }),
    };
    steps.push(before);
  }
  return steps;
}

/** When a call ended here, as Date.now() counts; never before it began. */
export function endOf(call: CallView): number | undefined {
  return isCallOpen(call) ? undefined : Math.max(...Object.values(call.marks));
}

/** Whether one more request was made than words and calls tell of. */
function goesOn(turn: Turn, calls: readonly CallView[], last: number): boolean {
  if (last > 0 && calls.length === 0) return false;
  if (calls.some((call) => isCallOpen(call) || call.code === "cancelled")) {
    return false;
  }
  const { progress } = turn;
  if (progress.at !== "ended") return true;
  if (calls.some((call) => call.code === "disconnected")) return false;
  return unanswered.has(progress.end.reason);
}

const unanswered: ReadonlySet<TurnEnd["reason"]> = new Set([
  "stopped",
  "blocked",
  "no_answer",
  "model_error",
  "disconnected",
  "shutdown",
  "internal",
]);

/** Whether the end of the turn is the answer to a request that told nothing of its end. */
function hasReply(turn: Turn, text: string, last: boolean): boolean {
  if (isOpen(turn)) return !last;
  if (turn.progress.at !== "ended") return false;
  switch (turn.progress.end.reason) {
    case "stopped":
    case "disconnected":
    case "shutdown":
      return !last;
    default:
      return true;
  }
}

function textOf(turn: Turn, step: number): string {
  return turn.parts
    .filter(
      (part): part is WordsPart => part.kind === "text" && part.step === step,
    )
    .map((part) => part.text)
    .join("");
}

function firstOf(calls: readonly CallView[]): number | undefined {
  const times = calls.flatMap(
    (call) => call.marks.requested ?? endOf(call) ?? [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A call that was never sent here does not tell its step: it is of the one that had just ended. */
function callsByStep(turn: Turn): Map<number, CallView[]> {
  const calls = new Map<number, CallView[]>();
  let current = 1;
  for (const part of turn.parts) {
    if ("step" in part) current = Math.max(current, part.step);
    if (part.kind !== "call") continue;
    const { call } = part;
    const ended = endOf(call) ?? 0;
    const told = turn.trace.steps.findLast(
      (step) => step.ended !== undefined && step.ended <= ended,
    );
    if (call.step > 0) current = Math.max(current, call.step);
    else current = Math.max(current, told?.step ?? 0);
    const step = call.step > 0 ? call.step : current;
    calls.set(step, [...(calls.get(step) ?? []), call]);
  }
  return calls;
}
