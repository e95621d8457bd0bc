import { expect, test } from "vitest";
import { pictures } from "./pictures.ts";

const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";

test("H33 pictures are found wherever a value holds their bytes", () => {
  const url = `data:image/png;base64,${dot}`;
  expect(pictures(url)).toEqual([{ url, bytes: 70 }]);
  expect(
    pictures({
      text: "two",
      content: [{ type: "image", mimeType: "image/png", data: dot }],
      thumb: url,
    }).map((picture) => picture.url),
  ).toEqual([url, url]);
});

test.each([
  ["an address", "https://example.org/a.png"],
  [
    "an address in the place of bytes",
    { mimeType: "image/png", data: "https://example.org/a.png" },
  ],
  ["an address of another scheme", "//example.org/a.png"],
  [
    "a data URL that ends elsewhere",
    `data:image/png;base64,${dot} https://example.org/a.png`,
  ],
  ["a document", "data:image/svg+xml;base64,PHN2Zy8+"],
  ["a page", "data:text/html;base64,PGI+"],
  ["a type with more in it", { mimeType: "image/png;,<b>", data: dot }],
  ["nothing", null],
])("H33 no picture is made of %s", (_what, value) => {
  expect(pictures(value)).toEqual([]);
});

test("eight pictures are enough for a card", () => {
  const many = Array(20).fill({ mimeType: "image/webp", data: dot });
  expect(pictures(many)).toHaveLength(8);
});
