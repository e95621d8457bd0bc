/** The page before the first words: one sentence and things to try. */

import type { OfferedTool, WithheldTool } from "../../gen/protocol.ts";
import { Icon, toolIcon } from "../parts/icons.tsx";
import { useShared } from "../parts/hooks.ts";
import { lazy } from "../parts/lazy.tsx";
import { isDisagreement, withheldCount } from "../strings/sentences.ts";
import { fetchTold } from "./fetch.ts";

const Insecure = lazy(() => fetchTold().then((part) => part.Insecure));

/** Something to try, and the tool that it is an example of. */
export type Prompt = { readonly text: string; readonly tool: string };

/** The examples of the offered tools, the first of each tool before the second of any. */
export function prompts(tools: readonly OfferedTool[], most = 6): Prompt[] {
  const found: Prompt[] = [];
  const depth = Math.max(
    0,
    ...tools.map((tool) => tool.ui.examples?.length ?? 0),
  );
  for (let at = 0; at < depth; at++) {
    for (const tool of tools) {
      const text = tool.ui.examples?.[at];
      if (text !== undefined) found.push({ text, tool: tool.name });
    }
  }
  return found.slice(0, most);
}

/** The empty conversation. A click on a prompt sends it. */
export function Empty(props: {
  tools: readonly OfferedTool[];
  withheld: readonly WithheldTool[];
  enabled: boolean;
  onPrompt: (text: string) => void;
}) {
  const { texts: t, wishes } = useShared();
  const list =
    wishes.examples?.map((text) => ({ text, tool: "" })) ??
    prompts(props.tools).map(({ text, tool }) => ({
      text: t.contractWords(text),
      tool,
    }));
  return (
    <div class="empty">
      <p class="welcome">{wishes.greeting ?? t.words.empty}</p>
      {list.length > 0 && (
        <ul class="prompts" role="list" aria-label={t.names.prompts}>
          {list.map((prompt) => (
            <li key={prompt.text}>
              <button
                type="button"
                class="prompt"
                disabled={!props.enabled}
                onClick={() => props.onPrompt(prompt.text)}
              >
                {prompt.tool !== "" && <Icon name={toolIcon(prompt.tool)} />}
                <span>{prompt.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <More withheld={props.withheld} />
    </div>
  );
}

/** The way to everything that the assistant can do, and what it cannot do here; of a stale page tells stale.tsx. */
function More(props: { withheld: readonly WithheldTool[] }) {
  const { show, texts: t } = useShared();
  const withheld = props.withheld.filter((tool) => !isDisagreement(tool));
  const insecure = withheld.some((tool) => tool.reason === "insecure_context");
  return (
    <div class="more">
      {insecure && <Insecure />}
      <p>
        <button type="button" class="small" onClick={() => show("tools")}>
          {t.names.tools}
        </button>
        {withheld.length > 0 && (
          <span>{withheldCount(t, withheld.length)}</span>
        )}
      </p>
    </div>
  );
}
