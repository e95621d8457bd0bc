/** The menu of the conversation. */

import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { Icon, type IconName } from "../parts/icons.tsx";

/** One thing that can be done. */
export type MenuItem = {
  readonly name: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  do(): void;
};

/**
 * A button that opens a menu. Arrows go through it, Home and End to its ends,
 * a letter to the next name that begins with it; Escape, Tab and a click
 * beside it close it, and the focus returns to the button. `onOpen`: what the
 * items need may be fetched now.
 */
export function Menu(props: {
  items: readonly MenuItem[];
  onOpen?: () => void;
}) {
  const { texts: t } = useShared();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const from = useRef<"first" | "last">("first");
  const id = useId();

  const entries = (): HTMLButtonElement[] => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>(
      "[role=menuitem]:not(:disabled)",
    ) ?? []),
  ];

  function show(which: "first" | "last"): void {
    from.current = which;
    props.onOpen?.();
    setOpen(true);
  }

  function close(): void {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    if (open)
      entries()
        .at(from.current === "first" ? 0 : -1)
        ?.focus();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      const path = event.composedPath();
      if (list.current && path.includes(list.current)) return;
      if (button.current && path.includes(button.current)) return;
      setOpen(false);
    };
    const { ownerDocument } = list.current ?? button.current ?? {};
    ownerDocument?.addEventListener("pointerdown", outside);
    return () => ownerDocument?.removeEventListener("pointerdown", outside);
  }, [open]);

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
        return close();
      case "Tab":
        return setOpen(false);
    }
    if (event.key.length !== 1 || event.key === " ") return;
    const letter = event.key.toLocaleLowerCase(t.language);
    const next = [...all.slice(at + 1), ...all].find((entry) =>
      entry.textContent.trim().toLocaleLowerCase(t.language).startsWith(letter),
    );
    next?.focus();
  }

  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class="bare"
        aria-label={t.menu.name}
        title={t.menu.name}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : show("first"))}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show(event.key === "ArrowDown" ? "first" : "last");
        }}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          class="items"
          role="menu"
          aria-label={t.menu.name}
          onKeyDown={onKeyDown}
        >
          {props.items.map((item) => (
            <button
              key={item.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              disabled={item.disabled ?? false}
              onClick={() => {
                close();
                item.do();
              }}
            >
              <Icon name={item.icon} />
              <span>{item.name}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
