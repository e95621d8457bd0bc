/** Buttons that copy, and say whether it worked. */

import { useEffect, useState } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";

const shownMs = 2_000;

/** Puts text on the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies and announces how it went; resolves with whether it worked. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { announce, texts: t } = useShared();
  return async (text) => {
    const copied = await copyText(text);
    announce(copied ? t.answer.copied : t.answer.notCopied);
    return copied;
  };
}

/** A quiet button. `text` is asked for when it is pressed. */
export function CopyButton(props: { name: string; text: () => string }) {
  const { texts: t } = useShared();
  const copy = useCopy();
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
          void copy(props.text()).then((copied) =>
            setResult(copied ? "copied" : "refused"),
          )
        }
      >
        <Icon name={result === "copied" ? "check" : "copy"} />
        <span>{result === "copied" ? t.answer.copied : props.name}</span>
      </button>
      {result === "refused" && (
        <span class="refused">{t.answer.notCopied}</span>
      )}
    </>
  );
}
