/**
 * The built-in bodies for pages that are to be small: announced at once, and
 * fetched when a turn begins, before the model can have asked for one.
 */

import type {
  Bodies,
  Body,
  Client,
  Options,
  Run,
  ToolMap,
} from "../client/api.ts";
import { ToolError } from "../client/error.ts";
import { hashes, type Tools } from "../gen/tools.ts";
import { connectWith } from "./connect_with.ts";
import { needs } from "./needs.ts";

let coming: Promise<typeof import("./index.ts")> | undefined;

/** Once; after a failure again. What is here is found without leaving the click that a body may need. */
function fetchBodies(): NonNullable<typeof coming> {
  return (coming ??= import("./index.ts").catch((error: unknown) => {
    coming = undefined;
    throw error;
  }));
}

/** As index.ts has them. */
export const builtins = Object.fromEntries(
  Object.keys(hashes).map((name) => [name, late(name as keyof Tools)]),
) as Bodies;

/** As connect.ts has it. */
export function connect<M extends ToolMap = Tools>(
  options: Options<M> = {},
): Client<M> {
  const client = connectWith<M>(builtins, options);
  client.on("turn_start", () => void fetchBodies().catch(() => {}));
  return client;
}

function late(name: keyof Tools): Body<never, unknown> {
  const available = (needs as { [N in keyof Tools]?: () => undefined })[name];
  return {
    ...(available && { available }),
    async run(args, context) {
      const { builtins } = await fetchBodies().catch(() => {
        throw new ToolError(
          "failed",
          "the page could not fetch this tool; it may work when the user asks again",
        );
      });
      const body = builtins[name] as Body<never, unknown>;
      const run: Run<never, unknown> =
        typeof body === "function" ? body : body.run;
      return await run(args, context);
    },
  };
}
