/** The tool ask_user: a question of the assistant, answered in the page. */

import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

test("a choice is made by a real press, and the demo model goes on with it", async ({
  serve,
  open,
}) => {
  const tab = await open(await serve({ model: "demo" }));
  await tab.say("Ask me what I want for dinner");
  const card = tab.card("Ask you");
  await card.getByText("What would you like for dinner?").waitFor();
  // A script cannot answer.
  const curry = card.getByRole("button", { name: "Curry" });
  await curry.evaluate((button) => (button as HTMLElement).click());
  await tab.shows("Ask you", "waiting for you");
  await curry.click();
  await tab.sees("Curry for dinner: a good choice.");
});

test("no answer is an answer", async ({ serve, open }) => {
  const tab = await open(await serve({ model: "demo" }));
  await tab.say("Ask me what I want for lunch");
  await tab.button("No answer").click();
  await tab.sees("All right, I do not need to know.");
});

test("a form is filled in by keys, and is not sent before it is complete", async ({
  model,
  serve,
  open,
}) => {
  const fields = [
    { name: "day", label: "Day" },
    { name: "people", label: "People", type: "number" },
    {
      name: "room",
      label: "Where",
      type: "choice",
      choices: ["Inside", "Outside"],
      optional: true,
    },
    { name: "dog", label: "A dog comes along", type: "yes_no" },
  ];
  model.script(
    calls(["ask_user", { question: "A table for when?", fields }]),
    says("It is booked."),
  );
  const tab = await open(await serve());
  await tab.say("Book a table");
  const card = tab.card("Ask you");
  // Enter presses this button, which counts once the question stands still.
  const counts = () =>
    expect
      .poll(() => tab.button("Send answer").getAttribute("aria-disabled"), {
        timeout: 5000,
      })
      .toBe("false");
  await card.getByLabel("Day").fill("Friday");
  await counts();
  await card.getByLabel("Day").press("Enter"); // not complete
  await tab.shows("Ask you", "waiting for you");
  await card.getByLabel("People").fill("2.5");
  await card.getByLabel("A dog comes along").press("Space");
  await counts();
  await card.getByLabel("People").press("Enter");
  await tab.sees("It is booked.");
  expect(model.told()).toEqual([
    {
      output: {
        answered: true,
        values: { day: "Friday", people: 2.5, dog: true },
      },
    },
  ]);
});

test("a text is asked for when there are no choices", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["ask_user", { question: "What is your name?" }]),
    says("Hello Ada."),
  );
  const tab = await open(await serve());
  await tab.say("Greet me");
  const card = tab.card("Ask you");
  await card.getByRole("textbox", { name: "What is your name?" }).fill("Ada");
  await tab.button("Send answer").click();
  await tab.sees("Hello Ada.");
  expect(model.told()).toEqual([{ output: { answered: true, value: "Ada" } }]);
});

test("a question that nobody answers ends with the person's clock", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(["ask_user", { question: "Still there?" }]),
    says("You were not there."),
  );
  const tab = await open(await serve({ flags: ["-user-timeout", "1s"] }));
  await tab.say("Ask me something");
  await tab.sees("You were not there.");
  await expect.poll(() => tab.button("Send answer").count()).toBe(0);
});
