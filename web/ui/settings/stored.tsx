/** "Stored in this browser": everything that the memory tools keep here, and how to be rid of it. */

import { useRef, useState } from "preact/hooks";
import {
  caps,
  clearEntries,
  deleteEntry,
  type Entry,
  type Kept,
  restoreEntries,
} from "../../tools/store.ts";
import { useTexts } from "../parts/texts.ts";
import { Carry } from "./carry.tsx";
import { EntryRow } from "./entry.tsx";
import { useMemory } from "./memory.ts";
import { Question } from "./question.tsx";

/** The list, its sum, and what can be done with all of it; another one for each user. */
export function Stored({ subject }: { subject: string }) {
  const t = useTexts();
  const { memory, again } = useMemory(subject);
  const [gone, setGone] = useState<readonly Entry[]>([]);
  const [asking, setAsking] = useState(false);
  const [told, setTold] = useState("");
  const [fault, setFault] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);

  /** Does it and tells its sentence, or tells that it did not work. */
  async function act(work: () => Promise<string>): Promise<void> {
    setFault("");
    setTold("");
    try {
      setTold(await work());
    } catch (error) {
      console.warn("farhand: the memory cannot be changed", error);
      setFault(t.settings.failed);
    }
  }

  function remove(entry: Entry): void {
    setGone((before) => [
      ...before.filter(({ key }) => key !== entry.key),
      entry,
    ]);
    void act(async () => {
      await deleteEntry(entry.key, subject);
      return ""; // its row says so
    });
  }

  function removeAll(): void {
    setAsking(false);
    setGone([]);
    heading.current?.focus();
    void act(async () => {
      await clearEntries(subject);
      return t.settings.deletedAll;
    });
  }

  /** Full is told like a fault: nothing has changed. */
  async function putBack(kept: readonly Kept[], done: string): Promise<string> {
    if (await restoreEntries(kept, subject)) return done;
    setFault(
      t.settings.noRoom(
        t.format.number(caps.entries),
        t.format.bytes(caps.totalBytes),
      ),
    );
    return "";
  }

  const entries = memory.is === "open" ? memory.entries : [];
  const here = new Set(entries.map(({ key }) => key));
  const rows = [...entries, ...gone.filter(({ key }) => !here.has(key))];
  rows.sort((a, b) => b.order - a.order);
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t.settings.stored}
      </h3>
      {memory.is === "closed" && (
        <p class="fault">
          <span>{t.settings.closed}</span>
          <button type="button" class="small" onClick={again}>
            {t.names.tryAgain}
          </button>
        </p>
      )}
      {memory.is === "open" && <Sum entries={entries} />}
      {rows.length > 0 && (
        <ul class="entries" role="list">
          {rows.map((entry) => (
            <EntryRow
              key={entry.key}
              entry={entry}
              gone={!here.has(entry.key)}
              onDelete={remove}
              onUndo={(entry) => void act(() => putBack([entry], ""))}
            />
          ))}
        </ul>
      )}
      {asking ? (
        <Question
          words={t.settings.askDeleteAll(
            t.format.number(entries.length),
            entries.length,
          )}
          no={t.settings.keepAll}
          yes={t.settings.deleteAll}
          onNo={() => setAsking(false)}
          onYes={removeAll}
        />
      ) : (
        memory.is === "open" && (
          <Carry
            entries={entries}
            onImport={(kept) => {
              const count = kept.length;
              const done = t.settings.imported(t.format.number(count), count);
              void act(() => putBack(kept, done));
            }}
            onFault={(sentence) => {
              setTold("");
              setFault(sentence);
            }}
          >
            {entries.length > 0 && (
              <button
                type="button"
                class="small"
                onClick={() => setAsking(true)}
              >
                {t.settings.deleteAll}
              </button>
            )}
          </Carry>
        )
      )}
      <p class="quiet" role="status">
        {told}
      </p>
      {fault !== "" && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

/** How many there are, and how much of the room they take. */
function Sum(props: { entries: readonly Entry[] }) {
  const t = useTexts();
  const count = props.entries.length;
  if (count === 0) return <p class="quiet">{t.settings.storedNone}</p>;
  const bytes = props.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const share = Math.min(1, bytes / caps.totalBytes);
  return (
    <div class="sum">
      <p class="quiet">
        {t.settings.storedSum(
          t.format.number(count),
          count,
          t.format.bytes(bytes),
          t.format.bytes(caps.totalBytes),
        )}
      </p>
      <svg
        class="room"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="all" width="100" height="4" />
        <rect width={Math.max(0.5, share * 100)} height="4" />
      </svg>
    </div>
  );
}
