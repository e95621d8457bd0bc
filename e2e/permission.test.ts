/** What Chromium says of the location, and why the tool believes it failed. */

import type { Page } from "playwright-core";
import { expect, test } from "./harness/test.ts";

/** Runs the body of /client.js as the dispatcher would. As text: a bundler would rewrite the import. */
function locate(page: Page): Promise<unknown> {
  return page.evaluate(`(async () => {
    const { builtins } = await import("/client.js");
    const saved = [];
    const context = {
      signal: new AbortController().signal,
      call: { id: "t1.1", name: "geolocation_get", turn: 1, step: 1 },
      awaitUser: (wait) => wait,
      saved: (key) => saved.push(key),
    };
    try {
      return { result: await builtins.geolocation_get.run({}, context), saved };
    } catch ({ code, why }) {
      return { code, why };
    }
  })()`);
}

const berlin = { latitude: 52.52, longitude: 13.405, accuracy: 25 };

/** What a person would choose in the site settings. It holds as long as its CDP session. */
async function choose(
  page: Page,
  setting: "granted" | "denied" | "prompt",
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send("Target.getTargetInfo");
  const { browserContextId } = targetInfo;
  await session.send("Browser.setPermission", {
    permission: { name: "geolocation" },
    setting,
    origin: new URL(page.url()).origin,
    ...(browserContextId !== undefined && { browserContextId }),
  });
}

test("H4 blocked, then allowed without a reload", async ({ serve, open }) => {
  const { page } = await open(await serve(), { geolocation: berlin });

  await choose(page, "denied");
  expect(await locate(page)).toEqual({
    code: "permission_denied",
    why: "blocked",
  });

  await choose(page, "granted");
  expect(await locate(page)).toEqual({
    result: berlin,
    saved: ["user_location"],
  });
});

test("H4 a change of the permission is told to the page", async ({
  serve,
  open,
}) => {
  const { page } = await open(await serve());
  await choose(page, "denied");
  await page.evaluate(`(async () => {
    const status = await navigator.permissions.query({ name: "geolocation" });
    status.addEventListener("change", () => (document.title = status.state));
  })()`);

  await choose(page, "granted");

  await expect.poll(() => page.title()).toBe("granted");
});

test("H4 a device without a position is not a refusal", async ({
  serve,
  open,
}) => {
  const { page } = await open(await serve(), { permissions: ["geolocation"] });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setGeolocationOverride", {}); // none

  expect(await locate(page)).toEqual({ code: "failed", why: "unavailable" });
});
