/** The quiet line about tools that the model is not told of here, and why. */

import type { WithheldTool } from "../../gen/protocol.ts";
import { useTexts } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { withheldCount, withheldReason } from "../strings/sentences.ts";

/** Nothing if every tool can run. Open by itself if a reload would help. */
export function Withheld(props: { tools: readonly WithheldTool[] }) {
  const t = useTexts();
  const { tools } = props;
  if (tools.length === 0) return null;
  const stale = tools.some((tool) => tool.reason === "schema");
  return (
    <details class={`withheld ${stale ? "stale" : ""}`} open={stale}>
      <summary>
        {stale && <Icon name="alert" />}
        <span>{withheldCount(t, tools.length)}</span>
        <Icon name="chevron" />
      </summary>
      <dl>
        {tools.map((tool) => (
          <div class="row" key={tool.name}>
            <dt>{tool.title}</dt>
            <dd>{withheldReason(t, tool)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
