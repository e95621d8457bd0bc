/**
 * What the person is writing. It is never lost: it survives a reload of the
 * tab, words that were not taken, and an edit that is given up.
 */

/** The text in the composer. */
export type Draft = {
  readonly text: string;
  /** A message is being edited: its id, and what stood in the composer before. */
  readonly editing?: { readonly id: string; readonly kept: string };
};

/** Nothing written. */
export const blank: Draft = { text: "" };

/** The draft with another text. */
export function typed(draft: Draft, text: string): Draft {
  return { ...draft, text };
}

/** A message comes back into the composer; what stood there is kept. */
export function edit(
  draft: Draft,
  message: { readonly id: string; readonly words: string },
): Draft {
  const kept = draft.editing?.kept ?? draft.text;
  return { text: message.words, editing: { id: message.id, kept } };
}

/** The edit is given up, or its words were taken: what was kept is there again. */
export function settled(draft: Draft): Draft {
  return { text: draft.editing?.kept ?? "" };
}

/** Words that were not taken after all. They do not overwrite what was written since. */
export function handedBack(draft: Draft, words: string): Draft {
  return draft.text.trim() === "" ? { ...draft, text: words } : draft;
}

/** The message that is edited can no longer be replaced; its words stay. */
export function detached(draft: Draft): Draft {
  if (draft.editing === undefined) return draft;
  return { text: joined(draft.editing.kept, draft.text) };
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}

/** Where drafts are kept: the part of Storage that is needed. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The key in sessionStorage, which belongs to one tab. */
export const draftKey = "farhand.draft";

/** The draft of the composer, kept on a shelf after each change. */
export type DraftStore = {
  get(): Draft;
  change(to: (draft: Draft) => Draft): void;
  /**
   * Whose draft it is from now on, as `Client.subject`. Another user finds their
   * own; one who signed out leaves none. What was written before it was known
   * who it is stays with the first one.
   */
  belongTo(subject: string | undefined): void;
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

/**
 * Begins with what is on the shelf for nobody in particular, or with nothing if
 * it is not `known` who writes. Without a shelf, a draft lasts as long as the
 * page. `name` tells conversations apart; default: the only one.
 */
export function createDraftStore(
  shelf: Shelf | undefined,
  name = "",
  known = true,
): DraftStore {
  let subject = known ? "" : undefined;
  const keyOf = (user: string): string =>
    draftKey + name + (user && `-${user}`);
  let draft = subject === undefined ? blank : read(shelf, keyOf(subject));
  const listeners = new Set<() => void>();
  const become = (next: Draft): void => {
    draft = next;
    if (subject !== undefined) write(shelf, keyOf(subject), next);
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => draft,
    change(to) {
      const next = to(draft);
      if (next !== draft) become(next);
    },
    belongTo(next) {
      if (next === subject) return;
      const before = subject;
      if (before !== undefined) {
        if (next === undefined) write(shelf, keyOf(before), blank);
        draft = blank;
      }
      subject = next;
      const written = draft.text.trim() !== "" || next === undefined;
      become(written ? draft : read(shelf, keyOf(next)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The tab's own shelf; undefined where the browser keeps it closed. */
export function tabShelf(): Shelf | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

// The session of an edited message ends with the page, so its text is a draft like any.
function read(shelf: Shelf | undefined, key: string): Draft {
  try {
    return { text: shelf?.getItem(key) ?? "" };
  } catch {
    return blank;
  }
}

function write(shelf: Shelf | undefined, key: string, draft: Draft): void {
  const { text } = detached(draft);
  try {
    if (text === "") shelf?.removeItem(key);
    else shelf?.setItem(key, text);
  } catch {
    // Full: it lasts as long as the page.
  }
}
