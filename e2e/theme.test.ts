/** The theme that a person has chosen, from the first picture on. */

import { expect, test } from "./harness/test.ts";

test("a chosen theme is there before the program of the page", async ({
  serve,
  open,
}) => {
  const server = await serve({ model: "demo" });
  const { page, button } = await open(server, { colorScheme: "light" });
  const background = () =>
    page
      .locator("html")
      .evaluate((html) => getComputedStyle(html).backgroundColor);
  const light = await background();

  await button("Settings").click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  // While app.js is still on its way, the page has its colour already.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/app.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect.poll(background).toBe(dark);
  expect(await page.locator("farhand-chat:defined").count()).toBe(0);
  expect(
    await page.locator('meta[name="color-scheme"]').getAttribute("content"),
  ).toBe("dark");
  release();
  await button("Settings").waitFor();

  // Given back to the system, nothing of it stays.
  await button("Settings").click();
  await page.getByRole("radio", { name: "System" }).check();
  await expect.poll(background).toBe(light);
});
