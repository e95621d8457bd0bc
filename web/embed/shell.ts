/** What is drawn before the rest is there. */

import { add, assign } from "./add.ts";
import { styles } from "./styles.ts";

/** A shadow root with a launcher in it, and room for a panel. */
export type Shell = {
  readonly root: ShadowRoot;
  readonly layer: HTMLElement;
  readonly region: HTMLElement;
  readonly launcher: HTMLElement;
};

let sheet: CSSStyleSheet | undefined;

/** `opened`: the launcher was pressed. */
export function createShell(host: HTMLElement, opened: () => void): Shell {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  const layer = add(root, "div");
  layer.title = ""; // or the host's attribute would show as a tooltip
  const region = add(layer, "section");
  const launcher = add(region, "button", {
    class: "launcher",
    part: "launcher",
    "aria-haspopup": "dialog",
  });
  launcher.onclick = opened;
  launcher.append(bubble());
  return { root, layer, region, launcher };
}

/** A speech bubble with the two places of the product's mark, joined. */
function bubble(): SVGElement {
  const svg = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(svg, "svg");
  const line = document.createElementNS(svg, "path");
  assign(icon, {
    viewBox: "0 0 24 24",
    width: "30",
    "aria-hidden": "true",
  });
  assign(line, {
    d: "M5.5 4h13A2.5 2.5 0 0 1 21 6.5v8a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 3.5V17h-1A2.5 2.5 0 0 1 3 14.5v-8A2.5 2.5 0 0 1 5.5 4ZM9.8 10.5h4.4M7 10.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0ZM14.2 10.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0Z",
  });
  icon.append(line);
  return icon;
}
