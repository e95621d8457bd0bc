/** The whole conversation: header, log, connection, composer. */

import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
import type { Client } from "../client/api.ts";
import type { Desk } from "./calls/asks.ts";
import { Header } from "./header.tsx";
import { useDock } from "./inspector/open.ts";
import type { Watch } from "./inspector/watch.ts";
import { About } from "./talk/about.tsx";
import { Announcements, createAnnouncer } from "./talk/announce.tsx";
import { Composer } from "./talk/composer.tsx";
import { Connection } from "./talk/connection.tsx";
import { createDraftStore, tabShelf } from "./talk/draft.ts";
import { Empty } from "./talk/empty.tsx";
import { useKeptFocus } from "./parts/focus.ts";
import {
  type PanelName,
  SharedContext,
  useStore,
  WaitingContext,
} from "./parts/hooks.ts";
import { insist } from "./parts/insist.ts";
import { lazy } from "./parts/lazy.tsx";
import { Log } from "./talk/log.tsx";
import {
  type Ask,
  type ChatState,
  isAwaiting,
  isBusy,
  shownOf,
} from "./state.ts";
import type { PreferenceStore } from "./settings/preferences.ts";
import type { Store } from "./store.ts";
import type { FirstTexts } from "./strings/texts.ts";
import type { Wishes } from "./wishes.ts";
import { fetchTold, fetchTranscript } from "./talk/fetch.ts";
import { Said } from "./talk/said.tsx";
import { useSaying } from "./talk/saying.ts";

const ConfirmNew = lazy(() =>
  import("./talk/confirm.tsx").then((part) => part.ConfirmNew),
);

const Stale = lazy(() => import("./talk/stale.tsx").then((part) => part.Stale));

const Beginning = lazy(() => fetchTold().then((part) => part.Beginning));
const Problem = lazy(() => fetchTold().then((part) => part.Problem));

const ContractChanged = lazy(() =>
  import("./inspector/changed.tsx").then((part) => part.ContractChanged),
);

const InspectorDock = lazy(() =>
  import("./inspector/dock.tsx").then((part) => part.InspectorDock),
);

const Arrival = lazy(() => fetchTranscript().then((part) => part.Arrival));

const Settings = lazy(() =>
  import("./settings/settings.tsx").then((part) => part.Settings),
);

const Toolbox = lazy(() =>
  import("./toolbox/toolbox.tsx").then((part) => part.Toolbox),
);

// Until what shows the conversation is here, the person sees their own words.
const Transcript = lazy(
  () => insist(fetchTranscript).then((part) => part.Transcript),
  ({ state }) => {
    const last = state.turns.at(-1);
    return last === undefined ? null : <Said words={last.words} />;
  },
);

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
  | "rendering"
  | "calls"
  | "hello"
  | "subject"
  | "status"
>;

