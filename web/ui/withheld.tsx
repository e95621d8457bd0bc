/** The quiet line about tools that the model is not told of here, and why. */

import type { WithheldTool } from "../gen/protocol.ts";
import { Icon } from "./icons.tsx";
import { withheldCount, withheldReason } from "./strings.ts";

/** Nothing if every tool can run. Open by itself if a reload would help. */
export function Withheld(props: { tools: readonly WithheldTool[] }) {
  const { tools } = props;
  if (tools.length === 0) return null;
  const stale = tools.some((tool) => tool.reason === "schema");
  return (
    <details class={`withheld ${stale ? "stale" : ""}`} open={stale}>
      <summary>
        {stale && <Icon name="alert" />}
        <span>{withheldCount(tools.length)}</span>
        <Icon name="chevron" />
      </summary>
      <dl>
        {tools.map((tool) => (
          <div class="row" key={tool.name}>
            <dt>{tool.title}</dt>
            <dd>{withheldReason(tool)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
