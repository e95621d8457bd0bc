/** Any JSON value as readable rows, and as JSON behind a fold. */

import { useEffect, useRef, useState } from "preact/hooks";
import { label } from "../parts/text.ts";
import { pictures } from "./pictures.ts";
import { type Row, rows } from "./rows.ts";
import { useTexts } from "../parts/texts.ts";

const mostJson = 20_000; // characters; more would make the page slow

/** A headed value: pictures and rows first, JSON second. */
export function Value(props: { title: string; value: unknown }) {
  const t = useTexts();
  const { shown, left } = rows(t, props.value);
  const list = useRef<HTMLDListElement>(null);
  // What scrolls must be reached by keys; what does not, is no stop on the way.
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() =>
      setScrolls(element.scrollHeight > element.clientHeight),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [props.value]);
  return (
    <section class="value">
      <h3>{props.title}</h3>
      <Pictures value={props.value} />
      <dl class="rows" ref={list} tabIndex={scrolls ? 0 : undefined}>
        {shown.map((row) => (
          <ValueRow key={row.path.join(".")} row={row} />
        ))}
      </dl>
      {left > 0 && (
        <p class="quiet">{t.words.cutRows(t.format.number(left))}</p>
      )}
      <Json value={props.value} />
    </section>
  );
}

/** The pictures in a value, if there are any. */
export function Pictures(props: { value: unknown }) {
  const t = useTexts();
  const found = pictures(props.value);
  if (found.length === 0) return null;
  const of = t.format.number(found.length);
  return (
    <div class="pictures">
      {found.map(({ url }, at) => (
        <img
          key={at}
          src={url}
          alt={t.calls.picture(t.format.number(at + 1), of)}
          decoding="async"
        />
      ))}
    </div>
  );
}

function ValueRow(props: { row: Row }) {
  const { path, text, kind } = props.row;
  return (
    <div class="row">
      {path.length > 0 && (
        <dt>{path.map((key) => label(key)).join(" \u203a ")}</dt>
      )}
      <dd class={kind} dir="auto">
        {text}
      </dd>
    </div>
  );
}

function Json(props: { value: unknown }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <details
      class="json"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t.names.json}</summary>
      {open && <JsonText value={props.value} />}
    </details>
  );
}

function JsonText(props: { value: unknown }) {
  const t = useTexts();
  const text = JSON.stringify(props.value, null, 2) ?? "";
  const left = text.length - mostJson;
  return (
    <>
      <pre dir="ltr" tabIndex={0}>
        {left > 0 ? text.slice(0, mostJson) : text}
      </pre>
      {left > 0 && (
        <p class="quiet">{t.words.cutJson(t.format.number(left))}</p>
      )}
    </>
  );
}
