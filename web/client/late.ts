/** The client without what runs a call, which is fetched when a turn begins. */

import type { CallError } from "../gen/protocol.ts";
import type { Client, Options, ToolMap } from "./api.ts";
import { connectUsing } from "./connect.ts";
import type { Execute, Execution } from "./execution.ts";

/** Gives what runs a call; see `once`. */
export type Fetched = () => Promise<{ readonly execute: Execute }>;

/** As connect of index.ts. The model answers later than what is fetched meanwhile. */
export function connectLate<M extends ToolMap>(
  fetched: Fetched,
  options: Options<M>,
): Client<M> {
  const client = connectUsing<M>(late(fetched), options);
  client.on("turn_start", () => void fetched().catch(() => {}));
  return client;
}

/** Loads once, and again after a failure. What is here is found without leaving the click that a body may need. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    (coming ??= load().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
}

/** No clock of a call runs until what has the clocks is here. */
function late(fetched: Fetched): Execute {
  return (config) => {
    let running: Execution | undefined;
    let over = false;
    function end(error: CallError): void {
      if (over) return;
      over = true;
      config.ended({ error }, undefined, 0);
    }
    fetched().then(
      ({ execute }) => {
        if (!over) running = execute(config);
      },
      () =>
        end({
          code: "failed",
          message:
            "the page could not fetch this tool; it may work when the user asks again",
        }),
    );
    return {
      abort(error) {
        if (running === undefined) end(error);
        else running.abort(error);
      },
    };
  };
}
