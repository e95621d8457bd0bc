/** Turns that a number chooses, for properties that hold whatever happened. */

import type { Turn } from "../../state.ts";
import {
  began,
  ended,
  notice,
  play,
  step,
  text,
  through,
  type Timed,
} from "./play.ts";

/** Any length, any end, anything between; the same for the same seed. */
export function anyTurn(seed: number): Turn {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const events: Timed[] = [began(random(40))];
  let at = 50;
  let calls = 0;
  const steps = 1 + random(6);
  const tells = random(4) > 0; // of its steps
  for (let number = 1; number <= steps; number++) {
    const ms = random(3) === 0 ? random(40_000) : random(900);
    at += ms;
    if (random(5) === 0) events.push(notice(at - random(ms + 1), "retrying"));
    if (random(3) === 0) events.push(text(at - random(ms + 1), number));
    if (tells) events.push(step(at, number, ms));
    const own = number === steps ? random(2) : 1 + random(6);
    let last = at;
    for (let n = 0; n < own && calls < 32; n++) {
      const id = `t1.${++calls}`;
      const from = at + random(3);
      const outcomes = [
        { state: "succeeded", resultBytes: random(5_000) },
        { state: "failed", code: "failed", message: "no" },
        { state: "denied", code: "denied" },
        { state: "denied", code: "permission_denied" },
        { state: "timed_out", code: "timeout" },
        { state: "timed_out", code: "not_delivered" },
        { state: "cancelled", code: "cancelled" },
        { state: "interrupted", code: "interrupted" },
        { state: "failed", code: "invalid_result" },
      ] as const;
      const outcome = outcomes[random(outcomes.length)] ?? outcomes[0];
      const to = from + random(4_000);
      last = Math.max(last, to);
      if (random(8) === 0) {
        const refused = { state: "failed", code: "unknown_tool" } as const;
        events.push(...through({ id, step: 0 }, [from, refused]));
        continue;
      }
      const waits = random(3) === 0;
      const kind = waits
        ? ([
            [from + 2, { state: "awaiting_user", waiting: "approval" }],
            [from + 2 + random(to - from), { state: "running" }],
          ] as const)
        : [];
      const open = number === steps && random(4) === 0;
      events.push(
        ...through(
          { id, step: number, name: `tool_${"long_".repeat(random(9))}name` },
          [from, { state: "requested" }],
          [from + 1, { state: "delivered" }],
          ...kind,
          ...(open ? [] : ([[to + 200, outcome]] as const)),
        ),
      );
      last = Math.max(last, to + 200);
    }
    at = last + 2;
  }
  if (random(3) > 0) {
    const reasons = [
      "done",
      "stopped",
      "budget",
      "blocked",
      "truncated",
      "no_answer",
      "model_error",
      "disconnected",
      "shutdown",
      "internal",
    ] as const;
    events.push(ended(at + random(100), reasons[random(reasons.length)]));
  }
  events.sort(([a], [b]) => a - b);
  return play(...events);
}
