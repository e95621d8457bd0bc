/**
 * The memory of this browser: one IndexedDB database of the page's origin for
 * each user, one object store, JSON values by key, capped in count and bytes.
 * Every operation is one transaction, so several tabs can use it at once, and
 * each change is told to all of them. `subject` is that of the client: "" is
 * nobody in particular, as on pages without tickets.
 */

import { utf8Bytes } from "../client/utf8.ts";
import { ToolError } from "../client/error.ts";

/** One remembered value. */
export type Entry = {
  readonly key: string;
  readonly value: unknown;
  /** Of the value's JSON in UTF-8. */
  readonly bytes: number;
  /** As Date.now() counts. */
  readonly storedAt: number;
  /** Grows with every write; tells apart what was stored in one millisecond. */
  readonly order: number;
};

/** What of an entry outlives this browser, in a file of the user's. */
export type Kept = Pick<Entry, "key" | "value" | "storedAt">;

/** The caps. What memory_get and memory_list answer stays within 64 KiB. */
export const caps = {
  entries: 500,
  valueBytes: 64 * 1024 - 64,
  totalBytes: 5 * 1024 * 1024,
  /** Of all keys with what memory_list says of each. */
  listBytes: 64 * 1024 - 64,
} as const;

const databaseOf = (subject: string): string =>
  subject === "" ? "farhand" : `farhand-${subject}`;
const store = "memory";
const channel = "farhand-memory";
/** Shorter than any tool's own limit, so that a location is not lost with it. */
const openMs = 5_000;

/** Undefined if nothing is stored under the key. */
export async function readEntry(
  key: string,
  subject = "",
): Promise<Entry | undefined> {
  return await transact<Entry | undefined>(
    subject,
    "readonly",
    (memory, done) => {
      const request: IDBRequest<Entry | undefined> = memory.get(key);
      request.onsuccess = () => done(request.result);
    },
  );
}

/** Every entry, newest first. */
export async function allEntries(subject = ""): Promise<Entry[]> {
  const entries = await transact<Entry[]>(
    subject,
    "readonly",
    (memory, done) => {
      const request: IDBRequest<Entry[]> = memory.getAll();
      request.onsuccess = () => done(request.result);
    },
  );
  return entries.sort((a, b) => b.order - a.order);
}

/** Stores or replaces. Throws a ToolError that says which cap is reached and what helps. */
export async function writeEntry(
  key: string,
  value: unknown,
  subject = "",
): Promise<void> {
  const bytes = utf8Bytes(JSON.stringify(value));
  if (bytes > caps.valueBytes) {
    throw new ToolError(
      "failed",
      `the value has ${bytes} bytes, at most ${caps.valueBytes} fit under one key; store less or split it`,
    );
  }
  await transact<void>(subject, "readwrite", (memory, done, fail) => {
    const request: IDBRequest<Entry[]> = memory.getAll();
    request.onsuccess = () => {
      const others = request.result.filter((entry) => entry.key !== key);
      const fault = full(others, key, bytes);
      if (fault !== undefined) return fail(new ToolError("failed", fault));
      const order = Math.max(0, ...request.result.map((e) => e.order)) + 1;
      memory.put({ key, value, bytes, storedAt: Date.now(), order });
      done();
    };
  });
}

/** Whether there was anything to delete. */
export async function deleteEntry(key: string, subject = ""): Promise<boolean> {
  return await transact<boolean>(subject, "readwrite", (memory, done) => {
    const request = memory.count(key);
    request.onsuccess = () => {
      memory.delete(key);
      done(request.result > 0);
    };
  });
}

/** Deletes every entry. */
export async function clearEntries(subject = ""): Promise<void> {
  await transact<void>(subject, "readwrite", (memory, done) => {
    memory.clear().onsuccess = () => done();
  });
}

/** Deletes the database itself. */
export async function deleteMemory(subject = ""): Promise<void> {
  if (globalThis.indexedDB === undefined) return; // then nothing was stored
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseOf(subject));
    request.onsuccess = () => resolve();
    request.onerror = () => reject(unusable(request.error));
  });
  tellOfChange();
}

