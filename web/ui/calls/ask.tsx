/** The question on a card: an approval, or the click that a browser wants. */

import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Answer } from "./asks.ts";
import { useShared, useTexts } from "../parts/hooks.ts";
import type { Ask } from "../state.ts";
import type { Texts } from "../strings/texts.ts";

/** The question and its buttons: the same size, none of them chosen beforehand. */
export function AskPanel(props: { ask: Ask; readOnly: boolean }) {
  const t = useTexts();
  const { ask } = props;
  const id = useId();
  if (ask.kind === "gesture") {
    return (
      <div class="ask" role="group" aria-labelledby={id}>
        <p class="question" id={id}>
          {t.words.gesture}
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
        {t.words.asks}
        {risk === "high" && <span class="risk">{t.words.highRisk}</span>}
        {risk === "critical" && (
          <span class="risk">{t.words.criticalRisk}</span>
        )}
      </p>
      <p class="question" id={id} dir="auto">
        {reason}
      </p>
      <p class="quiet">{props.readOnly ? t.words.reads : t.words.writes}</p>
      <div class="answers">
        <AnswerButton ask={ask} answer="deny" about={id} />
        {remember && <AnswerButton ask={ask} answer="session" about={id} />}
        <AnswerButton ask={ask} answer="once" about={id} />
      </div>
    </div>
  );
}

function AnswerButton(props: { ask: Ask; answer: Answer; about: string }) {
  const { desk, texts } = useShared();
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
      {answerName(texts, props.answer)}
    </button>
  );
}

function answerName(t: Texts, answer: Answer): string {
  switch (answer) {
    case "deny":
      return t.names.decline;
    case "session":
      return t.names.allowSession;
    case "once":
      return t.names.allowOnce;
    case "continue":
      return t.names.continue;
    default:
      return answer satisfies never;
  }
}
