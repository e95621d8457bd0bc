/** A person with a phone in one hand: 390 x 844, a finger, a keyboard on the screen. */

import type { Locator, Page } from "playwright-core";
import { calls, says } from "../harness/model.ts";
import { expect, test } from "../harness/test.ts";

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 3,
};

/** Lays a keyboard of that height over the window, as Safari on iOS does. */
async function keyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((covered) => {
    const viewport = window.visualViewport!;
    const left = { get: () => innerHeight - covered, configurable: true };
    Object.defineProperty(viewport, "height", left);
    viewport.dispatchEvent(new Event("resize"));
  }, height);
}

/** Waits until all of it is in the part of the window that is left free. */
async function isFree(what: Locator, covered: number): Promise<void> {
  await expect
    .poll(() =>
      what.evaluate((element, covered) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight - covered;
      }, covered),
    )
    .toBe(true);
}

test("walk: phone", async ({ model, serve, open }) => {
  const tab = await open(await serve(), {
    ...phone,
    permissions: ["clipboard-read"],
  });
  const { page } = tab;
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  // A prompt that is tapped, and the keyboard that stays away.
  model.script(says("Somewhere nice."));
  await page.getByRole("button", { name: "Where am I?" }).tap();
  await tab.sees("Somewhere nice.");
  expect(await wider()).toBeLessThanOrEqual(0);

  // Letters of 16 px: at less, Safari enlarges the page at the first tap.
  const size = await tab.message.evaluate((field) =>
    parseFloat(getComputedStyle(field).fontSize),
  );
  expect(size).toBeGreaterThanOrEqual(16);

  // The keyboard comes: field and button move up, the newest words stay seen.
  await tab.message.tap();
  await keyboard(page, 336);
  await isFree(tab.message, 336);
  await isFree(tab.log.getByText("Somewhere nice."), 336);
  await tab.message.fill("What is on my clipboard?");
  await isFree(tab.button("Send"), 336);

  // A question comes while the keyboard is there.
  model.script(calls(["clipboard_read"]), says("As you wish."));
  await tab.button("Send").tap();
  const decline = tab.button("Decline");
  await isFree(decline, 336);
  await isFree(tab.button("Allow once"), 336);
  await isFree(tab.message, 336);
  await keyboard(page, 0);
  await isFree(decline, 0);
  for (const name of ["Decline", "Allow in this session", "Allow once"]) {
    const box = await tab.button(name).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await expect
    .poll(() => decline.getAttribute("aria-disabled"))
    .not.toBe("true");
  await decline.tap();
  await tab.sees("As you wish.");

  // The card opens under a finger, and the page does not move sideways.
  await tab.card("Read the clipboard").locator("summary").first().tap();
  expect(await wider()).toBeLessThanOrEqual(0);

  // On its side there is still room for words between top and field.
  await page.setViewportSize({ width: 844, height: 390 });
  await isFree(tab.message, 0);
  const height = (await tab.log.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThan(390 / 2);
  expect(await wider()).toBeLessThanOrEqual(0);
});
