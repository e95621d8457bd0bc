/** The ways in which the page is looked at, and in which of them each scene is. */

import type { BrowserContextOptions } from "playwright-core";

/** One way to look at the page. */
export type Variant = {
  readonly name: string;
  /** The direction of the host page. */
  readonly direction?: "rtl";
  readonly context: BrowserContextOptions;
};

const desk = { viewport: { width: 1280, height: 800 } };
const tablet = { viewport: { width: 768, height: 900 } };
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

const list = [
  { name: "light-1280", context: desk },
  { name: "dark-1280", context: { ...desk, colorScheme: "dark" } },
  { name: "light-390", context: phone },
  { name: "dark-390", context: { ...phone, colorScheme: "dark" } },
  { name: "forced-768", context: { ...tablet, forcedColors: "active" } },
  {
    name: "rtl-768",
    direction: "rtl",
    context: { ...tablet, locale: "ar" },
  },
] as const satisfies Variant[];

/** The variants of pictures. */
export const variants: readonly Variant[] = list;

type Name = (typeof list)[number]["name"];

/** Where a scene is looked at beside `light-1280`, in which each is. */
const further: { readonly [scene: string]: readonly Name[] } = {
  empty: ["dark-1280", "light-390", "rtl-768", "forced-768"],
  answer: ["dark-1280", "light-390", "rtl-768"],
  markdown: ["dark-390"],
  approval: ["dark-1280", "dark-390", "rtl-768", "forced-768"],
  once: ["light-390"],
  failures: ["dark-390"],
  open: ["light-390"],
  lost: ["light-390", "rtl-768"],
  again: ["light-390"],
  sequence: ["dark-1280", "light-390", "rtl-768", "forced-768"],
  settings: ["light-390", "rtl-768"],
  toolbox: ["light-390"],
  "inspector-form": ["light-390"],
};

/** Whether there is a picture of that scene in that variant. */
export function isTaken(scene: string, variant: string): boolean {
  return (
    variant === "light-1280" ||
    (further[scene] ?? []).some((name) => name === variant)
  );
}
