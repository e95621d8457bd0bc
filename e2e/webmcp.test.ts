/** Tools that a page registered on document.modelContext, in a browser that has it. */

import path from "node:path";
import { chromium } from "playwright-core";
import { inject } from "vitest";
import { calls, says } from "./harness/model.ts";
import { expect, test as plain } from "./harness/test.ts";
import type { Tab } from "./harness/tab.ts";

const page = path.join(import.meta.dirname, "webmcp");
const flags = ["-app", page, "-page-tools", "own"];
/** How the server calls cart.add: a dot is no part of such a name. */
const add = "page_cart_add_5d7de736";

const test = plain.override({
  browser: [
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: inject("chromium"),
        args: [
          "--no-sandbox",
          "--disable-dev-shm-usage",
          "--enable-features=WebMCP",
        ],
      });
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],
});

/** The names in the server's newest hello. */
function offered(tab: Tab): string[] {
  const hello = tab.frames.findLast(
    (text) => text.includes('"type":"hello"') && text.includes('"withheld"'),
  );
  const { tools } = JSON.parse(hello ?? '{"tools":[]}') as {
    tools: { name: string }[];
  };
  return tools.map(({ name }) => name);
}

async function go(tab: Tab): Promise<void> {
  await tab.page.getByRole("button", { name: "Go", exact: true }).click();
}

async function allow(tab: Tab): Promise<void> {
  await tab.page.locator("#question:not(:empty)").waitFor();
  await tab.page.getByRole("button", { name: "Yes" }).click();
}

test("K35 X7 a tool of the page is asked for, runs, and its result is marked", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls([add, { count: 2 }]), says("Two are in the cart."));
  const server = await serve({ flags });
  const tab = await open(server);
  await expect
    .poll(() => offered(tab))
    .toEqual([add, "page_cart_break", "page_note_leave"]);

  await go(tab);
  await allow(tab);
  await tab.page.getByText("Two are in the cart.").waitFor();

  expect(await tab.page.locator("#cart").textContent()).toBe("2");
  expect(await tab.page.locator("#question").textContent()).toBe(
    "Run Add to cart, a tool of this page",
  );
  expect(model.told()).toEqual([
    {
      output: expect.objectContaining({
        trusted: false,
        content: { items: 2 },
      }),
    },
  ]);
  expect(JSON.stringify(model.requests[0])).toContain(
    "Declared by the page " + server.url,
  );
});

test("K34 H12 a name of the server's is refused on the console and in the log, and nothing else is lost", async ({
  model,
  serve,
  open,
}) => {
  model.script(says("Hello."));
  const server = await serve({ flags });
  const tab = await open(server);
  const line =
    "farhand: memory_get: name: expected a name that the server's tools.json does not have, got one that it has";
  await expect.poll(() => tab.console, { timeout: 5000 }).toContain(line);
  expect(server.log).toContainEqual(
    expect.objectContaining({
      event: "disagreement",
      tool: "page_memory_get",
      reason: "declared",
      path: "name",
      got: "one that it has",
    }),
  );
  await go(tab);
  await tab.page.getByText("Hello.").waitFor();
  expect(model.offered()).toEqual([add, "page_cart_break", "page_note_leave"]);
});

test("K34 a page that may not declare is told the flag", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ flags: ["-app", page] }));
  await expect
    .poll(() => tab.console, { timeout: 5000 })
    .toContain(
      "farhand: cart.add: declare: expected a server with -page-tools own, got one without",
    );
  expect(offered(tab)).toEqual([]);
});

test("K35 a tool that fails says so without a word of the page, and one that goes is gone", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["page_cart_break"]), says("It broke."));
  const tab = await open(await serve({ flags }));
  await expect.poll(() => offered(tab)).toContain("page_cart_break");
  await go(tab);
  await allow(tab);
  await tab.page.getByText("It broke.").waitFor();
  expect(JSON.stringify(model.told())).toContain(
    "the tool failed and did not say why",
  );
  expect(JSON.stringify(model.told())).not.toContain("secret");

  await tab.page.evaluate("gone.abort()");
  await expect.poll(() => offered(tab)).toEqual([add, "page_note_leave"]);
});

test("K35 a form waits for its user, on the clock of the person", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["page_note_leave", { note: "Ring twice" }]),
    says("The note is there."),
  );
  const tab = await open(
    await serve({ flags: [...flags, "-tool-timeout", "2s"] }),
  );
  await expect.poll(() => offered(tab)).toContain("page_note_leave");
  await go(tab);
  await allow(tab);
  const send = tab.page.getByRole("button", { name: "Leave the note" });
  await expect
    .poll(() => tab.page.locator("input").inputValue())
    .toBe("Ring twice");
  const own = await tab.page.evaluate(() => performance.now() + 2_000);
  await tab.page.waitForFunction((end) => performance.now() > end, own);
  await send.click();
  await tab.page.getByText("The note is there.").waitFor();
  expect(JSON.stringify(model.told())).toContain("Ring twice");
});
