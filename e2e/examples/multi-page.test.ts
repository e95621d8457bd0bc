/** examples/multi-page: the model follows a link and goes on talking, in another document. */

import { calls, says } from "../harness/model.ts";
import { expect, test } from "../embed/host.ts";
import { flagsOf } from "./example.ts";

test("H23 K38 the model follows a link and goes on talking", async ({
  model,
  serve,
  visit,
}) => {
  const server = await serve({
    flags: [...flagsOf("multi-page"), "-resume-ttl", "12h"],
  });
  const { page, launcher, panel, message, say, sockets } = await visit(
    server.url,
  );
  await launcher.click();
  await message.waitFor();

  model.script(
    calls(["page_read"]),
    calls(["page_open", { path: "/boots.html" }]),
    calls(["page_read"]),
    says("They are 120 €."),
  );
  await say("Show me the boots. What are they?");

  await page.getByRole("heading", { name: "Boots" }).waitFor();
  await panel.getByText("They are 120 €.").first().waitFor();
  await panel.getByText("Show me the boots. What are they?").first().waitFor();
  const [read, opened, again] = model.requests
    .slice(1)
    .map(({ contents }) =>
      JSON.stringify(contents.at(-1)?.parts[0]?.functionResponse?.response),
    );
  expect(read).toContain('"title":"The shop"');
  expect(opened).toContain(`"url":"${server.url}/boots.html"`);
  expect(again).toContain('"title":"Boots"');
  expect(sockets).toHaveLength(2);

  await page.getByRole("link", { name: "The tent" }).click();
  await page.getByRole("heading", { name: "The tent" }).waitFor();
  await panel.getByText("They are 120 €.").first().waitFor();
  model.script(says("This one is for two."));
  await say("And this?");
  await panel.getByText("This one is for two.").first().waitFor();
  expect(JSON.stringify(model.requests.at(-1)?.contents)).toContain("120 €");
});
