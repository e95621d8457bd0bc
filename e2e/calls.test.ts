/** Calls that come back late, wrong, too big or not at all. */

import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { calls, says } from "./harness/model.ts";
import { repository } from "./harness/paths.ts";
import { expect, test } from "./harness/test.ts";

const failed = (code: string, message: unknown = expect.any(String)) => ({
  error: { code, message },
});
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

test("H19 K7 two parallel calls, answered in reverse order, come in call order", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["geolocation_get"], ["memory_get", { key: "nothing" }]),
    says("Both."),
  );
  const tab = await open(await serve(), {
    permissions: ["geolocation"],
    // The position comes only when the page has answered the other call.
    init: () => {
      const send = WebSocket.prototype.send;
      const other = new Promise<void>((resolve) => {
        WebSocket.prototype.send = function (data) {
          send.call(this, data);
          if (String(data).includes('"tool_result"')) resolve();
        };
      });
      navigator.geolocation.getCurrentPosition = (found) => {
        const coords = { latitude: 1, longitude: 2, accuracy: 3 };
        void other.then(() =>
          found({ coords, timestamp: 0 } as GeolocationPosition),
        );
      };
    },
  });

  await tab.say("Where am I, and what is nothing?");

  await tab.sees("Both.");
  const order = tab.frames
    .filter((frame) => frame.includes('"tool_result"'))
    .map((frame) => (JSON.parse(frame) as { id: string }).id);
  expect(order).toEqual(["t1.2", "t1.1"]);
  expect(model.told()).toEqual([
    { output: { latitude: 1, longitude: 2, accuracy: 3 } },
    { output: { found: false } },
  ]);
});

test("H19 the answers carry the names and ids of their calls, alone in one content", async ({
  model,
  serve,
  open,
}) => {
  const step = calls(
    ["memory_get", { key: "a" }],
    ["device_context"],
    ["memory_list"],
  );
  model.script(step, says("Done."));
  const tab = await open(await serve());

  await tab.say("All three.");
  await tab.sees("Done.");

  const [words, made, answered] = model.requests[1]?.contents ?? [];
  expect(words).toEqual({ role: "user", parts: [{ text: "All three." }] });
  expect(made).toEqual({ role: "model", parts: step });
  expect(answered?.role).toBe("user");
  expect(
    answered?.parts.map(({ functionResponse: r }) => [r?.id, r?.name]),
  ).toEqual([
    ["call1", "memory_get"],
    ["call2", "device_context"],
    ["call3", "memory_list"],
  ]);
});

test("A54 A55 an invented tool name is a failed card, and the turn goes on", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["teleport"]), says("I cannot do that."));
  const tab = await open(await serve());

  await tab.say("Beam me up");

  await tab.sees("I cannot do that.");
  await tab.shows("teleport", "failed");
  expect(model.told()).toEqual([
    failed("unknown_tool", expect.stringContaining("memory_get")),
  ]);
});

test("A29 wrong arguments never reach the page; corrected ones do", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["memory_get", { name: "colour" }]),
    calls(["memory_get", { key: "colour" }]),
    says("Nothing there."),
  );
  const tab = await open(await serve());

  await tab.say("What colour?");

  await tab.sees("Nothing there.");
  expect(model.requests[1]?.contents.at(-1)?.parts[0]).toMatchObject({
    functionResponse: { response: failed("invalid_args") },
  });
  expect(model.told()).toEqual([{ output: { found: false } }]);
  const ran = tab.frames.filter((frame) => frame.includes('"tool_call"'));
  expect(ran).toHaveLength(1);
});

test("H39 a body that throws is an error the model reads, without its stack", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["clipboard_read"]), says("It broke."));
  const tab = await open(await serve(), {
    ...clipboard,
    init: () => {
      navigator.clipboard.readText = () => {
        throw new Error("the jar is empty");
      };
    },
  });

  await tab.say("What is on my clipboard?");
  await tab.button("Allow once").click();

  await tab.sees("It broke.");
  await tab.sees("This did not work: the jar is empty");
  expect(model.told()).toEqual([
    failed("failed", expect.stringContaining("the jar is empty")),
  ]);
  expect(JSON.stringify(model.requests)).not.toMatch(/\.js:\d+/);
});

