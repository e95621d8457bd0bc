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
  /** It is known now whose draft it is: theirs, unless something was written meanwhile. */
  belongTo(subject: string): void;
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

/**
 * Begins with what is on the shelf for its owner (see `Client.subject`), with
 * nothing if that is not known yet. Without a shelf, a draft lasts as long as
 * the page. `name` tells conversations apart; default: the only one.
 */
export function createDraftStore(
  shelf: Shelf | undefined,
  name = "",
  owner: { readonly subject: string | undefined } = { subject: "" },
): DraftStore {
  let { subject } = owner;
  let draft = subject === undefined ? blank : read(shelf, keyOf(name, subject));
  const listeners = new Set<() => void>();
  const become = (next: Draft): void => {
    draft = next;
    if (subject !== undefined) write(shelf, keyOf(name, subject), next);
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => draft,
    change(to) {
      const next = to(draft);
      if (next !== draft) become(next);
    },
    belongTo(known) {
      if (subject !== undefined) return;
      subject = known;
      const written = draft.text.trim() !== "";
      become(written ? draft : read(shelf, keyOf(name, known)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Takes a draft off the shelf: its owner has signed out. */
export function dropDraft(
  shelf: Shelf | undefined,
  name: string | undefined,
  subject: string,
): void {
  write(shelf, keyOf(name, subject), blank);
}

const keyOf = (name = "", subject: string): string =>
  draftKey + name + (subject && `-${subject}`);

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
