/** The snippets of docs/embedding.md on tools of one's own, run with a model that uses them. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { inject } from "vitest";
import { calls, says } from "../harness/model.ts";
import { repository } from "../harness/paths.ts";
import { expect, test as plain } from "./host.ts";

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

const guide = readFileSync(path.join(repository, "docs/embedding.md"), "utf8");
const contract = path.join(repository, "e2e/shop/tools.json");

/** The HTML of a section, block by block. */
function snippets(title: string): string[] {
  const text = guide.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/```html\n([^]*?)```/g)].map(
    ([, html = ""]) => html,
  );
}

const [registered = "", drawn = "", declared = ""] = snippets("Own tools");
const [webmcp = ""] = snippets("WebMCP");
const declaredName = "page_cart_add_5d7de736";

test.for([
  ["an entry and a body", registered, ["-dev", "-tools", contract], "cart_add"],
  ["a body that draws", drawn, ["-dev", "-tools", contract], "cart_add"],
  ["a declared tool", declared, ["-dev"], declaredName],
  ["a tool of WebMCP", webmcp, ["-dev"], declaredName],
] as const)(
  "K34 K35 snippet: %s",
  async ([, html, flags, name], { model, serve, host, visit }) => {
    model.script(calls([name, { count: 2 }]), says("Two are in the cart."));
    const server = await serve({ flags });
    const site = await host({
      pages: {
        "/": `<!doctype html><html lang="en">${html.replaceAll(
          "https://assistant.example",
          server.url,
        )}</html>`,
      },
    });
    const { page, launcher, message, say, panel } = await visit(site.url);
    const heard: string[] = [];
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => heard.push(String(payload))),
    );
    await page.locator("farhand-chat:defined").waitFor({ state: "attached" });
    await launcher.click();
    await message.waitFor();
    await expect
      .poll(() => heard.flatMap(offered), { timeout: 5000 })
      .toContain(name);
    await say("Two of these, please");
    if (name === declaredName) {
      const asks = panel.getByRole("alertdialog", {
        name: "Run “Add to cart”, a tool of this page",
      });
      await asks.waitFor();
      // Nobody allows what they cannot see.
      expect(await asks.locator(".row").allInnerTexts()).toEqual(["Count\n2"]);
      await panel.getByRole("button", { name: "Allow once" }).click();
    }
    await panel.getByText("Two are in the cart.").first().waitFor();
    expect(JSON.stringify(model.told())).toContain('"items":2');
    expect(model.offered()).toContain(name);
    if (html !== drawn) return;
    const place = page.locator("farhand-chat > .cart");
    await place.getByText("In your cart: 2").waitFor();
    const green = "rgb(46, 139, 87)"; // of the page's style sheet
    expect(
      await place.evaluate((element) => getComputedStyle(element).color),
    ).toBe(green);
    await panel.getByRole("button", { name: "New conversation" }).click();
    await panel.getByRole("button", { name: "Start over" }).click();
    await place.waitFor({ state: "detached" });
  },
);

/** The names of the tools in a hello of the server. */
function offered(frame: string): string[] {
  const { tools = [] } = JSON.parse(frame) as { tools?: { name: string }[] };
  return tools.map((tool) => tool.name);
}

test("K34 a page whose origin is not listed is told the flag, and goes on", async ({
  model,
  serve,
  host,
  visit,
}) => {
  model.script(says("I can only talk here."));
  const pages: { [path: string]: string } = { "/none": "<!doctype html>" };
  const site = await host({ pages });
  const server = await serve({ flags: ["-anonymous-origins", site.url] });
  const html = declared
    .replaceAll("https://assistant.example", server.url)
    .replace(
      "<farhand-chat>",
      `<farhand-chat ticket-url="${server.url}/ticket">`,
    );
  pages["/"] = `<!doctype html><html lang="en">${html}</html>`;
  const { page, launcher, message, say, panel } = await visit(
    `${site.url}/none`,
  );
  const lines: string[] = [];
  page.on("console", (line) => lines.push(line.text()));
  await page.goto(site.url);
  await launcher.click();
  await message.waitFor();
  await expect
    .poll(() => lines, { timeout: 5000 })
    .toContain(
      `farhand: cart.add: declare: expected a server with -page-tools ${site.url}, got one without`,
    );
  await say("Hello");
  await panel.getByText("I can only talk here.").first().waitFor();
  expect(server.log).toContainEqual(
    expect.objectContaining({
      event: "disagreement",
      path: "declare",
      expected: `a server with -page-tools ${site.url}`,
    }),
  );
});
