/** A page without a look that forgot to ask its person. */

import { expect, test } from "../embed/host.ts";
import { flagsOf } from "../examples/example.ts";
import { calls, says } from "../harness/model.ts";

test("A60 without an approval handler what asks is not offered, and one line says so", async ({
  model,
  serve,
  visit,
}) => {
  const server = await serve({ flags: flagsOf("vite-tools") });
  const nowhere = `${server.url}/client.js`;
  const { page } = await visit(nowhere);
  const lines: string[] = [];
  page.on("console", (line) => {
    if (line.text().startsWith("farhand")) lines.push(line.text());
  });
  model.script(calls(["cart_add", { count: 2 }]), says("I cannot."));

  await page.evaluate(`
    import("/client.js").then(({ connect }) => new Promise((resolve) => {
      const client = connect({ tools: { cart_add: () => ({ items: 1 }) } });
      client.on("session", () => client.send("Two, please"));
      client.on("turn_end", resolve);
    }))`);

  expect(model.offered()).toEqual([]);
  expect(model.told()).toMatchObject([{ error: { code: "unsupported" } }]);
  await expect
    .poll(() => lines, { timeout: 5000 })
    .toEqual([expect.stringContaining("connect({ approve: ")]);
});
