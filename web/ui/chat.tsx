/** The whole conversation: header, log, connection, composer. */

import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
import type { Client } from "../client/api.ts";
import { Arrival } from "./calls/arrival.tsx";
import type { Desk } from "./calls/asks.ts";
import type { Retry } from "./calls/helpline.tsx";
import { Header, NewConversation } from "./header.tsx";
import { ContractChanged } from "./inspector/changed.tsx";
import { InspectorDock, useDock } from "./inspector/dock.tsx";
import type { Watch } from "./inspector/watch.ts";
import { About } from "./talk/about.tsx";
import { Announcements, createAnnouncer } from "./talk/announce.tsx";
import { Composer } from "./talk/composer.tsx";
import { ConfirmNew } from "./talk/confirm.tsx";
import { Connection } from "./talk/connection.tsx";
import { createDraftStore, edit, handedBack, tabShelf } from "./talk/draft.ts";
import { Empty } from "./talk/empty.tsx";
import { type PanelName, SharedContext, useStore } from "./parts/hooks.ts";
import { Icon } from "./parts/icons.tsx";
import { lazy } from "./parts/lazy.tsx";
import { Log } from "./talk/log.tsx";
import {
  type Ask,
  type ChatState,
  isAwaiting,
  isBusy,
  lastTaken,
  type Turn,
  wasNotTaken,
} from "./state.ts";
import type { PreferenceStore } from "./settings/preferences.ts";
import type { Store } from "./store.ts";
import { errorSentence, refusalSentence } from "./strings/sentences.ts";
import type { Texts } from "./strings/texts.ts";
import type { Wishes } from "./wishes.ts";
import { fetchExport, useOffers } from "./talk/offers.ts";
import { Speaker } from "./talk/speaker.tsx";
import { Stretches } from "./talk/stretches.tsx";
import { TurnView } from "./talk/turn.tsx";
import { Stale } from "./talk/stale.tsx";
import { fetchMarkdown } from "./talk/words.tsx";

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
  | "send"
  | "stop"
  | "reset"
  | "reconnect"
  | "grants"
  | "revoke"
  | "on"
  | "inspect"
  | "calls"
  | "hello"
  | "status"
>;

/** The conversation of a store. `reload` loads the page anew. */
export function Chat(props: {
  store: Store;
  desk: Desk;
  actions: Actions;
  watch: Watch;
  preferences: PreferenceStore;
  texts: Texts;
  wishes: Wishes;
  reload: () => void;
}) {
  const { store, desk, actions, preferences, texts: t, wishes } = props;
  const state = useStore(store);
  const [refusal, setRefusal] = useState("");
  const [draft] = useState(() => createDraftStore(tabShelf(), wishes.key));
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
      wishes,
      show: setPanel,
      announce: announcer.say,
    }),
    [hello, desk, preferences, t, wishes, announcer],
  );
  const offers = useOffers(
    store,
    shared,
    state.turns.length + state.past.length === 0,
  );
  const { run } = state;
  const offered = hello?.dev === true || preferences.get().inspector;
  const dock = useDock(offered);
  const onRun = useCallback(
    (id: string) => store.dispatch({ type: "inspecting", id }),
    [store],
  );
  // Questions of the inspector's run stand in the inspector.
  const [asks, runAsks] = useMemo(() => {
    const own = ({ call }: Ask): boolean => call.turn === run?.turn;
    return [state.asks.filter((ask) => !own(ask)), state.asks.filter(own)];
  }, [state.asks, run]);
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
        void fetchMarkdown(); // before the first word of the answer
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
  const changed = state.contract?.length === 0;
  const onNew = (): void =>
    state.turns.length > 0 ? setPanel("new") : restart();
  const last = turns.at(-1);
  const taken = lastTaken(turns);
  const again = last ?? forgotten.at(-1);
  const retry = useMemo(
    (): Retry | undefined =>
      again && {
        now: open && !busy,
        again: () => void send(again.words, placeOf(again, turns)),
        say: (words) => void send(words),
      },
    [again?.id, again?.progress.at, turns.length, open, busy, send],
  );
  const edits = useMemo(
    () =>
      taken?.progress.at === "ended" && open
        ? () => draft.change((before) => edit(before, taken))
        : undefined,
    [taken?.id, taken?.progress.at, open, draft],
  );
  useHandBack(again, (words) =>
    draft.change((before) => handedBack(before, words)),
  );

  return (
    <SharedContext.Provider value={shared}>
      <section
        class="chat"
        aria-labelledby={wishes.onClose === undefined ? "title" : undefined}
        lang={t.language}
        dir={t.direction}
      >
        <Header
          newHere={!offerHere && !changed}
          dock={offered ? dock : undefined}
          onNew={onNew}
          items={offers}
          onMenu={() => void fetchExport()}
        />
        <Log turn={state.turns.at(-1)?.id} waiting={asks.length > 0}>
          {state.start !== undefined && (
            <p class="notice">{t.starts[state.start]}</p>
          )}
          {forgotten.length > 0 && (
            <>
              <div class="forgotten">
                <Stretches turns={forgotten}>
                  {(turn) => (
                    <TurnView
                      key={turn.id}
                      turn={turn}
                      asks={noAsks}
                      retry={turn === again ? retry : undefined}
                    />
                  )}
                </Stretches>
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
          <Stretches turns={turns}>
            {(turn) => (
              <TurnView
                key={turn.id}
                turn={turn}
                asks={asks}
                retry={turn === last ? retry : undefined}
                onEdit={turn === taken ? edits : undefined}
              />
            )}
          </Stretches>
          {state.problem !== undefined && (
            <p class="end fault">
              <Icon name="alert" />
              <span>{errorSentence(t, state.problem)}</span>
            </p>
          )}
        </Log>
        <Announcements announcer={announcer} />
        <Speaker turns={state.turns} />
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
          <ContractChanged
            faults={state.contract}
            onNew={offerHere ? undefined : onNew}
          />
          <Connection
            status={state.status}
            onReconnect={actions.reconnect}
            onReload={props.reload}
          />
          <Composer
            draft={draft}
            busy={busy}
            awaiting={isAwaiting(state)}
            stoppable={busy || state.speaking}
            open={open}
            refusal={refusal}
            editable={(id) => id === taken?.id}
            onSend={send}
            onStop={actions.stop}
            onEditLast={() => edits?.()}
          />
          <About />
        </div>
        <InspectorDock
          dock={dock}
          client={actions}
          watch={props.watch}
          asks={runAsks}
          faults={state.contract?.length ?? 0}
          onRun={onRun}
        />
      </section>
    </SharedContext.Provider>
  );
}

/** The id that the words of a turn take the place of when they are sent again. */
function placeOf(turn: Turn, turns: readonly Turn[]): string | undefined {
  if (turn.progress.at === "refused") return turn.replaces;
  return turns.includes(turn) && !wasNotTaken(turn) ? turn.id : undefined;
}

/** Gives words that the server did not take back to the composer, once. */
function useHandBack(
  turn: Turn | undefined,
  take: (words: string) => void,
): void {
  const done = useRef("");
  const lost = turn !== undefined && wasNotTaken(turn);
  useEffect(() => {
    if (!lost || done.current === turn.id) return;
    done.current = turn.id;
    take(turn.words);
  }, [lost, turn?.id]);
}
