// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { thisPage } from "./page.ts";

afterEach(() => {
  history.replaceState(null, "", "/");
  document.documentElement.lang = "";
});

test("the page is named without its query, with an id of its own", () => {
  history.replaceState(null, "", "/cart?token=secret#top");
  const page = thisPage();
  expect(page.url).toBe(`${location.origin}/cart`);
  expect(page.id).toMatch(/^[0-9a-f]{32}$/);
  expect(thisPage().id).not.toBe(page.id);
});

test("an address or a language that the server would refuse is cut", () => {
  history.replaceState(null, "", `/${"x".repeat(5000)}`);
  document.documentElement.lang = "x".repeat(300);
  const page = thisPage();
  expect(page.url).toHaveLength(2000);
  expect(page.lang).toHaveLength(200);
});
