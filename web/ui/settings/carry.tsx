/** Export and import of everything that is stored. */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { caps, type Entry, type Kept } from "../../tools/store.ts";
import { save } from "../parts/save.ts";
import { useTexts } from "../parts/texts.ts";
import type { Texts } from "../strings/texts.ts";
import { Question } from "./question.tsx";
import { exportName, exportText, type Fault, readImport } from "./transfer.ts";

const mostBytes = 4 * caps.totalBytes; // of a file; JSON escapes make it grow
const mostNamed = 3; // keys in a sentence

/** Two buttons beside those of `children`; an import first says what it would do. */
export function Carry(props: {
  entries: readonly Entry[];
  onImport: (kept: readonly Kept[]) => void;
  onFault: (sentence: string) => void;
  children: ComponentChildren;
}) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly Kept[]>();

  async function read(file: File): Promise<void> {
    props.onFault("");
    const result = await readFile(file);
    if ("is" in result) props.onFault(faultSentence(t, result));
    else if (result.length === 0) props.onFault(t.settings.importNothing);
    else setFound(result);
  }

  if (found !== undefined) {
    return (
      <Question
        words={planSentence(t, props.entries, found)}
        no={t.settings.cancel}
        yes={t.settings.importFile}
        onNo={() => setFound(undefined)}
        onYes={() => {
          setFound(undefined);
          props.onImport(found);
        }}
      />
    );
  }
  return (
    <div class="actions">
      {props.entries.length > 0 && (
        <button
          type="button"
          class="small"
          onClick={() => download(props.entries)}
        >
          {t.settings.exportAll}
        </button>
      )}
      <button
        type="button"
        class="small"
        onClick={() => input.current?.click()}
      >
        {t.settings.importFile}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) void read(file);
          event.currentTarget.value = ""; // so that the same one can be chosen again
        }}
      />
      {props.children}
    </div>
  );
}

async function readFile(file: File): Promise<readonly Kept[] | Fault> {
  if (file.size > mostBytes) return { is: "not_ours" };
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { is: "unreadable" }; // moved since, not allowed, or a folder
  }
  return readImport(text);
}

function download(entries: readonly Entry[]): void {
  const now = Date.now();
  save(exportName(now), "application/json", exportText(entries, now));
}

/** What an import would do to what is there. */
function planSentence(
  t: Texts,
  entries: readonly Entry[],
  found: readonly Kept[],
): string {
  const here = new Set(entries.map(({ key }) => key));
  const replaced = found.filter(({ key }) => here.has(key));
  const added = found.length - replaced.length;
  const sentences: string[] = [];
  if (added > 0) {
    sentences.push(t.settings.importAdds(t.format.number(added), added));
  }
  if (replaced.length > 0) {
    const named = replaced.slice(0, mostNamed).map(({ key }) => key);
    if (replaced.length > mostNamed) named.push("\u2026");
    const count = replaced.length;
    sentences.push(
      t.settings.importReplaces(
        t.format.number(count),
        count,
        named.join(", "),
      ),
    );
  }
  return sentences.join(" ");
}

function faultSentence(t: Texts, fault: Fault): string {
  switch (fault.is) {
    case "unreadable":
      return t.settings.unreadable;
    case "not_json":
      return t.settings.notJson;
    case "not_ours":
      return t.settings.notOurs;
    case "entry":
      return t.settings.badEntry(
        t.format.number(fault.at),
        fault.key,
        t.settings.entryFaults[fault.why],
      );
    default:
      return fault satisfies never;
  }
}
