// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setVoice, silence } from "./speaking.ts";
import { onVoices, say, voices } from "./speech.ts";
import { replace } from "./testing/run.ts";

type Utterance = { lang: string; voice?: { name: string } | null };

const anna = { name: "Anna", lang: "de-DE" };
const zoe = { name: "Zoe", lang: "en_GB" };
const undo: Array<() => void> = [];
const said: Utterance[] = [];
const synthesiser = Object.assign(new EventTarget(), {
  getVoices: () => [anna, zoe],
  cancel: () => {},
  speak(utterance: Utterance & { onstart?: () => void }) {
    said.push(utterance);
    utterance.onstart?.();
  },
});

beforeEach(() => {
  said.length = 0;
  undo.push(replace(globalThis, "speechSynthesis", synthesiser));
  undo.push(
    replace(
      globalThis,
      "SpeechSynthesisUtterance",
      class {
        lang = "";
        voice = null;
      },
    ),
  );
});
afterEach(() => {
  setVoice("");
  silence();
  while (undo.length > 0) undo.pop()?.();
});

describe("H8 the voice that the user prefers", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["Anna", undefined, "Anna"],
    ["Anna", "de", "Anna"],
    ["Anna", "en-US", undefined],
    ["Zoe", "en-US", "Zoe"],
    ["Nobody", undefined, undefined],
    ["", undefined, undefined],
  ])("preferred %j, words in %s: %s", async (name, lang, expected) => {
    setVoice(name);
    const words = { text: "hi", ...(lang !== undefined && { lang }) };
    await say(words, new AbortController().signal);
    expect(said[0]?.voice?.name).toBe(expected);
    expect(said[0]?.lang).toBe(lang ?? "");
  });

  test("the voices are listed, and told when they change", () => {
    let changes = 0;
    const off = onVoices(() => changes++);
    synthesiser.dispatchEvent(new Event("voiceschanged"));
    off();
    synthesiser.dispatchEvent(new Event("voiceschanged"));
    expect(changes).toBe(1);
    expect(voices()).toEqual([anna, zoe]);
  });

  test("a browser that cannot speak has none", () => {
    undo.push(replace(globalThis, "speechSynthesis", undefined));
    expect(voices()).toEqual([]);
    onVoices(() => {})();
  });
});
