/** The whole conversation: header, log, connection, composer. */

import { useCallback, useMemo, useState } from "preact/hooks";
import type { Client } from "../client/api.ts";
import { Arrival } from "./calls/arrival.tsx";
import type { Desk } from "./calls/asks.ts";
import type { Retry } from "./calls/helpline.tsx";
import { Header, NewConversation } from "./header.tsx";
import { Composer } from "./talk/composer.tsx";
import { ConfirmNew } from "./talk/confirm.tsx";
import { Announcements, createAnnouncer } from "./talk/announce.tsx";
import { Connection } from "./talk/connection.tsx";
import { Empty } from "./talk/empty.tsx";
import { type PanelName, SharedContext, useStore } from "./parts/hooks.ts";
import { Icon } from "./parts/icons.tsx";
import { lazy } from "./parts/lazy.tsx";
import { Log } from "./talk/log.tsx";
import { type Ask, type ChatState, isBusy } from "./state.ts";
import type { PreferenceStore } from "./settings/preferences.ts";
import type { Store } from "./store.ts";
import { errorSentence, refusalSentence } from "./strings/sentences.ts";
import type { Texts } from "./strings/texts.ts";
import { TurnView } from "./talk/turn.tsx";
import { Stale } from "./talk/stale.tsx";

const Settings = lazy(() =>
  import("./settings/settings.tsx").then((part) => part.Settings),
);

const Toolbox = lazy(() =>
  import("./toolbox/toolbox.tsx").then((part) => part.Toolbox),
);

const noAsks: readonly Ask[] = [];

/** What the conversation asks of the client. */
export type Actions = Pick<
  Client,
  "send" | "stop" | "reset" | "reconnect" | "grants" | "revoke" | "on"
>;

/** The conversation of a store. `reload` loads the page anew. */
export function Chat(props: {
  store: Store;
  desk: Desk;
  actions: Actions;
  preferences: PreferenceStore;
  texts: Texts;
  reload: () => void;
}) {
  const { store, desk, actions, preferences, texts: t } = props;
  const state = useStore(store);
  const [refusal, setRefusal] = useState("");
  const { hello } = state;
  // Which panel lies over the conversation.
  const [panel, setPanel] = useState<PanelName>();
  const close = useCallback(() => setPanel(undefined), []);
  const [announcer] = useState(createAnnouncer);
  const shared = useMemo(
    () => ({
      hello,
      desk,
      preferences,
      texts: t,
      show: setPanel,
      announce: announcer.say,
    }),
    [hello, desk, preferences, t, announcer],
  );
  const open = state.status.status === "open" && !state.resetting;
  const busy = isBusy(state);

  const send = useCallback(
    (text: string, replaces?: string): boolean => {
      const place = replaces === undefined ? {} : { replaces };
      const sent = actions.send(text, place);
      if ("id" in sent) {
        const { id } = sent;
        const words = text.trim();
        store.dispatch({ type: "sent", id, words, ...place });
        setRefusal("");
        return true;
      }
      setRefusal(refusalSentence(t, sent.refused, hello?.limits.textBytes));
      return false;
    },
    [actions, store, hello, t],
  );

  function restart(): void {
    actions.reset();
    if (state.status.status !== "open") actions.reconnect();
    store.dispatch({ type: "cleared" });
    setRefusal("");
  }

  const forgotten = state.lost ? [...state.past, ...state.turns] : state.past;
  const turns = state.lost ? [] : state.turns;
  // One button of this name at a time: where the eyes are after a loss, in
  // the header otherwise.
  const offerHere = forgotten.length > 0 && turns.length === 0;
  const last = turns.at(-1);
  const retry = useMemo(
    (): Retry | undefined =>
      last && {
        now: open && !busy,
        again: () => void send(last.words, last.id),
        say: (words) => void send(words),
      },
    [last?.id, open, busy, send],
  );

  return (
    <SharedContext.Provider value={shared}>
      <div class="chat" lang={t.language} dir={t.direction}>
        <Header
          newHere={!offerHere}
          onNew={() => (state.turns.length > 0 ? setPanel("new") : restart())}
        />
        <Log turn={state.turns.at(-1)?.id} waiting={state.asks.length > 0}>
          {forgotten.length > 0 && (
            <>
              <div class="forgotten">
                {forgotten.map((turn) => (
                  <TurnView key={turn.id} turn={turn} asks={noAsks} />
                ))}
              </div>
              <div class="divider">
                <p>{t.words.forgotten}</p>
                {offerHere && <NewConversation onClick={restart} />}
              </div>
            </>
          )}
          {forgotten.length === 0 && turns.length === 0 && (
            <Empty
              tools={hello?.tools ?? []}
              withheld={hello?.withheld ?? []}
              enabled={open && !busy}
              onPrompt={(text) => send(text)}
            />
          )}
          {hello !== undefined && <Stale tools={hello.withheld} />}
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              asks={state.asks}
              retry={turn === last ? retry : undefined}
            />
          ))}
          {state.problem !== undefined && (
            <p class="end fault">
              <Icon name="alert" />
              <span>{errorSentence(t, state.problem)}</span>
            </p>
          )}
        </Log>
        <Announcements announcer={announcer} />
        <Arrival asks={state.asks} />
        {panel === "new" && <ConfirmNew onClose={close} onNew={restart} />}
        {panel === "settings" && <Settings client={actions} onClose={close} />}
        {panel === "tools" && (
          <Toolbox
            client={actions}
            enabled={open && !busy}
            onTry={send}
            onClose={close}
          />
        )}
        <div class="foot">
          <Connection
            status={state.status}
            onReconnect={actions.reconnect}
            onReload={props.reload}
          />
          <Composer
            busy={busy}
            stoppable={busy || state.speaking}
            open={open}
            refusal={refusal}
            onSend={(text) => send(text)}
            onStop={actions.stop}
          />
        </div>
      </div>
    </SharedContext.Provider>
  );
}
