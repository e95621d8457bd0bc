/** The frames both ways, as they came. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { memo } from "../parts/memo.ts";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons-later.tsx";
import { useInspection, useLive } from "./context.ts";
import { idOf, matching, type Fold, type Ways } from "./filter.ts";
import { clockTime } from "./times.ts";
import type { Entry } from "./watch.ts";

const near = 48; // px from the end that still count as being there

/** The list of frames with its filter. */
export function Frames() {
  const t = useTexts();
  const { words, watch } = useInspection();
  const live = useLive(watch, watch.entries);
  const [held, setHeld] = useState<readonly Entry[]>();
  const [query, setQuery] = useState("");
  const [ways, setWays] = useState<Ways>("both");
  const [beats, setBeats] = useState(false);
  const all = held ?? live;
  const shown = matching(all, { query, ways, beats });
  const missed = held
    ? live.filter(({ key }) => key > (held.at(-1)?.key ?? 0)).length
    : 0;
  const bytes = all.reduce((sum, entry) => sum + entry.bytes, 0);
  const { number } = t.format;
  return (
    <div class="frames">
      <div class="bar">
        <input
          type="search"
          aria-label={words.frames.filter}
          placeholder={words.frames.filter}
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <select
          aria-label={words.frames.direction}
          value={ways}
          onChange={({ currentTarget }) => setWays(currentTarget.value as Ways)}
        >
          <option value="both">{words.frames.both}</option>
          <option value="sent">{words.frames.toServer}</option>
          <option value="received">{words.frames.fromServer}</option>
        </select>
        <label class="check">
          <input
            type="checkbox"
            checked={beats}
            onChange={({ currentTarget }) => setBeats(currentTarget.checked)}
          />
          {words.frames.heartbeats}
        </label>
        <button
          type="button"
          class="small"
          onClick={() => setHeld(held === undefined ? live : undefined)}
        >
          {held === undefined ? words.frames.pause : words.frames.resume}
        </button>
        <button
          type="button"
          class="small"
          onClick={() => {
            setHeld(undefined);
            watch.clear();
          }}
        >
          {words.frames.clear}
        </button>
      </div>
      <p class="quiet" role="status">
        {held === undefined
          ? words.frames.kept(number(all.length), t.format.bytes(bytes))
          : words.frames.held(number(missed), missed)}
      </p>
      <List rows={shown} still={held !== undefined} />
      {shown.length === 0 && (
        <p class="quiet">
          {all.length === 0 ? words.frames.none : words.frames.noMatch}
        </p>
      )}
    </div>
  );
}

/** Follows the end as long as the reader is there. */
function List(props: { rows: readonly (Entry | Fold)[]; still: boolean }) {
  const { words } = useInspection();
  const list = useRef<HTMLUListElement>(null);
  const following = useRef(true);
  useEffect(() => {
    const element = list.current;
    const scrolled = (): void => {
      if (element === null) return;
      const { scrollHeight, scrollTop, clientHeight } = element;
      following.current = scrollHeight - scrollTop - clientHeight < near;
    };
    element?.addEventListener("scroll", scrolled, { passive: true });
    return () => element?.removeEventListener("scroll", scrolled);
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && following.current && !props.still) {
      element.scrollTop = element.scrollHeight;
    }
  }, [props.rows]);
  return (
    <ul
      class="rolling"
      role="list"
      aria-label={words.frames.title}
      tabIndex={0}
      ref={list}
    >
      {props.rows.map((row) =>
        "beats" in row ? (
          <Beats key={row.key} fold={row} />
        ) : (
          <Row key={row.key} entry={row} />
        ),
      )}
    </ul>
  );
}

function Beats(props: { fold: Fold }) {
  const t = useTexts();
  const { words } = useInspection();
  const { beats, at } = props.fold;
  return (
    <li class="beats quiet">
      <time>{clockTime(t.language, at)}</time>
      <span>{words.frames.beats(t.format.number(beats), beats)}</span>
    </li>
  );
}

const Row = memo(function Row(props: { entry: Entry }) {
  const t = useTexts();
  const { words } = useInspection();
  const [open, setOpen] = useState(false);
  const { entry } = props;
  const id = idOf(t, words, entry);
  const way = entry.sent ? "sent" : "received";
  return (
    <li class="frame" data-way={way}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <time>{clockTime(t.language, entry.at)}</time>
          <span class="way">
            <Icon name={entry.sent ? "send" : "down"} />
            <span class="unseen">{words.frames[way]}</span>
          </span>
          <code>{entry.type || words.frames.unreadable}</code>
          <span class="id">{id}</span>
          <span class="size">{t.format.bytes(entry.bytes)}</span>
        </summary>
        {open && (
          <>
            <pre dir="ltr" tabIndex={0}>
              {entry.frame === undefined
                ? entry.text
                : JSON.stringify(entry.frame, null, 2)}
            </pre>
            {entry.text.length < entry.bytes && entry.frame === undefined && (
              <p class="quiet">{words.frames.cut}</p>
            )}
          </>
        )}
      </details>
    </li>
  );
});
