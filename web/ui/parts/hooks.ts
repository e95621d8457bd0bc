/** The hooks that the components share. */

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/api.ts";
import type { ServerHello } from "../../gen/protocol.ts";
import type { Desk } from "../calls/asks.ts";
import type { PreferenceStore } from "../settings/preferences.ts";
import type { FirstTexts } from "../strings/texts.ts";
import type { Store } from "../store.ts";
import type { Wishes } from "../wishes.ts";
import type { ChatState } from "../state.ts";

/** The panels: the question before a new conversation, settings, what can be done here. */
export type PanelName = "new" | "settings" | "tools";

/** What components far down need to know. */
export type Shared = {
  readonly hello: ServerHello | undefined;
  /** As Client.subject. */
  readonly subject: string | undefined;
  readonly desk: Desk;
  /** How the page draws calls of a tool, if it does. */
  readonly rendering: Client["rendering"];
  readonly preferences: PreferenceStore;
  readonly texts: FirstTexts;
  /** What the page around wants otherwise. */
  readonly wishes: Wishes;
  /** Lays a panel over the conversation, or takes it away. */
  readonly show: (panel: PanelName | undefined) => void;
  /** Tells a screen reader a sentence. */
  readonly announce: (sentence: string) => void;
};

/** Set once by Chat. */
export const SharedContext = createContext<Shared | undefined>(undefined);

/** Whether a question waits for the user. Set by Chat; for what lies over it. */
export const WaitingContext = createContext(false);

/** What Chat shares. */
export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (shared === undefined) throw new Error("used outside of Chat");
  return shared;
}

/** The conversation of a store; the component renders again when it changes. */
export function useStore(store: Store): ChatState {
  const [state, setState] = useState(store.get());
  useEffect(() => {
    setState(store.get());
    return store.subscribe(() => setState(store.get()));
  }, [store]);
  return state;
}

/** The time as Date.now() counts, renewed at the given pace while active. */
export function useNow(active: boolean, everyMs: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs]);
  return now;
}
