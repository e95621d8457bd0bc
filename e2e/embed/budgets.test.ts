/** What a site pays for the element, as a visitor fetches it. */

import { gzipSync } from "node:zlib";
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "./host.ts";
import { shop } from "./pages.ts";

/** In bytes, compressed, each at most. */
const budgets = {
  /** On every page, before anybody presses anything. */
  loader: 3_072,
  /** What comes then, client and English words included, until one can send a message. */
  element: 35_840,
  /** What another language adds to that. */
  language: 2_048,
  /** All of it with what shows a first answer: tools, cards, Markdown. */
  answered: 88_000,
};

test("H40 what a site pays: the loader, and the way to the first message", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({
    pages: { "/": shop({ server: server.url, lang: "" }) },
  });

  async function pay(options: BrowserContextOptions) {
    const { page, launcher, panel, say, requests } = await visit(
      site.url,
      options,
    );
    const paid = async (): Promise<number> => {
      await page.waitForLoadState("networkidle");
      const urls = requests.filter((url) => url.startsWith(server.url));
      const sizes = urls.map(async (url) => {
        const bytes = await (await fetch(url)).arrayBuffer();
        return gzipSync(Buffer.from(bytes), { level: 9 }).length;
      });
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    };
    await launcher.waitFor();
    const loader = await paid();
    await launcher.click();
    await panel.locator(".prompt:enabled").first().waitFor();
    return { loader, open: await paid(), paid, panel, say };
  }

  const { loader, open, paid, panel, say } = await pay({ locale: "en-GB" });
  await say("How is my battery?");
  await panel.locator("[part~=answer]").waitFor();
  const answered = await paid();
  const figures = { loader, element: open - loader, answered };
  console.log("gzip", JSON.stringify(figures));
  expect(loader).toBeLessThanOrEqual(budgets.loader);
  expect(open - loader).toBeLessThanOrEqual(budgets.element);
  expect(answered).toBeLessThanOrEqual(budgets.answered);

  for (const locale of ["de-DE", "ar-EG"]) {
    const other = await pay({ locale });
    console.log("gzip", locale, other.open - open);
    expect(other.open).toBeGreaterThan(open);
    expect(other.open - open).toBeLessThanOrEqual(budgets.language);
  }
});
