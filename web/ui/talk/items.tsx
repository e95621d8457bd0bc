/** The menu of the conversation. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { Icon, type IconName } from "../parts/icons-later.tsx";
import { useSheet } from "../parts/sheet.ts";
import { useTexts } from "../parts/texts.ts";
import type { Store } from "../store.ts";
import { menu } from "../styles/menu.ts";
import { copyConversation, saveConversation } from "./take.ts";

/** One thing that can be done. */
type Item = {
  readonly name: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  do(): void;
};

/**
 * The open menu, with the focus in it. Arrows go through it, Home and End to its
 * ends, a letter to the next name that begins with it. `onClose`: an item was
 * chosen, or Escape; `onLeave`: the focus goes elsewhere.
 */
export function Items(props: {
  id: string;
  /** Where the focus begins. */
  from: "first" | "last";
  store: Store;
  empty: boolean;
  onClose: () => void;
  onLeave: () => void;
}) {
  const t = useTexts();
  const { from, onClose, onLeave } = props;
  const list = useRef<HTMLDivElement>(null);
  useSheet(list, menu);

  const entries = (): HTMLButtonElement[] => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>(
      "[role=menuitem]:not(:disabled)",
    ) ?? []),
  ];

  useLayoutEffect(() => {
    entries()
      .at(from === "first" ? 0 : -1)
      ?.focus();
  }, [from]);

  function onKeyDown(event: KeyboardEvent): void {
    const all = entries();
    const at = all.findIndex((entry) => entry === event.target);
    const go = (to: number): void => {
      all.at(to % all.length)?.focus();
      event.preventDefault();
    };
    switch (event.key) {
      case "ArrowDown":
        return go(at + 1);
      case "ArrowUp":
        return go(at - 1);
      case "Home":
        return go(0);
      case "End":
        return go(-1);
      case "Escape":
        event.preventDefault();
        return onClose();
      case "Tab":
        return onLeave();
    }
    if (event.key.length !== 1 || event.key === " ") return;
    const letter = event.key.toLocaleLowerCase(t.language);
    const next = [...all.slice(at + 1), ...all].find((entry) =>
      entry.textContent.trim().toLocaleLowerCase(t.language).startsWith(letter),
    );
    next?.focus();
  }

  return (
    <div
      ref={list}
      id={props.id}
      class="items"
      role="menu"
      aria-label={t.names.more}
      onKeyDown={onKeyDown}
    >
      {useItems(props).map((item) => (
        <button
          key={item.name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.disabled ?? false}
          onClick={() => {
            onClose();
            item.do();
          }}
        >
          <Icon name={item.icon} />
          <span>{item.name}</span>
        </button>
      ))}
    </div>
  );
}

function useItems({ store, empty }: { store: Store; empty: boolean }): Item[] {
  const { show, announce } = useShared();
  const t = useTexts();
  return [
    {
      name: t.menu.copy,
      icon: "copy",
      disabled: empty,
      do: () => void copyConversation(store.get(), t, announce),
    },
    {
      name: t.menu.export,
      icon: "save",
      disabled: empty,
      do: () => saveConversation(store.get()),
    },
    { name: t.names.tools, icon: "tool", do: () => show("tools") },
    { name: t.names.settings, icon: "settings", do: () => show("settings") },
  ];
}
