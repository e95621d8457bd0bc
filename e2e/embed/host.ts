/** Pages of somebody else, on a port of their own, with the element of a server on another. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, test as base } from "../harness/test.ts";

export { expect };

/** A site of one origin. */
export type Host = {
  /** Without a slash at the end. */
  readonly url: string;
};

/** How a site answers. */
export type HostOptions = {
  /** HTML by path. What is not there is 404. */
  readonly pages: { readonly [path: string]: string };
  /** What its backend answers to POST, as JSON, by path. */
  readonly answers?: { readonly [path: string]: () => unknown };
  /** Its Content-Security-Policy. */
  readonly policy?: string;
  /** Other headers of every answer. */
  readonly headers?: { readonly [name: string]: string };
};

/** A page of a site, with an element in it. */
export type Visit = {
  readonly page: Page;
  readonly launcher: Locator;
  /** The panel, or whatever the conversation is in. */
  readonly panel: Locator;
  readonly message: Locator;
  /** Types a message and sends it. */
  say(text: string): Promise<void>;
  /** Addresses of every socket so far. */
  readonly sockets: readonly string[];
  /** Addresses of every request to a server of ours so far, with what it cost on the wire. */
  readonly requests: readonly string[];
  /** Exceptions, lines about a policy, and reports of its violation. */
  readonly faults: readonly string[];
};

type Fixtures = {
  host(options: HostOptions): Promise<Host>;
  /** Opens a page in a fresh profile; it fails the test if it has faults at the end. */
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>;
};

export const test = base.extend<Fixtures>({
  host: async ({}, use) => {
    const stops: (() => Promise<unknown>)[] = [];
    await use(async ({ pages, answers = {}, policy, headers }) => {
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? "/", "http://host");
        const answer = answers[pathname];
        if (request.method === "POST" && answer !== undefined) {
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(answer()));
          return;
        }
        const html = pages[pathname];
        response.writeHead(html === undefined ? 404 : 200, {
          "content-type": "text/html; charset=utf-8",
          ...headers,
          ...(policy !== undefined && { "content-security-policy": policy }),
        });
        response.end(html);
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      stops.push(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      });
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}` };
    });
    for (const stop of stops) await stop();
  },

  visit: async ({ browser }, use) => {
    const visits: Visit[] = [];
    await use(async (url, options = {}) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      const visit = await look(page, url);
      visits.push(visit);
      return visit;
    });
    for (const { page } of visits) await page.context().close();
    expect(visits.flatMap(({ faults }) => faults)).toEqual([]);
  },
});

async function look(page: Page, url: string): Promise<Visit> {
  const faults: string[] = [];
  const sockets: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("console", (line) => {
    if (/Content Security Policy|Trusted ?Type|integrity/i.test(line.text())) {
      faults.push(`policy: ${line.text()}`);
    }
  });
  page.on("websocket", (socket) => sockets.push(socket.url()));
  page.on("request", (request) => requests.push(request.url()));
  await page.exposeBinding("violated", (_, told: string) => {
    faults.push(`violation: ${told}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { violated } = window as unknown as {
        violated(told: string): void;
      };
      violated(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(url);
  const chat = page.locator("farhand-chat");
  const message = chat.getByRole("textbox", { name: "Message" });
  return {
    page,
    launcher: chat.locator(".launcher"),
    panel: chat.locator(".pane"),
    message,
    async say(text) {
      await chat.locator(".pill").waitFor(); // the server is there
      await chat.locator(".send").waitFor(); // and has ended what it said
      await message.fill(text);
      await message.press("Enter");
    },
    sockets,
    requests,
    faults,
  };
}
