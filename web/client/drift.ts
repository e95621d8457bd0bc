/** What page and server disagree on, in lines for the developer's console. */

import type { Mismatch, ServerHello } from "../gen/protocol.ts";

/** The tool, where, what the server expected there, and what it got. */
export function disagreement(
  tool: string,
  { path, expected, got }: Partial<Mismatch>,
): string {
  return `farhand: ${tool}: ${path}: expected ${expected}, got ${got}`;
}

/** For all tools that ask, since one handler serves them all. */
const nobodyToAsk =
  "farhand: tools that ask first are not offered. " +
  'Add a handler: connect({ approve: async ({ reason }) => (await yourDialog(reason)) ? "once" : "deny" })';

/** One line for each tool that is withheld because of a disagreement, and one for those that ask. */
export function disagreements(hello: ServerHello | undefined): string[] {
  return (hello?.withheld ?? []).flatMap((tool) => {
    if (tool.reason === "no_approval") return nobodyToAsk;
    return tool.path ? disagreement(tool.declared ?? tool.name, tool) : [];
  });
}
