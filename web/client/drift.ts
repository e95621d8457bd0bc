/** What page and server disagree on, in lines for the developer's console. */

import type { Mismatch, ServerHello } from "../gen/protocol.ts";

/** The tool, where, what the server expected there, and what it got. */
export function disagreement(
  tool: string,
  { path, expected, got }: Partial<Mismatch>,
): string {
  return `farhand: ${tool}: ${path}: expected ${expected}, got ${got}`;
}

/** One line for each tool that is withheld because of a disagreement. */
export function disagreements(hello: ServerHello | undefined): string[] {
  return (hello?.withheld ?? [])
    .filter(({ path }) => path)
    .map((tool) => disagreement(tool.declared ?? tool.name, tool));
}
