/** What a page in a frame may not use unless the page around it says so. */

import type { Texts } from "../strings/texts.ts";

const features: { readonly [tool: string]: string } = {
  geolocation_get: "geolocation",
  clipboard_read: "clipboard-read",
  clipboard_write: "clipboard-write",
};

/** Whether this page stands in another one. */
export function inFrame(): boolean {
  return globalThis.top !== globalThis.self;
}

/** Who can switch on what the page's policy keeps from a tool. */
export function policyFix(t: Texts, tool: string, framed: boolean): string {
  if (!framed) return t.toolbox.fixes.policy;
  const feature = features[tool];
  return t.toolbox.framed(
    feature === undefined ? "allow" : `allow="${feature}"`,
  );
}
