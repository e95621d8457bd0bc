/**
 * Somebody reads Arabic: the whole page does, from right to left, while code,
 * numbers and the words of others keep their own direction.
 */

import type { Locator } from "playwright-core";
import { ar as first } from "../../web/ui/strings/ar.ts";
import { de } from "../../web/ui/strings/de.ts";
import { later } from "../../web/ui/strings/later/ar.ts";
import { addLater, createTexts } from "../../web/ui/strings/texts.ts";
import { expect, test } from "../harness/test.ts";

const ar = addLater(createTexts(first), later);

const direction = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => getComputedStyle(element).direction);

/** The distance of the middle from the left edge of the window. */
async function middle(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("not on the page");
  return box.x + box.width / 2;
}

/** Keeps everything that the element ever showed. */
function listen(): void {
  const said: string[] = [];
  Object.assign(window, { said });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    const look = (): void => void said.push(root.textContent ?? "");
    new MutationObserver(look).observe(root, {
      childList: true,
      subtree: true,
    });
    return root;
  };
}

test("walk: right to left", { timeout: 60_000 }, async ({ serve, open }) => {
  const server = await serve({ model: "demo" });
  const tab = await open(server, {
    locale: "ar-EG",
    viewport: { width: 1000, height: 800 },
    geolocation: { latitude: 30.0444, longitude: 31.2357, accuracy: 12 },
    permissions: ["geolocation", "clipboard-read"],
    init: listen,
  });
  const { page, button } = tab;
  const log = page.getByRole("log", { name: ar.names.conversation });
  const message = page.getByRole("textbox", { name: ar.names.message });
  const words = (english: string): string => ar.contract[english] ?? english;
  const card = (title: string) =>
    log.getByRole("listitem").filter({ hasText: words(title) });

  // The document says so, and no word of English was ever there.
  await button(ar.names.settings).waitFor();
  const html = page.locator("html");
  expect(await html.getAttribute("lang")).toBe("ar");
  expect(await html.getAttribute("dir")).toBe("rtl");
  const said = await page.evaluate(
    () => (window as unknown as { said: string[] }).said,
  );
  expect(said.join(" ")).not.toMatch(/Settings|Ask in plain words|Send/);

  // Mirrored: the name stands right, the buttons and Send left.
  const half = 500;
  expect(await middle(page.getByRole("heading", { level: 1 }))).toBeGreaterThan(
    half,
  );
  expect(await middle(button(ar.names.settings))).toBeLessThan(half);
  expect(await middle(button(ar.names.send))).toBeLessThan(
    await middle(message),
  );

  // An example in Arabic works; the card tells it in Arabic, with its figures
  // and its code from left to right.
  await button(words("Where am I?")).click();
  await card("Your location")
    .getByText(/^تم في/)
    .waitFor();
  expect(await middle(log.locator(".said").first())).toBeLessThan(half);
  await card("Your location").locator("summary").first().click();
  await card("Your location").getByText(ar.names.json).last().click();
  const code = card("Your location").locator("pre").last();
  await code.waitFor();
  expect(await direction(code)).toBe("ltr");
  expect(
    await direction(card("Your location").getByText("30.0444").first()),
  ).toBe("ltr");
  // The demo model speaks English, and its words run as English does.
  const answer = log.getByText(/^You are at 30\.04440/).first();
  expect(await direction(answer)).toBe("ltr");

  // A question of the contract comes in Arabic as well.
  await button(words("What is on my clipboard?")).or(message).last().waitFor();
  await message.fill(words("What is on my clipboard?"));
  await button(ar.names.send).click();
  await log.getByText(words("Read the text on your clipboard")).waitFor();
  const decline = button(ar.names.decline);
  const once = button(ar.names.allowOnce);
  expect(await middle(decline)).toBeGreaterThan(await middle(once));
  await expect.poll(() => decline.isEnabled()).toBe(true);
  await decline.click();
  await card("Read the clipboard").getByText(ar.states.declined).waitFor();

  // Settings open from the other side, too; the language changes at once, and
  // neither the draft nor the open card is lost.
  await message.fill("مسودة draft");
  await button(ar.names.settings).click();
  const settings = page.getByRole("dialog", { name: ar.names.settings });
  const theme = settings.getByRole("radio");
  await theme.first().waitFor();
  expect(await middle(theme.first())).toBeGreaterThan(
    await middle(theme.last()),
  );
  await settings
    .getByRole("combobox", { name: ar.settings.language })
    .selectOption("de");
  await page.getByRole("dialog", { name: de.names.settings }).waitFor();
  expect(await html.getAttribute("lang")).toBe("de");
  expect(await html.getAttribute("dir")).toBe("ltr");
  await page.keyboard.press("Escape");
  expect(
    await page.getByRole("textbox", { name: de.names.message }).inputValue(),
  ).toBe("مسودة draft");
  expect(await page.getByRole("log").locator("pre").isVisible()).toBe(true);

  // The choice outlives the page.
  await page.reload();
  await button(de.names.settings).waitFor();
  expect(await html.getAttribute("lang")).toBe("de");
});
