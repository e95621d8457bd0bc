/** The bug report: what is copied stands here, word for word. */

import { useId, useMemo, useRef, useState } from "preact/hooks";
import { copyText } from "../parts/copy.tsx";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { useInspection } from "./context.ts";
import { reportOf } from "./report.ts";

/** Content is in it only while the box is ticked, and the box is empty at first. */
export function Report(props: { faults: number }) {
  const { hello } = useShared();
  const t = useTexts();
  const { words, client, watch } = useInspection();
  const [content, setContent] = useState(false);
  const [made, setMade] = useState(Date.now());
  const [told, setTold] = useState("");
  const preview = useRef<HTMLPreElement>(null);
  const id = useId();
  const text = useMemo(
    () =>
      reportOf(
        {
          now: made,
          browser: {
            userAgent: navigator.userAgent,
            languages: navigator.languages,
            width: innerWidth,
            height: innerHeight,
            secure: window.isSecureContext,
            online: navigator.onLine,
            origin: location.origin,
          },
          language: t.language,
          status: client.status,
          hello,
          announced: watch.announced(),
          calls: client.calls,
          entries: watch.entries(),
          faults: props.faults,
        },
        content,
      ),
    [content, made],
  );

  async function copy(): Promise<void> {
    const copied = await copyText(text);
    if (!copied && preview.current !== null) {
      getSelection()?.selectAllChildren(preview.current);
    }
    setTold(copied ? words.report.copied : words.report.notCopied);
  }

  return (
    <>
      <p>{words.report.intro}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={content}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => {
            setContent(currentTarget.checked);
            setTold("");
          }}
        />
        {words.report.content}
      </label>
      <p id={`${id}-note`} class={content ? "note" : "quiet"}>
        {content ? words.report.contentNote : words.report.noContent}
      </p>
      <div class="buttons">
        <button type="button" class="small strong" onClick={() => void copy()}>
          {words.report.copy}
        </button>
        <button
          type="button"
          class="small"
          onClick={() => {
            setMade(Date.now());
            setTold("");
          }}
        >
          {words.report.again}
        </button>
        <span class="quiet" role="status">
          {told}
        </span>
      </div>
      <section class="part">
        <h3 id={id}>{words.report.preview}</h3>
        <pre
          ref={preview}
          class="preview"
          dir="ltr"
          tabIndex={0}
          aria-labelledby={id}
        >
          {text}
        </pre>
      </section>
    </>
  );
}
