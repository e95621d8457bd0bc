import { describe, expect, test } from "vitest";
import { moved, pressed } from "./sending.ts";

const free = { open: true, busy: false, awaiting: false };
const answering = { open: true, busy: true, awaiting: false };
const asking = { open: true, busy: true, awaiting: true };
const offline = { open: false, busy: false, awaiting: false };

test("words go when nothing runs", () => {
  expect(pressed("idle", free, "hello")).toEqual({ next: "idle", act: "send" });
});

test.each([free, answering, asking, offline])("nothing is not sent", (now) => {
  expect(pressed("idle", now, " \n ").act).toBe("nothing");
});

test("while the assistant answers, the draft stays and it says why", () => {
  expect(pressed("idle", answering, "hello")).toEqual({
    next: "idle",
    act: "nothing",
    say: "busy",
  });
});

test("without a connection, the draft stays and it says why", () => {
  expect(pressed("idle", offline, "hello")).toEqual({
    next: "idle",
    act: "nothing",
    say: "not_open",
  });
});

describe("while a call waits for the user", () => {
  test("the turn is stopped, and the draft goes once when its end is here", () => {
    const first = pressed("idle", asking, "hello");
    expect(first).toEqual({ next: "stopping", act: "stop" });
    // Until then, whatever happens: again Enter, the card goes, time passes.
    expect(pressed("stopping", asking, "hello").act).toBe("nothing");
    expect(moved("stopping", answering)).toEqual({
      next: "stopping",
      act: "nothing",
    });
    expect(moved("stopping", free)).toEqual({ next: "idle", act: "send" });
    expect(moved("idle", free).act).toBe("nothing");
  });

  test("a connection that is lost in between leaves the draft", () => {
    expect(moved("stopping", { ...offline, busy: true })).toEqual({
      next: "idle",
      act: "nothing",
    });
    expect(moved("stopping", offline).act).toBe("nothing");
    expect(moved("idle", free).act).toBe("nothing");
  });
});
