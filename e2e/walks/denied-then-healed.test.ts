/** A person blocks the location, is told how to undo it, does, and goes on. */

import { calls, says } from "../harness/model.ts";
import { expect, test } from "../harness/test.ts";

const berlin = { latitude: 52.52, longitude: 13.405, accuracy: 25 };

test("walk: denied, then healed", async ({ model, serve, open }) => {
  const server = await serve();
  const tab = await open(server, { geolocation: berlin });
  const browser = await tab.page.context().newCDPSession(tab.page);
  const { targetInfo } = await browser.send("Target.getTargetInfo");
  const set = (setting: "denied" | "granted") =>
    browser.send("Browser.setPermission", {
      permission: { name: "geolocation" },
      setting,
      origin: server.url,
      browserContextId: targetInfo.browserContextId ?? "",
    });
  const again = tab.button("Try again");

  // The browser says no for this site.
  await set("denied");
  model.script(
    calls(["geolocation_get"]),
    says("Allow the location, then ask again."),
  );
  await tab.say("Where am I?");
  await tab.sees("Allow the location, then ask again.");
  await tab.shows("Your location", "not allowed: blocked for this site");
  await tab.sees(
    "The browser did not give the location: it is blocked for this site. Open the site settings next to the address and allow Location.",
  );
  expect(model.told()).toMatchObject([
    { error: { code: "permission_denied" } },
  ]);

  // Trying again would not help yet, and the button says so.
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  expect(await tab.card("Your location").getByRole("button").count()).toBe(1);

  // The person undoes it; the card notices by itself.
  await set("granted");
  await tab.sees("Location is allowed now.");
  await expect.poll(() => again.isEnabled()).toBe(true);

  // The same question in the same place, and this time an answer.
  model.script(calls(["geolocation_get"]), says("You are in Berlin."));
  await again.click();
  await tab.sees("You are in Berlin.");
  await tab.shows("Your location", /^done in/);
  expect(await tab.card("Your location").count()).toBe(1);
  expect(await tab.log.getByText("Where am I?").count()).toBe(1);
  expect(model.told()).toEqual([{ output: berlin }]);
  const words = model.requests
    .at(-1)
    ?.contents.filter(({ parts }) =>
      parts.some(({ text }) => text !== undefined),
    );
  expect(words).toHaveLength(1);

  // What it left behind is told, with the way to it.
  await tab.sees("Saved in this browser as user_location");
  await tab.button("Show what is stored").click();
  await tab.page
    .getByRole("dialog", { name: "Settings" })
    .getByText("user_location")
    .first()
    .waitFor();
});
