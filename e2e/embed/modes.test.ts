/** The element in each of its modes, on a page whose styles get everywhere they can. */

import type { Page } from "playwright-core";
import { installAxe, violations } from "../looks/axe.ts";
import { crowds, survey } from "../looks/survey.ts";
import { expect, test } from "./host.ts";
import { shop } from "./pages.ts";

/** A folder for pictures, to be looked at: FARHAND_PICTURES=/tmp/pictures. */
const folder = process.env["FARHAND_PICTURES"];

async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}.png` });
}

const elements = {
  launcher: `<farhand-chat title="Shop help" greeting="Ask about boots, or your order." examples="Which boots fit me?|Where is my order?"></farhand-chat>`,
  panel: `<farhand-chat mode="panel" open title="Shop help"></farhand-chat>`,
  inline: `<farhand-chat mode="inline" title="Shop help"></farhand-chat>`,
  full: `<farhand-chat mode="full" title="Shop help"></farhand-chat>`,
};

const looks = [
  { name: "1280-light", width: 1280, height: 860 },
  { name: "1280-dark", width: 1280, height: 860, colorScheme: "dark" },
  { name: "390-light", width: 390, height: 844, hasTouch: true },
  { name: "390-dark", width: 390, height: 844, colorScheme: "dark" },
  { name: "1280-rtl", width: 1280, height: 860, direction: "rtl" },
  { name: "390-rtl", width: 390, height: 844, direction: "rtl" },
] as const;

for (const [mode, element] of Object.entries(elements)) {
  test.concurrent(
    `H40 K34 axe-core finds nothing in mode ${mode}, and nothing is cut`,
    { timeout: 120_000 },
    async ({ serve, host, visit }) => {
      const server = await serve({ model: "demo", flags: ["-dev"] });
      const page = (direction?: "rtl") =>
        shop({
          server: server.url,
          element,
          ...(direction && { direction, lang: "ar" }),
        });
      const site = await host({ pages: { "/": page(), "/rtl": page("rtl") } });
      for (const look of looks) {
        const { name, width, height, ...more } = look;
        const rtl = "direction" in look;
        const { page, launcher, panel } = await visit(
          site.url + (rtl ? "/rtl" : "/"),
          {
            viewport: { width, height },
            locale: rtl ? "ar" : "en-GB",
            reducedMotion: "reduce",
            ...more,
          },
        );
        await installAxe(page);
        const clean = async (state: string) => {
          await picture(page, `${mode}-${state}-${name}`);
          expect(await violations(page), `${state}, ${name}`).toEqual([]);
        };
        if (mode === "launcher") {
          await launcher.waitFor();
          await clean("closed");
          await launcher.click();
        }
        const prompt = panel.locator(".prompt").first();
        await prompt.waitFor();
        await panel.locator(".pill").waitFor();
        await clean("open");
        await panel.locator("textarea").fill("How is my battery?");
        await panel.locator(".send").click();
        await panel.locator(".actions button").first().waitFor();
        await clean("answered");
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        expect(wide).toBeLessThanOrEqual(0);
        await page.context().close();
      }
    },
  );
}

const sizes = [
  [1280, 860],
  [1000, 640],
  [844, 390],
  [390, 844],
  [390, 664],
  [360, 640],
  [320, 568],
  [320, 256],
] as const;

for (const [mode, element] of Object.entries(elements)) {
  test(
    `H40 nothing lies over or touches another thing in mode ${mode}, from 320 x 256 px up`,
    { timeout: 120_000 },
    async ({ serve, host, visit }) => {
      const server = await serve({ model: "demo", flags: ["-dev"] });
      const bare = element.replace(/ (greeting|examples)="[^"]*"/g, "");
      const pages = {
        "/": shop({ server: server.url, element: bare }),
        "/de": shop({ server: server.url, element: bare, lang: "de" }),
      };
      const site = await host({ pages });
      const found: string[] = [];
      for (const [path, hasTouch] of [
        ["/", false],
        ["/de", true],
      ] as const) {
        const { page, launcher, panel } = await visit(site.url + path, {
          reducedMotion: "reduce",
          hasTouch,
        });
        const look = async (state: string) => {
          for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await page.evaluate(
              () => new Promise((resolve) => requestAnimationFrame(resolve)),
            );
            await picture(page, `${mode}-crowd-${state}-${width}x${height}`);
            const seen = await survey(page);
            const where = `${state}${path}, ${width} x ${height}`;
            found.push(...crowds(seen).map((fault) => `${where}: ${fault}`));
            const pill = await panel
              .locator(".pill")
              .evaluate((one) => one.scrollWidth - one.clientWidth);
            if (pill > 0) found.push(`${where}: the model is cut by ${pill}`);
            for (const one of await panel.locator(".state, .act span").all()) {
              const lines = await one.evaluate(
                (it) => it.getBoundingClientRect().height,
              );
              if (lines > 45) found.push(`${where}: a word of ${lines} px`);
            }
          }
        };
        if (mode === "launcher") await launcher.click();
        await panel.locator(".prompt:enabled").first().waitFor();
        await look("empty");
        await panel.locator(".prompt").nth(1).click();
        await panel.locator(".actions button").first().waitFor();
        await look("answered");
      }
      expect(found).toEqual([]);
    },
  );
}
