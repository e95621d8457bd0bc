/** Where the user writes. Enter sends, Shift+Enter starts a line; neither answers a question. */

import { useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icons.tsx";
import { useTexts } from "../parts/hooks.ts";

/** The text field, and one place for Send and Stop. */
export function Composer(props: {
  /** A turn runs or was asked for. */
  busy: boolean;
  /** A turn or speech goes on: Stop stands in the place of Send. */
  stoppable: boolean;
  /** The server can be asked. */
  open: boolean;
  /** Why the last words were not sent; empty if they were. */
  refusal: string;
  /** Returns whether the words were taken. */
  onSend: (text: string) => boolean;
  onStop: () => void;
}) {
  const t = useTexts();
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = props.open && !props.busy && text.trim() !== "";

  function send(): void {
    if (ready && props.onSend(text)) setText("");
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Safari ends a composition before its Enter and tells by the code only.
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  }

  // The button that was pressed goes away. A keyboard (detail 0) or a mouse
  // goes on in the field; a finger should not make the keyboard pop up.
  function keepFocus(event: MouseEvent): void {
    const touch = "pointerType" in event && event.pointerType === "touch";
    if (!touch) field.current?.focus({ preventScroll: true });
  }

  return (
    <div class="composer">
      <div class="field">
        <textarea
          ref={field}
          rows={1}
          value={text}
          dir="auto"
          aria-label={t.names.message}
          placeholder={t.words.placeholder}
          enterkeyhint="send"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {/* As tall as the text, so that the field grows with it. */}
        <div class="mirror" aria-hidden="true">
          {`${text}\n`}
        </div>
      </div>
      {props.stoppable ? (
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
      ) : (
        <button
          key="send"
          type="button"
          class="act send"
          disabled={!ready}
          onClick={(event) => {
            send();
            keepFocus(event);
          }}
        >
          <Icon name="send" />
          <span>{t.names.send}</span>
        </button>
      )}
      {props.refusal !== "" && (
        <p class="refusal" role="alert">
          {props.refusal}
        </p>
      )}
    </div>
  );
}
