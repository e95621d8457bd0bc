import { connect } from "farhand";
import { calls, fakeServer, says } from "farhand/testing";
import { expect, test } from "vitest";
import contract from "../tools.json";
import { createCart } from "./cart.ts";
import { hashes, type Tools } from "./tools.ts";

/** The shop without a page: what its person would press is decided here. */
function shop(decision: "once" | "deny" = "once") {
  const server = fakeServer({ contract });
  const seen: number[] = [];
  const client = connect<Tools>({
    ...server.options,
    hashes,
    tools: createCart((items) => seen.push(items)),
    approve: async () => decision,
  });
  return { server, client, seen };
}

test("the model fills the cart, and reads what is in it", async () => {
  const { server, client, seen } = shop();
  server.script(calls(["cart_add", { count: 2 }]), says("Two are in it."));

  const turn = await server.turn(client, "Two boots, please");

  expect(turn.text).toBe("Two are in it.");
  expect(server.told()).toEqual([{ output: { items: 2 } }]);
  expect(seen).toEqual([2]);
});

test("what was declined never happens", async () => {
  const { server, client, seen } = shop("deny");
  server.script(calls(["cart_add", { count: 2 }]), says("As you like."));

  await server.turn(client, "Two boots, please");

  expect(server.told()).toMatchObject([{ error: { code: "denied" } }]);
  expect(seen).toEqual([]);
});

test("an error of the body is for the model", async () => {
  const { server, client } = shop();
  server.script(calls(["cart_add", { count: 99 }]), says("There are nine."));

  await server.turn(client, "All of them");

  expect(server.told()).toMatchObject([
    { error: { code: "failed", message: "There are only nine. Say so." } },
  ]);
});
