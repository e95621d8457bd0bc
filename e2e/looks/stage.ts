/** The preview of the page, in a browser of its own, scene after scene. */

import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { expect, inject, test as base } from "vitest";
import { servePreview, steadyFlags } from "../../web/ui/preview/server.mjs";
import type { Variant } from "./variants.ts";

export { expect };

/** A window onto the preview. */
export type Stage = {
  readonly page: Page;
  /** The names of all scenes. */
  readonly scenes: readonly string[];
  /** Returns when the scene stands complete and no font is missing. */
  show(scene: string): Promise<void>;
};

type Fixtures = {
  looking: { browser: Browser; origin: string };
  /** Opens a window; it fails the test if its page reports anything on the console. */
  stage(variant: Omit<Variant, "name">): Promise<Stage>;
};

const address = "http://localhost";

/** The instant at which every picture is taken. */
const now = Date.UTC(2026, 0, 15, 9, 30);

export const test = base.extend<Fixtures>({
  looking: [
    async ({}, use) => {
      const preview = await servePreview();
      const browser = await chromium.launch({
        executablePath: inject("chromium"),
        args: ["--no-sandbox", "--disable-dev-shm-usage", ...steadyFlags],
      });
      await use({ browser, origin: preview.origin });
      await browser.close();
      await preview.close();
    },
    { scope: "file" },
  ],

  stage: async ({ looking: { browser, origin } }, use) => {
    const faults: string[] = [];
    const opened: Page[] = [];
    await use(async ({ context: options, direction }) => {
      const context = await browser.newContext({ ...steady, ...options });
      await context.clock.setFixedTime(now);
      // An address that is the same every time, as pages tell it.
      await context.route(`${address}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const response = await route.fetch({ url: origin + pathname + search });
        await route.fulfill({ response });
      });
      const page = await context.newPage();
      opened.push(page);
      page.on("console", (line) => {
        // The scene of a server that is full.
        if (!line.text().includes("503")) faults.push(line.text());
      });
      const broken = new Promise<never>((_, reject) => {
        page.on("pageerror", reject);
      });
      broken.catch((error) => faults.push(String(error)));
      const ready = (scene: string) =>
        Promise.race([
          page.waitForSelector(`html[data-ready="${scene}"]`, {
            state: "attached",
          }),
          broken,
        ]);
      await page.goto(`${address}/?dir=${direction ?? "ltr"}`);
      const root = page.locator("html");
      await ready("empty");
      const scenes = (await root.getAttribute("data-scenes")) ?? "";
      return {
        page,
        scenes: scenes.split(" "),
        async show(scene) {
          await page.evaluate((to) => (location.hash = to), scene);
          await ready(scene);
        },
      };
    });
    for (const page of opened) await page.context().close();
    expect(faults).toEqual([]);
  },
});

/** The same on every machine; a variant may say otherwise. */
const steady: BrowserContextOptions = {
  userAgent: "Mozilla/5.0 (a browser that looks) Chrome/150.0.0.0",
  deviceScaleFactor: 1,
  locale: "en-GB",
  timezoneId: "UTC",
  colorScheme: "light",
  forcedColors: "none",
  reducedMotion: "reduce",
};
