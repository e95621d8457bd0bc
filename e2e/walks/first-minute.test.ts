/** What a person meets who has never seen the page, until the first answers are there. */

import { expect, test } from "../harness/test.ts";

test("walk: first minute, with the demo model", async ({ serve, open }) => {
  const server = await serve({ model: "demo" });
  const tab = await open(server, {
    permissions: ["geolocation"],
    geolocation: { latitude: 52.52, longitude: 13.405, accuracy: 25 },
  });
  const { page } = tab;

  // Who answers, what goes where, and how to get another model.
  await page.getByText("demo model", { exact: true }).waitFor();
  await page.getByText(/Nothing leaves this server/).waitFor();
  await page.getByText(/set GEMINI_API_KEY/).waitFor();

  // A greeting, and at most six things to try.
  await tab.sees(/Ask in plain words/);
  const prompts = tab.log
    .getByRole("list", { name: "Things to try" })
    .getByRole("button");
  expect(await prompts.count()).toBeGreaterThan(3);
  expect(await prompts.count()).toBeLessThanOrEqual(6);

  // What there is, before anything is asked.
  await tab.button("What can you do?").click();
  const panel = page.getByRole("dialog", { name: "What can you do?" });
  await panel.getByText("Your location").first().waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });

  // One click asks; the call is seen, and so is the answer.
  await prompts.filter({ hasText: "Where am I?" }).click();
  await tab.shows("Your location", /^done in/);
  await tab.sees("You are at 52.52000, 13.40500, give or take 25 metres.");
  expect(await prompts.count()).toBe(0);

  // The next words are one's own.
  await tab.message.fill("Remember that my favourite colour is green");
  await page.keyboard.press("Enter");
  await tab.sees(/I will remember that your favourite colour is green/);
  expect(await tab.message.inputValue()).toBe("");
});

test("walk: first minute, with a model elsewhere", async ({ serve, open }) => {
  const tab = await open(await serve());

  await tab.page
    .getByText(
      /What you write and what tools return goes to this server and to \S+/,
    )
    .waitFor();
  expect(await tab.page.getByText("demo model").count()).toBe(0);
});
