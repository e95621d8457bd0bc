/**
 * What a document leaves behind in its tab for the next one: the token of the
 * session, and what became of its calls. It lies there only while no document
 * uses it, so that a duplicated tab does not find it; meanwhile an empty note
 * says that it is in use. Written as one value, when the document goes: without
 * the token nobody could use the rest. Storage that is full or switched off
 * means that nothing is left behind.
 */

import type { ToolResult } from "../gen/protocol.ts";

/** Left for the next document of the tab. */
export type Left = {
  readonly token: string;
  /** The session's name: ids of calls mean nothing in another one. */
  readonly session: string;
  /** Ids of calls whose body began, and of which nothing else is left. */
  readonly started: readonly string[];
  /** Answers of calls that the server may not have. */
  readonly results: readonly ToolResult[];
};

/** The place in the tab for one server and one user of it. */
export type Tab = {
  /** Takes what an earlier document left. "in_use": this tab is a copy of one that goes on. */
  take(): Left | "in_use" | undefined;
  leave(left: Left): void;
  /** The note that what is to be left is in use. */
  mark(): void;
  clear(): void;
};

/** `server` is the address of its socket, `holder` the user, "" for nobody in particular. */
export function openTab(server: string, holder: string): Tab {
  const key = keyOf(server) + holder;
  const write = (value: string): boolean => {
    try {
      sessionStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  };
  const tab: Tab = {
    take() {
      try {
        const value = sessionStorage.getItem(key);
        if (value === null) return undefined;
        // Not marked again: the other document may be writing just now.
        if (value === "") return "in_use";
        tab.mark();
        return (JSON.parse(value) as Left | null) ?? undefined;
      } catch {
        return undefined;
      }
    },
    leave(left) {
      if (write(JSON.stringify(left))) return;
      const started = [...left.started, ...left.results.map(({ id }) => id)];
      write(JSON.stringify({ ...left, started, results: [] })) || tab.clear();
    },
    mark: () => void write(""),
    clear() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // There is none.
      }
    },
  };
  return tab;
}

/** Clears the places of every user. */
export function clearTab(server: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(keyOf(server))) sessionStorage.removeItem(key);
    }
  } catch {
    // There is none.
  }
}

/** No address has a space: none begins with another one's key. */
const keyOf = (server: string): string => `farhand:1:${server} `;
