/**
 * Somebody wants to know what is kept about them: they see it with age and
 * size, take it along in a file, delete it, and bring it back.
 */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { openTab } from "../harness/tab.ts";
import { expect, test } from "../harness/test.ts";

/** The keys in the browser's own storage, whatever the page says. */
async function stored(page: Page): Promise<string[]> {
  return await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("farhand");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result
            .transaction("memory")
            .objectStore("memory")
            .getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map(String).sort());
          };
        };
      }),
  );
}

test(
  "walk: memory and privacy",
  { timeout: 60_000 },
  async ({ serve, open }) => {
    const server = await serve({ model: "demo" });
    const tab = await open(server);
    const { page, button } = tab;
    const settings = page.getByRole("dialog", { name: "Settings" });
    const entry = (key: string) =>
      settings.getByRole("listitem").filter({ hasText: key });
    const status = settings.getByRole("status");

    await tab.say("Remember that my favourite colour is green");
    await tab.sees(/I will remember that your favourite colour is green/);

    // In Settings it stands with its size and age; a keyboard gets the exact
    // time, and the value is behind its key.
    await button("Settings").click();
    await entry("favourite_colour").getByText("7 bytes").waitFor();
    await settings.getByText("1 entry, 7 bytes of 5.2 MB").waitFor();
    const age = entry("favourite_colour").locator("time");
    await age.getByText("now").waitFor();
    await age.focus();
    await expect
      .poll(() =>
        age
          .locator("span")
          .nth(1)
          .evaluate((exact) => getComputedStyle(exact).opacity),
      )
      .toBe("1");
    await settings
      .getByRole("button", { name: "favourite_colour" })
      .first()
      .click();
    await entry("favourite_colour")
      .getByText("green", { exact: true })
      .waitFor();

    // One line says what is kept where.
    await settings
      .getByText(/stays in this browser until a tool reads it/)
      .waitFor();
    await settings.getByText(/to this server and no further/).waitFor();

    // Another tab remembers something: this one follows.
    const other = await openTab(page.context(), server.url);
    await other.say("Remember that my dog is Rex");
    await other.sees(/I will remember that your dog is Rex/);
    await entry("dog").waitFor();
    await settings.getByText(/^2 entries/).waitFor();

    // Everything fits into a file.
    const downloading = page.waitForEvent("download");
    await settings.getByRole("button", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(
      /^farhand-memory-\d{4}-\d\d-\d\d\.json$/,
    );
    const file = await download.path();
    const text = await readFile(file, "utf8");
    expect(JSON.parse(text)).toMatchObject({
      format: "farhand-memory",
      version: 1,
      entries: [
        { key: "dog", value: "Rex" },
        { key: "favourite_colour", value: "green" },
      ],
    });

    // Deleted is deleted at once, in the other tab as well; a slip can be undone.
    await settings.getByRole("button", { name: "Delete dog" }).click();
    await entry("dog is deleted").waitFor();
    await expect.poll(() => stored(page)).toEqual(["favourite_colour"]);
    await other.say("What do you remember about me?");
    await other.sees(/This browser remembers:/);
    expect(await other.log.getByText("dog: Rex").count()).toBe(0);
    await page.keyboard.press("Enter"); // the focus is on Undo
    await settings.getByRole("button", { name: "Delete dog" }).waitFor();
    expect(await stored(page)).toEqual(["dog", "favourite_colour"]);

    // All of it goes only after a question, whose careful answer has the focus.
    await settings.getByRole("button", { name: "Delete all" }).click();
    await settings.getByText("Delete all 2 entries?").waitFor();
    await page.keyboard.press("Enter");
    expect(await stored(page)).toHaveLength(2);
    await settings.getByRole("button", { name: "Delete all" }).click();
    await settings.getByRole("button", { name: "Delete all" }).click();
    await settings.getByText("Everything is deleted.").waitFor();
    expect(await stored(page)).toEqual([]);

    // A file with a fault changes nothing and is told by its entry.
    const choose = (contents: string) =>
      settings.locator("input[type=file]").setInputFiles({
        name: "memory.json",
        mimeType: "application/json",
        buffer: Buffer.from(contents),
      });
    await choose(text.replace('"dog"', '""'));
    await settings
      .getByText(/^Entry 1: the key is missing or longer than 200 characters/)
      .waitFor();
    expect(await stored(page)).toEqual([]);

    // The whole one says what it will do, and then does it.
    await choose(text);
    await settings.getByText("2 entries are added.").waitFor();
    expect(await stored(page)).toEqual([]);
    await settings.getByRole("button", { name: "Import" }).click();
    await status.getByText("2 entries are imported.").waitFor();
    expect(await stored(page)).toEqual(["dog", "favourite_colour"]);

    await settings.getByRole("button", { name: "Close" }).click();
    await tab.say("What is my favourite colour?");
    await tab.sees("Your favourite colour is green.");
    expect(other.faults).toEqual([]);
  },
);
