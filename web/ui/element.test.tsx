// @vitest-environment happy-dom
import { options } from "preact";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApprovalRequest } from "../client/api.ts";
import { defineFarhandChat, type FarhandChat } from "./element.tsx";
import { createPlayer, type Player, settled } from "./preview/player.ts";
import "./talk/transcript.tsx"; // the part that the first message fetches

// Renders and effects in microtasks, so that nothing depends on frames.
options.debounceRendering = queueMicrotask;
options.requestAnimationFrame = queueMicrotask;

defineFarhandChat();
let chat: FarhandChat;
let play: Player;

beforeEach(async () => {
  chat = document.createElement("farhand-chat");
  document.body.append(chat);
  play = createPlayer(chat);
  await settled();
});

afterEach(() => {
  chat.remove();
  sessionStorage.clear(); // the draft
});

function root(): ShadowRoot {
  const root = chat.shadowRoot;
  if (root === null) throw new Error("no shadow root");
  return root;
}

function all(selector: string): HTMLElement[] {
  return [...root().querySelectorAll<HTMLElement>(selector)];
}

/** Accessible names of the buttons, in reading order. */
function buttons(): string[] {
  return all("button").map((button) => button.textContent.trim());
}

function button(name: string): HTMLButtonElement | undefined {
  return all("button").find((button) => button.textContent.trim() === name) as
    HTMLButtonElement | undefined;
}

function texts(selector: string): string[] {
  return all(selector).map((element) => element.textContent.trim());
}

function type(text: string, key?: KeyboardEventInit): void {
  const field = root().querySelector("textarea");
  if (field === null) throw new Error("no field");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (key !== undefined) {
    field.dispatchEvent(
      new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }),
    );
  }
}

describe("names and roles", () => {
  test("the controls have their names, the conversation is a log", async () => {
    play.open({ tools: [] });
    await settled();
    expect(buttons()).toEqual([
      "New conversation",
      "Settings",
      "", // the menu
      "What can you do?",
      "Send",
    ]);
    expect(root().querySelector("textarea")?.getAttribute("aria-label")).toBe(
      "Message",
    );
    expect(all("[role=log]")).toHaveLength(1);
  });

  test("nothing carries an inline style or handler", async () => {
    play.open();
    await play.ask("x");
    play.call({ state: "running" });
    play.approve("Do it", true);
    await settled();
    expect(all("[style], [onclick], script, style, img")).toEqual([]);
  });
});

describe("the empty conversation", () => {
  test("H38 offers six things to try; a click sends one", async () => {
    play.open();
    await settled();
    expect(texts(".prompt")).toHaveLength(6);
    button("Where am I?")?.click();
    await settled();
    expect(texts(".said")).toEqual(["You said: Where am I?"]);
    expect(all(".prompt")).toEqual([]);
  });

  test("the demo model is told as one, another by its name", async () => {
    play.open();
    await settled();
    expect(texts(".pill")).toEqual(["demo model"]);
    play.open({ model: { name: "gemini-x", demo: false } });
    await settled();
    expect(texts(".pill")).toEqual(["gemini-x"]);
  });

  test("H9 what cannot run here is told, with the way to the reasons", async () => {
    play.open({
      withheld: [
        { name: "g", title: "Your location", reason: "insecure_context" },
        { name: "b", title: "Other", reason: "no_body" },
      ],
    });
    await vi.waitFor(() =>
      expect(texts(".more p")).toEqual([
        "Location and clipboard need https or localhost. Open this page on such an address.",
        "What can you do?2 tools cannot run here",
      ]),
    );
    await play.ask("hello");
    expect(all(".more, .withheld")).toEqual([]);
  });

  test("H12 a page that disagrees with the server says so, in a conversation, too", async () => {
    play.open({
      withheld: [
        {
          name: "s",
          title: "Read aloud",
          reason: "schema",
          server: "0fb1c2d3",
          page: "99aa00bb",
        },
        { name: "b", title: "Other", reason: "no_body" },
      ],
    });
    await play.ask("hello");
    await vi.waitFor(() =>
      expect(texts(".withheld summary")).toEqual(["1 tool cannot run here"]),
    );
    expect(texts(".withheld dd")).toEqual([
      "page and server disagree (server 0fb1c2d3, page 99aa00bb): reload the page",
    ]);
    expect(all(".withheld[open]")).toHaveLength(1);
  });
});

