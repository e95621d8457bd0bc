/** The page itself: what it may do, what it is called, how it fits. */

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { calls, live, says } from "./harness/model.ts";
import { repository } from "./harness/paths.ts";
import { expect, test } from "./harness/test.ts";

test("the demo model answers without a key, and the page says that it is the demo", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo" }), {
    permissions: ["geolocation"],
    geolocation: { latitude: 52.52, longitude: 13.405, accuracy: 25 },
  });

  await tab.page.getByText("demo model", { exact: true }).waitFor();
  await tab.say("Where am I?");
  await tab.sees("You are at 52.52000, 13.40500, give or take 25 metres.");

  await tab.say("Remember that my favourite colour is green");
  await tab.sees(/I will remember that your favourite colour is green/);
  await tab.page.reload();
  await tab.say("What is my favourite colour?");
  await tab.sees("Your favourite colour is green.");

  await tab.say("What is the meaning of life?");
  await tab.sees(/GEMINI_API_KEY/);
});

test("the demo model takes two steps, and two calls at once", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo" }), {
    permissions: ["geolocation", "clipboard-read", "clipboard-write"],
    geolocation: { latitude: 1, longitude: 2, accuracy: 3 },
  });

  await tab.say("Copy my location to the clipboard");
  await tab.sees("I copied your location to the clipboard: 1.00000, 2.00000.");
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(
    "1.00000, 2.00000",
  );

  await tab.say("Where am I and what is my time zone?");
  await tab.sees(/The time zone is /);
  expect(await tab.card("This device").count()).toBe(1);
  expect(await tab.card("Your location").count()).toBe(2);
});

test("H10 the key is in no bundle, no frame, no request to the page and no log", async ({
  model,
  serve,
  open,
}) => {
  const key = "AIzaNotARealKey0123456789";
  const server = await serve({ env: { GEMINI_API_KEY: key } });
  const tab = await open(server);
  model.script(calls(["memory_list"]), says("Done."));
  await tab.say("List it");
  await tab.sees("Done.");

  expect(model.keys).toEqual([key, key]);
  expect(tab.frames.length).toBeGreaterThan(4);
  expect(tab.frames.join("\n")).not.toContain(key);
  expect(await tab.page.content()).not.toContain(key);
  expect(server.output()).not.toContain(key);
  const dist = path.join(repository, "web/dist");
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  for (const file of files.filter((file) => file.isFile())) {
    expect(
      await readFile(path.join(file.parentPath, file.name), "utf8"),
    ).not.toMatch(/googleapis|AIza/);
  }
});

test("the page runs under a strict policy, derived from the contract", async ({
  serve,
}) => {
  const server = await serve();
  const answer = await fetch(server.url);

  const csp = answer.headers.get("content-security-policy") ?? "";
  expect(csp).toContain("default-src 'none'");
  expect(csp).toContain("script-src 'self'");
  expect(csp).toContain("require-trusted-types-for 'script'");
  expect(csp).toContain("frame-ancestors 'none'");
  expect(csp).not.toMatch(/unsafe|\*/);
  const permissions = answer.headers.get("permissions-policy") ?? "";
  expect(permissions).toContain("geolocation=(self)");
  expect(permissions).toContain("clipboard-read=(self)");
  expect(permissions).toContain("camera=()");
  expect(await answer.text()).not.toMatch(/<script(?![^>]*src)|<style|style=/);
});

test("H33 each call has a card with name, state, arguments and result", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["memory_put", { key: "tea", value: "Darjeeling" }]),
    says("Noted."),
  );
  const tab = await open(await serve());
  await tab.say("Tea is Darjeeling");
  await tab.sees("Noted.");

  const card = tab.card("Remember");
  await card.getByText(/^done in/).waitFor();
  await card.locator("summary").first().click();
  await card.getByText("Remembered tea").waitFor();
  await card.getByText("Darjeeling").first().waitFor();
  await card.getByText("stored").first().waitFor();
});

test("what a person or a screen reader finds has its accessible name", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["clipboard_read"]), says("Declined."));
  const tab = await open(await serve(), { permissions: ["clipboard-read"] });

  await tab.page.getByRole("log", { name: "Conversation" }).waitFor();
  await tab.message.waitFor();
  await tab.button("Send").waitFor();
  await tab.button("New conversation").waitFor();
  await tab.say("What is on my clipboard?");
  await tab.button("Stop").waitFor();
  await tab.button("Allow once").waitFor();
  await tab.button("Allow in this session").waitFor();
  await tab.button("Decline").click();
  await tab.sees("Declined.");
});

test.for([
  [390, 664],
  [844, 390],
  [320, 256],
] as const)(
  "an empty conversation begins at its beginning, also a new one: %i by %i px",
  async ([width, height], { model, serve, open }) => {
    model.script(says("w ".repeat(2_000)));
    const tab = await open(await serve(), { viewport: { width, height } });
    const top = () => tab.log.evaluate((log) => log.scrollTop);
    const welcome = tab.log.locator(".welcome");
    await expect.poll(() => welcome.isVisible()).toBe(true);
    expect(await top()).toBe(0);

    await tab.say("Write a lot.");
    await tab.sees(/^w w/);
    expect(await top()).toBeGreaterThan(0);
    await tab.log.evaluate((log) => (log.scrollTop = 60));
    await tab.button("To the latest").waitFor();
    await tab.startOver();
    await welcome.waitFor();
    await expect.poll(top).toBe(0);

    // Where one stood in the last conversation is no place in this one.
    model.script(says("v ".repeat(2_000)));
    await tab.say("Write a lot again.");
    await tab.sees(/^v v/);
    const left = () =>
      tab.log.evaluate(
        (log) => log.scrollHeight - log.clientHeight - log.scrollTop,
      );
    await expect.poll(left).toBeLessThan(2);
  },
);

