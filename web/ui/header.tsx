/** The top of the conversation: name, model, and what is there for the whole of it. */

import { useShared } from "./parts/hooks.ts";
import { Icon } from "./parts/icons.tsx";

/** `newHere`: whether New conversation stands here, and not where the eyes are. */
export function Header(props: { newHere: boolean; onNew: () => void }) {
  const { hello, texts: t, show } = useShared();
  const model = hello?.model;
  return (
    <header class="header">
      <div class="column">
        <h1>
          <slot>{t.words.product}</slot>
        </h1>
        {model !== undefined && (
          <span class={`pill ${model.demo ? "demo" : ""}`} title={model.name}>
            {model.demo ? t.words.demo : model.name}
          </span>
        )}
        <div class="tools">
          {props.newHere && <NewConversation onClick={props.onNew} />}
          <button
            type="button"
            class="new cog"
            aria-label={t.names.settings}
            onClick={() => show("settings")}
          >
            <Icon name="settings" />
            <span>{t.names.settings}</span>
          </button>
        </div>
      </div>
    </header>
  );
}

/** The button that begins a new conversation. */
export function NewConversation(props: { onClick: () => void }) {
  const { texts: t } = useShared();
  return (
    <button type="button" class="new" onClick={props.onClick}>
      <Icon name="compose" />
      <span>{t.names.newConversation}</span>
    </button>
  );
}
