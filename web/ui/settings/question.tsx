/** A question inside the panel, in the place of the buttons that led to it. */

import { useId, useLayoutEffect, useRef } from "preact/hooks";

/** The careful answer comes first and has the focus. */
export function Question(props: {
  words: string;
  no: string;
  yes: string;
  onNo: () => void;
  onYes: () => void;
}) {
  const id = useId();
  const careful = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => careful.current?.focus(), []);
  return (
    <div class="question-box" role="group" aria-labelledby={id}>
      <p id={id} dir="auto">
        {props.words}
      </p>
      <div class="actions">
        <button
          ref={careful}
          type="button"
          class="small"
          aria-describedby={id}
          onClick={props.onNo}
        >
          {props.no}
        </button>
        <button
          type="button"
          class="small"
          aria-describedby={id}
          onClick={props.onYes}
        >
          {props.yes}
        </button>
      </div>
    </div>
  );
}
