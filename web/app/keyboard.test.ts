// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { followKeyboard, type Viewport } from "./keyboard.ts";

/** A visual viewport over a window of 844 px. */
class Phone extends EventTarget {
  height = 844;
  scale = 1;
  offsetTop = 0;

  becomes(height: number, offsetTop = 0, scale = 1): void {
    Object.assign(this, { height, offsetTop, scale });
    this.dispatchEvent(new Event("resize"));
  }
}

let phone: Phone & Viewport;
const root = document.documentElement;
const shown = () => [
  root.style.getPropertyValue("--page-height"),
  root.style.getPropertyValue("--page-top"),
];

beforeEach(() => {
  window.innerHeight = 844;
  phone = new Phone() as Phone & Viewport;
  followKeyboard(root, phone);
});

test("without a keyboard the style sheet decides", () => {
  expect(shown()).toEqual(["", ""]);
});

test("the page is as high as what the keyboard leaves, and gets its height back", () => {
  phone.becomes(508);
  expect(shown()).toEqual(["508px", "0px"]);

  phone.becomes(844);
  expect(shown()).toEqual(["", ""]);
});

test("the page goes where the browser moved the window to", () => {
  phone.becomes(508);
  phone.offsetTop = 120;
  phone.dispatchEvent(new Event("scroll"));
  expect(shown()).toEqual(["508px", "120px"]);
});

test("a bar of the browser that comes or goes is no keyboard", () => {
  phone.becomes(790);
  expect(shown()).toEqual(["", ""]);
});

test("enlarging with two fingers changes nothing", () => {
  phone.becomes(422, 200, 2);
  expect(shown()).toEqual(["", ""]);
});

test("a keyboard under an enlarged page is still a keyboard", () => {
  phone.becomes(254, 90, 2);
  expect(shown()).toEqual(["508px", "0px"]);
});

test("a browser without a visual viewport is left alone", () => {
  followKeyboard(root, null);
  expect(shown()).toEqual(["", ""]);
});
