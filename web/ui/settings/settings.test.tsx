// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { options } from "preact";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  allEntries,
  clearEntries,
  deleteEntry,
  writeEntry,
} from "../../tools/store.ts";
import { defineFarhandChat, type FarhandChat } from "../element.tsx";
import { createPlayer, type Player, settled } from "../preview/player.ts";

options.debounceRendering = queueMicrotask;
options.requestAnimationFrame = queueMicrotask;

await import("./settings.tsx"); // loaded late otherwise, which takes its time
defineFarhandChat();
let chat: FarhandChat;
let play: Player;

beforeEach(async () => {
  localStorage.clear();
  await clearEntries();
  chat = document.createElement("farhand-chat");
  document.body.append(chat);
  play = createPlayer(chat);
  play.open();
  await settled();
});

afterEach(() => {
  chat.remove();
  vi.restoreAllMocks();
});

function all<E extends HTMLElement = HTMLElement>(selector: string): E[] {
  return [...(chat.shadowRoot?.querySelectorAll<E>(selector) ?? [])];
}

function texts(selector: string): string[] {
  return all(selector).map((element) => element.textContent.trim());
}

/** A control by its accessible name, once it is there. */
async function control(name: string): Promise<HTMLElement> {
  return await vi.waitFor(() => {
    const found = all("button").find(
      (button) =>
        (button.getAttribute("aria-label") ?? button.textContent.trim()) ===
        name,
    );
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  });
}

async function press(name: string): Promise<void> {
  (await control(name)).click();
  await settled();
}

async function open(): Promise<void> {
  await press("Settings");
  await vi.waitFor(() => expect(all(".settings .actions")).not.toEqual([]));
}

const keys = (): string[] => texts(".entry .fold");

describe("choices take effect at once", () => {
  test("the theme is written where CSS reads it", async () => {
    await open();
    const [, , dark] = all<HTMLInputElement>(".segments input");
    dark?.click();
    await settled();
    expect(chat.dataset["theme"]).toBe("dark");
    expect(texts(".segments label")).toEqual(["System", "Light", "Dark"]);
  });

  test("a browser without voices is told as one", async () => {
    await open();
    expect(texts(".setting .quiet")).toContain("This browser has no voices.");
  });
});

describe("what is allowed in this session", () => {
  test("nothing, or each tool with a way to take it back", async () => {
    await open();
    expect(texts(".settings .quiet")).toContain(
      "Nothing. What needs your consent asks for it each time.",
    );
    play.grant(["clipboard_read", "speak"]);
    await settled();
    expect(texts(".list li > span")).toEqual([
      "Read the clipboard",
      "Read aloud",
    ]);
    await press("Revoke: Read aloud");
    expect(texts(".list li > span")).toEqual(["Read the clipboard"]);
    play.grant(["clipboard_read", "speak"]);
    await press("Revoke all");
    expect(all(".list")).toEqual([]);
  });
});

