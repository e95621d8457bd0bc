/** Contracts and pages of one's own, in the folders shop and checkout. */

import path from "node:path";
import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

const shop = path.join(import.meta.dirname, "shop");
const contract = ["-tools", path.join(shop, "tools.json")];

test("H1 an own page with an own tool, on the client from /client.js", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["cart_add", { count: 2 }]), says("Two are in the cart."));
  const tab = await open(await serve({ flags: [...contract, "-app", shop] }));

  await expect.poll(() => tab.frames.join()).toContain('"session"');
  await tab.page.getByRole("button", { name: "Two of these, please" }).click();

  await tab.page.getByText("Two are in the cart.").waitFor();
  expect(await tab.page.locator("#cart").textContent()).toBe("2");
  expect(model.offered()).toEqual(["cart_add"]);
  expect(model.told()).toEqual([{ output: { items: 2 } }]);
});

test("H9 a contract without bodies shows as needing a page that registers it", async ({
  model,
  serve,
  open,
}) => {
  model.script(says("I can only talk here."));
  const tab = await open(await serve({ flags: contract }));

  await tab.page.getByText("1 tool cannot run here").waitFor();
  await tab.button("What can you do?").click();
  await tab.page.getByText("A page that brings it along can do it.").waitFor();
  await tab.button("Close").click();
  await tab.say("Two of these, please");

  await tab.sees("I can only talk here.");
  expect(model.offered()).toEqual([]);
});

test("H34 an own page whose approve gives no decision has refused", async ({
  model,
  serve,
  open,
}) => {
  const checkout = path.join(import.meta.dirname, "checkout");
  const flags = ["-tools", path.join(checkout, "tools.json"), "-app", checkout];
  model.script(calls(["order_place"]), says("You did not want it."));
  const tab = await open(await serve({ flags }));

  await expect.poll(() => tab.frames.join()).toContain('"session"');
  await tab.page.getByRole("button", { name: "Order it" }).click();

  await tab.page.getByText("You did not want it.").waitFor();
  expect(await tab.page.locator("#asked").textContent()).toBe("Place an order");
  expect(await tab.page.locator("#orders").textContent()).toBe("0");
  expect(model.offered()).toEqual(["order_place"]);
  expect(model.told()).toEqual([
    { error: { code: "denied", message: expect.any(String) } },
  ]);
});
