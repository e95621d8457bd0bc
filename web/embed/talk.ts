/** The doors between the element, which is there at once, and the rest of it. */

import type { Client } from "../client/api.ts";
import type { Conversation } from "../ui/conversation.tsx";
import type { FarhandElement, Mode } from "./api.ts";

/** The element, as far as the rest needs it. */
export type Stage = {
  readonly element: FarhandElement;
  readonly root: ShadowRoot;
  /** The panel's parent. */
  readonly layer: HTMLElement;
  readonly launcher: HTMLElement;
  /** The server, with a slash at the end. */
  readonly server: string;
  /** Of the conversation, where something is kept in the tab. */
  readonly name: string;
  mode(): Mode;
};

/** A conversation in the panel of an element. */
export type Shown = {
  /** The element was opened, closed, or has other attributes. */
  draw(): void;
  /** Moves the focus to where one writes. */
  enter(): void;
  /** Takes it off the page. The conversation goes on. */
  leave(): void;
};

/** A conversation with its client. It goes on while no element shows it. */
export type Talk = Pick<Conversation, "approve" | "gesture" | "ask"> & {
  readonly client: Client;
  /** Forgets what was said and begins anew. */
  restart(): void;
  /** Shows it there, and nowhere else any more. */
  show(stage: Stage): Shown;
};

/** What the file of the rest exports. */
export type Rest = {
  /** Begins the conversation of an element, with what its page wants. */
  begin(stage: Stage): Promise<Talk>;
};
