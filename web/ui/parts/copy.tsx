/** Copying, and saying whether it worked. */

import { useEffect, useState } from "preact/hooks";
import type { Texts } from "../strings/texts.ts";
import { useShared } from "./hooks.ts";
import { Icon } from "./icons-later.tsx";
import { useTexts } from "./texts.ts";

const shownMs = 2_000;

/** Puts text on the clipboard; false on plain http, and where the browser refuses it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies and announces how it went; resolves with whether it worked. */
export async function copyAndTell(
  text: string,
  t: Texts,
  announce: (sentence: string) => void,
): Promise<boolean> {
  const copied = await copyText(text);
  announce(copied ? t.answer.copied : t.answer.notCopied);
  return copied;
}

/** A quiet button. `text` is asked for when it is pressed; `brief` is shown for the name where there is little room. */
export function CopyButton(props: {
  name: string;
  brief?: string;
  text: () => string;
}) {
  const { announce } = useShared();
  const t = useTexts();
  const [result, setResult] = useState<"none" | "copied" | "refused">("none");
  useEffect(() => {
    if (result !== "copied") return;
    const timer = setTimeout(() => setResult("none"), shownMs);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <>
      <button
        type="button"
        class="quiet-act"
        onClick={() =>
          void copyAndTell(props.text(), t, announce).then((copied) =>
            setResult(copied ? "copied" : "refused"),
          )
        }
      >
        <Icon name={result === "copied" ? "check" : "copy"} />
        {result === "copied" ? (
          <span>{t.answer.copied}</span>
        ) : (
          <>
            <span>{props.name}</span>
            {props.brief !== undefined && (
              <span class="brief" aria-hidden="true">
                {props.brief}
              </span>
            )}
          </>
        )}
      </button>
      {result === "refused" && (
        <span class="refused">{t.answer.notCopied}</span>
      )}
    </>
  );
}
