import { afterEach, describe, expect, test, vi } from "vitest";
import type { Options, ToolMap } from "../client/api.ts";
import { connect } from "../client/index.ts";
import { parseServerFrame } from "../client/parse.ts";
import { calls, fakeServer, says } from "./index.ts";

const contract = {
  tools: [
    {
      name: "cart_add",
      title: "Put into the cart",
      ui: { ask: "Put {count} of these into the cart" },
      policy: { risk: "high" },
    },
    { name: "price_read", annotations: { readOnlyHint: true } },
    { name: "clock", where: "server" },
  ],
};

const clients: { close(): void }[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

/** A fake server with two tools in the page, and a client on it. */
function shop(options: Options<ToolMap> = {}) {
  const server = fakeServer({ contract });
  const client = connect<ToolMap>({
    ...server.options,
    tools: { cart_add: () => ({ items: 2 }), price_read: () => 7 },
    approve: async () => "once",
    ...options,
  });
  clients.push(client);
  return { server, client };
}

test("H12 a call runs in the page, and the model reads its result", async () => {
  const { server, client } = shop();
  server.script(
    [...says("One ", "moment."), ...calls(["price_read"])],
    says(" It is seven."),
  );

  const turn = await server.turn(client, "How much is it?");

  expect(turn).toMatchObject({
    reason: "done",
    text: "One moment. It is seven.",
    calls: [{ name: "price_read", state: "succeeded", result: 7 }],
  });
  expect(server.told()).toEqual([{ output: 7 }]);
  expect(server.offered()).toEqual(["cart_add", "price_read", "clock"]);
  expect(server.requests.map(({ words, step }) => [words, step])).toEqual([
    ["How much is it?", 1],
    ["How much is it?", 2],
  ]);
});

test("every frame of it is one of the protocol", async () => {
  const { server, client } = shop();
  server.script(calls(["cart_add"], ["nothing"]), says("Done."), "hang");
  await server.turn(client, "One of each");
  const stopped = server.turn(client, "And then?");
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
  client.stop();
  expect((await stopped).reason).toBe("stopped");
  client.inspect("price_read", {});
  const said = () => server.frames.filter(({ sent }) => !sent);
  await vi.waitFor(() =>
    expect(said().filter(({ text }) => text.includes("turn_end"))).toHaveLength(
      3,
    ),
  );
  for (const { text } of said()) {
    expect(parseServerFrame(text), text).toBeDefined();
  }
});

describe("a tool that asks", () => {
  test("is asked for, with the arguments in the question", async () => {
    const asked: string[] = [];
    const { server, client } = shop({
      async approve({ reason, risk, remember }) {
        asked.push(`${reason}, ${risk}, ${remember}`);
        return "session";
      },
    });
    server.script(calls(["cart_add", { count: 2 }]), calls(["cart_add"]));
    server.script(says("Done."));
    await server.turn(client, "Two, please");
    expect(asked).toEqual(["Put 2 of these into the cart, high, true"]);
    expect(client.grants).toEqual(["cart_add"]);
    client.revoke();
    await vi.waitFor(() => expect(client.hello?.grants).toBeUndefined());
  });

  test("may be declined, which the model reads", async () => {
    const { server, client } = shop({ approve: async () => "deny" });
    server.script(calls(["cart_add"]), says("As you like."));
    const { calls: views } = await server.turn(client, "Two, please");
    expect(views.at(-1)).toMatchObject({ state: "denied", code: "denied" });
    expect(server.told()).toMatchObject([{ error: { code: "denied" } }]);
  });

  test("is not offered where nobody can be asked", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const server = fakeServer({ contract });
    const client = connect<ToolMap>({
      ...server.options,
      tools: { cart_add: () => null },
    });
    clients.push(client);
    server.script(calls(["cart_add"]), says("I cannot."));
    await server.turn(client, "Two, please");
    expect(server.told()).toMatchObject([{ error: { code: "unsupported" } }]);
    expect(client.hello?.withheld).toMatchObject([
      { name: "cart_add", reason: "no_approval" },
      { name: "price_read", reason: "no_body" },
    ]);
    warn.mockRestore();
  });
});

test("a step may be a function of what the model was told", async () => {
  const { server, client } = shop();
  server.script(calls(["price_read"]), ({ results: [first] }) =>
    says(`It is ${first && "output" in first ? first.output : "unknown"}.`),
  );
  expect((await server.turn(client, "?")).text).toBe("It is 7.");
});

test("a tool that the page declares is called by the page's own name", async () => {
  const { server, client } = shop();
  client.declare("page.title", { description: "Reads it.", run: () => "Shop" });
  server.script(calls(["page.title"]), says("Shop."));
  await server.turn(client, "Where am I?");
  expect(server.told()).toEqual([{ output: "Shop" }]);
});

test("what the page says of itself is in the request", async () => {
  const { server, client } = shop({ context: () => ({ article: 17 }) });
  server.script(says("A boot."));
  await server.turn(client, "What is this?");
  expect(server.requests).toMatchObject([{ context: { article: 17 } }]);
});

test("a script that is over ends the turn and says so", async () => {
  const { server, client } = shop();
  expect(await server.turn(client, "Hello")).toMatchObject({
    reason: "model_error",
    error: { message: "the test has scripted no further step" },
  });
});

test("what is refused is refused", async () => {
  const { server, client } = shop();
  server.script(says("Hello."));
  await server.turn(client, "Hello");
  const refused: unknown[] = [];
  client.on("error", ({ code }) => refused.push(code));
  client.send("Hello again", { replaces: "another" });
  await vi.waitFor(() => expect(refused).toEqual(["unexpected"]));
  await expect(server.turn(client, " ")).rejects.toThrow("not sent: empty");
});

test("after a cut the client comes back, to another session", async () => {
  const { server, client } = shop();
  const causes: string[] = [];
  client.on("session", ({ cause }) => causes.push(cause));
  server.script(says("Hello."), says("Hello again."));
  await server.turn(client, "Hello");
  server.cut();
  await vi.waitFor(() => expect(client.status.status).toBe("waiting"));
  client.reconnect();
  expect((await server.turn(client, "And now?")).text).toBe("Hello again.");
  client.reset();
  await vi.waitFor(() =>
    expect(causes).toEqual(["opened", "reconnected", "reset"]),
  );
});
