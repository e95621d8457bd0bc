import { expect, test, vi } from "vitest";
import { execute } from "./execution.ts";
import { connectLate, type Fetched, once } from "./late.ts";
import { plain, samples } from "./testing/rig.ts";
import { fakeSockets } from "./testing/sockets.ts";

/** A client in a turn, and its call; `arrive` has what runs it. */
function setup(fetched: Fetched) {
  const run = vi.fn(() => ({ done: true }));
  const { WebSocket, last } = fakeSockets();
  const client = connectLate(fetched, {
    url: "ws://test/ws",
    WebSocket,
    tools: { [plain.name]: run } as object,
  });
  last().open();
  const receive = (frame: unknown): void => last().receive(frame);
  receive(samples.find(({ frame }) => frame.type === "hello")?.frame);
  return { client, run, receive, sent: () => last().sent };
}

test("what runs a call is fetched when a turn begins; Stop ends a call before it is here", async () => {
  let arrive = (_: { execute: typeof execute }): void => {};
  const fetched = vi.fn<Fetched>(
    () => new Promise((resolve) => (arrive = resolve)),
  );
  const { client, run, receive } = setup(fetched);
  receive({ type: "turn_start", turn: 1, user: "u" });
  expect(fetched).toHaveBeenCalledTimes(1);
  receive(plain);
  client.stop();
  expect(client.calls.map(({ state }) => state)).toEqual(["cancelled"]);
  arrive({ execute });
  await Promise.resolve();
  expect(run).not.toHaveBeenCalled();
  client.close();
});

test("a call whose program does not come fails; the next one asks again", async () => {
  const load = vi
    .fn<Fetched>(async () => ({ execute }))
    .mockRejectedValueOnce(new Error("no network"));
  const { client, run, receive, sent } = setup(once(load));
  const results = () => sent().filter(({ type }) => type === "tool_result");
  receive(plain);
  await vi.waitFor(() => expect(results()).toHaveLength(1));
  expect(results()[0]).toMatchObject({ error: { code: "failed" } });
  receive({ ...plain, id: "t1.2" });
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  client.close();
});
