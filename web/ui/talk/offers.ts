/** What the menu of the conversation offers. */

import { useMemo } from "preact/hooks";
import type { Shared } from "../parts/hooks.ts";
import type { Store } from "../store.ts";
import { fetchLater } from "../strings/texts.ts";
import type { MenuItem } from "./menu.tsx";

/** Fetches what the items need; asked when the menu opens, so that a click finds it. */
export const fetchTake = () => import("./take.ts");

/** The items of the menu. `empty`: there is nothing to copy. */
export function useOffers(
  store: Store,
  shared: Shared,
  empty: boolean,
): readonly MenuItem[] {
  return useMemo(() => {
    const { texts: t, show, announce } = shared;
    const copy = async (): Promise<void> => {
      const [take, all] = await Promise.all([fetchTake(), fetchLater(t)]);
      await take.copyConversation(store.get(), all, announce);
    };
    const exportAll = async (): Promise<void> =>
      (await fetchTake()).saveConversation(store.get());
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
