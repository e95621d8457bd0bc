/** Writing, in languages whose letters are composed, and writing again. */

import { calls, live, says } from "../harness/model.ts";
import { expect, test } from "../harness/test.ts";

test("walk: composing text, with an input method", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  const { page } = tab;
  const { keyboard } = page;
  const devtools = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    devtools.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const said = () => tab.log.getByRole("article").count();
  model.script(says("\u304f\u3082\u308a\u3067\u3059\u3002"));
  await tab.message.click();

  // The Enter that chooses a word belongs to the input method: Chromium gives
  // it the code of a composition key.
  await compose("\u3066\u3093\u304d");
  await devtools.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key: "Enter",
    code: "Enter",
    windowsVirtualKeyCode: 229,
  });
  await devtools.send("Input.insertText", { text: "\u5929\u6c17" });
  expect(await tab.message.inputValue()).toBe("\u5929\u6c17");
  expect(await said()).toBe(0);

  // So does that of Safari, which ends the composition first.
  await tab.message.evaluate((field) => {
    field.dispatchEvent(new CompositionEvent("compositionend"));
    field.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "Enter",
        keyCode: 229,
        bubbles: true,
        cancelable: true,
      }),
    );
  });
  expect(await said()).toBe(0);

  await compose("\u306f\uff1f");
  await devtools.send("Input.insertText", { text: "\u306f\uff1f" });
  await keyboard.press("Enter");
  await tab.sees("\u304f\u3082\u308a\u3067\u3059\u3002");
  expect(model.requests[0]?.contents[0]?.parts).toEqual([
    { text: "\u5929\u6c17\u306f\uff1f" },
  ]);
});

test("walk: composing text, lines, a draft, and a reload", async ({
  model,
  serve,
  open,
}) => {
  const answer = live();
  model.script(answer);
  const tab = await open(await serve());
  const { page } = tab;
  const { keyboard } = page;
  const height = async () => (await tab.message.boundingBox())?.height ?? 0;
  await tab.message.click();

  // Shift+Enter breaks a line; the field grows to eight of them.
  const one = await height();
  await keyboard.type("One");
  for (let line = 2; line <= 8; line++) {
    await keyboard.press("Shift+Enter");
    await keyboard.type(`line ${line}`);
  }
  const eight = await height();
  expect(eight).toBeGreaterThan(one * 3);
  await keyboard.press("Shift+Enter");
  await keyboard.type("line 9");
  expect(await height()).toBe(eight);
  const size = await tab.message.evaluate((field) =>
    parseFloat(getComputedStyle(field).fontSize),
  );
  expect(size).toBeGreaterThanOrEqual(16);
  await keyboard.press("Enter");
  await expect.poll(() => tab.message.inputValue()).toBe("");

  // While the assistant answers, the next words wait, and it says why.
  await tab.button("Stop").waitFor();
  await keyboard.type("And then?");
  await keyboard.press("Enter");
  await page.getByText(/still answering/).waitFor();
  expect(await tab.message.inputValue()).toBe("And then?");
  answer.end(says("Nine lines."));
  await tab.sees("Nine lines.");
  await page.getByText(/still answering/).waitFor({ state: "detached" });

  // They survive the tab's reload.
  await page.reload();
  await expect.poll(() => tab.message.inputValue()).toBe("And then?");
});

test("walk: composing text, the last message once more", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  const { keyboard } = tab.page;
  model.script(says("First."), says("Second."));
  await tab.say("One");
  await tab.sees("First.");
  await tab.say("Tow");
  await tab.sees("Second.");

  // The arrow brings it back; Escape and Cancel leave everything as it was.
  await tab.message.fill("a draft");
  await tab.button("Edit").click();
  expect(await tab.message.inputValue()).toBe("Tow");
  await keyboard.press("Escape");
  expect(await tab.message.inputValue()).toBe("a draft");
  await tab.message.fill("");
  await keyboard.press("ArrowUp");
  expect(await tab.message.inputValue()).toBe("Tow");
  await tab.button("Cancel").click();
  expect(await tab.message.inputValue()).toBe("");
  await tab.sees("Second.");

  // What is sent takes its place, on both sides.
  await keyboard.press("ArrowUp");
  await tab.message.fill("Two");
  model.script(says("Third."));
  await keyboard.press("Enter");
  await tab.sees("Third.");
  expect(await tab.log.getByText("Second.").count()).toBe(0);
  expect(await tab.log.getByText("Tow").count()).toBe(0);
  expect(model.requests.at(-1)?.contents).toEqual([
    { role: "user", parts: [{ text: "One" }] },
    { role: "model", parts: [{ text: "First." }] },
    { role: "user", parts: [{ text: "Two" }] },
  ]);
});

test("walk: composing text, trying again after an error", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  model.script({
    status: 400,
    error: { status: "INVALID_ARGUMENT", message: "no" },
  });
  await tab.say("Hello");
  await tab.button("Try again").waitFor();

  model.script(calls(["memory_list"]), says("Good day."));
  await tab.button("Try again").click();

  await tab.sees("Good day.");
  expect(await tab.log.getByRole("article").count()).toBe(1);
  expect(model.requests.at(-2)?.contents).toHaveLength(1);
  expect(await tab.button("Try again").count()).toBe(0);
});
