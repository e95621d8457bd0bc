/** The panel "What can you do?": every tool, how it stands, and things to try. */

import { hashes } from "../web/gen/tools.ts";
import { calls, says } from "./harness/model.ts";
import type { Tab } from "./harness/tab.ts";
import { expect, test } from "./harness/test.ts";

const panel = (tab: Tab) =>
  tab.page.getByRole("dialog", { name: "What can you do?" });

/** The row of a tool. */
const row = (tab: Tab, title: string) =>
  panel(tab)
    .getByRole("listitem")
    .filter({
      has: tab.page.getByRole("heading", { name: title, exact: true }),
    });

test("H9 every tool is ready, asks first, or was allowed; an example is sent by a click", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    permissions: ["geolocation", "clipboard-read", "clipboard-write"],
  });
  await tab.button("What can you do?").click();
  await row(tab, "Your location").getByText("ready").waitFor();
  await row(tab, "Read the clipboard").getByText("asks you first").waitFor();
  expect(await panel(tab).getByRole("heading", { level: 3 }).count()).toBe(
    Object.keys(hashes).length,
  );

  model.script(calls(["clipboard_read"]), says("Nothing."));
  await panel(tab)
    .getByRole("button", { name: "What is on my clipboard?" })
    .click();
  expect(await panel(tab).count()).toBe(0);
  await tab.button("Allow in this session").click();
  await tab.sees("Nothing.");
  expect(model.requests[0]?.contents.at(-1)?.parts).toEqual([
    { text: "What is on my clipboard?" },
  ]);

  await tab.button("More").click();
  await tab.page.getByRole("menuitem", { name: "What can you do?" }).click();
  await row(tab, "Read the clipboard")
    .getByText("allowed in this session")
    .waitFor();
});

test("H9 what is blocked is off, with the way back, until it is allowed", async ({
  serve,
  open,
}) => {
  const server = await serve();
  const tab = await open(server);
  const browser = await tab.page.context().newCDPSession(tab.page);
  const { targetInfo } = await browser.send("Target.getTargetInfo");
  const set = (setting: "denied" | "granted") =>
    browser.send("Browser.setPermission", {
      permission: { name: "geolocation" },
      setting,
      origin: server.url,
      browserContextId: targetInfo.browserContextId ?? "",
    });

  await set("denied");
  await tab.button("What can you do?").click();
  const location = row(tab, "Your location");
  await location.getByText("off: blocked for this site").waitFor();
  await location.getByText(/allow Location\.$/).waitFor();
  expect(await location.getByRole("button").count()).toBe(0);

  await set("granted");
  await location.getByText("ready").waitFor();
  await location.getByRole("button", { name: "Where am I?" }).waitFor();
});

test("H9 on plain http from another machine the page says what it needs", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    init: () => {
      Object.defineProperty(window, "isSecureContext", { value: false });
    },
  });
  const needs = /^Location and clipboard need https or localhost/;

  await tab.sees(needs);
  await tab.sees("3 tools cannot run here");
  await tab.button("What can you do?").click();
  await panel(tab).getByText(needs).waitFor();
  await row(tab, "Your location")
    .getByText("off: needs https or localhost")
    .waitFor();
  await row(tab, "This device").getByText("ready").waitFor();
});
