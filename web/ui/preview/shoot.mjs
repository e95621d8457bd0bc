// Takes pictures of the scenes, to be looked at:
//
//   node web/ui/preview/shoot.mjs OUTDIR [scene...]
//
// Bundles the preview, serves it on loopback under the same CSP as the page,
// and drives a Chromium (CHROMIUM, default /usr/bin/chromium). Fails if the
// page reported anything on the console, a blocked style or script included.
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [outdir, ...only] = process.argv.slice(2);
if (outdir === undefined) throw new Error("usage: shoot.mjs OUTDIR [scene...]");
await mkdir(outdir, { recursive: true });

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'";

const bundle = await build({
  entryPoints: [path.join(here, "preview.ts")],
  outdir: "/",
  bundle: true,
  write: false,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  target: "es2022",
});
const files = new Map(
  bundle.outputFiles.map((file) => [path.basename(file.path), file.contents]),
);
files.set("", await readFile(path.join(here, "index.html")));
const types = {
  ".js": "text/javascript",
  ".css": "text/css",
  "": "text/html; charset=utf-8",
};
const server = createServer((request, response) => {
  const name = new URL(request.url, "http://localhost").pathname.slice(1);
  const body = files.get(name);
  if (body === undefined) return void response.writeHead(204).end();
  response.writeHead(200, {
    "content-type": types[path.extname(name)],
    "content-security-policy": csp,
  });
  response.end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const looks = [
  { name: "390-light", width: 390, height: 844, colorScheme: "light" },
  { name: "390-dark", width: 390, height: 844, colorScheme: "dark" },
  { name: "768-light", width: 768, height: 900, colorScheme: "light" },
  { name: "1280-light", width: 1280, height: 860, colorScheme: "light" },
  { name: "1280-dark", width: 1280, height: 860, colorScheme: "dark" },
  { name: "768-forced", width: 768, height: 900, forcedColors: "active" },
  { name: "768-rtl", width: 768, height: 900, dir: "rtl" },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
let faults = 0;
for (const look of looks) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.colorScheme ?? "light",
    forcedColors: look.forcedColors ?? "none",
    hasTouch: look.width < 500,
    isMobile: look.width < 500,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    faults++;
    console.error(look.name, message.text());
  });
  page.on("pageerror", (error) => {
    faults++;
    console.error(look.name, error.message);
  });
  await page.goto(origin);
  await page.waitForSelector("html[data-ready]");
  const names = await page.evaluate(() =>
    document.documentElement.dataset.scenes.split(" "),
  );
  for (const name of only.length > 0 ? only : names) {
    await page.goto(`${origin}/?scene=${name}&dir=${look.dir ?? "ltr"}`);
    await page.waitForSelector("html[data-ready]");
    await page.waitForTimeout(400); // transitions and delayed appearances
    await page.screenshot({
      path: path.join(outdir, `${name}-${look.name}.png`),
    });
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth > innerWidth,
    );
    if (wide) {
      faults++;
      console.error(`${name} ${look.name}: wider than the window`);
    }
  }
  await context.close();
}
await browser.close();
server.close();
process.exitCode = faults === 0 ? 0 : 1;