/**
 * Puts entries back with their own times, in place of what their keys hold now:
 * all of them, or none if there is no room, which the answer tells. Values
 * must be within caps.valueBytes.
 */
export async function restoreEntries(
  kept: readonly (Kept & { readonly order?: number })[],
  subject = "",
): Promise<boolean> {
  const keys = new Set(kept.map(({ key }) => key));
  const back = kept.map(({ key, value, storedAt, order = 0 }) => {
    const bytes = utf8Bytes(JSON.stringify(value));
    return { key, value, bytes, storedAt, order };
  });
  return await transact<boolean>(subject, "readwrite", (memory, done) => {
    const request: IDBRequest<Entry[]> = memory.getAll();
    request.onsuccess = () => {
      const others = request.result.filter(({ key }) => !keys.has(key));
      const all = [...others, ...back].sort(
        (a, b) => a.storedAt - b.storedAt || a.order - b.order,
      );
      const last = all.at(-1);
      if (
        last !== undefined &&
        full(all.slice(0, -1), last.key, last.bytes) !== undefined
      ) {
        return done(false);
      }
      all.forEach((entry, at) => memory.put({ ...entry, order: at + 1 }));
      done(true);
    };
  });
}

/**
 * Calls back when something was written or deleted, here or in another tab of
 * this origin, and perhaps once more than that. Returns the unsubscribe.
 */
export function onMemory(listener: () => void): () => void {
  const changes = new BroadcastChannel(channel);
  changes.onmessage = () => listener();
  return () => changes.close();
}

function tellOfChange(): void {
  const changes = new BroadcastChannel(channel);
  changes.postMessage("");
  changes.close();
}

function full(others: Entry[], key: string, bytes: number): string | undefined {
  if (others.length >= caps.entries) {
    return fullOf(`${caps.entries} entries`);
  }
  const listed = others.reduce(
    (sum, entry) => sum + listedBytes(entry.key),
    listedBytes(key),
  );
  if (listed > caps.listBytes) {
    return fullOf("keys that are too long to be listed together");
  }
  const total = others.reduce((sum, entry) => sum + entry.bytes, bytes);
  if (total > caps.totalBytes) {
    return fullOf(`values of ${caps.totalBytes} bytes`);
  }
  return undefined;
}

function fullOf(what: string): string {
  return `the memory is full, it holds ${what}; delete an entry that is no longer needed first`;
}

/** What an entry takes in the answer of memory_list, at most: its key, and the rest of the row. */
function listedBytes(key: string): number {
  return utf8Bytes(JSON.stringify(key)) + 61;
}

/** Runs `work` in one transaction; its answer counts once the transaction is complete. */
async function transact<T>(
  subject: string,
  mode: IDBTransactionMode,
  work: (
    memory: IDBObjectStore,
    done: (answer: T) => void,
    fail: (error: ToolError) => void,
  ) => void,
): Promise<T> {
  const db = await open(subject);
  try {
    const answer = await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode);
      let complete: (() => void) | undefined;
      const fail = (error: ToolError): void => {
        reject(error);
        transaction.abort();
      };
      transaction.oncomplete = () => complete?.();
      transaction.onabort = () => reject(unusable(transaction.error));
      work(
        transaction.objectStore(store),
        (answered) => (complete = () => resolve(answered)),
        fail,
      );
    });
    if (mode === "readwrite") tellOfChange();
    return answer;
  } finally {
    db.close();
  }
}

/** Gives up on a browser that never answers, as while another tab deletes the database. */
function open(subject: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseOf(subject), 1);
    const silent = setTimeout(() => {
      reject(new ToolError("failed", "the browser's storage does not answer"));
      request.onsuccess = () => request.result.close();
    }, openMs);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { keyPath: "key" });
    };
    request.onsuccess = () => {
      clearTimeout(silent);
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(silent);
      reject(unusable(request.error));
    };
  });
}

function unusable(error: DOMException | null): ToolError {
  return new ToolError(
    "failed",
    `the browser's storage cannot be used: ${error?.name ?? "unknown error"}`,
  );
}
