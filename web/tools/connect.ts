/** The client with the built-in bodies. */

import type { Client, Options, ToolMap } from "../client/api.ts";
import { connect as connectBare } from "../client/connect.ts";
import { hashes, type Tools } from "../gen/tools.ts";
import { askUser } from "./ask_user.ts";
import { builtins } from "./index.ts";
import { silence } from "./speech.ts";

/**
 * As web/client's connect, with two additions: without `tools` the built-in
 * bodies are used, and their schema hashes are known. Stop, reset and close
 * silence speech. Pass `tools` to choose: `{ ...builtins, my_tool }`.
 */
export function connect<M extends ToolMap = Tools>(
  options: Options<M> = {},
): Client<M> {
  const tools: { [name: string]: unknown } = options.tools ?? builtins;
  const known = Object.entries(hashes).filter(
    ([name]) => tools[name] === builtins[name as keyof Tools],
  );
  const bodies = { ...tools };
  if (tools["ask_user"] === builtins.ask_user) {
    bodies["ask_user"] = askUser(options.ask);
  }
  const client = connectBare<M>({
    ...options,
    tools: bodies as NonNullable<Options<M>["tools"]>,
    hashes: { ...Object.fromEntries(known), ...options.hashes },
  });
  client.on("stopped", silence);
  return client;
}
