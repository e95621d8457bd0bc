// @vitest-environment happy-dom
import { options } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defineFarhandChat, type FarhandChat } from "../element.tsx";
import { createPlayer, type Player, settled } from "../preview/player.ts";
import "../talk/transcript.tsx"; // the parts that the first message
import "./sequence.tsx"; // and the button fetch

options.debounceRendering = queueMicrotask;
options.requestAnimationFrame = queueMicrotask;

defineFarhandChat();
let chat: FarhandChat;
let play: Player;

beforeEach(async () => {
  // No layout here: a drawing needs a width.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(560);
  chat = document.createElement("farhand-chat");
  document.body.append(chat);
  play = createPlayer(chat);
  await settled();
  play.open();
  await play.ask("Where am I?");
  play.call({ state: "succeeded", resultBytes: 64 });
  play.say("You are in Berlin.", 2);
});

afterEach(() => {
  chat.remove();
  vi.restoreAllMocks();
});

function all<E extends Element = HTMLElement>(selector: string): E[] {
  return [...(chat.shadowRoot?.querySelectorAll<E>(selector) ?? [])];
}

async function press(name: string): Promise<void> {
  const button = await vi.waitFor(() => {
    const found = all("button").find(
      (button) => button.textContent?.trim() === name,
    );
    if (found === undefined) throw new Error(`no button "${name}"`);
    return found;
  });
  button.click();
}

async function open(): Promise<void> {
  await press("What happened");
  await vi.waitFor(() => expect(all(".moments")).toHaveLength(1));
  await settled();
}

function moments(): SVGGElement[] {
  return all<SVGGElement>("[role=option]");
}

function focused(): string | undefined | null {
  return chat.shadowRoot?.activeElement?.getAttribute("data-moment");
}

test("H29 the drawing and the list tell the same, moment by moment", async () => {
  play.end();
  await open();
  const drawn = moments().map((moment) => moment.getAttribute("aria-label"));
  const told = all(".told li > span:first-child").map(
    (sentence) => sentence.textContent,
  );
  expect(drawn).toEqual(told);
  expect(drawn).toHaveLength(8);
  expect(drawn[0]).toBe("Your words went to the server: 11 bytes.");
});

test("H29 it grows while the turn runs", async () => {
  await open();
  const before = moments().length;
  play.end();
  await settled();
  expect(moments()).toHaveLength(before + 2);
});

test("H29 arrow keys, Home and End walk the moments; one of them is in the tab order", async () => {
  play.end();
  await open();
  const [first] = moments();
  first?.focus();
  await settled();
  const key = (key: string): void => {
    chat.shadowRoot?.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
  };
  const walked = [];
  for (const name of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home"]) {
    key(name);
    await settled();
    walked.push(focused());
  }
  expect(walked).toEqual(["ask-1", "reply-1", "ask-1", "end", "sent"]);
  expect(
    moments().filter((moment) => moment.getAttribute("tabindex") === "0"),
  ).toHaveLength(1);
  expect(
    moments().filter(
      (moment) => moment.getAttribute("aria-selected") === "true",
    ),
  ).toHaveLength(1);
  expect(all(".told .is-picked")).toHaveLength(1);
  expect(all(".caption").map((caption) => caption.textContent)).toEqual([
    "Your words went to the server: 11 bytes.",
  ]);
});

test("H29 drawing and words are two views, without inline styles", async () => {
  play.end();
  await open();
  expect(all(".both")[0]?.dataset["view"]).toBe("drawing");
  await press("In words");
  await settled();
  expect(all(".both")[0]?.dataset["view"]).toBe("list");
  expect(all(".panel [style], .panel [onclick]")).toEqual([]);
});
