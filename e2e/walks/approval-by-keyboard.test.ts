/** A person without a mouse is asked, declines, is asked again, allows, and goes on writing. */

import type { Page } from "playwright-core";
import { calls, says } from "../harness/model.ts";
import { expect, test } from "../harness/test.ts";

/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement?.shadowRoot?.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim();
  });

test("walk: approval by keyboard", async ({ model, serve, open }) => {
  const tab = await open(await serve(), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { keyboard } = tab.page;
  const reach = async (name: string) => {
    for (let presses = 0; presses < 30; presses++) {
      if ((await focused(tab.page)) === name) return;
      await keyboard.press("Tab");
    }
    throw new Error(`${name} cannot be reached with Tab`);
  };
  /** Waits for the half second in which nothing counts. */
  const live = (name: string) =>
    expect
      .poll(() => tab.button(name).getAttribute("aria-disabled"))
      .toBe("false");
  await tab.page.evaluate(() => navigator.clipboard.writeText("milk"));

  // Into the field and asked, all by keys.
  await reach("Message");
  model.script(calls(["clipboard_read"]), says("As you wish."));
  await keyboard.type("What is on my clipboard?");
  await keyboard.press("Enter");
  await tab.page.getByRole("alertdialog").waitFor();

  // On the heading of the question, never on a button; Enter there is nothing.
  expect(await focused(tab.page)).toBe("The assistant asks you");
  await keyboard.press("Enter");
  await keyboard.press("Space");
  await keyboard.press("Escape");
  expect(await tab.page.getByRole("alertdialog").count()).toBe(1);
  expect(model.requests).toHaveLength(1);

  // The first button is the one that does nothing.
  await keyboard.press("Tab");
  expect(await focused(tab.page)).toBe("Decline");
  await live("Decline");
  await keyboard.press("Enter");
  await tab.sees("As you wish.");
  await tab.shows("Read the clipboard", "declined");

  // Back in the field, without a search for it.
  expect(await focused(tab.page)).toBe("Message");
  model.script(calls(["clipboard_read"]), says("Milk, it says."));
  await keyboard.type("Now you may.");
  await keyboard.press("Enter");
  await tab.page.getByRole("alertdialog").waitFor();
  expect(await focused(tab.page)).toBe("The assistant asks you");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  expect(await focused(tab.page)).toBe("Allow in this session");
  await keyboard.press("Tab");
  expect(await focused(tab.page)).toBe("Allow once");
  await live("Allow once");
  await keyboard.press("Space");
  await tab.sees("Milk, it says.");
  expect(await focused(tab.page)).toBe("Message");
});
