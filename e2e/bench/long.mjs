// Measures a conversation of 1,000 messages in Chromium (CHROMIUM, default
// /usr/bin/chromium) and prints what a frame costs while one types, turns the
// wheel, and reads an answer that comes:
//
//   node e2e/bench/long.mjs
//
// The figures are processor time of the page's main thread for all that is
// done from one frame to the next, so that a busy machine does not count; at 60
// frames a second 16.7 ms are there. "late" is how many cost more. Nothing
// fails here.
import { chromium } from "playwright-core";
import { servePreview } from "../../web/ui/preview/server.mjs";

const times = 60;
const budgetMs = 16.7;

const preview = await servePreview();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
page.setDefaultTimeout(600_000);
await page.goto(`${preview.origin}/?#thousand`);
await page.waitForSelector("html[data-ready=thousand]", { state: "attached" });

// Until what was done is painted.
const painted = () =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(resolve)),
      ),
  );

/** The cost of each frame in a trace, in milliseconds, and what it went to. */
function framesOf(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const frame = "ProxyMain::BeginMainFrame";
  // The page's own process; the browser keeps a spare one.
  const main = traceEvents.find(({ name }) => name === frame);
  if (main === undefined) throw new Error("the trace has no frames");
  const events = traceEvents
    .filter(
      ({ ph, pid, tid }) => ph === "X" && pid === main.pid && tid === main.tid,
    )
    .sort((a, b) => a.ts - b.ts);
  const named = (name) => events.filter((event) => event.name === name);
  const frames = named(frame);
  const costs = [];
  let cost = 0;
  let next = 0;
  for (const task of named("RunTask")) {
    cost += task.tdur / 1000;
    if (frames[next] === undefined || frames[next].ts > task.ts + task.dur)
      continue;
    costs.push(cost);
    cost = 0;
    next++;
  }
  const each = (name) =>
    named(name).reduce((sum, { tdur }) => sum + tdur / 1000, 0) / costs.length;
  return {
    costs: costs.sort((a, b) => a - b),
    parts: {
      script: each("FunctionCall"),
      style: each("UpdateLayoutTree"),
      layout: each("Layout"),
      paint: each("Paint"),
    },
  };
}

async function measure(name, act) {
  await browser.startTracing(page, {
    categories: [
      "toplevel",
      "cc",
      "blink",
      "devtools.timeline",
      "disabled-by-default-devtools.timeline",
    ],
  });
  for (let at = 0; at < times; at++) {
    await act(at);
    await painted();
  }
  const { costs, parts } = framesOf(await browser.stopTracing());
  const at = (part) => costs[Math.floor((costs.length - 1) * part)];
  const ms = (value) => value.toFixed(1).padStart(5);
  const late = costs.filter((cost) => cost > budgetMs).length;
  const means = Object.entries(parts).map(
    ([part, mean]) => `${part}${ms(mean)}`,
  );
  console.log(
    `${name.padEnd(10)} ${String(costs.length).padStart(4)} frames` +
      `  p50${ms(at(0.5))}  p95${ms(at(0.95))}  max${ms(at(1))} ms` +
      `  late ${late}  (${means.join(", ")})`,
  );
}

const count = await page.evaluate(() => {
  const { shadowRoot } = document.querySelector("farhand-chat");
  return shadowRoot.querySelectorAll("*").length;
});
console.log(`${count} elements`);

const log = page.getByRole("log");
await page.getByRole("textbox", { name: "Message" }).focus();
await measure("typing", () => page.keyboard.press("a"));
await log.hover();
await measure("wheel up", () => page.mouse.wheel(0, -400));
await measure("wheel down", () => page.mouse.wheel(0, 400));
await log.evaluate((element) => (element.scrollTop = element.scrollHeight));
await page.evaluate(() => dispatchEvent(new Event("bench-ask")));
await painted();
const text = "Words of **weight**, and [a link](https://example.com/x). ";
await measure("streaming", (at) =>
  page.evaluate(
    (detail) => dispatchEvent(new CustomEvent("bench-say", { detail })),
    text.repeat(2).substr((at * 4) % text.length, 4),
  ),
);

await browser.close();
await preview.close();
