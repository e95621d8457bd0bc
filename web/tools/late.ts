/**
 * The client for pages that are to be small: its bodies are announced at once,
 * and fetched with what runs a call.
 */

import type {
  Bodies,
  Body,
  Client,
  Options,
  Run,
  ToolMap,
} from "../client/api.ts";
import { connectLate, once } from "../client/late.ts";
import { hashes, type Tools } from "../gen/tools.ts";
import { connectWith } from "./connect_with.ts";
import { needs } from "./needs.ts";

const fetched = once(() => import("./fetched.ts"));

/** As index.ts has them. */
export const builtins = Object.fromEntries(
  Object.keys(hashes).map((name) => [name, late(name as keyof Tools)]),
) as Bodies;

/** As connect.ts has it. */
export function connect<M extends ToolMap = Tools>(
  options: Options<M> = {},
): Client<M> {
  return connectWith(
    builtins,
    (options: Options<M>) => connectLate(fetched, options),
    options,
  );
}

function late(name: keyof Tools): Body<never, unknown> {
  const available = (needs as { [N in keyof Tools]?: () => undefined })[name];
  return {
    ...(available && { available }),
    async run(args, context) {
      const body = (await fetched()).builtins[name] as Body<never, unknown>;
      const run: Run<never, unknown> =
        typeof body === "function" ? body : body.run;
      return await run(args, context);
    },
  };
}
