/** What connect.ts and late.ts share. */

import type { Bodies, Client, Options, ToolMap } from "../client/api.ts";
import { hashes, type Tools } from "../gen/tools.ts";
import { askUser } from "./ask_user.ts";
import { silence } from "./speaking.ts";

/** Connects with these built-in bodies, unless `options` has others. */
export function connectWith<M extends ToolMap>(
  builtins: Bodies,
  connect: (options: Options<M>) => Client<M>,
  options: Options<M>,
): Client<M> {
  const tools: { [name: string]: unknown } = options.tools ?? builtins;
  const known = Object.entries(hashes).filter(
    ([name]) => tools[name] === builtins[name as keyof Tools],
  );
  const bodies = { ...tools };
  if (tools["ask_user"] === builtins.ask_user) {
    bodies["ask_user"] = askUser(options.ask);
  }
  const client = connect({
    ...options,
    tools: bodies as NonNullable<Options<M>["tools"]>,
    hashes: { ...Object.fromEntries(known), ...options.hashes },
    async forget(subject) {
      await (await import("./store.ts")).deleteMemory(subject);
      await options.forget?.(subject);
    },
  });
  client.on("stopped", silence);
  client.on("subject", silence);
  return client;
}
