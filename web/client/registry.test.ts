import { expect, test } from "vitest";
import { createRegistry } from "./registry.ts";

const run = (): null => null;

test("H9 what cannot run here is announced with its reason, the rest with its hash", () => {
  const registry = createRegistry(
    {
      known: run,
      unknown: run,
      missing: undefined,
      insecure: { run, available: () => "insecure_context" },
      fine: { run, available: () => undefined },
      broken: {
        run,
        available: () => {
          throw new Error("no such API");
        },
      },
    },
    { known: "0a1b2c3d", fine: "11111111", insecure: "22222222" },
  );
  expect(registry.announce()).toEqual({
    tools: { known: "0a1b2c3d", unknown: "", fine: "11111111" },
    unavailable: [
      { name: "insecure", reason: "insecure_context" },
      { name: "broken", reason: "unsupported" },
    ],
    declare: [],
  });
});

test("H25 a body that was replaced cannot be removed by its old removal", async () => {
  const registry = createRegistry({}, {});
  const first = registry.add("tool", () => 1);
  const second = registry.add("tool", () => 2);
  first();
  expect(registry.find("tool")).toBeDefined();
  second();
  expect(registry.find("tool")).toBeUndefined();
  expect(registry.announce()).toEqual({
    tools: {},
    unavailable: [],
    declare: [],
  });
});

test("a body may be an object that uses itself", () => {
  const body = {
    answer: 42,
    run() {
      return this.answer;
    },
  };
  const find = createRegistry({ tool: body }, {}).find("tool");
  const context = {
    signal: new AbortController().signal,
    call: { id: "t1.1", name: "tool", turn: 1, step: 1 },
    awaitUser: <T>(wait: Promise<T>) => wait,
    saved: () => {},
    subject: "",
  };
  expect(find?.({}, context)).toBe(42);
});
