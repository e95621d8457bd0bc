/** What a person does, and what happens to a person, in the middle of something. */

import { calls, live, says } from "../harness/model.ts";
import { expect, test } from "../harness/test.ts";

/** A browser whose user has not answered its question about the location yet. */
function openPrompt(): void {
  navigator.geolocation.getCurrentPosition = () => {};
}

test("walk: interruptions, Stop in a prompt", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), { init: openPrompt });
  model.script(calls(["geolocation_get"]));
  await tab.say("Where am I?");
  await tab.shows("Your location", "waiting for you");

  await tab.button("Stop").click();

  await tab.shows("Your location", "stopped");
  await tab.sees("You stopped this answer.");
  model.script(says("Nothing at all."));
  await tab.say("What did you learn?");
  await tab.sees("Nothing at all.");
});

test("walk: interruptions, the server restarts", async ({
  model,
  serve,
  open,
}) => {
  const first = await serve();
  const tab = await open(first);
  model.script(says("My name is Model."));
  await tab.say("Who are you?");
  await tab.sees("My name is Model.");
  const half = live();
  model.script(half);
  await tab.say("Tell me more");
  half.give(says("Once upon a time"));
  await tab.sees("Once upon a time");
  await tab.message.fill("a draft");

  await first.stop();

  // What was said stays, what was being said is told to be cut off.
  await tab.sees(/The server was stopped before the answer was complete/);
  const line = tab.page.getByRole("status");
  await line.getByText(/restarting|cannot be reached/).waitFor();
  await line.getByText(/Trying again/).waitFor();
  await tab.sees("My name is Model.");

  await serve({ port: first.port });

  // It connects by itself, keeps the draft, and begins anew: the next server does not know of it.
  await tab.button("Connect now").waitFor({ state: "detached" });
  await tab.sees("My name is Model.");
  await tab.sees(/no longer remembers what is above/);
  expect(await tab.message.inputValue()).toBe("a draft");
  expect(await tab.button("New conversation").count()).toBe(1);
  await tab.button("New conversation").click();
  await expect.poll(() => tab.log.getByText("My name").count()).toBe(0);
  model.script(says("Good day."));
  await tab.say("Hello");
  await tab.sees("Good day.");
  expect(model.requests.at(-1)?.contents).toHaveLength(1);
});

test("walk: interruptions, offline for ten seconds", async ({
  model,
  serve,
  wire,
  open,
}) => {
  const line = await wire(await serve());
  const tab = await open(line);
  const context = tab.page.context();
  const status = tab.page.getByRole("status");
  model.script(says("Good day."));
  await tab.say("Hello");
  await tab.sees("Good day.");

  await context.setOffline(true);
  line.cut();
  const since = Date.now();

  await status.getByText(/You are offline/).waitFor();
  await tab.sees("Good day.");
  await tab.message.fill("Are you back?");
  await expect
    .poll(() => Date.now() - since, { timeout: 15_000 })
    .toBeGreaterThan(10_000);
  expect(await status.getByText(/You are offline/).count()).toBe(1);

  line.mend();
  await context.setOffline(false);

  // By itself and at once, with what was written meanwhile.
  await status.getByText(/offline/).waitFor({ state: "detached" });
  expect(await tab.message.inputValue()).toBe("Are you back?");
  model.script(says("I am."));
  await tab.button("Send").click();
  await tab.sees("I am.");
  await tab.sees("Good day.");
});

test("walk: interruptions, a server that is full", async ({
  model,
  serve,
  open,
}) => {
  const server = await serve({ flags: ["-max-sessions", "1"] });
  const first = await open(server);
  await first.button("Send").waitFor();
  const second = await open(server);

  await second.page
    .getByRole("status")
    .getByText(/All places of this server are taken/)
    .waitFor();

  // It need not wait for its turn to ask again.
  const asked = second.page.waitForEvent("websocket");
  await second.button("Connect now").click();
  await asked;
  await first.page.close();
  const again = second.button("Connect now");
  await expect
    .poll(async () => {
      // Gone meanwhile: it has connected by itself.
      await again.click({ timeout: 500 }).catch(() => {});
      return again.count();
    })
    .toBe(0);
  model.script(says("Good day."));
  await second.say("Hello");
  await second.sees("Good day.");
});

test("walk: interruptions, a new message over an open card", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  model.script(calls(["clipboard_read"]));
  await tab.say("What is on my clipboard?");
  await tab.button("Allow once").waitFor();

  // The card asks; the person has something else to say.
  model.script(says("It is noon."));
  await tab.message.fill("What time is it?");
  await tab.page.keyboard.press("Enter");

  await tab.sees("It is noon.");
  await tab.shows("Read the clipboard", "stopped");
  await tab.sees("You stopped this answer.");
  expect(await tab.message.inputValue()).toBe("");
  expect(await tab.button("Allow once").count()).toBe(0);
  const turns = await tab.log.getByRole("article").count();
  expect(turns).toBe(2);
  const read = tab.frames.filter((frame) => frame.includes('"tool_result"'));
  expect(read.join()).not.toContain('"result"');
});
