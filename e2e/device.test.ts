/** What this browser has, and what it has not. */

import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

test("H7 H38 a removed API is listed as unavailable, the rest is told", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["device_context"]), says("No battery to be seen."));
  const tab = await open(await serve(), {
    locale: "en-AU",
    timezoneId: "Europe/Berlin",
    init: () => {
      Reflect.deleteProperty(Navigator.prototype, "getBattery");
    },
  });

  await tab.say("How is my battery?");

  await tab.sees("No battery to be seen.");
  await tab.shows("This device", /^done in/);
  const [result] = model.told();
  expect(result).toEqual({
    output: expect.objectContaining({
      unavailable: ["battery"],
      locale: "en-AU",
      timeZone: "Europe/Berlin",
      network: expect.objectContaining({ online: true }),
    }),
  });
  expect(result).not.toHaveProperty("output.battery");
});

test("H9 a browser without a clipboard has its tools never declared", async ({
  model,
  serve,
  open,
}) => {
  model.script(says("Hello."));
  const tab = await open(await serve(), {
    init: () => {
      Object.defineProperty(Navigator.prototype, "clipboard", {
        get: () => undefined,
      });
    },
  });

  await tab.sees("2 tools cannot run here");
  await tab.say("Hello?");

  await tab.sees("Hello.");
  expect(model.offered()).not.toContain("clipboard_read");
  expect(model.offered()).not.toContain("clipboard_write");
  expect(model.offered()).toContain("geolocation_get");
});
