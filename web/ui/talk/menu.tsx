/** The button of the conversation's menu. The menu comes when somebody goes near it. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { lazy } from "../parts/lazy.tsx";
import type { Store } from "../store.ts";
import { fetchLater } from "../strings/texts.ts";

const fetchItems = () => import("./items.tsx");

const Items = lazy(() => fetchItems().then((part) => part.Items));

/**
 * A button that opens a menu; a click beside it closes it. `empty`: nothing was
 * said yet.
 */
export function Menu(props: { store: Store; empty: boolean }) {
  const { texts: t } = useShared();
  const [open, setOpen] = useState<"first" | "last">();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function soon(): void {
    void fetchItems().catch(() => {});
    void fetchLater(t).catch(() => {});
  }

  function close(): void {
    setOpen(undefined);
    button.current?.focus({ preventScroll: true });
  }

  useEffect(() => {
    if (open === undefined) return;
    const outside = (event: Event): void => {
      if (menu.current && event.composedPath().includes(menu.current)) return;
      setOpen(undefined);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") setOpen("first");
    else if (event.key === "ArrowUp") setOpen("last");
    else if (event.key === "Escape" && open !== undefined) close();
    else return;
    event.preventDefault();
  }

  return (
    <div class="menu" ref={menu}>
      <button
        ref={button}
        type="button"
        class="bare"
        aria-label={t.names.more}
        title={t.names.more}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onPointerEnter={soon}
        onFocus={soon}
        onClick={() => (open ? close() : setOpen("first"))}
        onKeyDown={onKeyDown}
      >
        <Icon name="more" />
      </button>
      {open && (
        <Items
          id={id}
          from={open}
          store={props.store}
          empty={props.empty}
          onClose={close}
          onLeave={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
