/** What the person says, and how it is said again: sending, trying again, editing. */

import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
import type { Client } from "../../client/api.ts";
import type { Retry } from "../calls/helpline.tsx";
import {
  type ChatState,
  isBusy,
  lastTaken,
  shownOf,
  type Turn,
  wasNotTaken,
} from "../state.ts";
import type { Store } from "../store.ts";
import type { Refused } from "../strings/faults.ts";
import { fetchLater, type FirstTexts } from "../strings/texts.ts";
import { type DraftStore, edit, handedBack } from "./draft.ts";
import { fetchMarkdown, fetchTranscript } from "./fetch.ts";

/** What a conversation can do with words. */
export type Saying = {
  /** The server can be asked, and nothing is asked of it now. */
  readonly free: boolean;
  /** Why the last words were not sent, if they were not. */
  readonly refusal: Refused | undefined;
  /** Sends words, in the place of the message `replaces`. Returns whether the client took them. */
  send(text: string, replaces?: string): boolean;
  /** Begins a new conversation. */
  restart(): void;
  /** What the last of the turns that are shown can do about itself. */
  readonly retry: Retry | undefined;
  /** The last turn that the server has taken. */
  readonly taken: Turn | undefined;
  /** Takes its words back into the draft; undefined while that cannot be. */
  readonly onEdit: (() => void) | undefined;
};

/** Words that the server did not take come back into the draft by themselves. */
export function useSaying(props: {
  store: Store;
  state: ChatState;
  client: Pick<Client, "send" | "reset" | "reconnect">;
  draft: DraftStore;
  texts: FirstTexts;
  /** The server can be asked. */
  open: boolean;
}): Saying {
  const { store, state, client, draft, texts: t, open } = props;
  const [refusal, setRefusal] = useState<Refused>();
  const { forgotten, turns } = shownOf(state);
  const last = turns.at(-1) ?? forgotten.at(-1);
  const taken = lastTaken(turns);
  const free = open && !isBusy(state);

  // A failure is told where it is shown; until then each key tries again.
  useEffect(
    () =>
      draft.subscribe(() => {
        void fetchTranscript().catch(() => {});
        void fetchLater(t).catch(() => {});
      }),
    [draft, t],
  );

  const send = useCallback(
    (text: string, replaces?: string): boolean => {
      const place = replaces === undefined ? {} : { replaces };
      const sent = client.send(text, place);
      if ("id" in sent) {
        const { id } = sent;
        const words = text.trim();
        store.dispatch({ type: "sent", id, words, ...place });
        setRefusal(undefined);
        void fetchMarkdown(); // before the first word of the answer
        return true;
      }
      const { refused } = sent;
      setRefusal(refused === "empty" ? undefined : refused);
      return false;
    },
    [client, store],
  );

  const restart = useCallback(() => {
    client.reset();
    if (store.get().status.status !== "open") client.reconnect();
    store.dispatch({ type: "cleared" });
    setRefusal(undefined);
  }, [client, store]);

  const retry = useMemo(
    (): Retry | undefined =>
      last && {
        now: free,
        again: () => void send(last.words, placeOf(last, turns)),
        say: (words) => void send(words),
      },
    [last?.id, last?.progress.at, turns.length, free, send],
  );

  const onEdit = useMemo(
    () =>
      taken?.progress.at === "ended" && open
        ? () => draft.change((before) => edit(before, taken))
        : undefined,
    [taken?.id, taken?.progress.at, open, draft],
  );

  useHandBack(last, (words) =>
    draft.change((before) => handedBack(before, words)),
  );

  return { free, refusal, send, restart, retry, taken, onEdit };
}

/** The id that the words of a turn take the place of when they are sent again. */
function placeOf(turn: Turn, turns: readonly Turn[]): string | undefined {
  if (turn.progress.at === "refused") return turn.replaces;
  return turns.includes(turn) && !wasNotTaken(turn) ? turn.id : undefined;
}

/** Gives words that the server did not take back, once. */
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