/** The conversation of a store. `reload` loads the page anew. */
export function Chat(props: {
  store: Store;
  desk: Desk;
  actions: Actions;
  watch: Watch;
  preferences: PreferenceStore;
  texts: FirstTexts;
  wishes: Wishes;
  reload: () => void;
}) {
  const { store, desk, actions, preferences, texts: t, wishes } = props;
  const state = useStore(store);
  const section = useKeptFocus();
  const { subject } = actions;
  const [draft] = useState(() =>
    createDraftStore(tabShelf(), wishes.key, actions),
  );
  useLayoutEffect(() => {
    if (subject !== undefined) draft.belongTo(subject);
  }, [draft, subject]);
  const { hello, status } = state;
  // Which panel lies over the conversation.
  const [panel, setPanel] = useState<PanelName>();
  const close = useCallback(() => setPanel(undefined), []);
  const [announcer] = useState(createAnnouncer);
  const shared = useMemo(
    () => ({
      hello,
      subject,
      desk,
      rendering: actions.rendering,
      preferences,
      texts: t,
      wishes,
      show: setPanel,
      announce: announcer.say,
    }),
    [hello, subject, desk, actions, preferences, t, wishes, announcer],
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
  const open = status.status === "open" && !state.resetting;
  const busy = isBusy(state);
  const saying = useSaying({
    store,
    state,
    client: actions,
    draft,
    texts: t,
    open,
  });
  const { free, send, restart, taken, onEdit } = saying;
  // Whether what draws the cards is here.
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);

  const { forgotten, turns } = shownOf(state);
  const empty = forgotten.length + turns.length === 0;
  // One button of this name at a time: where the eyes are after a loss or a
  // farewell, in the header otherwise.
  const offerHere = forgotten.length > 0 && turns.length === 0;
  const left = status.status === "closed" && status.reason === "signed_out";
  const changed = state.contract?.length === 0;
  const onNew = (): void =>
    state.turns.length > 0 ? setPanel("new") : restart();
  const old = hello?.withheld.filter(({ reason }) => reason === "schema") ?? [];
  const stale = old.length > 0 && <Stale tools={old} />;
  // From the first words on, also where they are gone again.
  const begun = useRef(false);
  begun.current ||= !empty || run !== undefined;

  return (
    <SharedContext.Provider value={shared}>
      <WaitingContext.Provider value={state.asks.length > 0}>
        <section
          class="chat"
          ref={section}
          aria-labelledby={wishes.onClose === undefined ? "title" : undefined}
          lang={t.language}
          dir={t.direction}
        >
          <Header
            newHere={!offerHere && !left && !changed}
            dock={offered ? dock : undefined}
            onNew={onNew}
            store={store}
            empty={empty}
          />
          <Log
            begun={!empty}
            turn={state.turns.at(-1)?.id}
            waiting={asks.length > 0}
          >
            {state.start !== undefined && <Beginning start={state.start} />}
            {empty ? (
              <>
                <Empty
                  tools={hello?.tools ?? []}
                  withheld={hello?.withheld ?? []}
                  enabled={free}
                  onPrompt={(text) => send(text)}
                />
                {stale}
              </>
            ) : (
              <Transcript
                state={state}
                asks={asks}
                retry={saying.retry}
                taken={taken}
                onEdit={onEdit}
                onNew={offerHere ? restart : undefined}
                onDrawn={onDrawn}
              >
                {stale}
              </Transcript>
            )}
            {state.problem !== undefined && <Problem problem={state.problem} />}
          </Log>
          <Announcements announcer={announcer} />
          {begun.current && <Arrival asks={state.asks} drawn={drawn} />}
          {panel === "new" && <ConfirmNew onClose={close} onNew={restart} />}
          {panel === "settings" && (
            <Settings client={actions} onClose={close} />
          )}
          {panel === "tools" && (
            <Toolbox
              client={actions}
              enabled={free}
              onTry={send}
              onClose={close}
            />
          )}
          <div class="foot">
            <div class="contract" role="status">
              {state.contract !== undefined && (
                <ContractChanged
                  faults={state.contract}
                  onNew={offerHere ? undefined : onNew}
                />
              )}
            </div>
            <Connection
              status={status}
              onReconnect={actions.reconnect}
              onReload={props.reload}
            />
            <Composer
              draft={draft}
              busy={busy}
              awaiting={isAwaiting(state)}
              stoppable={busy || state.speaking}
              open={open}
              refusal={saying.refusal}
              editable={(id) => id === taken?.id}
              onSend={send}
              onStop={actions.stop}
              onEditLast={() => onEdit?.()}
            />
            <About />
          </div>
          {dock.open && (
            <InspectorDock
              dock={dock}
              client={actions}
              watch={props.watch}
              asks={runAsks}
              faults={state.contract?.length ?? 0}
              onRun={onRun}
            />
          )}
        </section>
      </WaitingContext.Provider>
    </SharedContext.Provider>
  );
}
