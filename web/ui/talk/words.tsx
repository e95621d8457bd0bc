/** The words of an answer: paragraphs until what reads Markdown is here. */

import { useEffect, useState } from "preact/hooks";
import { paragraphs } from "../parts/format.ts";

type Module = typeof import("./markdown/entry.ts");

let here: Module | undefined;
let coming: Promise<Module | undefined> | undefined;

/** Fetches what reads Markdown; undefined if it does not come. Asked again, it tries again. */
export function fetchMarkdown(): Promise<Module | undefined> {
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
export function markdown(): Module | undefined {
  return here;
}

/** Text in Markdown. `growing`: more may come. */
export function Words(props: { text: string; growing: boolean }) {
  const [module, setModule] = useState(here);
  useEffect(() => {
    let gone = false;
    if (module === undefined) {
      void fetchMarkdown().then((found) => gone || setModule(found));
    }
    return () => {
      gone = true;
    };
  }, [module]);
  if (module === undefined) return <>{plain(props.text)}</>;
  return (
    <module.Markdown text={props.text} growing={props.growing} plain={plain} />
  );
}

function plain(text: string) {
  return paragraphs(text).map((paragraph, at) => (
    <p key={at} dir="auto">
      {paragraph}
    </p>
  ));
}
