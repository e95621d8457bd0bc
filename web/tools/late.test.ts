// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { fakeSockets } from "../client/testing/sockets.ts";
import { hashes } from "../gen/tools.ts";
import * as now from "./connect.ts";
import { builtins } from "./index.ts";
import * as late from "./late.ts";
import { replace, runBody } from "./testing/run.ts";

const undo: Array<() => void> = [];
afterEach(() => {
  while (undo.length > 0) undo.pop()?.();
});

function helloOf(connect: typeof late.connect) {
  const { WebSocket, last } = fakeSockets();
  const ask = async () => "tea";
  const client = connect({ url: "ws://test/ws", WebSocket, ask });
  last().open();
  client.close();
  const hello = last().sent[0];
  return { tools: hello?.["tools"], unavailable: hello?.["unavailable"] };
}

test("H38 bodies that come later are announced as those that are here", () => {
  expect(Object.keys(late.builtins).sort()).toEqual(
    Object.keys(builtins).sort(),
  );
  for (const secure of [true, false]) {
    undo.push(replace(globalThis, "isSecureContext", secure));
    expect(helloOf(late.connect)).toEqual(helloOf(now.connect));
  }
  expect(helloOf(late.connect).tools).toMatchObject({
    ask_user: hashes.ask_user,
  });
});

test("a body runs once it is here", async () => {
  const { device_context: context } = late.builtins;
  expect((await runBody(context, {})).result).toHaveProperty("unavailable");
});
