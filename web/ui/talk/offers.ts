/** What the menu of the conversation offers. */

import { useMemo } from "preact/hooks";
import type { Shared } from "../parts/hooks.ts";
import { save } from "../parts/save.ts";
import type { Store } from "../store.ts";
import type { MenuItem } from "./menu.tsx";
import { copyAndTell } from "../parts/copy.tsx";

/** Fetches what an export needs; asked when the menu opens, so that a click finds it. */
export const fetchExport = () => import("./export.ts");

/** The items of the menu. `empty`: there is nothing to copy. */
export function useOffers(
  store: Store,
  shared: Shared,
  empty: boolean,
): readonly MenuItem[] {
  return useMemo(() => {
    const { texts: t, show } = shared;
    const copy = async (): Promise<void> => {
      const { toMarkdown } = await fetchExport();
      await copyAndTell(toMarkdown(store.get(), t), shared);
    };
    const exportAll = async (): Promise<void> => {
      const { toJSON } = await fetchExport();
      const now = Date.now();
      const day = new Date(now).toISOString().slice(0, 10);
      const name = `conversation-${day}.json`;
      save(name, "application/json", toJSON(store.get(), now));
    };
    return [
      {
        name: t.menu.copy,
        icon: "copy",
        disabled: empty,
        do: () => void copy(),
      },
      {
        name: t.menu.export,
        icon: "save",
        disabled: empty,
        do: () => void exportAll(),
      },
      { name: t.names.tools, icon: "tool", do: () => show("tools") },
      { name: t.names.settings, icon: "settings", do: () => show("settings") },
    ];
  }, [store, shared, empty]);
}
