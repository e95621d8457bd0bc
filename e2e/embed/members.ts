/** A site whose users sign in: its backend mints a ticket for whoever the cookie names. */

import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Server } from "../harness/server.ts";
import { ticket } from "../../examples/tickets/ticket.mjs";
import { test as base } from "./host.ts";
import { shop } from "./pages.ts";

export { expect } from "./host.ts";

/** The key of the site, as -site-keys has it. */
export const key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY";

/** The site and its server. */
export type Members = {
  /** Of the site, without a slash at the end. */
  readonly url: string;
  readonly server: Server;
  /** Who the site says is signed in. */
  user: string;
  /** What POST /ticket answers; default: a ticket for the user. */
  mint: () => string;
  /** Every ticket so far. */
  readonly tickets: string[];
};

export const test = base.extend<{
  /** With further flags of the server, and other markup of the element. */
  members(flags?: readonly string[], element?: string): Promise<Members>;
}>({
  members: async ({ serve }, use) => {
    const sites: HttpServer[] = [];
    await use(async (flags = [], element) => {
      let html = "";
      const http = createServer((request, response) => {
        if (request.method === "POST") {
          const ticket = site.mint();
          site.tickets.push(ticket);
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({ ticket }));
          return;
        }
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(html);
      });
      http.listen(0, "127.0.0.1");
      await once(http, "listening");
      sites.push(http);
      const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const keys = path.join(tmpdir(), `farhand-keys-${process.pid}.json`);
      await writeFile(
        keys,
        JSON.stringify({ sites: { shop: { keys: [key], origins: [url] } } }),
      );
      const server = await serve({
        model: "demo",
        flags: ["-origins", url, "-site-keys", keys, ...flags],
      });
      html = shop({
        server: server.url,
        element:
          element ?? `<farhand-chat ticket-url="/ticket"></farhand-chat>`,
      });
      const site: Members = {
        url,
        server,
        user: "ada",
        tickets: [],
        mint: () =>
          ticket({
            key,
            site: "shop",
            sub: site.user,
            origin: url,
            aud: `127.0.0.1:${server.port}`,
          }),
      };
      return site;
    });
    for (const http of sites) {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    }
  },
});
