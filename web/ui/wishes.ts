/** What the page around a conversation may want otherwise. */

/** Every field may be left out: it is then as on the page at /. */
export type Wishes = {
  /** Its name, instead of what stands inside of the element. */
  readonly title?: string;
  /** The sentence of the empty conversation. */
  readonly greeting?: string;
  /** Things to try, instead of those of the tools; as they are, in no other language. */
  readonly examples?: readonly string[];
  /** In the field where one writes. */
  readonly placeholder?: string;
  /** For people who have chosen none. */
  readonly theme?: "light" | "dark";
  /** BCP 47, before those of the browser, for people who have chosen none. */
  readonly languages?: readonly string[];
  /** Draws a button that closes it; the box around it is a dialog of the title's name. */
  readonly onClose?: () => void;
  /** Tells conversations of a document apart, where they keep something in the tab. */
  readonly key?: string;
};
