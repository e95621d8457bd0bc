/** The snippets of docs/embedding.md on the npm package, in a project that has it installed. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, preview } from "vite";
import { afterAll, inject } from "vitest";
import { expect, test } from "../embed/host.ts";
import { example } from "../examples/example.ts";
import { calls, says } from "../harness/model.ts";
import { fileOf, snippets } from "./guide.ts";
import { install } from "./packed.ts";

const project = install(example("vite-tools"));
const { folder, installed, run } = project;
afterAll(() => project.remove());

const docs = path.join(folder, "docs");
const write = (name: string, text: string): void =>
  writeFileSync(path.join(docs, name), text);

/** Every snippet that is a module, by the name that it gives itself. */
const modules = new Map(
  ["npm", "Own tools", "Own types", "Headless", "Testing"].flatMap((title) =>
    snippets(title, "ts").map((code) => [fileOf(code), code] as const),
  ),
);
const tools = readFileSync(path.join(folder, "tools.json"), "utf8");
mkdirSync(docs);
write("tools.json", tools);
for (const [name, code] of modules) write(name, code);
write(
  "tsconfig.json",
  JSON.stringify({
    extends: "../tsconfig.json",
    // Those of Playwright need both.
    compilerOptions: { types: ["node"], skipLibCheck: true },
    include: ["."],
  }),
);
await run(
  path.join(installed, "farhand.mjs"),
  ...["types", "docs/tools.json", "-o", "docs/tools.ts"],
);

/** Playwright's own runner is not here: its name stands for Vitest with a page. */
function playwright(url: string): void {
  const shim = path.join(folder, "node_modules/@playwright/test");
  mkdirSync(shim, { recursive: true });
  writeFileSync(
    path.join(shim, "package.json"),
    JSON.stringify({ type: "module", exports: "./index.js" }),
  );
  writeFileSync(
    path.join(shim, "index.d.ts"),
    `import type { Page } from "playwright-core";
     export { expect } from "vitest";
     export function test(name: string, run: (given: { page: Page }) => Promise<void>): void;`,
  );
  writeFileSync(
    path.join(shim, "index.js"),
    `import { chromium } from "playwright-core";
     import { test as plain } from "vitest";
     export { expect } from "vitest";
     export const test = plain.extend({
       page: async ({}, use) => {
         const browser = await chromium.launch({
           executablePath: ${JSON.stringify(inject("chromium"))},
           args: ["--no-sandbox", "--disable-dev-shm-usage"],
         });
         const page = await browser.newPage({ baseURL: ${JSON.stringify(url)} });
         page.setDefaultTimeout(10_000);
         await use(page);
         await browser.close();
       },
     });`,
  );
}

test("H14 the snippets compile", async () => {
  expect([...modules.keys()]).toEqual([
    "main.ts",
    "ask.ts",
    "cart.ts",
    "headless.ts",
    "cart.test.ts",
    "cart.spec.ts",
  ]);
  playwright("");
  expect(await run("tsc", "-p", "docs")).toEqual({ code: 0, output: "" });
});

test("K34 the snippet for Vitest passes", async () => {
  const told = await run("vitest", "run", "docs/cart.test.ts");
  expect(told.code, told.output).toBe(0);
  expect(told.output).toContain("1 passed");
});

test("K34 the snippet for Playwright passes, on a page of the example", async () => {
  await build({ root: folder, logLevel: "warn" });
  const site = await preview({
    root: folder,
    logLevel: "warn",
    preview: { port: 0, host: "127.0.0.1" },
  });
  try {
    playwright(site.resolvedUrls?.local[0] ?? "");
    const told = await run(
      "vitest",
      ...["run", "docs/cart.spec.ts", "--testTimeout", "30000"],
    );
    expect(told.code, told.output).toBe(0);
    expect(told.output).toContain("1 passed");
  } finally {
    await site.close();
  }
});

/** A folder for a server's own page; the server wants to see one at once. */
function emptySite(name: string): string {
  const dist = path.join(folder, name);
  mkdirSync(dist);
  writeFileSync(path.join(dist, "index.html"), "<!doctype html>");
  return dist;
}

