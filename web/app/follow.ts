/** Keeps the document in the language, direction and theme of the element. */

import type { FarhandChat } from "../ui/element.tsx";
import { showTheme } from "./theme.ts";

/** From now on, as long as the page lives. */
export function followPresentation(chat: FarhandChat): void {
  const follow = (): void => {
    if (chat.presentation === undefined) return;
    const { language, direction, title, theme } = chat.presentation;
    const root = document.documentElement;
    root.lang = language;
    root.dir = direction;
    document.title = title;
    showTheme(theme);
  };
  chat.addEventListener("presentation", follow);
  follow();
}
