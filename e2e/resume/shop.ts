/**
 * The shop of several pages in the folder site, whose server keeps sessions,
 * in a Chromium with its back/forward cache.
 */

import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
} from "playwright-core";
import { inject } from "vitest";
import type { Server } from "../harness/server.ts";
import { openTab, type Tab } from "../harness/tab.ts";
import { test as base } from "../harness/test.ts";
import type { Wire } from "../harness/wire.ts";

export { expect } from "../harness/test.ts";

const site = path.join(import.meta.dirname, "site");

/** The flags of the shop's server. */
export const flags = [
  ...["-tools", path.join(site, "tools.json"), "-app", site],
  ...["-resume-ttl", "12h"],
];

/** What the page noted of its client: see site.js. */
export type Noted = { type: string; [field: string]: unknown };

export type Shop = {
  readonly server: Server;
  readonly wire: Wire;
  readonly tab: Tab;
  readonly page: Page;
  /** The bodies that began, and the aborts, in all documents of the tab. */
  notes(): Promise<string[]>;
  /** Lets the bodies that wait for this item go on. */
  allow(item: string): Promise<void>;
  /** What the document that is there noted of its client. */
  events(type: string): Promise<Noted[]>;
  /** Waits until the client of the document that is there has a connection. */
  isOpen(): Promise<void>;
  /** The hellos that the page sent so far, in all documents. */
  hellos(): { [field: string]: unknown }[];
  /** A document that goes while nothing reaches the server, and another one with a network. */
  anotherDocument(): Promise<void>;
};

/** `shop` opens the shop behind a wire, in a fresh profile. */
export const test = base
  .extend<{ cached: Browser }>({
    cached: [
      async ({}, use) => {
        const browser = await chromium.launch({
          executablePath: inject("chromium"),
          args: ["--no-sandbox", "--disable-dev-shm-usage"],
          ignoreDefaultArgs: ["--disable-back-forward-cache"],
        });
        await use(browser);
        await browser.close();
      },
      { scope: "file" },
    ],
  })
  .extend<{ shop(more?: readonly string[]): Promise<Shop> }>({
    shop: async ({ cached, serve, wire: relay }, use) => {
      const contexts: BrowserContext[] = [];
      await use(async (more = []) => {
        const server = await serve({ flags: [...flags, ...more] });
        const wire = await relay(server);
        const context = await cached.newContext();
        contexts.push(context);
        context.setDefaultTimeout(10_000);
        const tab = await openTab(context, wire.url);
        const { page, frames } = tab;
        const shop: Shop = {
          server,
          wire,
          tab,
          page,
          notes: () =>
            page.evaluate(
              () =>
                JSON.parse(localStorage.getItem("notes") ?? "[]") as string[],
            ),
          allow: (item) =>
            page.evaluate((item) => localStorage.setItem(item, "yes"), item),
          events: (type) =>
            page.evaluate(
              (type) =>
                (window as unknown as { events: Noted[] }).events.filter(
                  (event) => event.type === type,
                ),
              type,
            ),
          isOpen: async () => {
            await page.waitForFunction(
              () =>
                (
                  window as unknown as {
                    client?: { status: { status: string } };
                  }
                ).client?.status.status === "open",
            );
          },
          hellos: () =>
            frames
              .map((text) => JSON.parse(text) as { [field: string]: unknown })
              .filter(({ type, protocol, session }) => {
                return (
                  type === "hello" && protocol === 1 && session === undefined
                );
              }),
          async anotherDocument() {
            wire.cut();
            await page.goto("about:blank");
            wire.mend();
            await page.goto(wire.url);
          },
        };
        await shop.isOpen();
        return shop;
      });
      for (const context of contexts) await context.close();
    },
  });
