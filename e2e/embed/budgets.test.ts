/** What a site pays for the element, as a visitor fetches it. */

import { gzipSync } from "node:zlib";
import { expect, test } from "./host.ts";
import { shop } from "./pages.ts";

/** In bytes, compressed, each at most. */
const budgets = {
  /** On every page, before anybody presses anything. */
  loader: 3_000,
  /** Loader, client and bodies of tools included, in English, until one can send a message. */
  open: 48_000,
  /** The same with all that shows a first answer: cards, Markdown. */
  answered: 88_000,
};

test("H40 what a site pays: the loader, and the way to the first message", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({
    pages: { "/": shop({ server: server.url }) },
  });
  const { page, launcher, panel, say, requests } = await visit(site.url, {
    locale: "en-GB",
  });
  const paid = async (): Promise<number> => {
    const urls = requests.filter((url) => url.startsWith(server.url));
    const sizes = urls.map(async (url) => {
      const bytes = await (await fetch(url)).arrayBuffer();
      return gzipSync(Buffer.from(bytes), { level: 9 }).length;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  await launcher.waitFor();
  await page.waitForLoadState("networkidle");
  const loader = await paid();
  await launcher.click();
  await panel.locator(".pill").waitFor();
  await page.waitForLoadState("networkidle");
  const open = await paid();
  await say("How is my battery?");
  await panel.locator("[part~=answer]").waitFor();
  const answered = await paid();
  console.log(
    `gzip: loader ${loader}, open ${open}, answered ${answered} bytes`,
  );
  expect(loader).toBeLessThanOrEqual(budgets.loader);
  expect(open).toBeLessThanOrEqual(budgets.open);
  expect(answered).toBeLessThanOrEqual(budgets.answered);
});