describe("the composer", () => {
  beforeEach(async () => {
    play.open();
    await settled();
  });

  test("Enter sends, Shift+Enter and a composition do not", async () => {
    type("a", { key: "Enter", shiftKey: true });
    type("a", { key: "Enter", isComposing: true });
    type("a", { key: "Enter", keyCode: 229 }); // Safari
    await settled();
    expect(all(".said")).toEqual([]);
    type("hello");
    await settled();
    type("hello", { key: "Enter" });
    await settled();
    expect(texts(".said")).toEqual(["You said: hello"]);
    expect(root().querySelector("textarea")?.value).toBe("");
  });

  test("Stop stands in the place of Send while a turn runs", async () => {
    await play.ask("hello");
    expect(buttons().at(-1)).toBe("Stop");
    button("Stop")?.click();
    await settled();
    expect(buttons().at(-1)).toBe("Send");
    expect(texts(".end")).toEqual(["You stopped this answer."]);
  });

  test("the second half of a double click on Send does not stop", async () => {
    await play.ask("hello");
    button("Stop")?.dispatchEvent(new MouseEvent("click", { detail: 2 }));
    await settled();
    expect(buttons().at(-1)).toBe("Stop");
  });

  test("H8 Stop stays while speech goes on, and Enter still sends", async () => {
    play.speak(true);
    await settled();
    expect(buttons().at(-1)).toBe("Stop");
    type("more");
    await settled();
    type("more", { key: "Enter" });
    await settled();
    play.end();
    await settled();
    expect(texts(".said")).toEqual(["You said: more"]);
    expect(buttons().at(-1)).toBe("Stop");
    play.speak(false);
    await settled();
    expect(buttons().at(-1)).toBe("Send");
  });

  test("without a connection nothing is sent and the words stay", async () => {
    play.lose("lost");
    type("kept");
    await settled();
    type("kept", { key: "Enter" });
    await settled();
    expect(button("Send")?.disabled).toBe(true);
    expect(root().querySelector("textarea")?.value).toBe("kept");
  });
});

describe("H33 the card of a call", () => {
  beforeEach(async () => {
    play.open();
    await play.ask("Where am I?");
  });

  test("tells title, state and a running clock, then the duration", async () => {
    play.call({ state: "running" });
    await settled();
    expect(texts(".card .title")).toEqual(["Your location"]);
    expect(texts(".card .state")).toEqual(["running"]);
    expect(texts(".card .clock")[0]).toMatch(/^\d+\.\d s$/);
    play.call({ state: "succeeded", ms: 812 });
    await settled();
    expect(texts(".card .state")).toEqual(["done in 0.8 s"]);
    expect(all(".card .clock")).toEqual([]);
  });

  test("shows arguments and result when it is opened", async () => {
    play.call({
      state: "succeeded",
      args: { save: false },
      result: { latitude: 52.5 },
    });
    await settled();
    expect(all(".card .body")).toEqual([]);
    const details = root().querySelector("details");
    if (details === null) throw new Error("no card");
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    await settled();
    expect(texts(".rows .row")).toEqual(["SaveNo", "Latitude52.5"]);
  });

  test("A55 a failed call says in words what happened", async () => {
    play.call({ name: "nope", state: "failed", code: "unknown_tool" });
    await settled();
    expect(texts(".card .title")).toEqual(["nope"]);
    expect(texts(".card .state")).toEqual(["failed: no such tool"]);
    expect(texts(".card .clock")).toEqual(["0.8 s"]);
    expect(texts(".hint")).toEqual([
      "The assistant asked for a tool that does not exist here.",
    ]);
  });

  test("H4 tells where the browser's own question is", async () => {
    play.call({ state: "awaiting_user", waiting: "permission" });
    await settled();
    expect(texts(".card .state")).toEqual(["waiting for you"]);
    expect(texts(".hint")[0]).toMatch(/^The browser asks for your permission/);
  });
});

