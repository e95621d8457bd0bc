/** Short ways to write frames and calls in tests and in the preview. */

import type { OfferedTool, ServerHello } from "../gen/protocol.ts";
import type { CallView } from "../client/api.ts";

/** A tool as hello offers it. */
export function tool(
  name: string,
  title: string,
  examples: string[] = [],
  done?: string,
): OfferedTool {
  return {
    name,
    title,
    where: "browser",
    policy: {
      risk: "low",
      approval: "never",
      readOnly: !/put|write|speak/.test(name),
      maxResultBytes: 65536,
    },
    ui: { examples, ...(done !== undefined && { done }) },
  };
}

/** The starter tools as the demo server offers them. */
export const hello: ServerHello = {
  type: "hello",
  session: "s1",
  protocol: 1,
  model: { name: "demo", demo: true },
  tools: [
    tool(
      "geolocation_get",
      "Your location",
      ["Where am I?"],
      "Read your location",
    ),
    tool(
      "memory_put",
      "Remember",
      ["Remember that my favourite colour is green"],
      "Remembered {key}",
    ),
    tool("memory_list", "What is remembered", [
      "What do you remember about me?",
    ]),
    tool("clipboard_read", "Read the clipboard", ["What is on my clipboard?"]),
    tool("clipboard_write", "Copy to the clipboard", [
      "Copy my location to the clipboard",
    ]),
    tool("device_context", "This device", ["How is my battery?"]),
    tool("speak", "Read aloud", ["Say good morning"]),
  ],
  withheld: [],
  limits: { frameBytes: 8_000_000, textBytes: 32_000, heartbeatMs: 20_000 },
};

/** A call of turn 1, running unless told otherwise. */
export function call(changes: Partial<CallView> = {}): CallView {
  return {
    id: "t1.1",
    name: "geolocation_get",
    turn: 1,
    step: 1,
    args: {},
    state: "running",
    confirmed: false,
    marks: { requested: 0 },
    userMs: 0,
    ...changes,
  };
}
