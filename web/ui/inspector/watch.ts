/**
 * What went over the socket, for the inspector: the last frames both ways, as
 * text, bounded in number and size. They are kept only while the inspector is
 * offered, and before the first hello, which says whether it is; what the page
 * announced of its tools is kept always.
 *
 * It stands outside of the inspector's own chunk, so that nothing is missed
 * until that is loaded.
 */

import type { Client } from "../../client/api.ts";
import { utf8Bytes } from "../../client/utf8.ts";
import type { ToolsChanged } from "../../gen/protocol.ts";

/** One frame. */
export type Entry = {
  /** Counts up. */
  readonly key: number;
  /** As Date.now() counts. */
  readonly at: number;
  /** By this page; else by the server. */
  readonly sent: boolean;
  /** As on the wire, cut after `mostChars`. */
  readonly text: string;
  /** UTF-8 bytes of the whole frame. */
  readonly bytes: number;
  /** The frame's type; "" if it has none. */
  readonly type: string;
  /** The frame; undefined if it was cut or is no JSON object. */
  readonly frame: { readonly [field: string]: unknown } | undefined;
};

/** What the page last told of its tools. */
export type Announced = Pick<ToolsChanged, "tools" | "unavailable">;

/** The frames of a client. */
export type Watch = {
  /** Oldest first. Another array after each change. */
  entries(): readonly Entry[];
  announced(): Announced | undefined;
  /** Forgets the frames so far. */
  clear(): void;
  /** Calls the listener after each frame until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

const mostEntries = 500;
const mostChars = 100_000; // of one frame
const mostCharsInAll = 2_000_000;

/** Watches a client from now on. `offered`: the inspector is there for this person. */
export function createWatch(
  client: Pick<Client, "on" | "hello">,
  offered: () => boolean,
): Watch {
  let entries: Entry[] = [];
  let announced: Announced | undefined;
  let keys = 0;
  let chars = 0;
  const listeners = new Set<() => void>();

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const clear = (): void => {
    entries = [];
    chars = 0;
    tell();
  };

  client.on("wire", ({ sent, text }) => {
    const frame = parse(text);
    const type = String(frame?.["type"] ?? "");
    if (sent && (type === "hello" || type === "tools_changed")) {
      announced = frame as unknown as Announced;
    }
    if (client.hello !== undefined && !offered()) return;
    const whole = text.length <= mostChars;
    const entry = {
      key: ++keys,
      at: Date.now(),
      sent,
      text: whole ? text : text.slice(0, mostChars),
      bytes: utf8Bytes(text),
      type,
      frame: whole ? frame : undefined,
    };
    chars += entry.text.length;
    entries = [...entries, entry];
    while (entries.length > mostEntries || chars > mostCharsInAll) {
      chars -= entries.shift()?.text.length ?? 0;
    }
    tell();
  });
  client.on("hello", () => {
    if (!offered()) clear();
  });

  return {
    entries: () => entries,
    announced: () => announced,
    clear,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function parse(
  text: string,
): { readonly [field: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as { readonly [field: string]: unknown })
      : undefined;
  } catch {
    return undefined;
  }
}
