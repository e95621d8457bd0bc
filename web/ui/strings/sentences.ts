/** From what happened to the sentence that tells it, before the first message. The others are in faults.ts. */

import type { LossReason, Status } from "../../client/api.ts";
import type { WithheldTool } from "../../gen/protocol.ts";
import type { Refusal } from "../talk/probe.ts";
import type { FirstTexts } from "./texts.ts";

/** What happened to the connection; `refusal`, if the server told more. What to press stands beside it. */
export function lossSentence(
  t: FirstTexts,
  loss: Extract<Status, { reason: LossReason }>,
  refusal?: Refusal,
): string {
  const known = { ...t.losses, ...t.refusedBy };
  const told = loss.refusal;
  if (told === undefined) return known[refusal ?? loss.reason];
  const [, ours] = Object.entries(known).find(([by]) => by === told.code) ?? [];
  return `${ours ?? known[lossReason(loss)]} ${told.message}`;
}

/** A page to which nobody gave a ticket was not refused by the server, which it has not asked. */
export function lossReason(
  loss: Extract<Status, { reason: LossReason }>,
): LossReason {
  return loss.refusal?.code === "ticket"
    ? "refused_or_unreachable"
    : loss.reason;
}

/** "2 tools cannot run here". */
export function withheldCount(t: FirstTexts, count: number): string {
  return t.withheld.count(t.format.number(count), count);
}

/** Whether page and server disagree on a tool, which is for developers to mend. */
export function isDisagreement({ reason }: WithheldTool): boolean {
  return reason === "schema" || reason === "no_entry" || reason === "declared";
}
