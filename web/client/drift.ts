/** What the page and the server's contract disagree on. */

import type { ServerHello, ToolHashes } from "../gen/protocol.ts";

/** Lines for the developer's console, by what hello said and this page announced. */
export function drift(hello: ServerHello, announced: ToolHashes): string[] {
  const lines = hello.withheld
    .filter(({ reason }) => reason === "schema")
    .map(
      ({ name, server, page }) =>
        `farhand: ${name} is not offered, its schema differs: server ${server}, page ${page}`,
    );
  const contract = [...hello.tools, ...hello.withheld].map(({ name }) => name);
  // A body with a hash is a built-in one, which no contract needs to have.
  const own = Object.keys(announced).filter(
    (name) => announced[name] === "" && !contract.includes(name),
  );
  if (own.length > 0) {
    lines.push(
      `farhand: not in the server's contract and therefore not offered: ${own.join(", ")}`,
    );
  }
  return lines;
}