describe("H34 an approval", () => {
  const abort = new AbortController();
  const request = (remember: boolean): ApprovalRequest => ({
    call: { id: "t1.1", name: "clipboard_read", turn: 1, step: 1 },
    args: {},
    reason: "Read the text on your clipboard",
    risk: "high",
    remember,
    signal: abort.signal,
  });

  beforeEach(async () => {
    play.open();
    await play.ask("What is on my clipboard?");
    play.call({ name: "clipboard_read", state: "awaiting_user" });
    await settled();
  });

  function answers(): string[] {
    return texts(".answers button");
  }

  test("asks in the words of the contract, Decline first, nothing chosen", async () => {
    void chat.approve(request(true));
    await settled();
    expect(texts(".question")).toEqual(["Read the text on your clipboard"]);
    expect(answers()).toEqual([
      "Decline",
      "Allow in this session",
      "Allow once",
    ]);
    expect(root().activeElement?.className).not.toBe("answer");
    expect(all(".answers [autofocus]")).toEqual([]);
  });

  test("does not offer the session where that is not allowed", async () => {
    void chat.approve(request(false));
    await settled();
    expect(answers()).toEqual(["Decline", "Allow once"]);
  });

  test("is not given by scripts, nor by Enter in the composer", async () => {
    let answer = "";
    void chat.approve(request(true)).then((given) => (answer = given));
    await settled();
    button("Allow once")?.click();
    button("Allow once")?.dispatchEvent(new MouseEvent("click"));
    type("x", { key: "Enter" });
    await settled();
    expect(answer).toBe("");
    expect(answers()).toHaveLength(3);
  });

  test("goes away when the question is void", async () => {
    void chat.approve(request(true));
    await settled();
    abort.abort();
    await settled();
    expect(answers()).toEqual([]);
  });

  test("several questions stand each on its card, and each is announced once", async () => {
    play.call({ id: "t1.2", name: "memory_put", state: "awaiting_user" });
    root().querySelector("textarea")?.focus();
    play.approve("Read the text on your clipboard", true, "t1.1");
    play.approve("Forget favourite_colour", false, "t1.2");
    await settled();
    expect(texts(".question")).toEqual([
      "Read the text on your clipboard",
      "Forget favourite_colour",
    ]);
    const dialogs = all("[role=alertdialog]");
    expect(dialogs).toHaveLength(2);
    expect(dialogs.map((dialog) => dialog.ariaLive)).not.toContain("polite");
    // The first by the focus, the second by words: the focus stays where it is.
    const heading = root().activeElement;
    expect(heading?.textContent).toBe("The assistant asks you");
    expect(dialogs[0]?.contains(heading)).toBe(true);
    expect(texts("[aria-live=assertive]")).toEqual([
      "The assistant asks you. Forget favourite_colour. It changes something in this browser. The model learns whether it worked.",
    ]);
  });

  test("nothing is announced of a question that the focus went to, nor of none", async () => {
    expect(texts("[aria-live=assertive]")).toEqual([""]);
    root().querySelector("textarea")?.focus();
    play.approve("Read the text on your clipboard", true);
    await settled();
    expect(texts("[aria-live=assertive]")).toEqual([""]);
  });

  test("the focus stays outside of the chat if it was there", async () => {
    const outside = document.createElement("button");
    document.body.append(outside);
    outside.focus();
    play.approve("Read the text on your clipboard", true);
    await settled();
    expect(document.activeElement).toBe(outside);
    expect(texts("[aria-live=assertive]")[0]).toMatch(
      /^The assistant asks you/,
    );
    outside.remove();
  });

  test("K38 a gesture shows Continue on the card", async () => {
    play.gesture("t1.1", "clipboard_read");
    await settled();
    expect(answers()).toEqual(["Continue"]);
  });
});

describe("the answer", () => {
  beforeEach(async () => {
    play.open();
    await play.ask("hello");
  });

  test("A89 is busy while it grows, so that it is read out once", async () => {
    play.say("One.\n\nTw");
    play.say("o.");
    await settled();
    expect(texts(".words p")).toEqual(["One.", "Two."]);
    expect(all(".words[aria-busy=true]")).toHaveLength(1);
    play.end();
    await settled();
    expect(all(".words[aria-busy=true]")).toEqual([]);
  });

  test("is text, whatever it contains", async () => {
    play.say("<img src=x onerror=alert(1)> ![](http://x/y.png)");
    await settled();
    expect(all("img")).toEqual([]);
    expect(texts(".words p")[0]).toContain("<img src=x");
  });
});

describe("signed out", () => {
  beforeEach(async () => {
    play.open();
    await play.ask("hello");
    play.say("half");
    play.signOut();
    await settled();
  });

  test("H30 says so, and not like a fault; nothing that was said is there", () => {
    expect(all(".turn, .divider, .strip > .icon, .strip:not(.calm)")).toEqual(
      [],
    );
    expect(texts(".strip span")[0]).toBe(
      "You are signed out. What was said here is no longer shown.",
    );
  });

  test("H30 one New conversation begins anew, and nothing speaks of what was before", async () => {
    const named = buttons().filter((name) => name === "New conversation");
    expect(named).toHaveLength(1);
    play.emit("status", { status: "connecting" });
    await settled();
    expect(texts(".strip")).toEqual(["Connecting to the server"]);
    play.signOut();
    await settled();
    button("New conversation")?.click();
    await settled();
    expect(all(".strip")).toEqual([]);
    expect(buttons()).toContain("New conversation");
  });
});

describe("a lost socket", () => {
  beforeEach(async () => {
    play.open();
    await play.ask("hello");
    play.say("half");
    play.end("disconnected");
    play.lose("lost");
    await settled();
  });

  test("dims what was said and offers one New conversation", () => {
    expect(texts(".forgotten .words")).toEqual(["half"]);
    expect(texts(".divider p")).toEqual([
      "The assistant no longer remembers what is above.",
    ]);
    expect(texts(".strip")[0]).toMatch(/^The connection was lost\./);
    expect(
      buttons().filter((name) => name === "New conversation"),
    ).toHaveLength(1);
  });

  test("goes on below after the connection is back", async () => {
    play.open();
    play.emit("session", { session: "s2", cause: "reconnected" });
    await play.ask("again");
    expect(all(".strip")).toEqual([]);
    expect(texts(".forgotten .said")).toEqual(["You said: hello"]);
    expect(texts(".column > .stretch .said")).toEqual(["You said: again"]);
  });

  test("New conversation takes it away", async () => {
    button("New conversation")?.click();
    await settled();
    expect(all(".turn, .divider")).toEqual([]);
  });

  test("a page of another version says to reload", async () => {
    play.emit("status", { status: "closed", reason: "protocol", code: 4011 });
    await settled();
    expect(button("Reload")).toBeDefined();
  });
});
