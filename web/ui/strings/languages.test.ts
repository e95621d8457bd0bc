/** Every language says everything that English says, and says it well. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Strings } from "./en.ts";
import { en as inspector } from "./inspector/en.ts";
import { loadInspectorStrings } from "./inspector/load.ts";
import { type Language, languages, loadFirst, loadLater } from "./language.ts";
import { addLater, createTexts } from "./texts.ts";

/** Values that are the same word in that language, by path. */
const same: { readonly [language: string]: readonly string[] } = {
  de: [
    "inspector.form.json",
    "inspector.schema.types.json",
    "inspector.schema.types.string",
    "inspector.tabs.frames",
    "answer.code",
    "settings.themes.system",
    "sequence.facts.took",
    "sequence.lanes.server",
    "units.kilobytes",
    "units.megabytes",
    "units.minutes",
    "words.product",
  ],
  ar: ["inspector.form.json", "inspector.schema.types.json", "words.product"],
};

/** What a language must not say, beside what none may. */
const never: { readonly [language: string]: RegExp } = {
  de: /\b(Sie|Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihnen)\b/, // it says du
};

const counts = [0, 1, 2, 3, 11, 100];

type Sayings = ReadonlyMap<string, Saying>;
type Saying = { readonly words: readonly string[]; readonly arity: number };

/** Everything that a file says, by path: a function once for each count. */
function sayings(strings: object, names: object = strings): Sayings {
  const found = new Map<string, Saying>();
  const walk = (value: unknown, english: unknown, path: string): void => {
    if (typeof value === "string") {
      found.set(path, { words: [value], arity: 0 });
    } else if (typeof value === "function") {
      const say = value as (...args: unknown[]) => string;
      const parameters = parametersOf(english);
      const words = (parameters.includes("count") ? counts : [0]).map((count) =>
        say(
          ...parameters.map((name) =>
            name === "count" ? count : `\u27e6${name}\u27e7`,
          ),
        ),
      );
      found.set(path, { words, arity: say.length });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const from = (english as Record<string, unknown> | undefined)?.[key];
        walk(item, from, path === "" ? key : `${path}.${key}`);
      }
    }
  };
  walk(strings, names, "");
  return found;
}

/** All that a language says, without the helpers of texts. */
async function said(language: Language): Promise<Strings> {
  const texts = createTexts(await loadFirst(language));
  const { format, contractWords, ...strings } = addLater(
    texts,
    await loadLater(language),
  );
  return strings;
}

function parametersOf(saying: unknown): string[] {
  const list = /^\(?([^)=]*)\)?\s*=>/.exec(String(saying))?.[1] ?? "";
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

const places = (words: string): string[] =>
  (words.match(/\u27e6\w+\u27e7|\{\w+\}/g) ?? []).sort();

const { en: _, ...translated } = languages;
const others = Object.keys(translated) as (keyof typeof translated)[];

