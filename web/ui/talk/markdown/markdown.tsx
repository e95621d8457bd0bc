/**
 * An answer written in Markdown, as nodes. No string ever becomes markup:
 * what looks like HTML is shown as the text that it is, and nothing that an
 * answer names is fetched before a person follows a link.
 */

import { useRef } from "preact/hooks";
import { memo } from "../../parts/memo.ts";
import { BlockView } from "./block.tsx";
import { levels } from "./headings.ts";
import { type Parsed, parse } from "./parse.ts";

/** `growing`: more may come. `plain` shows what is too much to be taken apart. */
export const Markdown = memo(function Markdown(props: {
  text: string;
  growing: boolean;
  plain: (text: string) => preact.ComponentChildren;
}) {
  const { text, growing } = props;
  const before = useRef<Parsed | undefined>(undefined);
  // What is too much is not taken apart again with each piece that comes.
  const beyond = useRef("");
  const stays =
    growing && beyond.current !== "" && text.startsWith(beyond.current);
  const parsed = stays ? undefined : parse(text, growing, before.current);
  before.current = parsed;
  if (parsed === undefined) {
    if (!stays) beyond.current = text;
    return <>{props.plain(text)}</>;
  }
  const level = levels(parsed.blocks);
  return (
    <>
      {parsed.blocks.map((token, at) => (
        <BlockView key={at} token={token} level={level[at] ?? 0} />
      ))}
    </>
  );
});
