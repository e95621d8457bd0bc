/** The question of an approval: how it makes itself known, and what does not answer it. */

import type { Page } from "playwright-core";
import { calls, live, says } from "./harness/model.ts";
import type { Tab } from "./harness/tab.ts";
import { expect, test } from "./harness/test.ts";

const allowed = { permissions: ["clipboard-read", "clipboard-write"] };
const read = calls(["clipboard_read"]);
const asked = "What is on my clipboard?";
const question = "Read the text on your clipboard";

const dialog = (tab: Tab) =>
  tab.page.getByRole("alertdialog", { name: question });

/** What the assertive live region says. */
const said = (tab: Tab) =>
  tab.page
    .locator("[aria-live=assertive]")
    .evaluateAll((regions) =>
      regions.map((region) => region.textContent).join(""),
    );

/** The text of the element that has the focus, in the chat or outside. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const outer = document.activeElement;
    const inner = outer?.shadowRoot?.activeElement ?? outer;
    return inner?.textContent?.trim() || inner?.tagName;
  });

/** A real click where a button stands, at once and without further ado. */
async function strike(tab: Tab, name: string): Promise<void> {
  const box = await tab.button(name).boundingBox();
  if (box === null) throw new Error(`${name} is nowhere`);
  await tab.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("H34 a question is announced once: by the focus, if that was in the chat", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("As you wish."));
  const tab = await open(await serve(), allowed);

  await tab.message.fill(asked);
  await tab.message.press("Enter");

  await dialog(tab).waitFor();
  expect(await focused(tab.page)).toBe("The assistant asks you");
  expect(await said(tab)).toBe("");
  const described = await dialog(tab).evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map(
        (id) =>
          (element.getRootNode() as ShadowRoot).getElementById(id)?.textContent,
      )
      .join(" "),
  );
  expect(described).toMatch(/^What it reads goes to this server/);
  expect(await dialog(tab).getAttribute("aria-modal")).toBeNull();

  await tab.button("Decline").click();
  await tab.sees("As you wish.");
});

test("H34 a question is announced once: by words, if the focus was elsewhere or in a draft", async ({
  model,
  serve,
  open,
}) => {
  const answers = [live(), live()] as const;
  model.script(
    answers[0],
    says("As you wish."),
    answers[1],
    says("As you wish, again."),
  );
  const tab = await open(await serve(), allowed);
  await tab.say(asked);
  await tab.page.evaluate(() => {
    const outside = document.createElement("button");
    outside.textContent = "outside";
    document.body.append(outside);
    outside.focus();
  });

  answers[0].end(read);
  await dialog(tab).waitFor();
  expect(await focused(tab.page)).toBe("outside");
  expect(await said(tab)).toMatch(
    /^The assistant asks you\. Read the text on your clipboard\. What it reads goes/,
  );
  await tab.button("Decline").click();
  await tab.sees("As you wish.");
  expect(await said(tab)).toBe("");

  await tab.say(asked);
  await tab.message.fill("a dra");
  answers[1].end(read);
  await dialog(tab).waitFor();
  await tab.page.keyboard.type("ft");
  expect(await tab.message.inputValue()).toBe("a draft");
  expect(await said(tab)).toMatch(/^The assistant asks you/);
  await tab.button("Decline").click();
  await tab.sees("As you wish, again.");
  expect(await tab.message.inputValue()).toBe("a draft");
});

test("H34 clicks and keys of the first half second answer nothing", async ({
  model,
  serve,
  open,
}) => {
  const answer = live();
  model.script(answer, says("Milk, it says."));
  const tab = await open(await serve(), allowed);
  const { clock, keyboard } = tab.page;
  await tab.page.evaluate(() => navigator.clipboard.writeText("milk"));
  await tab.say(asked);
  await clock.install();
  await clock.pauseAt(Date.now() + 60_000);
  answer.end(read);
  await dialog(tab).waitFor();
  const allow = tab.button("Allow once");

  expect(await allow.getAttribute("aria-disabled")).toBe("true");
  await strike(tab, "Allow once");
  await allow.focus();
  await keyboard.press("Enter");
  await keyboard.press("Space");
  expect(await dialog(tab).count()).toBe(1);
  expect(model.requests).toHaveLength(1);

  await clock.runFor(700);
  expect(await allow.getAttribute("aria-disabled")).toBe("false");
  // The card moves on the screen: the half second begins anew.
  await tab.page.setViewportSize({ width: 900, height: 600 });
  await strike(tab, "Allow once");
  expect(await dialog(tab).count()).toBe(1);

  await clock.runFor(700);
  await strike(tab, "Allow once");
  await tab.sees("Milk, it says.");
});

test("H34 a press that began before the question is no answer", async ({
  model,
  serve,
  open,
}) => {
  const answers = [live(), live()] as const;
  model.script(answers[0], says("One."), answers[1], says("Two."));
  const tab = await open(await serve(), allowed);
  const { mouse } = tab.page;
  await tab.say(asked);
  answers[0].end(read);
  const box = await tab.button("Allow once").boundingBox();
  await tab.button("Decline").click();
  await tab.sees("One.");
  await tab.button("New conversation").click();
  await tab.page.getByRole("button", { name: "Start over" }).click();

  await tab.say(asked);
  await mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await mouse.down();
  answers[1].end(read);
  await dialog(tab).waitFor();
  await expect
    .poll(() => tab.button("Allow once").getAttribute("aria-disabled"))
    .toBe("false");
  await mouse.up();

  await tab.shows("Read the clipboard", "waiting for you");
  expect(await dialog(tab).count()).toBe(1);
  await tab.button("Decline").click();
  await tab.sees("Two.");
});

