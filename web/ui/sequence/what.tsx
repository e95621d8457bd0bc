/** The quiet button under a turn that opens its drawing. */

import { useState } from "preact/hooks";
import { useTexts } from "../parts/texts.ts";
import { lazy } from "../parts/lazy.tsx";
import type { Turn } from "../state.ts";

const Sequence = lazy(() =>
  import("./sequence.tsx").then((module) => module.Sequence),
);

/** "What happened": shows the turn as a sequence between model, server and browser. */
export function WhatHappened(props: { turn: Turn }) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <>
      <button
        type="button"
        class="quiet-act"
        aria-haspopup="dialog"
        onClick={() => setShown(true)}
      >
        <SequenceIcon />
        <span>{t.sequence.name}</span>
      </button>
      {shown && <Sequence turn={props.turn} onClose={() => setShown(false)} />}
    </>
  );
}

/** Three lanes and two arrows. */
function SequenceIcon() {
  return (
    <svg
      class="icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M3.5 3v14M16.5 3v14M16.5 7.5H6.5m2.5-2.5L6.5 7.5 9 10M3.5 13.5h10m-2.5-2.5 2.5 2.5-2.5 2.5" />
    </svg>
  );
}
