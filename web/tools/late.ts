/**
 * The client for pages that are to be small: its bodies are announced at once,
 * and fetched when a turn begins, before the model can have asked for one. With
 * them comes what runs a call.
 */

import type {
  Bodies,
  Body,
  Client,
  Options,
  Run,
  ToolMap,
} from "../client/api.ts";
import type { Execute, Execution } from "../client/execution.ts";
import type { Code } from "../gen/protocol.ts";
import { hashes, type Tools } from "../gen/tools.ts";
import { connectWith } from "./connect_with.ts";
import { needs } from "./needs.ts";

let coming: Promise<typeof import("./fetched.ts")> | undefined;

/** Once; after a failure again. What is here is found without leaving the click that a body may need. */
function fetched(): NonNullable<typeof coming> {
  return (coming ??= import("./fetched.ts").catch((error: unknown) => {
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
  const client = connectWith<M>(builtins, execute, options);
  client.on("turn_start", () => void fetched().catch(() => {}));
  return client;
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

/** No clock of the call runs until what has the clocks is here. */
const execute: Execute = (config) => {
  let running: Execution | undefined;
  let over = false;
  function end(code: Code, message: string): void {
    if (over) return;
    over = true;
    config.ended({ error: { code, message } }, undefined, 0);
  }
  fetched().then(
    ({ execute }) => {
      if (!over) running = execute(config);
    },
    () =>
      end(
        "failed",
        "the page could not fetch this tool; it may work when the user asks again",
      ),
  );
  return {
    abort(code, message) {
      if (running === undefined) end(code, message);
      else running.abort(code, message);
    },
  };
};
