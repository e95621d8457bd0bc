/**
 * The table of docs/protocol.md, "What becomes of open calls", in a real browser.
 * Two cells at a time: each test has an `expect` of its own.
 */

import { describe } from "vitest";
import { calls, live, says } from "../harness/model.ts";
import { openTab } from "../harness/tab.ts";
import { expect, test } from "./shop.ts";

const interrupted = {
  error: { code: "interrupted", message: expect.any(String) },
};

describe.concurrent("H23 same document", () => {
  test("not acknowledged: sent again, and run once", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow } = await shop();
    const answer = live();
    model.script(answer, says("It costs 7."));
    await tab.say("What does it cost?");
    await expect.poll(() => model.requests.length).toBe(1);
    await allow("price");

    wire.freeze();
    answer.end(calls(["price_read"])); // the call is sent, and never arrives
    await expect.poll(() => tab.frames.join()).not.toContain("tool_call");
    wire.cut();
    wire.mend();

    await tab.sees("It costs 7.");
    expect(await notes()).toEqual(["price_read"]);
    expect(model.told()).toEqual([{ output: { price: 7 } }]);
  });

  test("asked for while nobody was there: sent when the page is back", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow } = await shop();
    const answer = live();
    model.script(answer, says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(() => model.requests.length).toBe(1);
    await allow("cart");

    wire.cut();
    answer.end(calls(["cart_add"]));
    wire.mend();

    await tab.sees("It is in the cart.");
    expect(await notes()).toEqual(["cart_add"]);
  });

  test("running: the body goes on, and its result counts", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow, isOpen, events } = await shop();
    model.script(calls(["cart_add"]), says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(notes).toEqual(["cart_add"]);

    wire.cut();
    await tab.page.getByText(/connection was lost/).waitFor();
    await tab.shows("Put into the cart", "running");
    wire.mend();
    await isOpen();
    await tab.shows("Put into the cart", "running");
    await allow("cart");

    await tab.sees("It is in the cart.");
    expect(await notes()).toEqual(["cart_add"]);
    expect(model.told()).toEqual([{ output: { items: 1 } }]);
    expect(await events("session")).toHaveLength(1);
    expect(await tab.log.getByText(/no longer remembers/).count()).toBe(0);
  });

  test("finished, the result lost: it is sent again", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow } = await shop();
    model.script(calls(["cart_add"]), says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(notes).toEqual(["cart_add"]);

    wire.freeze();
    await allow("cart");
    await expect.poll(() => tab.frames.join()).toContain("tool_result");
    expect(model.requests).toHaveLength(1);
    wire.cut();
    wire.mend();

    await tab.sees("It is in the cart.");
    expect(await notes()).toEqual(["cart_add"]);
    expect(model.told()).toEqual([{ output: { items: 1 } }]);
  });

  test("finished while away: it is sent when the network is back", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow, page } = await shop();
    model.script(calls(["cart_add"]), says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(notes).toEqual(["cart_add"]);

    wire.cut();
    await allow("cart");
    await tab.shows("Put into the cart", "done");
    expect(model.requests).toHaveLength(1);
    wire.mend();

    await tab.sees("It is in the cart.");
    expect(model.told()).toEqual([{ output: { items: 1 } }]);
    expect(await page.getByText(/connection was lost/).count()).toBe(0);
  });

  test("H34 waiting for an approval: the question stays, and an answer while away counts", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow } = await shop();
    model.script(calls(["order_place"]), says("Ordered."));
    await tab.say("Order it");
    await tab.button("Allow once").waitFor();

    wire.cut();
    await tab.page.getByText(/connection was lost/).waitFor();
    await allow("order");
    await tab.button("Allow once").click();
    await expect.poll(notes).toEqual(["order_place"]);
    wire.mend();

    await tab.sees("Ordered.");
    expect(await notes()).toEqual(["order_place"]);
    expect(model.told()).toEqual([{ output: { placed: true } }]);
  });

  test("a tool that navigates, whose link did not lead away: the page answers", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow, isOpen } = await shop();
    model.script(calls(["page_open", { path: "#there" }]), says("Here it is."));
    await tab.say("Show me");
    await expect.poll(notes).toEqual(["page_open"]);

    wire.cut();
    wire.mend();
    await isOpen();
    await allow("page");

    await tab.sees("Here it is.");
    expect(model.told()).toEqual([{ output: { path: "#there" } }]);
  });
});

