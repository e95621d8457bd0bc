/** The drawing of a turn: it tells what went over the socket, and nothing else. */

import { expect, test } from "./harness/test.ts";
import type { Tab } from "./harness/tab.ts";
import { installAxe, violations } from "./looks/axe.ts";

const berlin = { latitude: 52.52, longitude: 13.405, accuracy: 25 };
const granted = { permissions: ["geolocation"], geolocation: berlin };

type Frame = { readonly type: string; readonly [field: string]: unknown };

function framesOf(tab: Tab): Frame[] {
  return tab.frames.map((text) => JSON.parse(text) as Frame);
}

async function texts(tab: Tab, selector: string): Promise<string[]> {
  return tab.page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.textContent ?? ""));
}

test("H29 drawing and list tell the frames of the demo's first turn", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo" }), granted);

  await tab.button("Where am I?").click();
  await tab.shows("Your location", /^done in/);
  await tab.button("What happened").click();
  const drawing = tab.page.getByRole("listbox", { name: /^What happened/ });
  await drawing.waitFor();

  const told = await texts(tab, "farhand-chat .told li > span:first-child");
  const drawn = await drawing
    .getByRole("option")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(drawn).toEqual(told);

  const frames = framesOf(tab);
  const count = (type: string) =>
    frames.filter((frame) => frame.type === type).length;
  const tells = (words: RegExp) =>
    told.filter((sentence) => words.test(sentence)).length;
  expect(told[0]).toBe("Your words went to the server: 11 bytes.");
  expect(tells(/asked the model|asked the model again/)).toBe(count("step"));
  expect(tells(/sent the call to this browser/)).toBe(count("tool_call"));
  expect(tells(/told the server that it has the call/)).toBe(
    frames.filter((frame) => frame["state"] === "delivered").length,
  );
  expect(tells(/the result went to the server/)).toBe(count("tool_result"));
  expect(tells(/^The answer was here/)).toBe(count("turn_end"));
  expect(count("tool_call")).toBe(1);

  const result = frames.find((frame) => frame.type === "tool_result");
  const bytes = Buffer.byteLength(JSON.stringify(result?.["result"]));
  expect(tells(new RegExp(`went to the server: ${bytes} bytes`))).toBe(1);
  for (const step of frames.filter((frame) => frame.type === "step")) {
    const { inputTokens, outputTokens } = step["usage"] as {
      [name: string]: number;
    };
    const read = inputTokens?.toLocaleString("en");
    expect(
      tells(new RegExp(`read ${read} tokens.* wrote ${outputTokens}\\.`)),
    ).toBeGreaterThanOrEqual(1);
  }
});

test("H29 the drawing is walked by keyboard, and Escape gives the focus back", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo" }), granted);
  await tab.button("Where am I?").click();
  await tab.shows("Your location", /^done in/);
  await tab.button("What happened").focus();
  await tab.page.keyboard.press("Enter");
  const options = tab.page.getByRole("option");
  await options.first().waitFor();

  const focused = () =>
    options.evaluateAll((all) =>
      all.findIndex((one) => one.matches(":focus-visible")),
    );
  await expect
    .poll(async () => {
      await tab.page.keyboard.press("Tab");
      return focused();
    })
    .toBe(0);
  await tab.page.keyboard.press("ArrowDown");
  await tab.page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(2);
  expect(await options.nth(2).getAttribute("aria-selected")).toBe("true");
  await tab.page.keyboard.press("End");
  expect(await focused()).toBe((await options.count()) - 1);
  await tab.page.keyboard.press("Escape");
  await options.first().waitFor({ state: "detached" });
  expect(
    await tab.button("What happened").evaluate((one) => one.matches(":focus")),
  ).toBe(true);
});

test("H29 at 320 px nothing is cut, in both views, and axe finds nothing", async ({
  serve,
  open,
}) => {
  const viewport = { width: 320, height: 700 };
  const tab = await open(await serve({ model: "demo" }), {
    ...granted,
    viewport,
  });
  await tab.button("Where am I?").click();
  await tab.shows("Your location", /^done in/);
  await tab.button("What happened").click();
  await tab.page.getByRole("listbox").waitFor();
  await installAxe(tab.page);
  const cut = () =>
    tab.page.locator("farhand-chat .panel").evaluate((panel) =>
      [...panel.querySelectorAll("text, li, dd, button")].flatMap((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < -0.5 || right > innerWidth + 0.5 ? [one.textContent] : [];
      }),
    );
  expect(await cut()).toEqual([]);
  expect(await violations(tab.page)).toEqual([]);
  await tab.button("In words").click();
  await tab.page.getByRole("listbox").waitFor({ state: "hidden" });
  expect(await cut()).toEqual([]);
  expect(await violations(tab.page)).toEqual([]);
});

test("H29 the drawing can be kept as a picture that needs nothing else", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo" }), granted);
  await tab.button("Where am I?").click();
  await tab.shows("Your location", /^done in/);
  await tab.button("What happened").click();
  await tab.page.getByRole("listbox").waitFor();
  const download = tab.page.waitForEvent("download");
  await tab.button("Save as SVG").click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) {
    chunks.push(chunk as Buffer);
  }
  const picture = Buffer.concat(chunks).toString();
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  for (const words of ["This browser", "Asks the model", "The answer"]) {
    expect(picture).toContain(`>${words}</text>`);
  }
  expect(picture).not.toMatch(/class=|style=|href|var\(|oklch/);
});
