/**
 * What was said and done: turns that the model has forgotten, then those of the
 * session, with the questions of their calls. Fetched with the first message.
 */

import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Retry } from "../calls/helpline.tsx";
import { NewConversation } from "../header.tsx";
import { useTexts } from "../parts/texts.ts";
import { type Ask, type ChatState, shownOf, type Turn } from "../state.ts";
import "../styles/later.ts";
import { Speaker } from "./speaker.tsx";
import { Stretches } from "./stretches.tsx";
import { TurnView } from "./turn.tsx";

export { Arrival } from "../calls/arrival.tsx";
export { Editing } from "./editing.tsx";
export { Follow } from "./follow.tsx";

const noAsks: readonly Ask[] = [];

/** The children stand where the session begins. */
export function Transcript(props: {
  state: ChatState;
  /** The open questions of its turns. */
  asks: readonly Ask[];
  /** What the last of the turns can do about itself. */
  retry: Retry | undefined;
  /** The turn whose words can be edited now, and what does it. */
  taken: Turn | undefined;
  onEdit: (() => void) | undefined;
  /** Begins a new conversation; offered under what is forgotten. */
  onNew: (() => void) | undefined;
  /** Its cards are in the document. */
  onDrawn: () => void;
  children: ComponentChildren;
}) {
  const t = useTexts();
  const { state, asks, retry, onNew, onDrawn } = props;
  const { forgotten, turns } = shownOf(state);
  const last = turns.at(-1) ?? forgotten.at(-1);
  useLayoutEffect(onDrawn, [onDrawn]);
  return (
    <>
      {forgotten.length > 0 && (
        <>
          <div class="forgotten">
            <Stretches turns={forgotten}>
              {(turn) => (
                <TurnView
                  key={turn.id}
                  turn={turn}
                  asks={noAsks}
                  retry={turn === last ? retry : undefined}
                />
              )}
            </Stretches>
          </div>
          <div class="divider">
            <p>{t.words.forgotten}</p>
            {onNew !== undefined && <NewConversation onClick={onNew} />}
          </div>
        </>
      )}
      {props.children}
      <Stretches turns={turns}>
        {(turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            asks={asks}
            retry={turn === last ? retry : undefined}
            onEdit={turn === props.taken ? props.onEdit : undefined}
          />
        )}
      </Stretches>
      <Speaker turns={state.turns} />
    </>
  );
}
