/** What is told of tools that page and server disagree on: the page is of an older server. */

import { useRef } from "preact/hooks";
import type { WithheldTool } from "../../gen/protocol.ts";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons-later.tsx";
import { useSheet } from "../parts/sheet.ts";
import { withheldReason } from "../strings/faults.ts";
import { withheldCount } from "../strings/sentences.ts";
import "../styles/later.ts";
import { stale } from "../styles/stale.ts";

/** What a reload would mend. Other reasons are told in the empty conversation and in the panel of tools. */
export function Stale(props: { tools: readonly WithheldTool[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  useSheet(details, stale);
  const t = useTexts();
  const { tools } = props;
  return (
    <details class="withheld" ref={details} open>
      <summary>
        <Icon name="alert" />
        <span>{withheldCount(t, tools.length)}</span>
        <Icon name="chevron" />
      </summary>
      <dl>
        {tools.map((tool) => (
          <div class="row" key={tool.name}>
            <dt>{t.contractWords(tool.title)}</dt>
            <dd>{withheldReason(t, tool)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
