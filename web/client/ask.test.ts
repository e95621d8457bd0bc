// @vitest-environment happy-dom
import { describe, expect, test, vi } from "vitest";
import { connected, connecting, toolCall, usage } from "./testing/client.ts";

describe("a message in the place of the last one", () => {
  test("names the id that it replaces", () => {
    const { client, socket } = connected();
    const first = client.send("Where am I?") as { id: string };
    socket.receive({ type: "turn_end", turn: 1, reason: "done", usage });
    const second = client.send("Where are we?", { replaces: first.id });
    expect(socket.sent.at(-1)).toEqual({
      type: "user",
      ...second,
      text: "Where are we?",
      replaces: first.id,
    });
    expect(second).not.toEqual(first);
  });

  test("the server's refusal ends the wait", () => {
    const { client, socket } = connected();
    const sent = client.send("hi", { replaces: "old" }) as { id: string };
    socket.receive({
      type: "error",
      code: "unexpected",
      message: "x",
      ref: sent.id,
    });
    expect(client.busy).toBe(false);
  });
});

describe("H29 inspect runs one call as a turn of its own", () => {
  test("it is refused where send would be", () => {
    const { client, last } = connecting();
    expect(client.inspect("echo", {})).toEqual({ refused: "not_open" });
    last().drop(1006);
    const open = connected();
    open.client.send("hi");
    expect(open.client.inspect("echo", {})).toEqual({ refused: "busy" });
    expect(client.busy).toBe(false);
    client.close();
  });

  test("arguments that no frame can hold are not sent", () => {
    const { client, socket } = connected();
    const args = { text: "\u2603".repeat(33_300) };
    expect(client.inspect("echo", args)).toEqual({ refused: "too_large" });
    expect(socket.sent).toHaveLength(1);
  });

  test("the call runs in the dispatcher, and the turn ends with turn_end", async () => {
    const { client, socket, listen } = connected({
      tools: { echo: ({ text }) => text },
    });
    const inspected = listen("inspected");
    const sent = client.inspect("echo", { text: "hi" }) as { id: string };
    expect(socket.sent.at(-1)).toEqual({
      type: "inspect",
      id: sent.id,
      name: "echo",
      args: { text: "hi" },
    });
    expect(client.busy).toBe(true);
    expect(client.send("hi")).toEqual({ refused: "busy" });
    socket.receive({ type: "turn_start", turn: 1, user: sent.id });
    socket.receive(toolCall);
    await vi.waitFor(() =>
      expect(client.calls).toMatchObject([{ result: "hi" }]),
    );
    const frame = { type: "inspected", turn: 1, response: { output: "hi" } };
    socket.receive(frame);
    expect(inspected).toEqual([frame]);
    expect(client.busy).toBe(true);
    socket.receive({ type: "turn_end", turn: 1, reason: "done", usage });
    expect(client.busy).toBe(false);
  });
});

test("H29 steps and changes of the contract are told as they come", () => {
  const { socket, listen } = connected();
  const steps = listen("step");
  const changes = listen("contract_changed");
  const step = {
    type: "step",
    turn: 1,
    step: 1,
    ms: 5,
    requestBytes: 7,
    usage,
  };
  const changed = {
    type: "contract_changed",
    faults: [{ path: "tools[2]", message: "x" }],
  };
  socket.receive(step);
  socket.receive(changed);
  expect(steps).toEqual([step]);
  expect(changes).toEqual([changed]);
});
