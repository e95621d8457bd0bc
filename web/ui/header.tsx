/** The top of the conversation: name, model, and what is there for the whole of it. */

import { InspectorButton } from "./inspector/button.tsx";
import type { Dock } from "./inspector/open.ts";
import { useShared } from "./parts/hooks.ts";
import { Icon } from "./parts/icons.tsx";
import type { Store } from "./store.ts";
import { Menu } from "./talk/menu.tsx";

/**
 * `newHere`: whether New conversation stands here, and not where the eyes are.
 * `dock`: the inspector's, where it is offered.
 */
export function Header(props: {
  newHere: boolean;
  dock: Dock | undefined;
  onNew: () => void;
  store: Store;
  /** Nothing was said yet. */
  empty: boolean;
}) {
  const { hello, texts: t, wishes, show } = useShared();
  const model = hello?.model;
  return (
    <header class="header" part="header">
      <div class="column">
        <div class="who">
          <h1 id="title">{wishes.title ?? <slot>{t.words.product}</slot>}</h1>
          {model !== undefined && (
            <span class={`pill ${model.demo ? "demo" : ""}`} title={model.name}>
              {model.demo ? t.words.demo : model.name}
            </span>
          )}
        </div>
        <div class="tools">
          {props.newHere && <NewConversation onClick={props.onNew} />}
          {props.dock !== undefined && <InspectorButton dock={props.dock} />}
          <button
            type="button"
            class="new cog"
            aria-label={t.names.settings}
            onClick={() => show("settings")}
          >
            <Icon name="settings" />
            <span>{t.names.settings}</span>
          </button>
          <Menu store={props.store} empty={props.empty} />
          {wishes.onClose !== undefined && (
            <button
              type="button"
              class="bare leave"
              aria-label={t.names.close}
              onClick={wishes.onClose}
            >
              <Icon name="close" />
            </button>
          )}
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
