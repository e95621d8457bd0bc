/** The types of farhand/element, apart from its code: they lead to none of the element's insides. */

import type { FarhandElement, FarhandEvents } from "../embed/api.ts";

export type { FarhandElement, FarhandEvents, Mode } from "../embed/api.ts";

declare global {
  interface HTMLElementTagNameMap {
    "farhand-chat": FarhandElement;
  }
  // The events bubble.
  interface HTMLElementEventMap extends FarhandEvents {}
  interface DocumentEventMap extends FarhandEvents {}
}
