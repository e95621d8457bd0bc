/** The page at / where its program does not run. */

import { expect, test } from "./harness/test.ts";

/** Brings the words that come after some seconds. */
function later(): void {
  for (const animation of document.getAnimations()) animation.finish();
}

test.for(["app.js", "app.css and app.js"])(
  "without %s the page says so and offers to reload",
  async (files, { browser, serve }) => {
    const { url } = await serve();
    const page = await browser.newPage();
    for (const file of files.split(" and ")) {
      await page.route(`**/${file}`, (route) => route.abort());
    }
    await page.goto(url);
    await page.evaluate(later);

    await page.getByText(/The program of this page did not come/).waitFor();
    await page.unrouteAll();
    await page.getByRole("link", { name: "Reload the page" }).click();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    expect(await page.getByText(/did not come/).isVisible()).toBe(false);
    await page.close();
  },
);

test("words about a missing program are not seen while it comes", async ({
  browser,
  serve,
}) => {
  const { url } = await serve();
  const page = await browser.newPage();
  await page.route("**/app.js", () => {}); // on its way for ever
  await page.goto(url, { waitUntil: "commit" });
  await page.getByText(/did not come/).waitFor({ state: "attached" });
  await page.waitForFunction(() => document.styleSheets.length > 0);

  expect(await page.getByText(/did not come/).isVisible()).toBe(false);
  await page.close();
});

test("without JavaScript the page says what it is for", async ({
  browser,
  serve,
}) => {
  const { url } = await serve();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);

  await page.getByText(/needs JavaScript: the tools run in it/).waitFor();
  expect(await page.getByText(/did not come/).isVisible()).toBe(false);
  await context.close();
});

test("under a name that the server does not serve, the page names the flag that helps", async ({
  browser,
  serve,
}) => {
  const { port } = await serve();
  const page = await browser.newPage();
  const answer = await page.goto(`http://farhand.localhost:${port}/`);

  expect(answer?.status()).toBe(403);
  await page.getByText("-hosts farhand.localhost", { exact: true }).waitFor();
  await page
    .getByText("FARHAND_HOSTS=farhand.localhost", { exact: true })
    .waitFor();
  await page.close();
});
