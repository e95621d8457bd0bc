/** Reads the conversation out: from what changes to the announcer. */

import { useEffect, useRef } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { isOpen, type Turn } from "../state.ts";
import { titleOf } from "../strings/turns.ts";
import { createReader } from "./spoken.ts";
import { fetchMarkdown, markdown } from "./fetch.ts";

const paceMs = 300; // between two looks at an answer that grows

/** Shows nothing. */
export function Speaker(props: { turns: readonly Turn[] }) {
  const { hello, announce } = useShared();
  const texts = useTexts();
  const reader = useRef(createReader());
  const plain = useRef<((text: string) => string) | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef({ ...props, hello, texts });
  latest.current = { ...props, hello, texts };

  useEffect(() => {
    const look = (): void => {
      timer.current = undefined;
      const { turns, hello, texts } = latest.current;
      const module = markdown();
      plain.current ??= module?.createPlain();
      const reading = {
        texts,
        title: (name: string) => titleOf(texts, hello, name),
        plain: plain.current ?? ((text: string) => text),
        sure: (text: string) => module?.settle(text).sure ?? text.length,
      };
      for (const sentence of reader.current.read(turns, reading)) {
        announce(sentence);
      }
    };
    if (timer.current !== undefined) return;
    const over = props.turns.every((turn) => !isOpen(turn));
    timer.current = setTimeout(
      () => void fetchMarkdown().then(look),
      over ? 0 : paceMs,
    );
  }, [props.turns, announce]);

  return null;
}
