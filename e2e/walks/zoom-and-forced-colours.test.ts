/** A person who needs it large, and in colours of their own. */

import type { Page } from "playwright-core";
import { installAxe, violations } from "../looks/axe.ts";
import { cuts, survey } from "../looks/survey.ts";
import { calls, says } from "../harness/model.ts";
import { expect, test } from "../harness/test.ts";

/** What is wrong with the page as it stands. */
async function faults(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!;
  return [...cuts(await survey(page), width), ...(await violations(page))];
}

test("walk: zoom and forced colours", async ({ model, serve, open }) => {
  // A window of 1280 x 800 at 200 %.
  const tab = await open(await serve(), {
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
    colorScheme: "dark",
    forcedColors: "active",
    reducedMotion: "reduce",
    permissions: ["clipboard-read"],
  });
  const { page } = tab;
  await installAxe(page);
  await tab.button("Send").waitFor();
  expect(await faults(page)).toEqual([]);

  model.script(
    calls(["memory_put", { key: "tea", value: "Darjeeling ".repeat(30) }]),
    calls(["clipboard_read"]),
    says("As you wish. ".repeat(60)),
  );
  await tab.say("Remember my tea, then look at my clipboard");
  const decline = tab.button("Decline");
  await decline.waitFor();
  expect(await faults(page)).toEqual([]);

  // The frame of what has the focus is drawn in a colour of the person.
  await tab.button("Decline").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  const ring = await decline.evaluate((button) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(button);
    return { outlineStyle, wide: parseFloat(outlineWidth) >= 2 };
  });
  expect(ring).toEqual({ outlineStyle: "solid", wide: true });
  await expect
    .poll(() => decline.getAttribute("aria-disabled"))
    .not.toBe("true");
  await page.keyboard.press("Enter");
  await tab.sees(/As you wish/);
  await tab.card("Remember").locator("summary").first().click();
  expect(await faults(page)).toEqual([]);

  await tab.button("Settings").click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");

  // 320 px wide, as a window of 1280 px at 400 %.
  await page.setViewportSize({ width: 320, height: 480 });
  expect(await faults(page)).toEqual([]);
});
