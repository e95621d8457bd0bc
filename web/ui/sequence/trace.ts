/**
 * When what of a turn happened, by the clock of this browser: what a turn has to
 * remember for the drawing of it. Pure; the reducer calls it. A turn of an honest
 * server stays far below `most`; one of another server cannot grow beyond it.
 */

import type { Step, Usage } from "../../gen/protocol.ts";
import type { CallView, Waiting } from "../../client/api.ts";

/** Times of a turn as Date.now() counts. Absent: it has not happened. */
export type Trace = {
  /** The server began with it. */
  readonly started?: number;
  readonly ended?: number;
  /** In order of their numbers; one for each request to the model that is known. */
  readonly steps: readonly StepTrace[];
  /** The waits of calls for their user, in order of their beginning. */
  readonly waits: readonly WaitTrace[];
};

/** One request to the model. */
export type StepTrace = {
  readonly step: number;
  /** The first word of it that came here and was not taken back. */
  readonly first?: number;
  /** The whole answer was there. */
  readonly ended?: number;
  /** By the server's clock, all attempts together. */
  readonly ms?: number;
  readonly requestBytes?: number;
  readonly usage?: Usage;
};

/** One wait of a call for its user. */
export type WaitTrace = {
  readonly call: string;
  readonly waiting: Waiting;
  readonly from: number;
  readonly to?: number;
};

const most = 100; // steps, and waits

/** A turn of which nothing happened yet. */
export const untold: Trace = { steps: [], waits: [] };

/** Words of a step came, or (`first` undefined) were taken back. */
export function worded(
  trace: Trace,
  step: number,
  first: number | undefined,
): Trace {
  const known = trace.steps.find((other) => other.step === step);
  if ((known?.first === undefined) === (first === undefined)) return trace;
  const { first: _, ...rest } = known ?? { step };
  return withStep(trace, first === undefined ? rest : { ...rest, first });
}

/** The model's answer of a step is there. */
export function stepped(
  trace: Trace,
  frame: Omit<Step, "type" | "turn">,
  at: number,
): Trace {
  const { step, ms, requestBytes, usage } = frame;
  const known = trace.steps.find((other) => other.step === step);
  return withStep(trace, {
    ...known,
    step,
    ended: at,
    ms,
    requestBytes,
    usage,
  });
}

/** A call has changed: its wait begins or ends. */
export function called(trace: Trace, call: CallView, at: number): Trace {
  const { waits } = trace;
  const open = waits.findLast(
    (wait) => wait.call === call.id && wait.to === undefined,
  );
  const waiting =
    call.state === "awaiting_user" ? (call.waiting ?? "permission") : undefined;
  if (open?.waiting === waiting) return trace;
  const closed =
    open === undefined
      ? waits
      : waits.map((wait) => (wait === open ? { ...wait, to: at } : wait));
  if (waiting === undefined || closed.length >= most) {
    return { ...trace, waits: closed };
  }
  return {
    ...trace,
    waits: [...closed, { call: call.id, waiting, from: at }],
  };
}

function withStep(trace: Trace, step: StepTrace): Trace {
  const others = trace.steps.filter((other) => other.step !== step.step);
  if (others.length >= most) return trace;
  const steps = [...others, step].sort((a, b) => a.step - b.step);
  return { ...trace, steps };
}
