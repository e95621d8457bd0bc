/** A button that answers a question. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import type { Answer } from "./asks.ts";

/** Only a real press answers. `kind` submit: the Enter key in a form presses it, too. */
export function AnswerButton(props: {
  askKey: number;
  answer: Answer;
  live: boolean;
  about: string;
  kind?: "submit";
  children: ComponentChildren;
}) {
  const { desk } = useShared();
  const button = useRef<HTMLButtonElement>(null);
  const { askKey, answer } = props;
  // Bound natively: a handler in the component could be read and called.
  useLayoutEffect(
    () =>
      button.current === null
        ? undefined
        : desk.bind(button.current, askKey, answer),
    [desk, askKey, answer],
  );
  // Not `disabled`, which would take the focus away whenever the card moves.
  return (
    <button
      ref={button}
      type={props.kind ?? "button"}
      class="answer"
      aria-describedby={props.about}
      aria-disabled={!props.live}
    >
      {props.children}
    </button>
  );
}
