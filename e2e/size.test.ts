/** What the page at / costs before anything is said. */

import { gzipSync } from "node:zlib";
import { expect, test } from "./harness/test.ts";

const most = 45_000; // bytes, compressed file by file

test("the first message can be sent with 45 kB", async ({ browser, serve }) => {
  const { url } = await serve({ model: "demo" });
  const page = await browser.newPage();
  const files: { name: string; body: Promise<Buffer> }[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    files.push({ name: pathname, body: response.body() });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const prompt = page.getByRole("button", { name: "How is my battery?" });
  expect(await prompt.isEnabled()).toBe(true);

  const fetched = await Promise.all(
    files.map(async ({ name, body }) => ({
      name,
      bytes: gzipSync(await body).length,
    })),
  );
  expect(fetched.map(({ name }) => name)).toContain("/app.js");
  const sum = fetched.reduce((bytes, file) => bytes + file.bytes, 0);
  expect(sum, JSON.stringify(fetched)).toBeLessThanOrEqual(most);
  expect(fetched.length).toBeLessThanOrEqual(6);

  // What the first message needs comes with it.
  const came = files.length;
  await prompt.click();
  await page.getByText("This device").waitFor();
  expect(files.length).toBeGreaterThan(came);
  await page.close();
});
