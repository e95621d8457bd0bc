// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Decision } from "./api.ts";
import { ToolError } from "./error.ts";
import { connected, hello, toolCall } from "./testing/client.ts";

const approval = { reason: "May I?", risk: "high" as const, remember: true };
const turn = (): Promise<void> => new Promise((done) => setTimeout(done));

describe("what the user allowed for the session", () => {
  test("follows the server's hello, and is told when it changes", () => {
    const { client, socket, listen } = connected();
    const grants = listen("grants");
    expect(client.grants).toEqual([]);
    socket.receive({ ...hello, grants: ["echo", "a"] });
    socket.receive({ ...hello, grants: ["a", "echo"] });
    expect(client.grants).toEqual(["a", "echo"]);
    socket.receive(hello);
    expect(grants).toEqual([["a", "echo"], []]);
  });

  test.each<[Decision, boolean, string[]]>([
    ["session", true, ["echo"]],
    ["session", false, []],
    ["once", true, []],
    ["deny", true, []],
  ])("decision %s, remember %s: %j", async (decision, remember, expected) => {
    const { client, socket } = connected({
      tools: { echo: () => "done" },
      approve: async () => decision,
    });
    socket.receive({ ...toolCall, approval: { ...approval, remember } });
    await turn();
    expect(client.grants).toEqual(expected);
  });

  test.each([
    ["failed", ["echo"]],
    ["denied", []],
  ] as const)("a body that ends as %s leaves %j", async (code, expected) => {
    const { client, socket } = connected({
      tools: {
        echo: () => {
          throw new ToolError(code, "no");
        },
      },
      approve: async () => "session",
    });
    socket.receive({ ...toolCall, approval });
    await turn();
    expect(client.grants).toEqual(expected);
  });

  test("ends with the connection", () => {
    const { client, socket } = connected();
    socket.receive({ ...hello, grants: ["echo"] });
    socket.drop(1006);
    expect(client.grants).toEqual([]);
    client.close();
  });

  test("revoke asks for one tool or for all; the hello that answers decides", () => {
    const { client, socket, listen } = connected();
    socket.receive({ ...hello, grants: ["a", "echo"] });
    const sessions = listen("session");
    client.revoke("echo");
    client.revoke();
    expect(socket.sent.slice(1)).toEqual([
      { type: "revoke", name: "echo" },
      { type: "revoke" },
    ]);
    expect(client.grants).toEqual(["a", "echo"]);
    socket.receive({ ...hello, grants: ["a"] });
    expect(client.grants).toEqual(["a"]);
    expect(sessions).toEqual([]);
  });
});
