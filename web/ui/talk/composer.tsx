/** Where the user writes. Enter sends, Shift+Enter starts a line; neither answers a question. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { isComposing } from "../parts/keys.ts";
import { lazy } from "../parts/lazy.tsx";
import type { Refused } from "../strings/faults.ts";
import { detached, type DraftStore, settled, typed } from "./draft.ts";
import { fetchTold, fetchTranscript } from "./fetch.ts";
import { moved, pressed, type Sending, type Step } from "./sending.ts";

// It is here when it is needed: a turn is edited where turns are shown.
const Editing = lazy(() => fetchTranscript().then((part) => part.Editing));

const Refusal = lazy(() => fetchTold().then((part) => part.Refusal));

/** The text field, and one place for Send and Stop. */
export function Composer(props: {
  draft: DraftStore;
  /** A turn runs or was asked for. */
  busy: boolean;
  /** A call of it waits for the user: Send stops the turn first. */
  awaiting: boolean;
  /** A turn or speech goes on: Stop stands in the place of Send. */
  stoppable: boolean;
  /** The server can be asked. */
  open: boolean;
  /** Why the last words were not sent, if they were not. */
  refusal: Refused | undefined;
  /** Whether a message of this id can be replaced. */
  editable: (id: string) => boolean;
  /** Returns whether the words were taken. */
  onSend: (text: string, replaces?: string) => boolean;
  onStop: () => void;
  /** The user wants to edit the last message. */
  onEditLast: () => void;
}) {
  const { texts: t, wishes } = useShared();
  const { draft, busy, awaiting, open } = props;
  const { text, editing } = useDraft(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useRef<Sending>("idle");
  const [said, setSaid] = useState<Step["say"]>();
  const written = text.trim() !== "";
  const situation = { open, busy, awaiting };

  function follow({ next, act, say }: Step): void {
    sending.current = next;
    setSaid(say);
    if (act === "stop") props.onStop();
    if (act !== "send") return;
    const replaces = editing?.id;
    if (props.onSend(text, replaces)) draft.change(settled);
  }

  // The state before the render that shows it: nothing is sent twice.
  useEffect(() => {
    if (sending.current !== "idle") follow(moved(sending.current, situation));
    else if (!busy) setSaid(undefined);
  }, [open, busy]);

  const stale = editing !== undefined && !props.editable(editing.id);
  useEffect(() => {
    if (stale) draft.change(detached);
  }, [stale, draft]);

  useLayoutEffect(() => {
    const element = field.current;
    if (editing === undefined || element === null) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [editing?.id]);

  const send = (): void => follow(pressed(sending.current, situation, text));

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && text === "") {
      props.onEditLast();
      event.preventDefault();
    } else if (event.key === "Escape" && editing !== undefined) {
      draft.change(settled);
      event.preventDefault();
    }
  }

  // The button that was pressed goes away. A keyboard (detail 0) or a mouse
  // goes on in the field; a finger should not make the keyboard pop up.
  function keepFocus(event: MouseEvent): void {
    const touch = "pointerType" in event && event.pointerType === "touch";
    if (!touch) field.current?.focus({ preventScroll: true });
  }

  const why = props.refusal ?? said;
  return (
    <div class="composer" part="composer">
      {editing !== undefined && (
        <Editing
          onCancel={(event) => {
            draft.change(settled);
            keepFocus(event);
          }}
        />
      )}
      <div class="field">
        <textarea
          ref={field}
          rows={1}
          value={text}
          dir="auto"
          aria-label={t.names.message}
          placeholder={wishes.placeholder ?? t.words.placeholder}
          enterkeyhint="send"
          onInput={({ currentTarget: { value } }) => {
            draft.change((before) => typed(before, value));
            setSaid(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {/* As tall as the text, so that the field grows with it. */}
        <div class="mirror" aria-hidden="true">
          {`${text}\n`}
        </div>
      </div>
      <div class="acts">
        {props.stoppable && (
          <button
            key="stop"
            type="button"
            class="act"
            onClick={(event) => {
              // The second half of a double click on Send is not a Stop.
              if (event.detail < 2) props.onStop();
              keepFocus(event);
            }}
          >
            <Icon name="stop" />
            <span>{t.names.stop}</span>
          </button>
        )}
        {(!props.stoppable || (awaiting && written)) && (
          <button
            key="send"
            type="button"
            class="act send"
            part="send"
            disabled={!open || !written}
            onClick={(event) => {
              send();
              keepFocus(event);
            }}
          >
            <Icon name="send" />
            <span>{t.names.send}</span>
          </button>
        )}
      </div>
      {why !== undefined && (
        <p class="refusal" role="alert">
          {why === "not_open" ? (
            t.refusals.not_open // also where nothing more can be fetched
          ) : (
            <Refusal refused={why} />
          )}
        </p>
      )}
    </div>
  );
}

function useDraft(store: DraftStore) {
  const [draft, setDraft] = useState(store.get());
  useLayoutEffect(() => {
    setDraft(store.get());
    return store.subscribe(() => setDraft(store.get()));
  }, [store]);
  return draft;
}
