/** The location: granted, denied, never answered, kept or not. */

import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

const berlin = { latitude: 52.52, longitude: 13.405, accuracy: 25 };
const granted = { permissions: ["geolocation"], geolocation: berlin };

/** A prompt that nobody answers; headless Chromium would deny by itself. */
function silentPrompt(): void {
  const query = navigator.permissions.query.bind(navigator.permissions);
  navigator.permissions.query = (descriptor) =>
    descriptor.name === "geolocation"
      ? Promise.resolve({ state: "prompt" } as PermissionStatus)
      : query(descriptor);
  navigator.geolocation.getCurrentPosition = () => {};
}

test("H4 H38 a granted location reaches the model and the user", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["geolocation_get"]), says("You are ", "in Berlin."));
  const tab = await open(await serve(), granted);

  await tab.say("Where am I?");

  await tab.sees("You are in Berlin.");
  await tab.shows("Your location", /^done in/);
  expect(model.told()).toEqual([{ output: berlin }]);
});

test("H4 a denied location is a result with a next step, not a hang", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["geolocation_get"]), says("Allow it first."));
  const tab = await open(await serve());

  await tab.say("Where am I?");

  await tab.sees("Allow it first.");
  await tab.shows("Your location", "not allowed");
  await tab.sees(/Open the site settings next to the address/);
  expect(model.told()).toEqual([
    {
      error: {
        code: "permission_denied",
        message: expect.stringContaining("site settings"),
      },
    },
  ]);
});

test("H4 H34 a prompt that nobody answers ends with the human limit", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["geolocation_get"]), says("You did not answer."));
  const server = await serve({ flags: ["-user-timeout", "1s"] });
  const tab = await open(server, { init: silentPrompt });

  await tab.say("Where am I?");

  await tab.shows("Your location", "waiting for you");
  await tab.sees("You did not answer.");
  await tab.shows("Your location", "timed out");
  expect(model.told()).toEqual([
    {
      error: {
        code: "timeout",
        message: expect.stringContaining("awaiting_user"),
      },
    },
  ]);
});

test("H27 the location is kept in the browser unless save is false", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), granted);

  model.script(
    calls(["geolocation_get", { save: false }]),
    calls(["memory_get", { key: "user_location" }]),
    says("Left alone."),
  );
  await tab.say("Where am I? Do not keep it.");
  await tab.sees("Left alone.");
  expect(model.told()).toEqual([{ output: { found: false } }]);

  model.script(
    calls(["geolocation_get"]),
    calls(["memory_get", { key: "user_location" }]),
    says("Kept."),
  );
  await tab.say("Where am I?");
  await tab.sees("Kept.");
  expect(model.told()).toEqual([
    { output: { found: true, value: expect.objectContaining(berlin) } },
  ]);
});
