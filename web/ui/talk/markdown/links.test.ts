import { expect, test } from "vitest";
import { safeLink, saysPlace } from "./links.ts";

test.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c", "example.com"],
  ["HTTP://Example.COM:8080", "http://example.com:8080/", "example.com:8080"],
  [
    "https://b\u00fccher.example/",
    "https://xn--bcher-kva.example/",
    "xn--bcher-kva.example",
  ],
  ["https://\u0430pple.com/", "https://xn--pple-43d.com/", "xn--pple-43d.com"],
  ["mailto:a@b.example", "mailto:a@b.example", "a@b.example"],
])("%s leads to a place that is shown", (address, href, place) => {
  expect(safeLink(address)).toEqual({ href, place });
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.com/x",
  "ftp://example.com",
  "tel:+491234",
  "/relative",
  "relative",
  "#here",
  "?q",
  "",
  "//example.com",
  "/\\example.com",
  "https:example.com",
  "https:/example.com",
  "https:///example.com",
  "https:\\\\example.com",
  "https://good.example\\@evil.example",
  "https://good.example@evil.example",
  "https://good.example:443@evil.example/",
  "https://:x@evil.example/",
  "https://good.example%40evil.example/",
  "https://exa mple.com",
  "https://exa\tmple.com",
  "https://example.com/\u202egnp.exe",
  "https://example.com/\u200b",
  "https://",
  "mailto:",
  "mailto:nobody",
  "mailto://a@b",
])("%j stays words", (address) => {
  expect(safeLink(address)).toBeUndefined();
});

test.each([
  ["example.com", true],
  ["https://example.com/path", true],
  ["EXAMPLE.com", true],
  ["good.example", false],
  ["example.com.good.example", false],
  ["see example.com", false],
  ["good.example/example.com", false],
])("the words %j say example.com: %s", (words, expected) => {
  expect(saysPlace(words, "example.com")).toBe(expected);
});

test("www is no other place", () => {
  expect(saysPlace("example.com", "www.example.com")).toBe(true);
});
