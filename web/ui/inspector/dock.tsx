/**
 * The place of the inspector beside the conversation, while it is open. The
 * inspector itself is fetched after it.
 */

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icons.tsx";
import { lazy } from "../parts/lazy.tsx";
import { useTexts } from "../parts/texts.ts";
import { dock as sheet } from "../styles/dock.ts";
import { fillSheet } from "../styles/sheets.ts";
import type { DrawerProps } from "./drawer.tsx";
import { type Dock, remember, remembered } from "./open.ts";

fillSheet("dock", sheet);

const Drawer = lazy<DrawerProps>(() =>
  import("./drawer.tsx").then(({ Drawer }) => Drawer),
);

/** The drawer, with a way to close it. */
export function InspectorDock(
  props: Omit<DrawerProps, "tab" | "onTab" | "focus"> & { dock: Dock },
) {
  const t = useTexts();
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
