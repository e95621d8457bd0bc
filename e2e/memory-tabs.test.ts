/** Two tabs of one browser, and the memory that they share. */

import { expect, test } from "./harness/test.ts";

/** Runs a body of /client.js. As text: a bundler would rewrite the import. */
const run = (tool: string, args: object): string => `(async () => {
  const { builtins } = await import("/client.js");
  const context = { signal: new AbortController().signal, saved() {} };
  return builtins.${tool}.run(${JSON.stringify(args)}, context);
})()`;

test("H5 what one tab stores is told to the other, which reads it", async ({
  serve,
  open,
}) => {
  const server = await serve();
  const { page } = await open(server);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await other.evaluate(`{
    globalThis.changes = 0;
    globalThis.channel = new BroadcastChannel("farhand-memory");
    channel.onmessage = () => changes++;
  }`);

  await page.evaluate(run("memory_put", { key: "colour", value: "green" }));

  await expect.poll(() => other.evaluate("changes")).toBe(1);
  expect(await other.evaluate(run("memory_get", { key: "colour" }))).toEqual({
    found: true,
    value: "green",
  });
  expect(await other.evaluate("changes")).toBe(1);
});
