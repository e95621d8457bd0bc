/** The words of an answer: paragraphs until what reads Markdown is here. */

import { useEffect, useState } from "preact/hooks";
import { paragraphs } from "../parts/text.ts";
import { fetchMarkdown, markdown } from "./fetch.ts";

/** Text in Markdown. `growing`: more may come. */
export function Words(props: { text: string; growing: boolean }) {
  const [module, setModule] = useState(markdown);
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
