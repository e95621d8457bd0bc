/** The choices of the person, in a component. */

import { useEffect, useState } from "preact/hooks";
import type { PreferenceStore, Preferences } from "./preferences.ts";

/** The component renders again when one of them changes, also in another tab. */
export function usePreferences(store: PreferenceStore): Preferences {
  const [preferences, setPreferences] = useState(store.get());
  useEffect(() => {
    const follow = (): void => setPreferences(store.get());
    follow();
    return store.subscribe(follow);
  }, [store]);
  return preferences;
}
