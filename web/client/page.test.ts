// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { thisPage, uniqueId } from "./page.ts";

afterEach(() => {
  history.replaceState(null, "", "/");
  document.documentElement.lang = "";
});

test("the page is named without its query, as it is now", () => {
  history.replaceState(null, "", "/cart?token=secret#top");
  expect(thisPage("p1")).toMatchObject({
    id: "p1",
    url: `${location.origin}/cart`,
  });
  history.replaceState(null, "", "/checkout");
  expect(thisPage("p1").url).toBe(`${location.origin}/checkout`);
});

test("each document has an id of its own", () => {
  expect(uniqueId()).toMatch(/^[0-9a-f]{32}$/);
  expect(uniqueId()).not.toBe(uniqueId());
});

test("an address or a language that the server would refuse is cut", () => {
  history.replaceState(null, "", `/${"x".repeat(5000)}`);
  document.documentElement.lang = "x".repeat(300);
  const page = thisPage("p1");
  expect(page.url).toHaveLength(2000);
  expect(page.lang).toHaveLength(200);
});
