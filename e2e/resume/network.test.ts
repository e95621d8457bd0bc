/** Networks that break, fall silent or stand still, and what did not get through. */

import type { Page } from "playwright-core";
import { live, says } from "../harness/model.ts";
import { expect, test } from "./shop.ts";

/** A page whose clock a test can put forward, as it is after a laptop slept. */
function clockOf(): void {
  const now = Date.now;
  let skipped = 0;
  Object.assign(window, {
    skip: (ms: number) => {
      skipped += ms;
    },
  });
  Date.now = () => now() + skipped;
}

/** Stops every process that runs pages of the browser. */
async function sleep(page: Page): Promise<{ wake(): void }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("no browser");
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const signal = (name: NodeJS.Signals): void => {
    for (const { id } of renderers) process.kill(id, name);
  };
  signal("SIGSTOP");
  return { wake: () => signal("SIGCONT") };
}

test("H23 a cut in the middle of an answer: what came meanwhile is there, nothing twice", async ({
  model,
  shop,
}) => {
  const { tab, wire, isOpen } = await shop();
  const answer = live();
  model.script(answer);
  await tab.say("What is six times seven?");
  answer.give(says("It is "));
  await tab.sees(/It is/);

  wire.cut();
  await tab.page.getByText(/connection was lost/).waitFor();
  answer.give(says("forty-"));
  expect(await tab.log.getByText(/no longer remembers/).count()).toBe(0);
  wire.mend();
  await isOpen();
  answer.end(says("two."));

  await tab.sees("It is forty-two.");
  await tab.button("Send").waitFor();
});

test("H23 a message that never arrived is sent again, and asked once", async ({
  model,
  shop,
}) => {
  const { tab, wire } = await shop();
  model.script(says("Good day."));
  wire.freeze();
  await tab.say("Hello");
  expect(model.requests).toHaveLength(0);
  wire.cut();
  wire.mend();

  await tab.sees("Good day.");
  expect(model.requests).toHaveLength(1);
  expect(await tab.log.getByText("Hello").count()).toBe(1);
});

test("H23 Stop without a network ends the turn when there is one again", async ({
  model,
  shop,
}) => {
  const { tab, wire, server } = await shop();
  model.script("hang");
  await tab.say("Are you there?");
  await expect.poll(() => model.requests.length).toBe(1);

  wire.cut();
  await tab.page.getByText(/connection was lost/).waitFor();
  await tab.button("Stop").click();
  wire.mend();

  await expect
    .poll(() => server.log.filter((line) => line["event"] === "turn_end"), {
      timeout: 15_000,
    })
    .toMatchObject([{ reason: "stopped" }]);
  await tab.button("Send").waitFor();
});

test("H23 a network that falls silent: after 90 s the page takes another socket, and the old one is a ghost", async ({
  model,
  shop,
}) => {
  const { tab, wire, page, isOpen, hellos, events } = await shop();
  await page.clock.install();
  await page.reload();
  await isOpen();
  model.script(says("One."));
  await tab.say("First");
  await tab.sees("One.");
  wire.freeze();
  await page.clock.fastForward(91_000);
  await page.clock.fastForward(2_000);

  await expect.poll(() => hellos().length).toBe(3);
  await isOpen();
  model.script(says("Two."));
  await tab.say("Second");
  await tab.sees("Two.");
  await tab.sees("One.");
  expect(model.requests[1]?.contents).toHaveLength(3);
  expect(await events("resumed")).toHaveLength(2);
});

test("H23 a laptop that slept: timers stood still, and the page connects at once", async ({
  model,
  shop,
}) => {
  const { tab, wire, page, isOpen, hellos, events } = await shop();
  await page.addInitScript(clockOf);
  await page.reload();
  await isOpen();
  const answer = live();
  model.script(answer);
  await tab.say("What is six times seven?");
  answer.give(says("It is "));
  await tab.sees(/It is/);
  const before = (await events("status")).length;

  await page.evaluate(() =>
    (window as unknown as { skip(ms: number): void }).skip(95_000),
  );
  wire.freeze(); // nobody tells a sleeping machine of anything
  const machine = await sleep(page);
  answer.give(says("forty-"));
  machine.wake();
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange")),
  );

  await expect.poll(() => hellos().length).toBe(3);
  await isOpen();
  answer.end(says("two."));
  await tab.sees("It is forty-two.");
  expect((await events("status")).slice(before)).toMatchObject([
    { status: "waiting", reason: "silent", kept: true },
    { status: "connecting" },
    { status: "open" },
  ]);
});
