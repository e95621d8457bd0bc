import { expect, test } from "vitest";
import type { Client, Events, Sent } from "../../client/api.ts";
import { call } from "../samples.ts";
import { benchOf, isOver } from "./bench.ts";

const usage = {
  inputTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

function setup() {
  const listeners = new Map<string, (event: never) => void>();
  const asked: [string, unknown][] = [];
  let answer: Sent = { id: "i1" };
  const client: Pick<Client, "inspect" | "on"> = {
    inspect(name, args) {
      asked.push([name, args]);
      return answer;
    },
    on(type, listener) {
      listeners.set(type, listener as (event: never) => void);
      return () => {};
    },
  };
  const bench = benchOf(client);
  return {
    client,
    bench,
    asked,
    refuse: (refused: "busy") => (answer = { refused }),
    last: () => bench.get().runs[0],
    emit: <E extends keyof Events>(type: E, event: Events[E]): void =>
      listeners.get(type)?.(event as never),
  };
}

test("a run collects its calls, what the model would read, and its end", () => {
  const { bench, asked, last, emit } = setup();
  bench.run("speak", { text: "a" });
  expect(asked).toEqual([["speak", { text: "a" }]]);
  emit("turn_start", { type: "turn_start", turn: 3, user: "i1" });
  emit("view", call({ id: "t3.1", turn: 3, state: "running" }));
  emit("view", call({ id: "t3.1", turn: 3, state: "succeeded" }));
  emit("inspected", { type: "inspected", turn: 3, response: { output: 1 } });
  emit("turn_end", { type: "turn_end", turn: 3, reason: "done", usage });
  expect(last()).toMatchObject({
    name: "speak",
    turn: 3,
    calls: [{ id: "t3.1", state: "succeeded" }],
    response: { output: 1 },
    end: "done",
  });
});

test("turns of the conversation, and what comes after the end, change nothing", () => {
  const { bench, last, emit } = setup();
  bench.run("speak", {});
  emit("turn_start", { type: "turn_start", turn: 2, user: "u1" });
  emit("view", call({ turn: 2 }));
  expect(last()).toMatchObject({ turn: 0, calls: [] });
  emit("turn_end", {
    type: "turn_end",
    turn: 0,
    reason: "disconnected",
    usage,
  });
  const over = last();
  emit("turn_start", { type: "turn_start", turn: 1, user: "i1" });
  expect(last()).toBe(over);
});

test("a run that the server refuses says why", () => {
  const { bench, last, emit } = setup();
  bench.run("speak", {});
  const error = { type: "error", code: "unexpected", message: "no" } as const;
  emit("error", { ...error, ref: "other" });
  expect(last()?.refused).toBeUndefined();
  emit("error", { ...error, ref: "i1" });
  expect(last()).toMatchObject({ refused: "no" });
});

test("what the client refuses is no run", () => {
  const { bench, refuse } = setup();
  refuse("busy");
  expect(bench.run("speak", {})).toEqual({ refused: "busy" });
  expect(bench.get().runs).toEqual([]);
});

test("a run of a session that is gone is over", () => {
  const { bench, last, emit } = setup();
  bench.run("speak", {});
  emit("session", { session: "s2", cause: "reset" });
  expect(last() && isOver(last()!)).toBe(true);
});

test("a client has one bench, however often the drawer is opened", () => {
  const { client, bench } = setup();
  bench.set({ tool: "speak" });
  expect(benchOf(client)).toBe(bench);
});