/** Builds a page of a snippet into a folder that a server has as its page. */
async function page(outDir: string, module: string, body: string, url: string) {
  const code = modules.get(module) ?? "";
  write(
    module,
    code
      .replace("https://assistant.example", url)
      .replace("wss://assistant.example", url.replace("http", "ws")),
  );
  write(
    "index.html",
    `<!doctype html><html lang="en"><body>${body}<script type="module" src="/${module}"></script></body></html>`,
  );
  await build({ root: docs, logLevel: "warn", build: { outDir } });
  write(module, code);
}

test("K34 the snippet of the element shows the conversation", async ({
  serve,
  visit,
}) => {
  const dist = emptySite("element");
  const server = await serve({ model: "demo", flags: ["-app", dist] });
  await page(dist, "main.ts", "", server.url);
  const { launcher, message, panel, say } = await visit(server.url);
  await launcher.click();
  await message.waitFor();
  await say("How is my battery?");
  await panel
    .getByText(/^The battery is/)
    .first()
    .waitFor();
});

test.for([
  ["an answer", "Curry", "Curry for dinner: a good choice."],
  ["none", undefined, "All right, I do not need to know."],
] as const)(
  "K34 the snippet of ask_user asks what the demo model wants to know: %s",
  async ([name, answer, says], { serve, visit }) => {
    const dist = emptySite(`ask-${name.replace(" ", "-")}`);
    const server = await serve({ model: "demo", flags: ["-app", dist] });
    await page(dist, "ask.ts", "", server.url);
    const { page: tab } = await visit("about:blank");
    const asked: string[] = [];
    tab.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (answer ? dialog.accept(answer) : dialog.dismiss());
    });
    await tab.goto(server.url);
    await tab.getByText(says).waitFor();
    expect(asked).toEqual([
      "What would you like for dinner?\nPizza\nCurry\nSalad",
    ]);
  },
);

test("K34 A60 the headless snippet asks, runs and answers", async ({
  model,
  serve,
  visit,
}) => {
  const dist = emptySite("headless");
  const contract = path.join(docs, "tools.json");
  const server = await serve({ flags: ["-app", dist, "-tools", contract] });
  const [html = ""] = snippets("Headless", "html");
  await page(dist, "headless.ts", html, server.url);
  const { page: tab } = await visit(server.url);
  const output = tab.locator("output");

  model.script(calls(["cart_add", { count: 2 }]), says("Two are in it."));
  await tab.getByRole("textbox", { name: "Message" }).fill("Two, please");
  await tab.getByRole("button", { name: "Send" }).click();
  await tab.getByText("Put 2 of these into the cart").waitFor();
  await tab.getByRole("button", { name: "Allow" }).click();

  await expect.poll(() => output.textContent()).toMatch(/Two are in it\.$/);
  expect(model.told()).toEqual([{ output: { items: 2 } }]);
  const states = async () =>
    (await output.textContent())?.match(/\[cart_add: \w+\]/g);
  expect(await states()).toEqual(
    ["delivered", "awaiting_user", "running", "succeeded"].map(
      (state) => `[cart_add: ${state}]`,
    ),
  );

  await tab.reload();
  const drawn = "\n> Two, please\n[cart_add: succeeded]Two are in it.";
  await expect.poll(() => output.textContent()).toBe(drawn);

  // Nothing is asked again, and it goes on below.
  model.script(says("You are welcome."));
  await tab.getByRole("textbox", { name: "Message" }).fill("Thanks");
  await tab.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(() => output.textContent())
    .toBe(`${drawn}\n> Thanks\nYou are welcome.`);
});

test("K38 the snippet of several pages is that of the example, which has its test", () => {
  const [code = ""] = snippets("Multi-page", "js");
  const body = code.split("\n").slice(1, -2).join("\n");
  expect(body).toContain("page_open");
  const script = path.join(example("multi-page"), "shop.js");
  expect(readFileSync(script, "utf8")).toContain(body);
});
