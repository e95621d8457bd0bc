/** Pictures on cards: of the call's own bytes, and of nothing else. */

import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";

test("H33 a picture in a result is shown; an address in it is never asked", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  const value = {
    drawn: `data:image/png;base64,${dot}`,
    linked: "https://example.com/linked.png",
    posed: { mimeType: "image/png", data: "https://example.com/posed.png" },
  };
  model.script(
    calls(["memory_put", { key: "shots", value }]),
    calls(["memory_get", { key: "shots" }]),
    says("There it is."),
  );
  await tab.say("Keep these, then show them.");
  await tab.sees("There it is.");

  const pictures = tab.card("Recall").getByRole("img", { name: /^Picture/ });
  expect(await pictures.count()).toBe(1);
  await expect
    .poll(() =>
      pictures.evaluate((img: HTMLImageElement) => [
        img.naturalWidth,
        img.currentSrc.slice(0, 22),
      ]),
    )
    .toEqual([1, "data:image/png;base64,"]);
  // The harness fails this test if the page asked another origin for anything.
  await tab.card("Recall").locator("summary").first().click();
  await tab.card("Recall").getByText("Picture, 70 bytes").waitFor();
  await tab
    .card("Recall")
    .getByText("https://example.com/linked.png")
    .waitFor();
});
