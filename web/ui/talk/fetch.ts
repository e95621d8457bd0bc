/** What comes after the first message: asked for by whoever needs it first. */

type Markdown = typeof import("./markdown/entry.ts");

let here: Markdown | undefined;
let coming: Promise<Markdown | undefined> | undefined;

/** What shows the conversation: fetched when somebody begins to write, or sends a prompt. */
export const fetchTranscript = () => import("./transcript.tsx");

/** Lines about the conversation as a whole, and about words that were not sent. */
export const fetchTold = () => import("./told.tsx");

/** Fetches what reads Markdown; undefined if it does not come. Asked again, it tries again. */
export function fetchMarkdown(): Promise<Markdown | undefined> {
  coming ??= import("./markdown/entry.ts").then(
    (module) => (here = module),
    (error: unknown) => {
      console.warn("farhand: answers are shown as plain text", error);
      coming = undefined;
      return undefined;
    },
  );
  return coming;
}

/** What reads Markdown, if it is here already. */
export function markdown(): Markdown | undefined {
  return here;
}
