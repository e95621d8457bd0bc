/** The clipboard, and the approval that reading it needs. */

import { calls, live, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

const allowed = { permissions: ["clipboard-read", "clipboard-write"] };
const question = "Read the text on your clipboard";
const read = calls(["clipboard_read"]);

/** What the model reads of a clipboard, marked as data from outside (K40). */
const told = (text: string) => ({
  output: expect.objectContaining({ trusted: false, content: { text } }),
});
const refused = (code: string) => ({
  error: { code, message: expect.any(String) },
});

test("H6 H34 H38 K40 write, then read after Allow once; the next read asks again", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), allowed);
  model.script(
    calls(["clipboard_write", { text: "milk and honey" }]),
    read,
    says("It says milk and honey."),
  );

  await tab.say("Copy it, then read it.");
  await tab.sees(question);
  await tab.button("Allow once").click();

  await tab.sees("It says milk and honey.");
  expect(model.told()).toEqual([told("milk and honey")]);

  model.script(read, says("Read again."));
  await tab.say("Again.");
  await tab.button("Allow once").click();
  await tab.sees("Read again.");
});

test("H34 a declined read never touches the clipboard and the model is told", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    ...allowed,
    init: () => {
      navigator.clipboard.readText = () => {
        document.title = "read";
        return Promise.resolve("secret");
      };
    },
  });
  model.script(read, says("As you wish."));

  await tab.say("What is on my clipboard?");
  await tab.button("Decline").click();

  await tab.sees("As you wish.");
  await tab.shows("Read the clipboard", "declined");
  expect(model.told()).toEqual([refused("denied")]);
  expect(await tab.page.title()).not.toBe("read");
});

test("H34 allowed in this session is not asked again, until a new conversation", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), allowed);
  model.script(
    calls(["clipboard_write", { text: "milk" }]),
    read,
    says("One."),
  );
  await tab.say("Copy and read.");
  await tab.button("Allow in this session").click();
  await tab.sees("One.");

  model.script(read, says("Two."));
  await tab.say("Read again.");
  await tab.sees("Two.");
  expect(model.told()).toEqual([told("milk")]);

  await tab.startOver();
  model.script(read, says("Three."));
  await tab.say("Read once more.");
  await tab.button("Decline").click();
  await tab.sees("Three.");
});

test("H34 K38 no answer is a timeout at the stage awaiting_user", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("You did not answer."));
  const server = await serve({ flags: ["-user-timeout", "1s"] });
  const tab = await open(server, allowed);

  await tab.say("What is on my clipboard?");

  await tab.sees("You did not answer.");
  expect(model.told()).toEqual([
    {
      error: {
        code: "timeout",
        message: expect.stringContaining("awaiting_user"),
      },
    },
  ]);
  expect(await tab.button("Allow once").count()).toBe(0);
});

test("H34 neither script events nor Enter in the composer approve", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("Declined in the end."));
  const tab = await open(await serve(), allowed);
  await tab.say("What is on my clipboard?");
  const allow = tab.button("Allow once");

  // On a timer of the page, because evaluate itself counts as a gesture.
  await allow.evaluate((button: HTMLButtonElement) => {
    setTimeout(() => {
      button.click();
      for (const type of ["pointerdown", "pointerup", "click"]) {
        button.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      }
      const enter = { key: "Enter", bubbles: true };
      button.dispatchEvent(new KeyboardEvent("keydown", enter));
      document.title = "tried";
    }, 0);
  });
  await expect.poll(() => tab.page.title()).toBe("tried");
  await tab.message.press("Enter");

  expect(await allow.count()).toBe(1);
  expect(model.requests).toHaveLength(1);
  await tab.button("Decline").click();
  await tab.sees("Declined in the end.");
  expect(model.told()).toEqual([refused("denied")]);
});

test.for(["Enter", "Space"])(
  "H34 a held key approves nothing, a fresh press does: %s",
  async (key, { model, serve, open }) => {
    const answer = live();
    model.script(answer, says("Milk, it says."));
    const tab = await open(await serve(), {
      ...allowed,
      init: () => {
        navigator.clipboard.readText = () => {
          document.title = "read";
          return Promise.resolve("milk");
        };
      },
    });
    const { keyboard } = tab.page;
    const allow = tab.button("Allow once");
    await tab.say("What is on my clipboard?");
    await expect.poll(() => model.requests.length).toBe(1);

    await tab.message.focus();
    await keyboard.down(key);
    answer.end(read);
    await allow.waitFor();
    await allow.evaluate((button: HTMLButtonElement) => button.focus());
    for (let repeats = 0; repeats < 5; repeats++) await keyboard.down(key);
    await keyboard.up(key);

    await tab.shows("Read the clipboard", "waiting for you");
    expect(await allow.count()).toBe(1);
    expect(await tab.page.title()).not.toBe("read");
    expect(model.requests).toHaveLength(1);

    await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");
    await keyboard.press(key);
    await tab.sees("Milk, it says.");
    expect(model.told()).toEqual([told("milk")]);
  },
);

test("H34 the second click of a double click approves nothing", async ({
  model,
  serve,
  open,
}) => {
  model.script(read, says("As you wish."));
  const tab = await open(await serve(), allowed);
  await tab.say("What is on my clipboard?");
  const allow = tab.button("Allow once");

  await allow.hover();
  await tab.page.mouse.down({ clickCount: 2 });
  await tab.page.mouse.up({ clickCount: 2 });

  await tab.shows("Read the clipboard", "waiting for you");
  expect(await allow.count()).toBe(1);
  await tab.button("Decline").click();
  await tab.sees("As you wish.");
  expect(model.told()).toEqual([refused("denied")]);
});

test("H9 a clipboard that wants a click gets one from Continue", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    ...allowed,
    init: () => {
      // A browser that does not tell of clicks.
      Object.defineProperty(navigator, "userActivation", { value: undefined });
      let tries = 0;
      navigator.clipboard.readText = () =>
        ++tries === 1
          ? Promise.reject(new DOMException("not focused", "NotAllowedError"))
          : Promise.resolve("milk");
    },
  });
  model.script(read, says("Milk, it says."));

  await tab.say("What is on my clipboard?");
  await tab.button("Allow once").click();
  await tab.button("Continue").click();

  await tab.sees("Milk, it says.");
  expect(model.told()).toEqual([told("milk")]);
});

test("H6 H9 a clipboard without focus ends with needs_gesture", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve(), {
    ...allowed,
    init: () => {
      Object.defineProperty(navigator, "userActivation", { value: undefined });
      navigator.clipboard.readText = () =>
        Promise.reject(new DOMException("not focused", "NotAllowedError"));
    },
  });
  model.script(read, says("Click into the page first."));

  await tab.say("What is on my clipboard?");
  await tab.button("Allow once").click();
  await tab.button("Continue").click();

  await tab.sees("Click into the page first.");
  await tab.sees(/The browser wants a click before it allows this/);
  expect(model.told()).toEqual([refused("needs_gesture")]);
});
