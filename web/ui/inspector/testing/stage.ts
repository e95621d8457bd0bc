/** The element with the inspector in a document, for tests. */

import { options } from "preact";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { ServerHello } from "../../../gen/protocol.ts";
import { defineFarhandChat, type FarhandChat } from "../../element.tsx";
import { createPlayer, type Player, settled } from "../../preview/player.ts";
import * as samples from "../../samples.ts";

let chat: FarhandChat | undefined;
/** Plays the server to the element of this test. */
export let play: Player;

/** A hello of a server that runs with -dev. */
export const dev: Partial<ServerHello> = {
  dev: true,
  tools: [
    {
      ...samples.tool("cart_add", "Put into the cart"),
      hash: "3fd2a901",
      inputSchema: {
        type: "object",
        properties: {
          sku: { type: "string", description: "Of the article." },
          count: { type: "integer", minimum: 1, default: 1 },
          gift: { type: "boolean" },
          tags: { type: "array", items: { type: "string" } },
          to: {
            oneOf: [
              {
                title: "Address",
                properties: { city: { type: "string" } },
                required: ["city"],
              },
              { title: "Shop", const: "shop" },
            ],
          },
          more: {},
        },
        required: ["sku", "count"],
        additionalProperties: false,
      },
    },
    { ...samples.tool("add_up", "Add up"), where: "server" },
  ],
  withheld: [
    {
      name: "speak",
      title: "Read aloud",
      reason: "schema",
      server: "0fb1c2d3",
      page: "99aa00bb",
    },
  ],
};

/** Gives each test an element in a browser that remembers nothing. */
export function useStage(): void {
  // Renders and effects in microtasks, so that nothing depends on frames.
  options.debounceRendering = queueMicrotask;
  options.requestAnimationFrame = queueMicrotask;
  beforeAll(async () => {
    defineFarhandChat();
    await import("../drawer.tsx"); // slow the first time
  });
  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    await load();
  });
  afterEach(() => chat?.remove());
}

/** As after a reload. */
export async function load(): Promise<void> {
  chat?.remove();
  chat = document.createElement("farhand-chat");
  document.body.append(chat);
  play = createPlayer(chat);
  await settled();
}

/** The inside of the element. */
export const root = (): ShadowRoot => play.root();
/** Elements in the order of the document. */
export const all = (selector: string): HTMLElement[] => [
  ...root().querySelectorAll<HTMLElement>(selector),
];
/** Their words. */
export const texts = (selector: string): string[] =>
  all(selector).map((element) => element.textContent.trim());

/** The one that a screen reader calls by this name. */
export function named(selector: string, name: string): HTMLElement {
  const found = all(selector).find(
    (element) =>
      (element.getAttribute("aria-label") ?? element.textContent.trim()) ===
      name,
  );
  if (found === undefined) throw new Error(`no ${selector} ${name}`);
  return found;
}

/** Clicks it. */
export async function press(selector: string, name: string): Promise<void> {
  named(selector, name).click();
  await settled();
}

/** Waits for what is fetched. */
export async function there(selector: string): Promise<void> {
  for (let at = 0; at < 200 && all(selector).length === 0; at++) {
    await settled();
  }
  expect(all(selector)).not.toEqual([]);
}

/** Opens the inspector at a tab. */
export async function opened(tab: string): Promise<void> {
  play.open(dev);
  await settled();
  await press("button", "Inspector");
  await there("[role=tab]");
  await press("[role=tab]", tab);
}

/** The control of an argument by the name in its label. */
export function control(name: string): HTMLInputElement {
  const label = all(".arg label, .arg legend").find(
    (label) => label.querySelector("code")?.textContent === name,
  );
  const id = label?.getAttribute("for") ?? "";
  const found = root().getElementById(id);
  if (found === null) throw new Error(`no control ${name}`);
  return found as HTMLInputElement;
}

/** Types into a control, or chooses an option by its value. */
export async function write(element: HTMLElement, text: string): Promise<void> {
  (element as HTMLInputElement).value = text;
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
}
