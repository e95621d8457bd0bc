/** The page around the element in the theme that the person has chosen. */

import type { Preferences } from "../ui/settings/preferences.ts";

/** As `--fh-surface` of the element; what bars of the browser take. */
const surfaces = { light: "#fbfaf8", dark: "#151513" } as const;

/**
 * Writes it where CSS (`data-theme` of <html>, see app.css) and the browser
 * (`<meta name="color-scheme">`, `<meta name="theme-color">`) read it.
 */
export function showTheme(theme: Preferences["theme"]): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  const meta = (name: string) =>
    document.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`);
  for (const scheme of meta("color-scheme")) {
    scheme.content = theme === "system" ? "light dark" : theme;
  }
  for (const colour of meta("theme-color")) {
    const dark = colour.getAttribute("media")?.includes("dark") ?? false;
    const here = dark ? "dark" : "light";
    colour.content = surfaces[theme === "system" ? here : theme];
  }
}
