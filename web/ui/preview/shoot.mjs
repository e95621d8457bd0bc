// Takes pictures of scenes, to be looked at while one works on them:
//
//   node web/ui/preview/shoot.mjs OUTDIR [scene...]
//
// Drives a Chromium (CHROMIUM, default /usr/bin/chromium). Fails if the page
// reported anything on the console, a blocked style or script included. The
// pictures of docs/screens are made by `make screens`.
import { chromium } from "playwright-core";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { servePreview, steadyFlags } from "./server.mjs";

const [outdir, ...only] = process.argv.slice(2);
if (outdir === undefined) throw new Error("usage: shoot.mjs OUTDIR [scene...]");
await mkdir(outdir, { recursive: true });

const looks = [
  { name: "390-light", width: 390, height: 844, colorScheme: "light" },
  { name: "390-dark", width: 390, height: 844, colorScheme: "dark" },
  { name: "768-light", width: 768, height: 900, colorScheme: "light" },
  { name: "1280-light", width: 1280, height: 860, colorScheme: "light" },
  { name: "1280-dark", width: 1280, height: 860, colorScheme: "dark" },
  { name: "768-forced", width: 768, height: 900, forcedColors: "active" },
  { name: "320-long", width: 320, height: 640, words: "long" },
  { name: "768-long", width: 768, height: 900, words: "long" },
  { name: "390-de", width: 390, height: 844, locale: "de-DE" },
  { name: "768-rtl", width: 768, height: 900, dir: "rtl", locale: "ar" },
];

const preview = await servePreview();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage", ...steadyFlags],
});
let faults = 0;
function fault(...words) {
  faults++;
  console.error(...words);
}
for (const look of looks) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    locale: look.locale ?? "en-GB",
    timezoneId: "UTC",
    colorScheme: look.colorScheme ?? "light",
    forcedColors: look.forcedColors ?? "none",
    hasTouch: look.width < 500,
    isMobile: look.width < 500,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.on("console", (message) => fault(look.name, message.text()));
  page.on("pageerror", (error) => fault(look.name, error.message));
  await page.goto(
    `${preview.origin}/?dir=${look.dir ?? "ltr"}&words=${look.words ?? ""}`,
  );
  await page.waitForSelector("html[data-ready=empty]", { state: "attached" });
  const names = await page.evaluate(() =>
    document.documentElement.dataset.scenes.split(" "),
  );
  for (const name of only.length > 0 ? only : names) {
    await page.evaluate((to) => (location.hash = to), name);
    await page.waitForSelector(`html[data-ready="${name}"]`, {
      state: "attached",
    });
    await page.screenshot({
      path: path.join(outdir, `${name}-${look.name}.png`),
      animations: "disabled",
    });
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth > innerWidth,
    );
    if (wide) fault(`${name} ${look.name}: wider than the window`);
  }
  await context.close();
}
await browser.close();
await preview.close();
process.exitCode = faults === 0 ? 0 : 1;
