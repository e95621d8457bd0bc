/** Tickets of a site, good and bad, between a real backend, the element and the server. */

import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, key, type Members, test } from "./members.ts";

/** A good ticket with other claims, signed with the key. */
function resigned(ticket: string, change: object, by = key): string {
  const claims = JSON.parse(
    Buffer.from(ticket.split(".")[1] ?? "", "base64url").toString(),
  ) as object;
  const payload = Buffer.from(JSON.stringify({ ...claims, ...change }));
  const signed = `v1.${payload.toString("base64url")}`;
  const signature = createHmac("sha256", Buffer.from(by, "base64url"))
    .update(signed)
    .digest("base64url");
  return `${signed}.${signature}`;
}

const now = () => Math.floor(Date.now() / 1000);

/** What the element's client says of its connection. */
const status = (page: Page) =>
  page.evaluate(() => {
    const chat = document.querySelector("farhand-chat") as unknown as {
      client?: { status: unknown };
    };
    return chat.client?.status;
  });

test.for<[reason: string, spoil: (good: string, site: Members) => string]>([
  ["malformed", () => "v1.abc.def"],
  ["signature", (good) => resigned(good, {}, key.replace("MD", "ME"))],
  ["signature", (good) => `${good.slice(0, -4)}AAAA`],
  ["site", (good) => resigned(good, { site: "another" })],
  ["audience", (good) => resigned(good, { aud: "chat.example" })],
  ["origin", (good) => resigned(good, { origin: "https://shop.example" })],
  ["lifetime", (good) => resigned(good, { exp: now() + 3600 })],
  ["early", (good) => resigned(good, { iat: now() + 60, exp: now() + 90 })],
  ["expired", (good) => resigned(good, { iat: now() - 90, exp: now() - 30 })],
  ["reused", (good, site) => site.tickets[0] ?? good],
])(
  "H30 a ticket that is not good: %s",
  async ([reason, spoil], { members, visit }) => {
    const site = await members();
    const { page, launcher, panel } = await visit(site.url);
    const good = site.mint;
    site.mint = () => spoil(good(), site);
    if (reason === "reused") {
      site.mint = () => site.tickets[0] ?? good();
      await launcher.click();
      await panel.locator(".pill").waitFor();
      await page.reload();
    } else await launcher.click();

    await expect
      .poll(() => status(page))
      .toMatchObject({
        status: "closed",
        reason: "authentication",
        code: 4003,
        refusal: { code: "authentication" },
      });
    await panel.getByText(/does not let you in/).waitFor();
    const refused = site.server.log.filter(
      (line) => line["code"] === "authentication",
    );
    expect(refused.map((line) => line["reason"])).toContain(reason);
    // A second ticket was asked for, and no more than that.
    expect(site.tickets.length).toBeLessThanOrEqual(3);
    const answer = await page.evaluate(
      async ([server, ticket]) => {
        const headers = { "Farhand-Ticket": ticket ?? "" };
        return (await fetch(`${server}/check`, { headers })).json();
      },
      [site.server.url, site.tickets.at(-1)],
    );
    expect(answer).toMatchObject({
      ok: false,
      code: "authentication",
      reason,
      message: expect.any(String) as string,
    });
    expect(JSON.stringify(answer)).not.toContain(key);
  },
);

test("H30 each socket has a ticket of its own, and the session goes on with the next one", async ({
  members,
  visit,
}) => {
  const site = await members(["-resume-ttl", "1h"]);
  const { page, launcher, panel, say, sockets } = await visit(site.url);
  await launcher.click();
  await say("How is my battery?");
  const answer = panel.getByText(/^The battery is/).last();
  await answer.waitFor();
  await page.reload();
  await answer.waitFor();
  expect(sockets).toHaveLength(2);
  expect(new Set(site.tickets).size).toBe(2);
  const events = site.server.log.map((line) => line["event"]);
  expect(events).toContain("session_attached");
  const { site: name, subject } =
    site.server.log.find((line) => line["event"] === "turn_start") ?? {};
  expect({ name, subject }).toEqual({ name: "shop", subject: "ada" });
});
