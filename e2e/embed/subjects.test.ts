/** Users of one browser, one after the other: nobody finds anything of the last one. */

import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "./members.ts";

const subjectOf = (user: string) =>
  createHash("sha256").update(`shop/${user}`).digest("hex").slice(0, 16);

const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).sort(),
  );

/** Everything that the tab keeps, keys and values. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

/** Does something with the element's client. */
const withClient = (page: Page, code: string) =>
  page.evaluate(
    `(async () => { const { client } = document.querySelector("farhand-chat"); ${code} })()`,
  );

const remember = "Remember that my favourite colour is green";
const recall = "What do you remember about me?";
const remembered =
  /^(favourite colour|favourite_colour|Your favourite colour).*green/i;
const nothing = /^Nothing is remembered in this browser yet. Try/;

test("H30 H31 the next user of a tab sees nothing of the last one, who finds everything again", async ({
  members,
  visit,
}) => {
  const site = await members(["-resume-ttl", "1h"]);
  const { page, launcher, panel, message, say } = await visit(site.url);
  const said = panel.getByText(/^I will remember/).last();
  await launcher.click();
  await say(remember);
  await said.waitFor();
  await message.fill("half a question of Ada");
  expect(await databases(page)).toEqual([`farhand-${subjectOf("ada")}`]);

  site.user = "bob";
  await page.reload();
  await say(recall);
  await panel.getByText(nothing).waitFor();
  expect(await said.count()).toBe(0);
  expect(await panel.getByText("favourite_colour").count()).toBe(0);
  expect(await message.inputValue()).toBe("");
  expect(await databases(page)).toEqual(
    ["ada", "bob"].map((user) => `farhand-${subjectOf(user)}`).sort(),
  );

  site.user = "ada";
  await page.reload();
  await said.waitFor();
  expect(await message.inputValue()).toBe("half a question of Ada");
  await message.fill("");
  await say(recall);
  await panel.getByText(remembered).waitFor();
});

test("H30 what was not seen is counted for each user: answers that one has seen are no news, those of another are", async ({
  members,
  visit,
}) => {
  const site = await members(["-resume-ttl", "1h"]);
  const { page, launcher, panel, message, say } = await visit(site.url);
  const mark = launcher.locator(".mark");
  const answers = panel.locator("[part~=answer]");
  /** What the client says of itself, once there is one. */
  const client = (field: "busy" | "status") =>
    page.evaluate((name) => {
      const { client } = document.querySelector("farhand-chat") as unknown as {
        client?: { busy: boolean; status: { status: string } };
      };
      return name === "busy" ? client?.busy : client?.status.status;
    }, field);
  const ask = async () => {
    const before = await answers.count();
    await say("How is my battery?");
    await expect.poll(() => answers.count()).toBe(before + 1);
    await expect.poll(() => client("busy")).toBe(false);
  };
  /** Signs in with the panel closed, up to the hello of the server. */
  const comeBack = async (user: string, answered: number) => {
    site.user = user;
    await page.reload();
    await expect.poll(() => client("status")).toBe("open");
    await expect.poll(() => answers.count()).toBe(answered);
  };

  // Ada reads both of her answers.
  await launcher.click();
  await ask();
  await ask();
  await page.keyboard.press("Escape");

  // Bob asks, and closes the panel before the answer can be here.
  await comeBack("bob", 0);
  expect(await mark.isVisible()).toBe(false);
  await launcher.click();
  await panel.locator(".pill").waitFor();
  await message.fill("How is my battery?");
  await page.evaluate(() => {
    const chat = document.querySelector("farhand-chat");
    chat?.shadowRoot?.querySelector<HTMLElement>(".send")?.click();
    (chat as unknown as { close(): void }).close();
  });
  await expect.poll(() => mark.textContent()).toBe("1");

  // Nothing is new to Ada; what is new to Bob still is.
  await comeBack("ada", 2);
  expect(await mark.isVisible()).toBe(false);
  await comeBack("bob", 1);
  await expect.poll(() => mark.textContent()).toBe("1");
  expect(await mark.isVisible()).toBe(true);
});

