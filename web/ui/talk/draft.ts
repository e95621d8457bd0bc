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
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

/**
 * Begins with what is on the shelf. Without one, a draft lasts as long as the
 * page. `name` tells conversations apart; default: the only one.
 */
export function createDraftStore(
  shelf: Shelf | undefined,
  name = "",
): DraftStore {
  const key = draftKey + name;
  let draft = read(shelf, key);
  const listeners = new Set<() => void>();
  return {
    get: () => draft,
    change(to) {
      const next = to(draft);
      if (next === draft) return;
      draft = next;
      write(shelf, key, next);
      for (const listener of [...listeners]) listener();
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
