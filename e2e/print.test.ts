/** The conversation on paper. */

import { says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

test.for(["light", "dark"] as const)(
  "a long conversation is printed to its end, without what can be pressed: %s",
  async (colorScheme, { model, serve, open }) => {
    const lines = Array.from({ length: 150 }, (_, at) => `Line ${at}.`);
    model.script(says(lines.join("\n\n")));
    const tab = await open(await serve(), { colorScheme });
    await tab.say("Write a lot.");
    await tab.sees("Line 149.");
    await tab.button("Copy as Markdown").waitFor();

    await tab.page.emulateMedia({ media: "print" });
    const shown = await tab.log.evaluate((log) => ({
      cut: log.scrollHeight - log.clientHeight,
      page: document.documentElement.scrollHeight - log.scrollHeight,
      ink: getComputedStyle(log).color,
    }));
    expect(shown.cut).toBe(0);
    expect(shown.page).toBeGreaterThanOrEqual(0);
    expect(shown.ink).toBe("oklch(0.25 0.01 95)");
    expect(await tab.message.isVisible()).toBe(false);
    expect(await tab.button("Copy").isVisible()).toBe(false);
    await tab.page.emulateMedia({ media: null });
    const pages = (await tab.page.pdf()).toString("latin1");
    expect(pages.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(3);
  },
);
