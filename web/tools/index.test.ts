// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { Options } from "../client/api.ts";
import { fakeSockets } from "../client/testing/sockets.ts";
import { hashes, toolNames, type Tools } from "../gen/tools.ts";
import { connect } from "./connect.ts";
import { builtins } from "./index.ts";
import { replace } from "./testing/run.ts";

const undo: Array<() => void> = [];
afterEach(() => {
  while (undo.length > 0) undo.pop()?.();
});

type Own = Tools & { my_tool: { args: { n: number }; result: number } };

/** The hello of a client with these bodies. */
function helloOf(options: Options<Own>) {
  const { WebSocket, last } = fakeSockets();
  const client = connect<Own>({ url: "ws://test/ws", WebSocket, ...options });
  last().open();
  client.close();
  return last().sent[0];
}

test("H38 there is a body for every tool of the contract", () => {
  expect(Object.keys(builtins).sort()).toEqual([...toolNames].sort());
});

test("H38 connect uses the built-in bodies by default, each with its hash or its reason", () => {
  undo.push(replace(globalThis, "isSecureContext", false));
  const hello = helloOf({});
  expect(hello?.["tools"]).toEqual({ device_context: hashes.device_context });
  expect(hello?.["unavailable"]).toEqual(
    expect.arrayContaining([
      { name: "geolocation_get", reason: "insecure_context" },
      { name: "clipboard_read", reason: "insecure_context" },
      { name: "memory_put", reason: "unsupported" },
      { name: "speak", reason: "unsupported" },
    ]),
  );
});

test("a page that passes tools has just these, its own ones unchecked", () => {
  const { device_context } = builtins;
  const mine = { device_context, my_tool: ({ n }: { n: number }) => n };
  expect(helloOf({ tools: mine })?.["tools"]).toEqual({
    device_context: hashes.device_context,
    my_tool: "",
  });
  const replaced: Options<Own>["tools"] = {
    device_context: () => ({ unavailable: [] }),
  };
  expect(helloOf({ tools: replaced })?.["tools"]).toEqual({
    device_context: "",
  });
});
