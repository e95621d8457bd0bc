/** What is told of tools that page and server disagree on: the page is of an older server. */

import type { WithheldTool } from "../../gen/protocol.ts";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { withheldCount, withheldReason } from "../strings/sentences.ts";

/**
 * Nothing unless a reload would help; other reasons are told in the empty
 * conversation and in the panel of tools.
 */
export function Stale(props: { tools: readonly WithheldTool[] }) {
  const { texts: t } = useShared();
  const tools = props.tools.filter((tool) => tool.reason === "schema");
  if (tools.length === 0) return null;
  return (
    <details class="withheld" open>
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
