/**
 * From a turn to its story: all moments in the order in which they happened.
 *
 * All times are of this browser's clock. The server's durations are placed
 * inside: a request that took 800 ms began 800 ms before its answer came here,
 * but never before what it answers to.
 */

import { isOpen, type Turn } from "../state.ts";
import { callMoments } from "./calls.ts";
import {
  bytesOf,
  type Fact,
  type Moment,
  moment,
  type Span,
  type Story,
  tokensOf,
  type Totals,
} from "./moments.ts";
import { stepMoments, stepSpans } from "./requests.ts";
import { type StepOf, stepsOf } from "./steps.ts";

/** The story of a turn at a time, as Date.now() counts. */
export function tell(turn: Turn, now: number): Story {
  const zero = turn.sentAt;
  const open = isOpen(turn);
  const end = Math.max(zero, open ? now : (turn.trace.ended ?? now));
  const steps = stepsOf(turn, end);
  const drafts: Moment[] = [
    moment("sent", zero, "browser", "server", {
      kind: "sent",
      bytes: bytesOf(turn.words),
    }),
  ];
  const stop = stopOf(turn, steps, end);
  // Before the calls that it ends, at the same time.
  if (stop !== undefined) drafts.push(stop);
  const spans: Span[] = [];
  const over = open ? undefined : (stop?.key ?? "end");
  for (const step of steps) {
    drafts.push(...stepMoments(step));
    spans.push(...stepSpans(step, end, over));
    for (const call of step.calls) {
      const told = callMoments(call, {
        waits: turn.trace.waits,
        asked: step.replied ?? end,
        now: end,
        over,
      });
      drafts.push(...told.moments);
      spans.push(...told.spans);
    }
  }
  turn.parts.forEach((part, index) => {
    if (part.kind !== "notice") return;
    const { code, details, at } = part;
    const to = code === "retrying" ? "model" : "server";
    const fact = { kind: "notice", code, details } as const;
    drafts.push(moment(`notice-${index}`, at, "server", to, fact));
  });
  drafts.push(...endMoments(turn, steps, end));
  const moments = inOrder(drafts, zero, end);
  return {
    moments,
    spans: placed(spans, moments, end - zero, zero),
    ms: end - zero,
    open,
    totals: totalsOf(steps, spans, end),
  };
}

/** Stop as the user pressed it: when the first call ended by it, else with the turn. */
function stopOf(
  turn: Turn,
  steps: readonly StepOf[],
  end: number,
): Moment | undefined {
  const { progress } = turn;
  if (progress.at !== "ended" || progress.end.reason !== "stopped") {
    return undefined;
  }
  const calls = steps.flatMap((step) => step.calls);
  const at = Math.min(end, ...calls.map((call) => call.marks.cancelled ?? end));
  return moment("stop", at, "browser", "server", { kind: "stop" });
}

function endMoments(
  turn: Turn,
  steps: readonly StepOf[],
  end: number,
): Moment[] {
  const { progress } = turn;
  switch (progress.at) {
    case "sent":
    case "running":
      return [];
    case "refused":
      return [
        moment("end", end, "server", "browser", {
          kind: "refused",
          error: progress.error,
        }),
      ];
    case "ended": {
      const bytes = bytesOf(steps.map((step) => step.text).join(""));
      const fact: Fact = { kind: "end", end: progress.end, bytes };
      // A lost connection carries nothing more.
      const from =
        progress.end.reason === "disconnected" ? "browser" : "server";
      return [moment("end", end, from, "browser", fact)];
    }
    default:
      return progress satisfies never;
  }
}

/** By time, causes before what they cause; times from the first moment on. */
function inOrder(
  drafts: readonly Moment[],
  zero: number,
  end: number,
): Moment[] {
  return drafts
    .map((draft) => ({
      ...draft,
      at: Math.min(end, Math.max(zero, draft.at)) - zero,
    }))
    .sort((a, b) => a.at - b.at);
}

/** Spans with times from the first moment on. */
function placed(
  spans: readonly Span[],
  moments: readonly Moment[],
  ms: number,
  zero: number,
): Span[] {
  const keys = new Set(moments.map((moment) => moment.key));
  const within = (at: number): number => Math.min(ms, Math.max(0, at - zero));
  return spans
    .filter((span) => keys.has(span.begin) && keys.has(span.moment))
    .map((span) => ({ ...span, from: within(span.from), to: within(span.to) }));
}

function totalsOf(
  steps: readonly StepOf[],
  spans: readonly Span[],
  end: number,
): Totals {
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((all, one) => all + one, 0);
  const lasting = (kind: Span["kind"]): number =>
    sum(spans.filter((s) => s.kind === kind).map((s) => s.to - s.from));
  return {
    requests: steps.length,
    calls: sum(steps.map((step) => step.calls.length)),
    modelMs: sum(
      steps.map((step) => step.trace?.ms ?? (step.replied ?? end) - step.asked),
    ),
    userMs: lasting("waits"),
    bodyMs: lasting("runs"),
    tokens: sum(
      steps.map(({ trace }) =>
        trace?.usage === undefined ? 0 : tokensOf(trace.usage),
      ),
    ),
  };
}
