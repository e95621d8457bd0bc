/** A dispatcher for tests, fed with the frames of the protocol's samples. */

import { readFileSync } from "node:fs";
import type { ServerFrame } from "../../gen/protocol.ts";
import type { CallView, Run } from "../api.ts";
import { createDispatcher, type DispatcherConfig } from "../dispatcher.ts";
import { execute } from "../execution.ts";

/** Frames as the protocol's samples have them, so that both sides mean the same. */
export const samples = JSON.parse(
  readFileSync(
    new URL(
      "../../../internal/protocol/testdata/frames/server.json",
      import.meta.url,
    ),
    "utf8",
  ),
) as { name: string; frame: ServerFrame }[];

function sample<T extends ServerFrame["type"]>(
  type: T,
  asks = false,
): Extract<ServerFrame, { type: T }> {
  const found = samples.find(
    ({ frame }) => frame.type === type && "approval" in frame === asks,
  );
  return found?.frame as Extract<ServerFrame, { type: T }>;
}

export const plain = sample("tool_call");
export const asking = sample("tool_call", true);

/** A dispatcher with one body for every name, and what it sent and told. */
export function rig(
  run: Run<never, unknown> | undefined,
  more: Partial<DispatcherConfig> = {},
) {
  const sent: unknown[] = [];
  const told: { [type in "view" | "call"]: CallView[] } = {
    view: [],
    call: [],
  };
  const dispatcher = createDispatcher({
    execute,
    find: () => run as Run<unknown, unknown> | undefined,
    maxResultBytes: () => 1000,
    send: (frame) => sent.push(frame),
    granted: () => {},
    subject: () => "",
    changed: (type, view) => told[type].push(view),
    ...more,
  });
  return {
    ...dispatcher,
    sent,
    /** As `call` tells them. */
    states: () => told.call.map((view) => view.state),
    last: () => told.view.at(-1),
  };
}

export const state = (id: string, state: string) => ({
  type: "tool_state",
  id,
  state,
});
