/** examples/plain, with the demo model. */

import { expect, test } from "../embed/host.ts";
import { flagsOf } from "./example.ts";

test("K34 a script tag, and a tool that writes on the page", async ({
  serve,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: flagsOf("plain") });
  const { page, launcher, panel, message, say } = await visit(server.url);

  await launcher.click();
  await message.waitFor();
  await panel.getByText("I can write on this page.").waitFor();
  await say("Write a note: buy milk");

  await expect
    .poll(() => page.locator("#notes li").allTextContents())
    .toEqual(["buy milk"]);
  await panel.locator("[part~=answer]").waitFor();
});
