// Mints a ticket of Farhand: copy `ticket` into the backend of your site.
// docs/protocol.md, "Tickets", is the rule.
//
//   FARHAND_SITE_KEY=… node ticket.mjs shop user-1 https://shop.example chat.example

import { createHmac, randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";

/**
 * A ticket for one connection of one page.
 *
 * `key` is the site's key as -site-keys has it, `site` its name there, `sub` an
 * id of the signed-in user that says nothing, `origin` that of the page, `aud`
 * the host of the Farhand server, with its port unless that is 80 or 443.
 */
export function ticket({ key, site, sub, origin, aud }) {
  const iat = Math.floor(Date.now() / 1000);
  const jti = randomBytes(16).toString("base64url");
  const claims = { site, sub, origin, aud, iat, exp: iat + 60, jti };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const signature = createHmac("sha256", Buffer.from(key, "base64url"))
    .update(`v1.${payload}`)
    .digest("base64url");
  return `v1.${payload}.${signature}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [site, sub, origin, aud] = process.argv.slice(2);
  if (aud === undefined) {
    console.error("usage: ticket SITE SUB ORIGIN AUD");
    process.exit(2);
  }
  const key = process.env.FARHAND_SITE_KEY ?? "";
  console.log(ticket({ key, site, sub, origin, aud }));
}