describe.concurrent("H23 new document", () => {
  test("not acknowledged: sent to the new one, and run once", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow, anotherDocument } = await shop();
    const answer = live();
    model.script(answer, says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(() => model.requests.length).toBe(1);
    await allow("cart");

    wire.freeze();
    answer.end(calls(["cart_add"]));
    await anotherDocument();

    await tab.sees("It is in the cart.");
    await tab.sees(/Put it into the cart/);
    expect(await notes()).toEqual(["cart_add"]);
    expect(model.told()).toEqual([{ output: { items: 1 } }]);
  });

  test("running, may run twice: it runs once more", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, notes, allow, page } = await shop();
    model.script(calls(["price_read"]), says("It costs 7."));
    await tab.say("What does it cost?");
    await expect.poll(notes).toEqual(["price_read"]);

    await page.reload();
    await expect.poll(notes).toEqual(["price_read", "price_read"]);
    await allow("price");

    await tab.sees("It costs 7.");
    expect(model.told()).toEqual([{ output: { price: 7 } }]);
  });

  test("and not a third time", async ({ expect, model, shop }) => {
    const { tab, notes, page } = await shop();
    model.script(calls(["price_read"]), says("I do not know."));
    await tab.say("What does it cost?");
    await expect.poll(notes).toHaveLength(1);
    await page.reload();
    await expect.poll(notes).toHaveLength(2);
    await page.reload();

    await tab.sees("I do not know.");
    expect(await notes()).toHaveLength(2);
    expect(model.told()).toEqual([interrupted]);
  });

  test("running, must not run twice: interrupted, and the model checks first", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, notes, page } = await shop();
    model.script(calls(["cart_add"]), says("I am not sure."));
    await tab.say("Put it into the cart");
    await expect.poll(notes).toEqual(["cart_add"]);

    await page.reload();

    await tab.sees("I am not sure.");
    await tab.shows("Put into the cart", /interrupted/i);
    expect(await notes()).toEqual(["cart_add"]);
    expect(model.told()).toEqual([interrupted]);
  });

  test("finished, the result lost: the next document has it", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, allow, anotherDocument, hellos } = await shop();
    model.script(calls(["cart_add"]), says("It is in the cart."));
    await tab.say("Put it into the cart");
    await expect.poll(notes).toEqual(["cart_add"]);

    wire.freeze();
    await allow("cart");
    await expect.poll(() => tab.frames.join()).toContain("tool_result");
    await anotherDocument();

    await tab.sees("It is in the cart.");
    expect(await notes()).toEqual(["cart_add"]);
    expect(model.told()).toEqual([{ output: { items: 1 } }]);
    expect(hellos().at(-1)).toMatchObject({ calls: ["t1.1"] });
  });

  test("H34 waiting for an approval: the question is asked again", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, notes, allow, page } = await shop();
    model.script(calls(["order_place"]), says("Ordered."));
    await tab.say("Order it");
    await tab.button("Allow once").waitFor();

    await page.reload();
    await allow("order");
    await tab.button("Allow once").click();

    await tab.sees("Ordered.");
    expect(await notes()).toEqual(["order_place"]);
    expect(model.told()).toEqual([{ output: { placed: true } }]);
  });

  test("H34 allowed, and then lost: what it did is not known", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, notes, page } = await shop();
    model.script(calls(["order_place"]), says("I am not sure."));
    await tab.say("Order it");
    await tab.button("Allow once").click();
    await expect.poll(notes).toEqual(["order_place"]);

    await page.reload();

    await tab.sees("I am not sure.");
    expect(await notes()).toEqual(["order_place"]);
    expect(model.told()).toEqual([interrupted]);
  });

  test("a tool that navigates: the model learns where it is, and goes on talking", async ({
    expect,
    model,
    shop,
  }) => {
    const { tab, wire, notes, page } = await shop();
    model.script(
      calls(["page_open", { path: "/checkout.html?from=chat" }]),
      says("You are at the checkout."),
    );
    await tab.say("I want to pay");

    await page.getByRole("heading", { name: "The checkout" }).waitFor();
    await tab.sees("You are at the checkout.");
    await tab.sees(/I want to pay/);
    await tab.shows("Open a page", /done/);
    expect(await notes()).toEqual(["page_open"]);
    expect(model.told()).toEqual([
      { output: { navigated: true, url: `${wire.url}/checkout.html` } },
    ]);

    model.script(says("With pleasure."));
    await tab.say("Thanks");
    await tab.sees("With pleasure.");
  });
});

describe.concurrent("H23 nobody in time", () => {
  test(
    "a call that runs ends after 30 s, and the session with it; a question as well if its time is up",
    { timeout: 120_000 },
    async ({ expect, model, shop }) => {
      const running = await shop(["-user-timeout", "35s"]);
      const { server, wire, page } = running;
      model.script(calls(["cart_add"]));
      await running.tab.say("Put it into the cart");
      await expect.poll(running.notes).toEqual(["cart_add"]);
      const asking = await openTab(page.context(), wire.url);
      model.script(calls(["order_place"]));
      await asking.say("Order it");
      await asking.button("Allow once").waitFor();
      const ends = () =>
        server.log.filter((line) => line["event"] === "turn_end");

      for (const { page } of [running.tab, asking])
        await page.goto("about:blank");
      await expect
        .poll(ends, { timeout: 60_000 })
        .toMatchObject([
          { reason: "disconnected" },
          { reason: "disconnected" },
        ]);
      await running.page.goto(wire.url);

      await running.page
        .getByText(/no longer remembers what was said before this page/)
        .waitFor();
      expect(await running.events("session")).toMatchObject([
        { cause: "reconnected", reason: "expired" },
      ]);
      expect(model.requests).toHaveLength(2);
      model.script(says("Good day."));
      await running.tab.say("Hello");
      await running.tab.sees("Good day.");
    },
  );
});
