/** The panel in which a turn is told: figures, the drawing, and the same in words. */

import { useMemo, useRef, useState } from "preact/hooks";
import { useNow, useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons-later.tsx";
import { Panel } from "../parts/panel.tsx";
import { useSheet } from "../parts/sheet.ts";
import { isOpen, type Turn } from "../state.ts";
import { sequence } from "../styles/sequence.ts";
import { CopyButton } from "../parts/copy.tsx";
import { DrawingView } from "./drawing.tsx";
import { Figures } from "./figures.tsx";
import { ListView } from "./list.tsx";
import { saveDrawing } from "./save.ts";
import { tell } from "./story.ts";
import { asText } from "./text.ts";
import { createSpeaker } from "./words.ts";

const paceMs = 200; // of a turn that still runs

/** What happened in a turn, also while it happens. */
export function Sequence(props: { turn: Turn; onClose: () => void }) {
  const { hello } = useShared();
  const t = useTexts();
  const { turn } = props;
  const inside = useRef<HTMLDivElement>(null);
  useSheet(inside, sequence);
  const now = useNow(isOpen(turn), paceMs);
  const say = useMemo(() => createSpeaker(t, hello), [t, hello]);
  const story = tell(turn, now);
  const [view, setView] = useState<"drawing" | "list">("drawing");
  const [key, pick] = useState<string>();
  const picked = { key, pick };
  const moment = story.moments.find((moment) => moment.key === key);
  const { model } = hello ?? {};

  /** Without the mark of what is chosen: it is gone once this is drawn again. */
  function save(): void {
    pick(undefined);
    setTimeout(() => {
      const { current } = inside;
      if (current !== null) saveDrawing(current, t.sequence.name);
    });
  }

  return (
    <Panel title={t.sequence.name} size="wide" onClose={props.onClose}>
      <div class="sequence" ref={inside}>
        <blockquote class="spoken" dir="auto">
          {turn.words}
        </blockquote>
        <Figures t={t} story={story} />
        <div class="views">
          {(["drawing", "list"] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {t.sequence[name]}
            </button>
          ))}
        </div>
        <div class="both" data-view={view}>
          <DrawingView
            t={t}
            story={story}
            say={say}
            model={
              model?.demo === true ? t.sequence.demoModel : (model?.name ?? "")
            }
            picked={picked}
          />
          <ListView t={t} story={story} say={say} picked={picked} />
        </div>
        <p class="caption" aria-hidden="true" dir="auto">
          {moment === undefined ? t.sequence.choose : say(moment).sentence}
        </p>
        <div class="acts">
          <CopyButton
            name={t.sequence.copy}
            text={() => asText(t, story, say, turn.words)}
          />
          <button type="button" class="quiet-act" onClick={save}>
            <Icon name="down" />
            <span>{t.sequence.save}</span>
          </button>
        </div>
      </div>
    </Panel>
  );
}
