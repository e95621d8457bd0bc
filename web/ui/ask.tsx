/** The question on a card: an approval, or the click that a browser wants. */

import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Answer } from "./asks.ts";
import { useShared } from "./hooks.ts";
import type { Ask } from "./state.ts";
import { names, words } from "./strings.ts";

/** The question and its buttons: the same size, none of them chosen beforehand. */
export function AskPanel(props: { ask: Ask; readOnly: boolean }) {
  const { ask } = props;
  const id = useId();
  if (ask.kind === "gesture") {
    return (
      <div class="ask" role="group" aria-labelledby={id}>
        <p class="question" id={id}>
          {words.gesture}
        </p>
        <div class="answers">
          <AnswerButton ask={ask} answer="continue" about={id} />
        </div>
      </div>
    );
  }
  const { reason, risk, remember } = ask.approval;
  return (
    <div class="ask" role="group" aria-labelledby={id}>
      <p class="eyebrow">
        {words.asks}
        {risk === "high" && <span class="risk">{words.highRisk}</span>}
        {risk === "critical" && <span class="risk">{words.criticalRisk}</span>}
      </p>
      <p class="question" id={id} dir="auto">
        {reason}
      </p>
      <p class="quiet">{props.readOnly ? words.reads : words.writes}</p>
      <div class="answers">
        <AnswerButton ask={ask} answer="deny" about={id} />
        {remember && <AnswerButton ask={ask} answer="session" about={id} />}
        <AnswerButton ask={ask} answer="once" about={id} />
      </div>
    </div>
  );
}

function AnswerButton(props: { ask: Ask; answer: Answer; about: string }) {
  const { desk } = useShared();
  const button = useRef<HTMLButtonElement>(null);
  const { key } = props.ask;
  // Bound natively: a handler in the component could be read and called.
  useLayoutEffect(
    () =>
      button.current === null
        ? undefined
        : desk.bind(button.current, key, props.answer),
    [desk, key, props.answer],
  );
  return (
    <button
      ref={button}
      type="button"
      class="answer"
      aria-describedby={props.about}
    >
      {answerName(props.answer)}
    </button>
  );
}

function answerName(answer: Answer): string {
  switch (answer) {
    case "deny":
      return names.decline;
    case "session":
      return names.allowSession;
    case "once":
      return names.allowOnce;
    case "continue":
      return names.continue;
    default:
      return answer satisfies never;
  }
}
