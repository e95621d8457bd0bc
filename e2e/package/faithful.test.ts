/** The fake server of farhand/testing says what the real one says, frame by frame. */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import * as fake from "../../web/testing/index.ts";
import { expect, test } from "../embed/host.ts";
import { example, flagsOf } from "../examples/example.ts";
import { calls, says } from "../harness/model.ts";

const contract = JSON.parse(
  readFileSync(path.join(example("vite-tools"), "tools.json"), "utf8"),
) as fake.Contract;

type Frame = { type: string; [field: string]: unknown };

/** The part of /client.js that is used here. */
type Library = {
  connect(options: object): {
    on(type: string, listener: (event: Frame) => void): void;
    send(text: string): object;
    inspect(name: string, args: object): object;
    stop(): void;
    revoke(): void;
    reset(): void;
  };
};

/** Every kind of turn, one after the other, and what the server said. Self-contained: it is sent to the page as text. */
async function converse({ connect }: Library): Promise<string[]> {
  const told: string[] = [];
  const decisions = ["deny", "once", "session"];
  const client = connect({
    tools: { cart_add: ({ count }: { count: number }) => ({ items: count }) },
    approve: async () => decisions.shift(),
    resume: false,
  });
  const next = (type: string): Promise<unknown> =>
    new Promise((resolve) => client.on(type, resolve));
  client.on("wire", (event) => {
    const frame = JSON.parse(String(event["text"])) as Frame;
    if (event["sent"] || frame.type === "heartbeat") return;
    const fields = Object.keys(frame).filter(
      (field) => !["resume", "dev"].includes(field),
    );
    const said = ["id", "state", "code", "reason", "approval", "response"].map(
      (field) => JSON.stringify(frame[field]) ?? "",
    );
    const line = `${frame.type} ${fields.sort().join()} ${said.join(" ")}`;
    const last = told.at(-1);
    // How a text is cut into pieces is the model's matter.
    if (frame.type !== "text" || line !== last) told.push(line);
  });
  await next("hello");
  for (const words of ["declined", "once", "session", "granted", "unknown"]) {
    client.send(words);
    await next("turn_end");
  }
  client.send("hang");
  await next("turn_start");
  client.stop();
  await next("turn_end");
  client.inspect("cart_add", { count: 1 });
  await next("turn_end");
  client.revoke();
  await next("hello");
  client.reset();
  await next("hello");
  return told;
}

/** Has it on a page of the server, whose client is the same for both. */
async function had(page: Page): Promise<string[]> {
  const library = await page.evaluateHandle<Library>("import('/client.js')");
  return library.evaluate(converse);
}

test("K34 a conversation with the fake server is the same as with the real one", async ({
  model,
  serve,
  visit,
}) => {
  const server = await serve({ flags: flagsOf("vite-tools") });
  const nowhere = `${server.url}/client.js`;
  for (let turn = 0; turn < 4; turn++) {
    model.script(calls(["cart_add", { count: 2 }]), says("Ok."));
  }
  model.script(calls(["cart_drop"]), says("No."), "hang");
  const { page: real } = await visit(nowhere);
  const expected = await had(real);

  const stand = fake.fakeServer({ contract });
  for (let turn = 0; turn < 4; turn++) {
    stand.script(fake.calls(["cart_add", { count: 2 }]), fake.says("Ok."));
  }
  stand.script(fake.calls(["cart_drop"]), fake.says("No."), "hang");
  const { page } = await visit(nowhere);
  await stand.route(page);
  await page.goto(nowhere);
  const got = await had(page);

  expect(expected.length).toBeGreaterThan(30);
  expect(got).toEqual(expected);
});
