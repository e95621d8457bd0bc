import { expect, test } from "vitest";
import type { Events } from "../../client/api.ts";
import type { ServerHello } from "../../gen/protocol.ts";
import * as samples from "../samples.ts";
import { createWatch } from "./watch.ts";

function setup(dev: boolean) {
  const listeners = new Map<string, (event: never) => void>();
  let hello: ServerHello | undefined;
  const watch = createWatch(
    {
      on(type, listener) {
        listeners.set(type, listener as (event: never) => void);
        return () => {};
      },
      get hello() {
        return hello;
      },
    },
    () => dev,
  );
  const emit = <E extends keyof Events>(type: E, event: Events[E]): void =>
    listeners.get(type)?.(event as never);
  const wire = (sent: boolean, text: string): void =>
    emit("wire", { sent, text });
  return {
    watch,
    wire,
    begin() {
      wire(true, '{"type":"hello","protocol":1,"tools":{"a":"00000000"}}');
      wire(false, JSON.stringify(samples.hello));
      hello = { ...samples.hello, dev };
      emit("hello", hello);
    },
  };
}

test("what goes both ways is kept from the first frame on", () => {
  const { watch, wire, begin } = setup(true);
  begin();
  wire(false, '{"type":"heartbeat","seq":1}');
  wire(false, "garbage");
  expect(
    watch.entries().map(({ sent, type, bytes }) => [sent, type, bytes]),
  ).toEqual([
    [true, "hello", 54],
    [false, "hello", JSON.stringify(samples.hello).length],
    [false, "heartbeat", 28],
    [false, "", 7],
  ]);
  expect(watch.entries().at(-1)?.frame).toBeUndefined();
});

test("where the inspector is not offered nothing is kept but what the page announced", () => {
  const { watch, wire, begin } = setup(false);
  begin();
  wire(true, '{"type":"user","id":"u1","text":"secret"}');
  expect(watch.entries()).toEqual([]);
  expect(watch.announced()?.tools).toEqual({ a: "00000000" });
});

test("a later announcement replaces the first", () => {
  const { watch, wire, begin } = setup(true);
  begin();
  wire(true, '{"type":"tools_changed","tools":{"b":""}}');
  expect(watch.announced()?.tools).toEqual({ b: "" });
});

test("500 frames are kept, the newest", () => {
  const { watch, wire, begin } = setup(true);
  begin();
  for (let seq = 1; seq <= 600; seq++) {
    wire(false, `{"type":"heartbeat","seq":${seq}}`);
  }
  expect(watch.entries()).toHaveLength(500);
  expect(watch.entries().at(-1)?.frame).toEqual({
    type: "heartbeat",
    seq: 600,
  });
});

test("large frames are cut, and together they are bounded", () => {
  const { watch, wire, begin } = setup(true);
  begin();
  const text = JSON.stringify({
    type: "text",
    delta: "\u00e4".repeat(300_000),
  });
  for (let at = 0; at < 30; at++) wire(false, text);
  const entries = watch.entries();
  const chars = entries.reduce((sum, entry) => sum + entry.text.length, 0);
  expect(chars).toBeLessThanOrEqual(2_000_000);
  expect(entries.at(-1)).toMatchObject({ type: "text", bytes: 600_026 });
  expect(entries.at(-1)?.frame).toBeUndefined();
});

test("listeners hear of each frame until they leave", () => {
  const { watch, wire } = setup(true);
  let heard = 0;
  const leave = watch.subscribe(() => heard++);
  wire(false, "{}");
  watch.clear();
  leave();
  wire(false, "{}");
  expect([heard, watch.entries().length]).toEqual([2, 1]);
});
