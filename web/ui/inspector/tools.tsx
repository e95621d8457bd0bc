/** Every tool of the contract: its state, why, and what goes in and out. */

import type { OfferedTool, WithheldTool } from "../../gen/protocol.ts";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { toolIcon } from "../parts/icons.tsx";
import { Icon } from "../parts/icons-later.tsx";
import { withheldReason } from "../strings/faults.ts";
import { useInspection, useLive, useWords } from "./context.ts";
import { SchemaTree } from "./schema.tsx";

/** The list of tools, each of which opens. */
export function Tools() {
  const { hello } = useShared();
  const words = useWords();
  if (hello === undefined) return <p class="quiet">{words.tools.offline}</p>;
  const { tools, withheld } = hello;
  if (tools.length + withheld.length === 0) {
    return <p class="quiet">{words.tools.none}</p>;
  }
  return (
    <ul class="list" role="list">
      {tools.map((tool) => (
        <Tool key={tool.name} tool={tool} withheld={undefined} />
      ))}
      {withheld.map((tool) => (
        <Tool key={tool.name} tool={tool} withheld={tool} />
      ))}
    </ul>
  );
}

function Tool(props: {
  tool: OfferedTool | WithheldTool;
  withheld: WithheldTool | undefined;
}) {
  const t = useTexts();
  const { words, bench, show } = useInspection();
  const { tool, withheld } = props;
  const asks = "policy" in tool && tool.policy.approval !== "never";
  const state = withheld ? "off" : asks ? "asks" : "ready";
  return (
    <li class="entry" data-state={state}>
      <details>
        <summary>
          <Icon name={toolIcon(tool.name)} />
          <span class="name">{t.contractWords(tool.title)}</span>
          <code class="quiet">{tool.name}</code>
          <span class="chip">{words.tools[state]}</span>
          <Icon name="chevron" />
        </summary>
        <div class="inside">
          <Facts tool={tool} withheld={withheld} />
          <button
            type="button"
            class="small"
            aria-label={`${words.tools.run}: ${t.contractWords(tool.title)}`}
            onClick={() => {
              bench.set({ tool: tool.name });
              show("run");
            }}
          >
            {words.tools.run}
          </button>
          <SchemaPart title={words.tools.goesIn} schema={tool.inputSchema} />
          <SchemaPart
            title={words.tools.comesOut}
            schema={tool.inputSchema && (tool.outputSchema ?? true)}
          />
        </div>
      </details>
    </li>
  );
}

function Facts(props: {
  tool: OfferedTool | WithheldTool;
  withheld: WithheldTool | undefined;
}) {
  const t = useTexts();
  const { words, watch } = useInspection();
  const announced = useLive(watch, watch.announced);
  const { tool, withheld } = props;
  const own = announced?.tools[tool.name];
  const server = tool.hash ?? withheld?.server;
  const page = withheld?.page ?? own;
  const compared =
    page === undefined
      ? words.tools.noBody
      : page === ""
        ? words.tools.unchecked
        : `${page}, ${page === server ? words.tools.same : words.tools.other}`;
  const browser = !("where" in tool) || tool.where === "browser";
  return (
    <dl class="facts">
      {withheld !== undefined && (
        <Fact name={words.tools.why} value={withheldReason(t, withheld)} />
      )}
      {"where" in tool && (
        <>
          <Fact
            name={words.tools.where}
            value={browser ? t.words.here : t.words.there}
          />
          <Fact
            name={words.tools.kind}
            value={
              tool.policy.readOnly ? words.tools.reads : words.tools.writes
            }
          />
          <Fact
            name={words.tools.risk}
            value={words.tools.risks[tool.policy.risk]}
          />
          <Fact
            name={words.tools.approval}
            value={words.tools.approvals[tool.policy.approval]}
          />
          <Fact
            name={words.tools.mostBytes}
            value={t.format.bytes(tool.policy.maxResultBytes)}
          />
        </>
      )}
      {server !== undefined && (
        <Fact name={words.tools.serverHash} value={server} />
      )}
      {browser && <Fact name={words.tools.pageHash} value={compared} />}
    </dl>
  );
}

function Fact(props: { name: string; value: string }) {
  return (
    <div class="row">
      <dt>{props.name}</dt>
      <dd dir="auto">{props.value}</dd>
    </div>
  );
}

function SchemaPart(props: { title: string; schema: unknown }) {
  const t = useTexts();
  const words = useWords();
  const { title, schema } = props;
  return (
    <section class="part">
      <h3>{title}</h3>
      {schema === undefined ? (
        <p class="quiet">{words.tools.unknown}</p>
      ) : schema === true ? (
        <p class="quiet">{words.tools.anything}</p>
      ) : (
        <>
          <SchemaTree schema={schema} />
          <details class="json">
            <summary aria-label={`${t.names.json}: ${title}`}>
              {t.names.json}
            </summary>
            <pre dir="ltr" tabIndex={0}>
              {JSON.stringify(schema, null, 2)}
            </pre>
          </details>
        </>
      )}
    </section>
  );
}
