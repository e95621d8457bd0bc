/**
 * What a screen reader is told of a conversation: each sentence of an answer
 * when it is complete, and what becomes of a call, each exactly once. The log
 * itself keeps silent, since a region that grows is read out in pieces, or
 * again and again.
 */

import type { CallView } from "../../client/api.ts";
import { isOpen, type Part, type Turn } from "../state.ts";
import { endSentence, noticeSentence, stateWords } from "../strings/turns.ts";
import type { Texts } from "../strings/texts.ts";

/** How the text of an answer is read. */
export type Reading = {
  readonly texts: Texts;
  /** The title of a tool. */
  title(tool: string): string;
  /** The words of Markdown, without its marks. */
  plain(markdown: string): string;
  /** How many characters of a growing text mean the same whatever follows. */
  sure(markdown: string): number;
};

/** Reads a conversation that grows. */
export type Reader = {
  /** What is new in the turns, in sentences. Turns that were over when they were first seen are not read. */
  read(turns: readonly Turn[], reading: Reading): string[];
};

/** What has been read of one turn. */
type Progress = {
  /** What was read of each stretch of the answer. */
  readonly words: Map<string, string>;
  readonly told: Set<string>;
  over: boolean;
};

/** A reader that has read nothing. */
export function createReader(): Reader {
  const known = new Map<string, Progress>();

  function turn(one: Turn, reading: Reading): string[] {
    const open = isOpen(one);
    let progress = known.get(one.id);
    if (progress === undefined) {
      progress = { words: new Map(), told: new Set(), over: !open };
      known.set(one.id, progress);
    }
    if (progress.over) return [];
    const { words, told } = progress;
    const said: string[] = [];
    const stretches = new Map<number, number>();
    one.parts.forEach((part, at) => {
      const growing = open && at === one.parts.length - 1;
      if (part.kind === "text") {
        const stretch = (stretches.get(part.step) ?? 0) + 1;
        stretches.set(part.step, stretch);
        const key = `${part.step} ${stretch}`;
        said.push(...sentences(words, key, part.text, growing, reading));
        return;
      }
      const news = tell(part, at, reading);
      if (news !== undefined && !told.has(news.key)) {
        told.add(news.key);
        said.push(news.sentence);
      }
    });
    if (!open) {
      progress.over = true;
      said.push(endOf(one, reading.texts));
    }
    return said.filter((sentence) => sentence !== "");
  }

  return {
    read(turns, reading) {
      const said = turns.flatMap((one) => turn(one, reading));
      for (const id of known.keys()) {
        if (!turns.some((one) => one.id === id)) known.delete(id);
      }
      return said;
    },
  };
}

/** The sentences of a stretch that are complete and were not read yet. */
function sentences(
  read: Map<string, string>,
  key: string,
  markdown: string,
  growing: boolean,
  reading: Reading,
): string[] {
  const { language } = reading.texts;
  const certain = growing
    ? markdown.slice(0, reading.sure(markdown))
    : markdown;
  const plain = reading.plain(certain);
  const before = read.get(key) ?? "";
  const from = plain.startsWith(before)
    ? before.length
    : unchanged(plain, before, language);
  const found = segments(plain.slice(from), language);
  if (growing) found.pop(); // it may go on
  read.set(key, plain.slice(0, from) + found.join(""));
  return found.map((sentence) => sentence.trim());
}

/** How long the sentences are that both texts begin with, as after a step that was taken back. */
function unchanged(text: string, before: string, language: string): number {
  let length = 0;
  for (const sentence of segments(text, language)) {
    const end = length + sentence.length;
    if (text.slice(length, end) !== before.slice(length, end)) break;
    length = end;
  }
  return length;
}

function segments(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

type News = { readonly key: string; readonly sentence: string };

function tell(part: Part, at: number, reading: Reading): News | undefined {
  if (part.kind === "notice") {
    const sentence = noticeSentence(reading.texts, part);
    return { key: `notice ${at}`, sentence };
  }
  return part.kind === "call" ? callNews(part.call, reading) : undefined;
}

/** That it waits for the user, or is over. A question on its card makes itself known. */
function callNews(call: CallView, reading: Reading): News | undefined {
  switch (call.state) {
    case "requested":
    case "delivered":
    case "running":
      return undefined;
    case "awaiting_user":
      if (call.waiting !== "permission") return undefined;
  }
  const { texts: t } = reading;
  const state = stateWords(t, call);
  return {
    key: `${call.id} ${call.state}`,
    sentence: t.spoken.call(reading.title(call.name), state),
  };
}

function endOf({ progress }: Turn, t: Texts): string {
  return progress.at === "ended"
    ? endSentence(t, progress.end.reason, progress.end.error)
    : "";
}
