/**
 * The place of the inspector beside the conversation. The inspector itself is
 * fetched when it is first opened. Whether it is open, and at which tab, is
 * remembered for the tab of the browser.
 */

import { useEffect, useRef, useState } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { lazy } from "../parts/lazy.tsx";
import type { DrawerProps } from "./drawer.tsx";

const Drawer = lazy<DrawerProps>(() =>
  import("./drawer.tsx").then(({ Drawer }) => Drawer),
);

/** The key in sessionStorage: the name of the open tab; "" or absent: closed. */
export const dockKey = "farhand.inspector";

/** Whether the inspector is open, and how that is changed. */
export type Dock = {
  readonly open: boolean;
  /** It was opened by hand, not as it was found. */
  readonly byHand: boolean;
  toggle(): void;
};

/** The state of the dock; closed while the inspector is not `offered`. */
export function useDock(offered: boolean): Dock {
  const [open, setOpen] = useState(() => remembered() !== "");
  const [byHand, setByHand] = useState(false);
  return {
    open: open && offered,
    byHand,
    toggle() {
      if (open) remember("");
      else remember("tools");
      setByHand(!open);
      setOpen(!open);
    },
  };
}

/** The button that opens and closes the inspector. */
export function InspectorButton(props: { dock: Dock }) {
  const { texts: t } = useShared();
  return (
    <button
      type="button"
      id="inspector-button"
      class="new cog braces"
      aria-expanded={props.dock.open}
      aria-label={t.names.inspector}
      onClick={props.dock.toggle}
    >
      <Icon name="braces" />
      <span>{t.names.inspector}</span>
    </button>
  );
}

/** The drawer, if it is open. */
export function InspectorDock(
  props: Omit<DrawerProps, "tab" | "onTab" | "focus"> & { dock: Dock },
) {
  return props.dock.open ? <Open {...props} /> : null;
}

function Open(props: Parameters<typeof InspectorDock>[0]) {
  const { texts: t } = useShared();
  const { dock, ...rest } = props;
  const element = useRef<HTMLElement>(null);
  const [tab] = useState(remembered);

  // The focus goes back to the button if it was in the drawer.
  useEffect(() => {
    const root = element.current?.getRootNode() as ShadowRoot | undefined;
    return () => {
      const { activeElement, body } = document;
      if (root?.activeElement != null || activeElement === body) {
        root?.getElementById("inspector-button")?.focus();
      }
    };
  }, []);

  return (
    <aside
      class="dock"
      ref={element}
      aria-label={t.names.inspector}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        dock.toggle();
      }}
    >
      <header>
        <h2>{t.names.inspector}</h2>
        <button
          type="button"
          class="bare"
          aria-label={t.names.close}
          onClick={dock.toggle}
        >
          <Icon name="close" />
        </button>
      </header>
      <Drawer {...rest} tab={tab} onTab={remember} focus={dock.byHand} />
    </aside>
  );
}

function remembered(): string {
  try {
    return sessionStorage.getItem(dockKey) ?? "";
  } catch {
    return "";
  }
}

function remember(tab: string): void {
  try {
    sessionStorage.setItem(dockKey, tab);
  } catch {
    // Not allowed: it is closed after a reload.
  }
}
