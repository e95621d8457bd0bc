/**
 * Somebody writes a tool: a contract in a file, a page with the body, -dev, no
 * key. The inspector runs it by hand, through everything that a model's call
 * goes through.
 */

import { mkdtemp, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTab } from "../harness/tab.ts";
import { expect, test } from "../harness/test.ts";

const app = path.join(import.meta.dirname, "../own");

/** A contract with one tool; `more` properties of its arguments. */
function contract(more: object = {}): string {
  return JSON.stringify({
    version: 1,
    tools: [
      {
        name: "cart_add",
        title: "Put into the cart",
        description: "Put an amount of an article into the cart of the page.",
        inputSchema: {
          type: "object",
          properties: {
            sku: {
              type: "string",
              pattern: "^[A-Z]{2}-[0-9]+$",
              description: "Number of the article.",
            },
            count: { type: "integer", minimum: 1, default: 1 },
            ...more,
          },
          required: ["sku", "count"],
          additionalProperties: false,
        },
        outputSchema: {
          type: "object",
          properties: {
            items: { type: "integer" },
            last: { type: "string" },
          },
          required: ["items", "last"],
          additionalProperties: false,
        },
      },
    ],
  });
}

test("walk: own tool in the inspector", async ({ serve, open }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "farhand-"));
  const file = path.join(folder, "tools.json");
  /** As an editor saves: the whole file at once. */
  const save = async (text: string): Promise<void> => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  await save(contract());
  const server = await serve({
    model: "demo",
    flags: ["-dev", "-tools", file, "-app", app],
  });
  const tab = await open(server);
  const { page, button } = tab;
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const part = (name: string) => inspector.getByRole("tab", { name });
  const read = () => inspector.locator(".ran pre").first();

  // The button is there because of -dev; the tool is there with its schema.
  await button("Inspector").click();
  await inspector.getByText("cart_add").click();
  await inspector
    .getByText("Number of the article.", { exact: true })
    .waitFor();
  await inspector.getByRole("button", { name: "Run this" }).click();

  // The form is made from the schema; a value that does not fit is the
  // server's to refuse, in the words that the model would read.
  await inspector.getByLabel(/^sku/).fill("nonsense");
  await inspector.getByRole("button", { name: "Run", exact: true }).click();
  await expect.poll(() => read().textContent()).toContain("invalid_args");
  expect(await page.locator("#cart").textContent()).toBe("0");

  await inspector.getByLabel(/^sku/).fill("AB-12");
  await inspector.getByLabel(/^count/).fill("2");
  await inspector.getByRole("button", { name: "Run", exact: true }).click();
  await expect
    .poll(async () => JSON.parse((await read().textContent()) ?? "null"))
    .toEqual({ output: { items: 2, last: "AB-12" } });
  expect(await page.locator("#cart").textContent()).toBe("2");
  await inspector
    .getByText(/^done in/)
    .first()
    .waitFor();

  // None of it is part of the conversation.
  expect(await tab.log.getByText("Put into the cart").count()).toBe(0);
  expect(await tab.log.getByText("AB-12").count()).toBe(0);

  // The same arguments as JSON; what is no JSON is told in words.
  await inspector.getByRole("radio", { name: "JSON" }).check();
  const json = inspector.getByLabel("Arguments", { exact: true });
  expect(JSON.parse(await json.inputValue())).toEqual({
    sku: "AB-12",
    count: 2,
  });
  await json.fill('{"sku": "AB-12", "count": 3,}');
  await inspector.getByText(/^Not JSON yet: .* line 1, column 29/).waitFor();
  await json.fill('{"sku": "CD-3", "count": 3}');
  await inspector.getByRole("radio", { name: "Form" }).check();
  expect(await inspector.getByLabel(/^sku/).inputValue()).toBe("CD-3");

  // The frames of it are there, and the calls.
  await part("Frames").click();
  await inspector.getByText("inspected").first().waitFor();
  await part("Calls").click();
  await inspector.getByText("t2.1").waitFor();

  // The file is edited: the page says so, and a new conversation has it.
  await save(contract({ note: { type: "string" } }));
  await page.getByText("The contract changed: a new conversation").waitFor();
  await button("New conversation").click();
  await page
    .getByText("The contract changed: a new conversation")
    .waitFor({ state: "detached" });
  await part("Run").click();
  await inspector.getByLabel(/^note/).fill("as a present");
  await inspector.getByRole("button", { name: "Run", exact: true }).click();
  await expect
    .poll(async () => JSON.parse((await read().textContent()) ?? "null"))
    .toEqual({ output: { items: 5, last: "CD-3" } });

  // A fault is told by its path, and the old contract works on.
  await save(contract({ note: { type: "sting" } }));
  await page.getByText("The last good one is still used").waitFor();
  await page
    .getByText("tools[0].inputSchema.properties.note.type")
    .first()
    .waitFor();
  await inspector.getByRole("button", { name: "Run", exact: true }).click();
  await expect
    .poll(async () => JSON.parse((await read().textContent()) ?? "null"))
    .toEqual({ output: { items: 8, last: "CD-3" } });

  // It is still open after a reload, at the same part, and closes on Escape.
  await page.reload();
  await inspector.getByLabel(/^sku/).fill("EF-1");
  await page.keyboard.press("Escape");
  await inspector.waitFor({ state: "detached" });
  await expect
    .poll(() => button("Inspector").evaluate((b) => b.matches(":focus")))
    .toBe(true);
});

test("the bug report holds no content until the box is ticked", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo", flags: ["-dev"] }));
  const { page, button } = tab;
  await tab.say("Remember that my favourite colour is marker-teal");
  await tab.shows("Remember", /^done in/);
  await button("Inspector").click();
  await page.getByRole("tab", { name: "Report" }).click();
  const report = page.getByLabel("What is copied");
  await expect.poll(() => report.textContent()).toContain("memory_put");
  expect(await report.textContent()).not.toContain("marker-teal");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button("Copy bug report").click();
  await page.getByText("Copied", { exact: true }).waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(await report.textContent());

  await page.getByRole("checkbox", { name: /^With content/ }).check();
  expect(await report.textContent()).toContain("marker-teal");
});

test("without -dev the inspector is not offered", async ({ serve, open }) => {
  const tab = await open(await serve({ model: "demo" }));
  await tab.button("Settings").waitFor();
  expect(await tab.button("Inspector").count()).toBe(0);
});
