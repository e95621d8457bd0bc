/** What a classic script of the element does when it runs. */

import { attributes } from "./api.ts";
import { define } from "./element.ts";
import type { Rest } from "./talk.ts";

/** `rest` gets the address of the script. Takes a script that runs now. */
export function run(rest: (here: string) => Promise<Rest>): void {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) {
    throw new Error("farhand: a classic script, not a module");
  }
  const here = script.src || document.baseURI;
  const server = new URL("..", here).href;
  define({ server, rest: () => rest(here) });
  const option = (name: string) => script.getAttribute(`data-${name}`);
  const options = attributes.filter((name) => option(name) !== null);
  if (options.length === 0) return;
  const make = (): void => {
    if (document.querySelector("farhand-chat") !== null) return;
    const element = document.createElement("farhand-chat");
    for (const name of options) element.setAttribute(name, option(name) ?? "");
    document.documentElement.append(element);
  };
  if (document.readyState !== "loading") make();
  else document.addEventListener("DOMContentLoaded", make);
}