describe("what is stored in this browser", () => {
  test("every key with its value, age and size, and the room it takes", async () => {
    await writeEntry("colour", "green");
    await writeEntry("list", [1, 2]);
    await open();
    await vi.waitFor(() => expect(keys()).toEqual(["list", "colour"]));
    expect(texts(".sum p")).toEqual(["2 entries, 12 bytes of 5.2 MB"]);
    expect(texts(".entry .facts > span")).toEqual(["5 bytes", "7 bytes"]);
    const [time] = all<HTMLTimeElement>(".entry time");
    const entry = (await allEntries())[0];
    expect(Date.parse(time?.dateTime ?? "")).toBe(entry?.storedAt);
    expect(time?.textContent).toMatch(/^now .*20\d\d/);
    all(".entry .fold")[1]?.click();
    await settled();
    expect(texts(".inside .rows dd")).toEqual(["green"]);
  });

  test("it follows the model and other tabs", async () => {
    await open();
    expect(texts(".settings .quiet").join()).toContain("Nothing. What the");
    await writeEntry("colour", "green");
    await vi.waitFor(() => expect(keys()).toEqual(["colour"]));
    await deleteEntry("colour");
    await vi.waitFor(() => expect(keys()).toEqual([]));
  });

  test("one that is deleted is gone at once, and can be put back with its age", async () => {
    await writeEntry("a", 1);
    await writeEntry("b", 2);
    await open();
    const before = await allEntries();
    await press("Delete a");
    await vi.waitFor(() => expect(keys()).toEqual(["b"]));
    expect((await allEntries()).map(({ key }) => key)).toEqual(["b"]);
    expect(texts(".entry.gone p")).toEqual(["a is deleted."]);
    await press("Undo: keep a");
    await vi.waitFor(() => expect(keys()).toEqual(["b", "a"]));
    expect((await allEntries()).map(({ storedAt }) => storedAt)).toEqual(
      before.map(({ storedAt }) => storedAt),
    );
  });

  test("all are deleted only after a question", async () => {
    await writeEntry("a", 1);
    await writeEntry("b", 2);
    await open();
    await press("Delete all");
    expect(texts(".question-box p")).toEqual([
      "Delete all 2 entries? This cannot be undone.",
    ]);
    await press("Keep everything");
    expect(await allEntries()).toHaveLength(2);
    await press("Delete all");
    await press("Delete all");
    await vi.waitFor(() => expect(all(".entry")).toEqual([]));
    expect(await allEntries()).toEqual([]);
    expect(texts("[role=status]")).toContain("Everything is deleted.");
  });

  test("storage that is blocked is told, with a way to look again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const blocked = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("", "SecurityError");
    });
    await press("Settings");
    await control("Try again");
    expect(texts(".settings .fault").join()).toContain("does not let the page");
    blocked.mockRestore();
    await writeEntry("a", 1);
    await press("Try again");
    await vi.waitFor(() => expect(keys()).toEqual(["a"]));
  });
});

describe("a file", () => {
  async function choose(
    text: string,
    read?: () => Promise<string>,
  ): Promise<void> {
    const [input] = all<HTMLInputElement>("input[type=file]");
    if (input === undefined) throw new Error("no input");
    const file = new File([text], "memory.json", { type: "application/json" });
    if (read !== undefined) file.text = read;
    Object.defineProperty(input, "files", { value: [file] });
    input.dispatchEvent(new Event("change"));
    await settled();
  }
  const file = (...entries: object[]): string =>
    JSON.stringify({ format: "farhand-memory", version: 1, entries });
  const storedAt = "2026-01-01T00:00:00.000Z";

  test("says what it would do before it is done", async () => {
    await writeEntry("a", "mine");
    await open();
    await choose(
      file(
        { key: "a", value: "theirs", storedAt },
        { key: "b", value: 1, storedAt },
      ),
    );
    await vi.waitFor(() =>
      expect(texts(".question-box p")).toEqual([
        "1 entry is added. 1 entry is replaced: a.",
      ]),
    );
    expect(await allEntries()).toMatchObject([{ value: "mine" }]);
    await press("Import");
    await vi.waitFor(() =>
      expect(texts("[role=status]")).toContain("2 entries are imported."),
    );
    expect(await allEntries()).toHaveLength(2);
    await choose("no JSON");
    await vi.waitFor(() => expect(texts(".settings .fault")).not.toEqual([]));
    expect(texts("[role=status]")).not.toContain("2 entries are imported.");
  });

  test("that cannot be read says so", async () => {
    await open();
    await choose("", () =>
      Promise.reject(new DOMException("", "NotFoundError")),
    );
    await vi.waitFor(() =>
      expect(texts(".settings .fault").join()).toContain("cannot be read"),
    );
  });

  test("with a fault is refused as a whole, and the entry is named", async () => {
    await open();
    await choose(file({ key: "a", value: 1, storedAt }, { key: "b" }));
    await vi.waitFor(() =>
      expect(texts(".settings .fault")).toEqual([
        "Entry 2 (b): the value is missing. Nothing was imported.",
      ]),
    );
    expect(await allEntries()).toEqual([]);
  });
});

test("the panel says where words go", async () => {
  play.open({ model: { name: "demo", demo: true, provider: "" } });
  await open();
  expect(texts(".privacy").join()).toContain("to this server and no further");
});
