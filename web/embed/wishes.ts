/** What the attributes of an element wish for. */

import type { Wishes } from "../ui/wishes.ts";

/** `usual` is the title where the page gives
 * none; `close` is offered where the element can be closed.
 */
export function wishesOf(
  element: HTMLElement,
  key: string,
  usual: string,
  close: (() => void) | undefined,
): Wishes {
  const text = (name: string) => element.getAttribute(name) || undefined;
  const theme = text("theme");
  const language = element.closest("[lang]")?.getAttribute("lang");
  const wishes = {
    title: text("title") ?? usual,
    greeting: text("greeting"),
    examples: examplesIn(text("examples")),
    placeholder: text("placeholder"),
    theme: theme === "light" || theme === "dark" ? theme : undefined,
    languages: language ? [language] : [],
    onClose: close,
    key,
  };
  const wished = Object.entries(wishes).filter(
    ([, wish]) => wish !== undefined,
  );
  return Object.fromEntries(wished);
}

function examplesIn(text: string | undefined): readonly string[] | undefined {
  if (!text?.startsWith("[")) return text?.split("|").map((one) => one.trim());
  try {
    return (JSON.parse(text) as readonly unknown[]).map(String);
  } catch {
    console.warn("farhand: the attribute examples is no JSON array");
    return undefined;
  }
}