test("at 390 px nothing is wider than the page", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["memory_put", { key: "k".repeat(200), value: "v".repeat(500) }]),
    calls(["clipboard_read"]),
    says("w".repeat(400)),
  );
  const tab = await open(await serve(), {
    viewport: { width: 390, height: 844 },
    permissions: ["clipboard-read"],
  });
  const overflow = () =>
    tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await tab.say("m".repeat(300));
  await tab.button("Decline").waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await tab.button("Decline").click();
  await tab.sees("w".repeat(400));
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test.for([1280, 390])(
  "cards that open make the conversation longer, not the page: %i px",
  async (width, { model, serve, open }) => {
    const value = Array.from({ length: 30 }, (_, i) => `line ${i}`).join("\n");
    const keys = ["a", "b", "c", "d"];
    model.script(
      calls(
        ...keys.map((key): [string, object] => ["memory_put", { key, value }]),
      ),
      says("Noted."),
      says("You are welcome."),
    );
    const tab = await open(await serve(), { viewport: { width, height: 720 } });
    await tab.say("Remember these");
    await tab.sees("Noted.");
    await tab.say("Thanks");
    await tab.sees("You are welcome.");

    const cards = tab.card("Remember");
    expect(await cards.count()).toBe(keys.length);
    for (const card of await cards.all()) {
      const summary = card.locator("summary").first();
      const place = () =>
        summary.evaluate((head) =>
          Math.round(head.getBoundingClientRect().top),
        );
      await summary.scrollIntoViewIfNeeded();
      const before = await place();
      await summary.click();
      await card.getByText("line 29").first().waitFor();
      // Two pictures later it stands where it was pressed.
      await summary.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(done)),
          ),
      );
      expect(await place()).toBe(before);
      expect(
        await tab.page.evaluate(
          () => document.scrollingElement!.scrollHeight - innerHeight,
        ),
      ).toBeLessThanOrEqual(0);
    }
    expect(
      await tab.log.evaluate((log) => log.scrollHeight - log.clientHeight),
    ).toBeGreaterThan(0);
    await tab.message.click();
  },
);

test("the conversation follows an answer that streams, but not against the reader", async ({
  model,
  serve,
  open,
}) => {
  const answer = live();
  model.script(answer);
  const tab = await open(await serve());
  const position = () =>
    tab.log.evaluate((log) => ({
      top: Math.round(log.scrollTop),
      left: Math.round(log.scrollHeight - log.scrollTop - log.clientHeight),
    }));
  let said = 0;
  const goOn = async () => {
    for (let lines = 0; lines < 20; lines++) {
      answer.give(says(`Line ${++said}.\n\n`));
    }
    await tab.sees(`Line ${said}.`);
  };
  const followed = () =>
    expect.poll(async () => (await position()).left).toBeLessThanOrEqual(1);
  await tab.say("Count as far as you can");

  await goOn();
  await goOn();
  await followed();

  const before = await position();
  await tab.log.hover();
  await tab.page.mouse.wheel(0, -300);
  await expect.poll(async () => (await position()).top).toBe(before.top - 300);
  await goOn();
  expect((await position()).top).toBe(before.top - 300);

  await tab.button("To the latest").click();
  await followed();
  await goOn();
  await followed();
  answer.end(says("That is enough."));
  await tab.sees("That is enough.");
  await followed();
});

test("the second click of a double click on Send stops nothing", async ({
  model,
  serve,
  open,
}) => {
  const answer = live();
  model.script(answer);
  const tab = await open(await serve());
  const { mouse } = tab.page;
  await tab.message.fill("Hello");

  await tab.button("Send").hover();
  await mouse.down();
  await mouse.up();
  await tab.button("Stop").waitFor();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });

  answer.give(says("Good "));
  await tab.sees("Good");
  answer.end(says("day."));
  await tab.sees("Good day.");
  expect(await tab.log.getByText("You stopped this answer.").count()).toBe(0);
  expect(model.requests).toHaveLength(1);
  await tab.page.keyboard.type("And now?");
  expect(await tab.message.inputValue()).toBe("And now?");
});

test("words of the model stay words: no markup, no image, no link is loaded", async ({
  model,
  serve,
  open,
}) => {
  const words = '<img src="https://example.com/x.png" onerror="alert(1)"> ok';
  model.script(says(words));
  const tab = await open(await serve());

  await tab.say("Show me");

  await tab.sees(words);
  expect(await tab.log.locator("img").count()).toBe(0);
});

test("A49 a refused key is an error in words, not in the provider's", async ({
  model,
  serve,
  open,
}) => {
  model.script({
    status: 400,
    error: {
      status: "INVALID_ARGUMENT",
      message: "API key not valid. Please pass a valid API key.",
    },
  });
  const tab = await open(await serve());

  await tab.say("Hello");

  await tab.sees(/GEMINI_API_KEY/);
  expect(await tab.log.getByText("INVALID_ARGUMENT").count()).toBe(0);
  expect(await tab.log.getByText("Please pass a valid").count()).toBe(0);
  await tab.button("Send").waitFor();
});