describe.each(others)("%s", async (language) => {
  const strings = await said(language);
  const { contract, ...own } = strings;
  const { contract: _, ...english } = await said("en");
  const files = [
    { name: "", is: own, en: english },
    {
      name: "inspector.",
      is: await loadInspectorStrings(language),
      en: inspector,
    },
  ].filter(({ is, en }) => is !== en); // the inspector may be in English
  const pairs = files.flatMap(({ name, is, en }) => {
    const there = sayings(is, en);
    return [...sayings(en)]
      .filter(([path]) => path !== "language" && path !== "direction")
      .map(([path, from]) => ({
        path: name + path,
        from,
        to: there.get(path) ?? { words: [], arity: 0 },
      }));
  });
  /** Paths where it is wrong, with what they say. */
  const wrong = (
    is: (to: string, from: string, at: number, path: string) => boolean,
  ): string[] =>
    pairs.flatMap(({ path, from, to }) =>
      to.words
        .filter((words, at) => is(words, from.words[at] ?? "", at, path))
        .map((words) => `${path}: ${words}`),
    );

  test("says everything that English says, and nothing else", () => {
    for (const { is, en } of files) {
      expect([...sayings(is, en).keys()].sort()).toEqual(
        [...sayings(en).keys()].sort(),
      );
    }
    expect(strings.language).toBe(language);
    expect(
      pairs
        .filter(({ from, to }) => to.arity > from.arity)
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test("fills in what English fills in; small numbers may be words", () => {
    expect(
      wrong((to, from, at) => {
        const small = (counts[at] ?? 0) <= 2 && from.includes("\u27e6n\u27e7");
        const wanted = places(from);
        const got = places(to);
        const rest = wanted.filter((place) => place !== "\u27e6n\u27e7");
        return (
          got.join() !== wanted.join() && !(small && got.join() === rest.join())
        );
      }),
    ).toEqual([]);
  });

  test("leaves no English over", () => {
    const left = pairs
      .filter(({ from, to }) => from.words.join() === to.words.join())
      .filter(({ from }) =>
        /[A-Za-z]{2}/.test(from.words.join().replace(/\u27e6\w+\u27e7/g, "")),
      )
      .map(({ path }) => path);
    expect(left.filter((path) => !same[language]?.includes(path))).toEqual([]);
  });

  test("is as calm as English", () => {
    expect(
      wrong((to, from) => to.includes("!") || (to === "") !== (from === "")),
    ).toEqual([]);
    expect(wrong((to) => /\b(oops|ups|hoppla)\b/i.test(to))).toEqual([]);
    expect(wrong((to) => never[language]?.test(to) ?? false)).toEqual([]);
  });

  test("ends its sentences as English does", () => {
    const end = (words: string): string =>
      (
        /[.?:\u061f\u2026]?$/.exec(words.replace(/\u2069$/, ""))?.[0] ?? ""
      ).replace("\u061f", "?");
    expect(wrong((to, from) => end(to) !== end(from))).toEqual([]);
  });

  test("writes no figures of its own", () => {
    const figures = (words: string): string =>
      (words.match(/\d+/g) ?? []).sort().join();
    expect(wrong((to, from) => figures(to) !== figures(from))).toEqual([]);
  });

  test("keeps what is not of its script apart, if it runs from right to left", () => {
    if (strings.direction === "ltr") return;
    const outside = (words: string): string =>
      words.replace(/\u2068[^\u2069]*\u2069/g, "");
    // Units stand alone, isolated by what they are put into.
    const mixed = (words: string): boolean =>
      /[A-Za-z\u27e6]/.test(outside(words)) && /[\u0590-\u08ff]/.test(words);
    // The direction of a sentence is that of its first letter outside.
    const aimless = (words: string): boolean =>
      words.includes("\u2068") && !/[\u0590-\u08ff\u200f]/.test(outside(words));
    expect(wrong(aimless)).toEqual([]);
    expect(
      wrong((to, _from, _at, path) => !path.startsWith("units.") && mixed(to)),
    ).toEqual([]);
  });

  test("knows the words of tools.json", () => {
    const { tools } = JSON.parse(
      readFileSync(`${import.meta.dirname}/../../../tools.json`, "utf8"),
    ) as {
      tools: {
        title: string;
        ui?: { ask?: string; done?: string; examples?: string[] };
      }[];
    };
    const words = tools.flatMap(({ title, ui = {} }) =>
      [title, ui.ask, ui.done, ...(ui.examples ?? [])].filter(
        (word) => word !== undefined,
      ),
    );
    expect(Object.keys(contract).sort()).toEqual([...new Set(words)].sort());
    expect(
      Object.entries(contract).filter(
        ([from, to]) =>
          places(from).join() !== places(to).join() || to === from,
      ),
    ).toEqual([]);
  });
});

test("a language is chosen by the browser's list, and by its own name", async () => {
  const { preferred } = await import("./language.ts");
  expect(preferred(["xx", "EN-gb", "de"])).toBe("en");
  expect(preferred([])).toBe("en");
  for (const language of others) {
    expect(preferred(["xx", `${language.toUpperCase()}-XX`, "en"])).toBe(
      language,
    );
  }
});
