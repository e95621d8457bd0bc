/** A browser that loses its network, and gets it back. */

import { says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

test("H31 offline: no attempts, and connected again as soon as there is a network", async ({
  model,
  serve,
  open,
}) => {
  const first = await serve();
  const tab = await open(first);
  model.script(says("Here."));
  await tab.say("Are you there?");
  await tab.sees("Here.");
  const attempts: string[] = [];
  tab.page.on("websocket", (socket) => attempts.push(socket.url()));

  await tab.page.context().setOffline(true);
  await first.stop();
  await tab.page.getByText("You are offline.").waitFor();
  await serve({ port: first.port });
  expect(attempts).toEqual([]);

  await tab.page.context().setOffline(false);
  await expect.poll(() => attempts.length).toBe(1);
  model.script(says("Here again."));
  await tab.say("And now?");
  await tab.sees("Here again.");
});