test("H26 a body that returns a DOM node is an invalid_result", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["clipboard_read"]), says("That was no text."));
  const tab = await open(await serve(), {
    ...clipboard,
    init: () => {
      navigator.clipboard.readText = () =>
        Promise.resolve(document.body as unknown as string);
    },
  });

  await tab.say("What is on my clipboard?");
  await tab.button("Allow once").click();

  await tab.sees("That was no text.");
  await tab.sees("The tool returned something that it should not return.");
  expect(model.told()).toEqual([failed("invalid_result")]);
});

test("H26 K29 a result of 5 MB is too_large, with the limit; nothing is cut", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["clipboard_read"]), says("Too much."));
  const tab = await open(await serve(), {
    ...clipboard,
    init: () => {
      navigator.clipboard.readText = () => Promise.resolve("x".repeat(5e6));
    },
  });

  await tab.say("What is on my clipboard?");
  await tab.button("Allow once").click();

  await tab.sees("Too much.");
  await tab.sees("The result was too large to pass on.");
  expect(model.told()).toEqual([
    failed("too_large", expect.stringContaining("65536")),
  ]);
  expect(Math.max(...tab.frames.map((frame) => frame.length))).toBeLessThan(
    1e5,
  );
});

test("Stop settles at once, also when a body ignores its signal", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["geolocation_get"]));
  const tab = await open(await serve(), {
    permissions: ["geolocation"],
    init: () => {
      navigator.geolocation.getCurrentPosition = () => {};
    },
  });

  await tab.say("Where am I?");
  await tab.shows("Your location", "running");
  await tab.button("Stop").click();

  await tab.sees("You stopped this answer.");
  await tab.shows("Your location", "stopped");
  expect(model.requests).toHaveLength(1);

  model.script(says("Still here."));
  await tab.say("Are you there?");
  await tab.sees("Still here.");
  expect(model.requests[1]?.contents[2]?.parts[0]).toMatchObject({
    functionResponse: { response: failed("cancelled") },
  });
});

test("H21 a body that never ends is given up after the tool's time", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["geolocation_get"]), says("It took too long."));
  const server = await serve({ flags: ["-tool-timeout", "1s"] });
  const tab = await open(server, {
    permissions: ["geolocation"],
    init: () => {
      navigator.geolocation.getCurrentPosition = () => {};
    },
  });

  await tab.say("Where am I?");

  await tab.sees("It took too long.");
  await tab.shows("Your location", "timed out");
  expect(model.told()).toEqual([failed("timeout")]);
});

test("H12 a tool whose hash differs is not offered; page, console and log say which", async ({
  model,
  serve,
  open,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), "farhand-"));
  const file = path.join(folder, "tools.json");
  const contract = JSON.parse(
    await readFile(path.join(repository, "tools.json"), "utf8"),
  ) as { tools: { name: string; inputSchema: { properties: object } }[] };
  const speak = contract.tools.find((tool) => tool.name === "speak");
  Object.assign(speak?.inputSchema.properties ?? {}, {
    pitch: { type: "number" },
  });
  await writeFile(file, JSON.stringify(contract));
  const server = await serve({ flags: ["-tools", file] });
  await rm(folder, { recursive: true });
  model.script(says("Hello."));

  const tab = await open(server);
  await tab.sees("1 tool cannot run here");
  await tab.sees(/page and server disagree \(server \w{8}, page \w{8}\)/);
  await tab.say("Hello?");
  await tab.sees("Hello.");

  expect(model.offered()).not.toContain("speak");
  expect(model.offered()).toHaveLength(contract.tools.length - 1);
  await expect
    .poll(() => tab.console.join("\n"), { timeout: 5000 })
    .toContain("speak");
  const warnings = server.log.filter((line) => line["tool"] === "speak");
  expect(warnings).toMatchObject([
    {
      level: "warn",
      server_hash: expect.stringMatching(/^\w{8}$/),
      page_hash: expect.stringMatching(/^\w{8}$/),
    },
  ]);
});