test("H30 signOut: the session ends on the server, and the page is empty for the next one", async ({
  members,
  visit,
}) => {
  const site = await members(["-resume-ttl", "1h"]);
  const { page, launcher, panel, message, say } = await visit(site.url);
  const said = panel.getByText(/^I will remember/).last();
  await launcher.click();
  await say(remember);
  await said.waitFor();
  await message.fill("half a question of Ada");

  await withClient(page, "await client.signOut();");
  await said.waitFor({ state: "detached" });
  await panel.getByText("You are signed out.").waitFor();
  expect(await message.inputValue()).toBe("");
  expect(await kept(page)).not.toMatch(/half|token|"farhand:1/);
  await expect
    .poll(() => site.server.log.map(({ event }) => event))
    .toContain("session_end");
  // What is stored stays for the next time.
  expect(await databases(page)).toEqual([`farhand-${subjectOf("ada")}`]);

  site.user = "bob";
  await withClient(page, "client.reconnect();");
  await say(recall);
  await panel.getByText(nothing).waitFor();
  expect(await said.count()).toBe(0);
  expect(await panel.getByText("You are signed out.").count()).toBe(0);

  await withClient(page, "await client.signOut({ forget: true });");
  expect(await databases(page)).toEqual([`farhand-${subjectOf("ada")}`]);
  // Without a word of the page, the person begins anew.
  await panel
    .getByText("You are signed out.")
    .locator("..")
    .getByRole("button", { name: "New conversation" })
    .click();
  await say("How is my battery?");
  await panel.locator("[part~=answer]").waitFor();

  site.user = "ada";
  await page.reload();
  await say(recall);
  await panel.getByText(remembered).waitFor();
  expect(await said.count()).toBe(0);
  await withClient(page, "await client.signOut({ forget: true });");
  expect(await databases(page)).toEqual([]);
});

test("H30 another user signs in in another tab: this one shows nothing of the first any more, and calls nothing for the second", async ({
  members,
  visit,
}) => {
  const site = await members(["-resume-ttl", "1h"]);
  const { page, launcher, panel, message, say } = await visit(site.url);
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    Object.assign(window, {
      sockets,
      WebSocket: class extends WebSocket {
        constructor(url: string, protocols?: string[]) {
          super(url, protocols);
          sockets.push(this);
        }
      },
    });
  });
  await page.reload();
  const said = panel.getByText(/^I will remember/).last();
  await launcher.click();
  await say(remember);
  await said.waitFor();
  await message.fill("half a question of Ada");

  // The cookie of the site is one for all tabs.
  site.user = "bob";
  const other = await page.context().newPage();
  await other.goto(site.url);
  await other.locator("farhand-chat .launcher").click();
  await other.locator("farhand-chat .pill").waitFor();
  expect(await other.getByText(/^I will remember/).count()).toBe(0);

  // This tab loses its connection, and comes back with a ticket of Bob.
  await page.evaluate(() => {
    const { sockets } = window as unknown as { sockets: WebSocket[] };
    sockets.at(-1)!.close(4999);
  });
  await said.waitFor({ state: "detached" });
  expect(await message.inputValue()).toBe("");
  await say(recall);
  await panel.getByText(nothing).waitFor();
});

test("H31 forget takes what is stored, also while it is written and while another tab has it open", async ({
  members,
  visit,
}) => {
  const site = await members(["-resume-ttl", "1h"]);
  const { page, launcher, panel, say } = await visit(site.url);
  const other = await page.context().newPage();
  await other.goto(site.url);
  await other.locator("farhand-chat .launcher").click();
  await other.locator("farhand-chat .pill").waitFor();
  await other.locator("farhand-chat textarea").fill(remember);
  await other.locator("farhand-chat .send").click();
  await other
    .getByText(/^I will remember/)
    .last()
    .waitFor();

  await launcher.click();
  await panel.locator(".pill").waitFor();
  await withClient(
    page,
    `window.left = new Promise((done, failed) => {
      client.on("call", ({ state }) => {
        if (state === "running") client.signOut({ forget: true }).then(done, failed);
      });
    });`,
  );
  await say("Remember that my dog is called Rex");
  await withClient(page, "await window.left;");
  expect(await databases(page)).toEqual([]);
  await panel.getByText("You are signed out.").waitFor();
  expect(await databases(page)).toEqual([]);

  // The other tab finds nothing, and can begin anew.
  await other.locator("farhand-chat textarea").fill(recall);
  await other.locator("farhand-chat .send").click();
  await other.getByText(nothing).waitFor();
});
