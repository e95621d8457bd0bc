/** Links, reloads, the back/forward cache, a second tab, and another run of the server. */

import { describe } from "vitest";
import { calls, live, says } from "../harness/model.ts";
import { expect, flags, test } from "./shop.ts";

test("H23 a reload shows the conversation, and the model remembers it", async ({
  model,
  shop,
}) => {
  const { tab, page, isOpen, events, hellos } = await shop();
  model.script(says("My name is Model."));
  await tab.say("Who are you?");
  await tab.sees("My name is Model.");

  await page.reload();

  await tab.sees("My name is Model.");
  await tab.sees(/Who are you\?/);
  await isOpen();
  expect(await events("resumed")).toHaveLength(1);
  expect(await events("session")).toEqual([]);
  expect(hellos()).toMatchObject([{ resume: "" }, { resume: /./ }]);
  model.script(says("Still Model."));
  await tab.say("And now?");
  await tab.sees("Still Model.");
  expect(model.requests[1]?.contents).toHaveLength(3);
});

test("H23 a reload in the middle of an answer: the text goes on, nothing twice", async ({
  model,
  shop,
}) => {
  const { tab, page, isOpen } = await shop();
  const answer = live();
  model.script(answer);
  await tab.say("What is six times seven?");
  answer.give(says("It is "));
  await tab.sees(/It is/);

  await page.reload();
  await isOpen();
  answer.give(says("forty-"));
  answer.end(says("two."));

  await tab.sees("It is forty-two.");
  await tab.button("Send").waitFor();
  expect(await tab.log.getByText(/It is/).allTextContents()).toEqual([
    "It is forty-two.",
  ]);
});

test("H23 Stop after a reload ends the turn that went on", async ({
  model,
  shop,
}) => {
  const { tab, page, isOpen } = await shop();
  model.script("hang");
  await tab.say("Are you there?");
  await expect.poll(() => model.requests.length).toBe(1);
  await page.reload();
  await isOpen();

  await tab.button("Stop").click();

  await tab.button("Send").waitFor();
  model.script(says("Here."));
  await tab.say("And now?");
  await tab.sees("Here.");
});

