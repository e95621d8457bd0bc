// farhand/testing, in Vitest.
import { calls, fakeServer, says } from "farhand/testing";
import { expect, test } from "vitest";
import { openShop } from "./cart.js";
import contract from "../tools.json";

test("the model fills the cart", async () => {
  const server = fakeServer({ contract });
  const client = openShop(server.options);
  server.script(calls(["cart_add", { count: 2 }]), says("Two are in it."));

  const turn = await server.turn(client, "Two, please");

  expect(turn.text).toBe("Two are in it.");
  expect(server.told()).toEqual([{ output: { items: 2 } }]);
  client.close();
});