test("H34 nothing can be answered through what lies over the question", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("As you wish."));
  const tab = await open(await serve(), allowed);
  await tab.say(asked);
  await dialog(tab).waitFor();
  await expect
    .poll(() => tab.button("Allow once").getAttribute("aria-disabled"))
    .toBe("false");
  // Clicks go through it, as through every good trap.
  await tab.page.evaluate(() => {
    const trap = document.createElement("div");
    trap.id = "trap";
    trap.textContent = "You have won. Click to collect.";
    Object.assign(trap.style, {
      position: "fixed",
      inset: "0",
      background: "white",
      pointerEvents: "none",
    });
    document.body.append(trap);
  });
  await tab.sees("Something lies over this question. Uncover it to answer.");

  await strike(tab, "Allow once");
  await tab.button("Allow once").focus();
  await tab.page.keyboard.press("Enter");
  expect(await dialog(tab).count()).toBe(1);
  expect(model.requests).toHaveLength(1);

  await tab.page.evaluate(() => document.getElementById("trap")?.remove());
  await tab.button("Decline").click();
  await tab.sees("As you wish.");
  expect(model.told()).toMatchObject([{ error: { code: "denied" } }]);
});

test("H34 the way to the question lies over none of its answers", async ({
  model,
  serve,
  open,
}) => {
  model.script(says("w ".repeat(2_000)), read, says("As you wish."));
  const tab = await open(await serve(), allowed);
  await tab.say("Write a lot.");
  await tab.sees(/^w w/);
  await tab.say(asked);
  const allow = tab.button("Allow once");
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");

  // As a reader scrolls up until the answers stand at the lower edge.
  await allow.evaluate((button) => {
    const log = button.closest(".log")!;
    const edge = log.getBoundingClientRect().bottom - 12;
    log.scrollTop -= edge - button.getBoundingClientRect().bottom;
  });
  const way = tab.button("Waiting for you");
  await way.waitFor();
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");
  for (const name of ["Decline", "Allow in this session", "Allow once"]) {
    const on = await tab.button(name).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const root = button.getRootNode() as ShadowRoot;
      return root.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        ?.textContent;
    });
    expect(on).toBe(name);
  }

  await way.focus();
  await tab.page.keyboard.press("Enter");
  expect(await focused(tab.page)).toBe("The assistant asks you");
  await tab.button("Decline").click();
  await tab.sees("As you wish.");
});

test("H34 no script answers: not by click, event, form or key", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("As you wish."));
  const tab = await open(await serve(), allowed);
  await tab.say(asked);
  const allow = tab.button("Allow once");
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");

  // On a timer of the page, because evaluate itself counts as a gesture.
  await allow.evaluate((button: HTMLButtonElement) => {
    setTimeout(() => {
      const names = ["pointerdown", "mousedown", "pointerup", "mouseup"];
      for (const name of [...names, "click", "auxclick", "submit"]) {
        const init = { bubbles: true, composed: true, detail: 1 };
        button.dispatchEvent(new PointerEvent(name, init));
      }
      for (const key of ["Enter", " "]) {
        for (const name of ["keydown", "keypress", "keyup"]) {
          const init = { key, bubbles: true, composed: true };
          button.dispatchEvent(new KeyboardEvent(name, init));
        }
      }
      button.removeAttribute("aria-disabled");
      button.click();
      const form = document.createElement("form");
      form.addEventListener("submit", (event) => event.preventDefault());
      button.before(form);
      form.append(button);
      button.type = "submit";
      form.requestSubmit(button);
      form.before(button);
      form.remove();
      document.title = "tried";
    }, 0);
  });

  await expect.poll(() => tab.page.title()).toBe("tried");
  expect(await dialog(tab).count()).toBe(1);
  expect(model.requests).toHaveLength(1);
  await tab.button("Decline").click();
  await tab.sees("As you wish.");
});

test("H34 a question tells how long it stands; Escape is no answer", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("As you wish."));
  const server = await serve({ flags: ["-user-timeout", "90s"] });
  const tab = await open(server, allowed);
  await tab.message.fill(asked);
  await tab.message.press("Enter");
  await dialog(tab)
    .getByText(/^expires in 1 min \d\d s$/)
    .waitFor();

  await tab.page.keyboard.press("Escape");
  await tab.button("Decline").focus();
  await tab.page.keyboard.press("Escape");

  expect(await dialog(tab).count()).toBe(1);
  const names = await dialog(tab).getByRole("button").allTextContents();
  expect(names).toEqual(["Decline", "Allow in this session", "Allow once"]);
  const sizes = await dialog(tab)
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect();
        return `${Math.round(width)}x${Math.round(height)}`;
      }),
    );
  expect(new Set(sizes).size).toBe(1);
  await tab.button("Decline").click();
  await tab.sees("As you wish.");
});