describe("H23 back/forward cache", () => {
  test("to a page without a client and back: the same document goes on at once", async ({
    model,
    shop,
  }) => {
    const { server, tab, page, notes, allow, isOpen, events } = await shop();
    model.script(calls(["cart_add"]), says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(notes).toEqual(["cart_add"]);

    await page.getByRole("link", { name: "Away" }).click();
    await page.getByRole("heading", { name: "Away" }).waitFor();
    // The socket was closed when the document went, not when it came back.
    await expect
      .poll(() => server.log.filter((l) => l["event"] === "session_detached"))
      .toHaveLength(1);
    await page.goBack({ waitUntil: "commit" });

    await isOpen();
    expect(await events("pageshow")).toMatchObject([
      { persisted: false },
      { persisted: true },
    ]);
    expect(await events("resumed")).toHaveLength(1);
    expect((await events("status")).map(({ status }) => status)).not.toContain(
      "waiting",
    );
    const [first, second] = await events("sent hello");
    expect(second?.["page"]).toEqual(first?.["page"]);
    expect(second?.["calls"]).toEqual(["t1.1"]);
    await allow("cart");
    await tab.sees("It is in the cart.");
    expect(await notes()).toEqual(["cart_add"]);
  });

  test("over a page that went on with the conversation: it is all there", async ({
    model,
    shop,
  }) => {
    const { tab, page, isOpen, events } = await shop();
    model.script(says("One."));
    await tab.say("First");
    await tab.sees("One.");
    for (const words of ["Two.", "Three."]) {
      await page.getByRole("link", { name: "Checkout" }).click();
      await page.getByRole("heading", { name: "The checkout" }).waitFor();
      await tab.sees("One.");
      await isOpen();
      model.script(says(words));
      await tab.say(`${words} please`);
      await tab.sees(words);
      await page.goBack({ waitUntil: "commit" });
      await isOpen();
      await tab.sees(words);
      expect((await events("pageshow")).at(-1)).toMatchObject({
        persisted: true,
      });
    }
    await page.goForward({ waitUntil: "commit" });
    await tab.sees("Three.");
    expect(await events("session")).toEqual([]);
    expect(await tab.log.getByText(/no longer remembers/).count()).toBe(0);
  });

  test("over a page that began a new conversation: that one is shown", async ({
    model,
    shop,
  }) => {
    const { tab, page, isOpen } = await shop();
    model.script(says("One."));
    await tab.say("First");
    await tab.sees("One.");
    await page.getByRole("link", { name: "Checkout" }).click();
    await page.getByRole("heading", { name: "The checkout" }).waitFor();
    await isOpen();
    await tab.sees("One.");
    await tab.startOver();
    await expect.poll(() => tab.log.getByText("One.").count()).toBe(0);
    model.script(says("Two."));
    await tab.say("Second");
    await tab.sees("Two.");

    await page.goBack({ waitUntil: "commit" });

    await tab.sees("Two.");
    expect(await tab.log.getByText("One.").count()).toBe(0);
  });
});

test("H23 a duplicated tab has a conversation of its own, says so, and takes nothing", async ({
  model,
  shop,
}) => {
  const { tab, page, notes, allow } = await shop();
  model.script(calls(["cart_add"]), says("It is in the cart."));
  await tab.say("Put it into the cart");
  await expect.poll(notes).toEqual(["cart_add"]);

  const [copy] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => void window.open("/")), // copies sessionStorage
  ]);

  await copy.getByText(/This tab has a conversation of its own/).waitFor();
  await allow("cart");
  await tab.sees("It is in the cart.");
  expect(await notes()).toEqual(["cart_add"]);
  expect(await copy.getByText("It is in the cart.").count()).toBe(0);
  await page.reload();
  await tab.sees("It is in the cart.");
});

test("H31 another run of the server, the same document: the old talk stays, dimmed", async ({
  model,
  shop,
  serve,
}) => {
  const { server, wire, tab, page, events } = await shop();
  model.script(says("My name is Model."));
  await tab.say("Who are you?");
  await tab.sees("My name is Model.");

  expect(await server.stop()).toBe(0);
  wire.cut();
  await serve({ port: server.port, flags });
  wire.mend();

  await tab.sees(/The assistant no longer remembers what is above/);
  expect((await events("session")).at(-1)).toMatchObject({
    cause: "reconnected",
    reason: "server_restarted",
  });
  await tab.sees("My name is Model.");
  model.script(says("Good day."));
  await tab.say("And now?");
  await tab.sees("Good day.");
  expect(model.requests[1]?.contents).toHaveLength(1);
  expect(await page.getByText(/before this page was loaded/).count()).toBe(0);
});

test("H31 another run of the server, a new document: it says that the rest is forgotten", async ({
  model,
  shop,
  serve,
}) => {
  const { server, wire, tab, page } = await shop();
  model.script(says("My name is Model."));
  await tab.say("Who are you?");
  await tab.sees("My name is Model.");
  await page.goto("about:blank");
  await server.stop();
  wire.cut();
  await serve({ port: server.port, flags });
  wire.mend();

  await page.goto(wire.url);

  await page.getByText(/no longer remembers what was said before/).waitFor();
});

test("H23 New conversation forgets what a reload would bring back", async ({
  model,
  shop,
}) => {
  const { tab, page, isOpen } = await shop();
  model.script(says("One."));
  await tab.say("First");
  await tab.sees("One.");
  await tab.startOver();
  await expect.poll(() => tab.log.getByText("One.").count()).toBe(0);

  await page.reload();

  await isOpen();
  expect(await tab.log.getByText("One.").count()).toBe(0);
  model.script(says("Two."));
  await tab.say("Second");
  await tab.sees("Two.");
  expect(model.requests[1]?.contents).toHaveLength(1);
});
