/**
 * The test function of the end-to-end suite. A test gets
 *
 *   model  a scripted Gemini server, see model.ts
 *   serve  starts the built server, by default with that model
 *   wire   puts a network before a server that can be cut
 *   open   opens the page of a server in a fresh profile
 *
 * Everything is closed after the test, and a test fails when one of its pages
 * broke its policy, threw, or sent a request to another origin.
 */

import {
  chromium,
  type Browser,
  type BrowserContextOptions,
} from "playwright-core";
import { expect, inject, test as base } from "vitest";
import { startModel, type Model } from "./model.ts";
import { startServer, type Server, type ServerOptions } from "./server.ts";
import { openTab, type Tab } from "./tab.ts";
import { startWire, type Wire } from "./wire.ts";

export { expect };

/** How a page is opened. */
export type OpenOptions = BrowserContextOptions & {
  /** Runs in the page before its own scripts. Self-contained: it is sent as text. */
  readonly init?: () => void;
};

type Fixtures = {
  browser: Browser;
  model: Model;
  serve(options?: ServerOptions & { readonly model?: "demo" }): Promise<Server>;
  wire(server: Server): Promise<Wire>;
  open(server: Pick<Server, "url">, options?: OpenOptions): Promise<Tab>;
};

export const test = base.extend<Fixtures>({
  browser: [
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: inject("chromium"),
        args: ["--no-sandbox", "--disable-dev-shm-usage"],
      });
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],

  model: async ({}, use) => {
    const model = await startModel();
    await use(model);
    await model.close();
  },

  serve: async ({ model }, use) => {
    const servers: Server[] = [];
    await use(async ({ model: which, ...options } = {}) => {
      const flags = which === "demo" ? [] : ["-gemini-url", model.url];
      const server = await startServer({
        ...options,
        flags: [...flags, ...(options.flags ?? [])],
      });
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },

  wire: async ({}, use) => {
    const wires: Wire[] = [];
    await use(async ({ port }) => {
      const wire = await startWire(port);
      wires.push(wire);
      return wire;
    });
    for (const wire of wires) await wire.close();
  },

  open: async ({ browser }, use) => {
    const tabs: Tab[] = [];
    await use(async (server, { init, ...options } = {}) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(10_000);
      if (init !== undefined) await context.addInitScript(init);
      const tab = await openTab(context, server.url);
      tabs.push(tab);
      return tab;
    });
    for (const tab of tabs) {
      await tab.page.context().close();
    }
    expect(tabs.flatMap((tab) => tab.faults)).toEqual([]);
  },
});
