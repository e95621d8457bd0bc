/** What happened with one request to the model: asked, thought, answered. */

import {
  bytesOf,
  type Fact,
  type Moment,
  moment,
  type Reply,
  type Span,
} from "./moments.ts";
import type { StepOf } from "./steps.ts";

/** The moments of a request, in causal order. */
export function stepMoments(step: StepOf): Moment[] {
  const { trace, asked, replied } = step;
  const ask = moment(`ask-${step.step}`, asked, "server", "model", {
    kind: "ask",
    results: step.results,
    ...(trace?.requestBytes !== undefined && { bytes: trace.requestBytes }),
  });
  if (replied === undefined) return [ask];
  const reply: Reply = {
    ms: trace?.ms ?? replied - asked,
    ...(trace?.first !== undefined && {
      firstMs: Math.max(0, trace.first - asked),
    }),
    ...(trace?.usage !== undefined && { usage: trace.usage }),
  };
  const bytes = bytesOf(step.text);
  const { calls } = step;
  const fact: Fact =
    calls.length > 0
      ? { kind: "wants", calls, words: bytes > 0, ...reply }
      : bytes > 0
        ? { kind: "says", bytes, ...reply }
        : { kind: "silence", ...reply };
  return [ask, moment(`reply-${step.step}`, replied, "model", "server", fact)];
}

/**
 * The spans of a request. `over`: the key of the moment that ended the turn; undefined if it goes on.
 */
export function stepSpans(
  step: StepOf,
  end: number,
  over: string | undefined,
): Span[] {
  const { asked, replied, trace } = step;
  const ask = `ask-${step.step}`;
  const reply = replied === undefined ? undefined : `reply-${step.step}`;
  const to = replied ?? end;
  const last = reply ?? over;
  const common = {
    lane: "model",
    to,
    open: last === undefined,
    moment: reply ?? ask,
    begin: ask,
    ...(last !== undefined && { end: last }),
  } as const;
  const thinks: Span = {
    ...common,
    key: `thinks-${step.step}`,
    kind: "thinks",
    from: asked,
  };
  if (trace?.first === undefined || step.text === "") return [thinks];
  const first = Math.min(to, Math.max(asked, trace.first));
  return [
    { ...thinks, to: first, open: false },
    { ...common, key: `writes-${step.step}`, kind: "writes", from: first },
  ];
}
