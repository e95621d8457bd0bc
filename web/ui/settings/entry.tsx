/** One remembered value: its key, age and size, folded; and what is left of a deleted one. */

import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Entry } from "../../tools/store.ts";
import { Value } from "../calls/value.tsx";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons-later.tsx";
import { When } from "./when.tsx";

/** `gone`: it is deleted, and can be put back as long as the panel is open. */
export function EntryRow(props: {
  entry: Entry;
  gone: boolean;
  onDelete: (entry: Entry) => void;
  onUndo: (entry: Entry) => void;
}) {
  const t = useTexts();
  const { entry, gone } = props;
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const value = useId();
  useFocusKept(row, gone);

  if (gone) {
    return (
      <li class="entry gone" ref={row}>
        <p id={value}>{t.settings.deleted(entry.key)}</p>
        <button
          type="button"
          class="small"
          aria-describedby={value}
          aria-label={t.settings.undoOne(entry.key)}
          onClick={() => props.onUndo(entry)}
        >
          {t.settings.undo}
        </button>
      </li>
    );
  }
  return (
    <li class="entry" ref={row}>
      <button
        type="button"
        class="fold"
        aria-expanded={open}
        aria-controls={value}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" />
        <bdi>{entry.key}</bdi>
      </button>
      <p class="facts">
        <span>{t.format.bytes(entry.bytes)}</span>
        <When at={entry.storedAt} />
      </p>
      <button
        type="button"
        class="bare"
        aria-label={t.settings.deleteOne(entry.key)}
        onClick={() => props.onDelete(entry)}
      >
        <Icon name="trash" />
      </button>
      <div class="inside" id={value} hidden={!open}>
        {open && <Value title={t.settings.value} value={entry.value} />}
      </div>
    </li>
  );
}

/** The button that was pressed is gone: its row's last one takes the focus. */
function useFocusKept(
  row: { readonly current: HTMLElement | null },
  gone: boolean,
): void {
  const before = useRef(gone);
  useLayoutEffect(() => {
    const changed = before.current !== gone;
    before.current = gone;
    const root = row.current?.getRootNode();
    if (!changed || !(root instanceof ShadowRoot)) return;
    const { activeElement } = root;
    if (activeElement !== null && activeElement.localName !== "dialog") return;
    const buttons =
      row.current?.querySelectorAll<HTMLElement>(":scope > button");
    [...(buttons ?? [])].at(-1)?.focus();
  }, [row, gone]);
}
