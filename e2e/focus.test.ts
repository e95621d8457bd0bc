/** Where the focus is after what had it went away. */

import type { Page } from "playwright-core";
import { calls, live, says, type Refusal } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

const refused: Refusal = {
  status: 400,
  error: { status: "INVALID_ARGUMENT", message: "no" },
};

/** What has the focus, inside the conversation; "nothing" if it fell out of it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const host = document.querySelector("farhand-chat");
    const element = host?.shadowRoot?.activeElement;
    if (element == null) return "nothing";
    return element.getAttribute("aria-label") ?? element.textContent ?? "";
  });
}

test("what goes away when it is pressed leaves the focus in the conversation", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  const { page } = tab;
  const press = async (name: string) => {
    await tab.button(name).focus();
    await page.keyboard.press("Enter");
  };

  model.script(says("Here."));
  await press("Where am I?");
  await tab.sees("Here.");
  expect(await focused(page)).toBe("Message");

  model.script(refused, says("Now it works."));
  await tab.say("Go on");
  await press("Try again");
  await tab.sees("Now it works.");
  expect(await focused(page)).toBe("Message");

  await press("New conversation");
  await press("Start over");
  await tab.button("Where am I?").waitFor();
  expect(await focused(page)).toBe("Message");
});

test("a focus that was moved out of the conversation stays there", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  const { page } = tab;
  const answer = live();
  model.script(answer);
  await tab.button("Where am I?").focus();
  await page.evaluate(() => {
    const other = document.body.appendChild(document.createElement("button"));
    other.id = "other";
    other.focus();
  });
  await tab
    .button("Where am I?")
    .evaluate((prompt) => (prompt as HTMLElement).click());
  answer.end(says("Here."));
  await tab.sees("Here.");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("other");
});

test("Latest leads to the end, Waiting for you to the question", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    permissions: ["clipboard-read"],
    viewport: { width: 390, height: 600 },
  });
  const { page } = tab;
  const fromEnd = () =>
    tab.log.evaluate(
      (log) => log.scrollHeight - log.scrollTop - log.clientHeight,
    );
  const away = async () => {
    await expect.poll(fromEnd).toBeLessThan(2); // it follows first
    await tab.log.focus();
    await page.keyboard.press("Home");
    // The browser moves there smoothly, and would go on after the press.
    await expect.poll(() => tab.log.evaluate((log) => log.scrollTop)).toBe(0);
    await tab.button("To the latest").waitFor();
  };
  model.script(says("word\n\n".repeat(80)));
  await tab.say("Tell me much");
  await tab.button("Send").waitFor();
  await away();
  await tab.button("To the latest").focus();
  await page.keyboard.press("Enter");
  await tab.button("To the latest").waitFor({ state: "detached" });
  expect(await focused(page)).toBe("Conversation");

  const answer = live();
  model.script(answer, says("I have read it."));
  await tab.say("Read my clipboard");
  await tab.button("Stop").waitFor();
  await away();
  await tab.message.fill("a draft");
  answer.end(calls(["clipboard_read"]));
  await tab.button("Waiting for you").focus();
  await page.keyboard.press("Enter");
  // In sight as a whole, and nothing lies over it.
  await tab.button("Waiting for you").waitFor({ state: "detached" });
  await tab.log.locator('[data-sight="live"]').waitFor();
  expect(await focused(page)).toBe("The assistant asks you");
  await tab.button("Allow once").click({ force: true });
  await tab.button("Allow once").waitFor({ state: "detached" });
});

for (const item of ["Settings", "What can you do?"]) {
  test(`a question that "${item}" hides is told there, and one press leads to it`, async ({
    model,
    serve,
    open,
  }) => {
    const tab = await open(await serve(), {
      permissions: ["clipboard-read"],
    });
    const { page } = tab;
    const answer = live();
    model.script(answer, says("I have read it."));
    await tab.say("Read my clipboard");
    await tab.button("Stop").waitFor();
    await tab.button("More").click();
    await page.getByRole("menuitem", { name: item }).click();
    const panel = page.getByRole("dialog", { name: item });
    await panel.waitFor();
    answer.end(calls(["clipboard_read"]));

    await panel
      .getByRole("status")
      .getByText("The assistant asks you")
      .waitFor();
    await panel.getByRole("button", { name: "The assistant asks you" }).click();

    await panel.waitFor({ state: "detached" });
    expect(await focused(page)).toBe("The assistant asks you");
    await tab.button("Allow once").click();
    await tab.sees("I have read it.");
  });
}
