/** The panel "What can you do?": every tool, how it stands, and things to try. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../../client/api.ts";
import type { OfferedTool, WithheldTool } from "../../gen/protocol.ts";
import { whereAmI } from "../calls/browser.ts";
import { inFrame } from "../calls/frame.ts";
import { usePermission } from "../calls/permission.ts";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { toolIcon } from "../parts/icons.tsx";
import { Icon, type IconName } from "../parts/icons-later.tsx";
import { Panel } from "../parts/panel.tsx";
import { useSheet } from "../parts/sheet.ts";
import "../styles/later.ts";
import { toolbox } from "../styles/toolbox.ts";
import { allTools, isOffered, type Standing, standOf } from "./standing.ts";

/** `onTry` sends an example; the panel closes itself. `enabled`: it can be sent now. */
export function Toolbox(props: {
  client: Pick<Client, "grants" | "on">;
  enabled: boolean;
  onTry: (words: string) => void;
  onClose: () => void;
}) {
  const { hello } = useShared();
  const t = useTexts();
  const { client } = props;
  const inside = useRef<HTMLDivElement>(null);
  const [grants, setGrants] = useState(client.grants);
  useSheet(inside, toolbox);
  useEffect(() => {
    setGrants(client.grants);
    return client.on("grants", setGrants);
  }, [client]);
  const insecure = hello?.withheld.some(
    (tool) => tool.reason === "insecure_context",
  );
  return (
    <Panel title={t.names.tools} onClose={props.onClose}>
      <div class="toolbox" ref={inside}>
        <p class="quiet">
          {hello === undefined ? t.toolbox.offline : t.toolbox.intro}
        </p>
        {insecure === true && (
          <p class="notice-insecure">
            <Icon name="alert" />
            <span>{t.words.insecure}</span>
          </p>
        )}
        {hello !== undefined && (
          <ul role="list">
            {allTools(hello).map((tool) => (
              <Tool
                key={tool.name}
                tool={tool}
                grants={grants}
                enabled={props.enabled}
                onTry={(words) => {
                  props.onClose();
                  props.onTry(words);
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Tool(props: {
  tool: OfferedTool | WithheldTool;
  grants: readonly string[];
  enabled: boolean;
  onTry: (words: string) => void;
}) {
  const t = useTexts();
  const { tool } = props;
  const offered = isOffered(tool);
  const permission = usePermission(offered ? tool.name : undefined);
  const { browser } = whereAmI(navigator);
  const stand = standOf(t, tool, props.grants, permission, browser, inFrame());
  const title = t.contractWords(tool.title);
  const there = offered && tool.where === "server";
  const examples = offered ? (tool.ui.examples ?? []) : [];
  return (
    <li
      class="tool"
      data-where={there ? "server" : "browser"}
      data-standing={stand.standing}
    >
      <span class="place">
        <Icon name={toolIcon(tool.name)} />
      </span>
      <h3>{title}</h3>
      <p class="where">{there ? t.words.there : t.words.here}</p>
      <p class="standing">
        <Icon name={standingIcon(stand.standing)} />
        <span>{stand.state}</span>
      </p>
      {stand.fix !== "" && <p class="fix">{stand.fix}</p>}
      {stand.standing !== "off" && examples.length > 0 && (
        <ul class="tries" role="list" aria-label={t.toolbox.examples(title)}>
          {examples.map((example) => {
            const words = t.contractWords(example);
            return (
              <li key={example}>
                <button
                  type="button"
                  class="small"
                  disabled={!props.enabled}
                  onClick={() => props.onTry(words)}
                >
                  {words}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

function standingIcon(standing: Standing): IconName {
  switch (standing) {
    case "ready":
    case "allowed":
      return "check";
    case "asks":
      return "hand";
    case "off":
      return "declined";
    default:
      return standing satisfies never;
  }
}
