/** The question on a card: an approval, or the click that a browser wants. */

import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CallView, Decision } from "../../client/api.ts";
import { useNow, useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import type { Ask } from "../state.ts";
import { askWords, expiryWords, meaningWords } from "../strings/calls.ts";
import type { Texts } from "../strings/texts.ts";
import { AnswerButton } from "./answer.tsx";
import { QuestionForm } from "./question.tsx";
import { type SightState, watchSight } from "./sight.ts";
import { Value } from "./value.tsx";

/**
 * The question and its buttons: the same size, none of them chosen beforehand.
 * It is no modal dialog, so that the rest of the page can be used meanwhile.
 * What announces it is arrival.tsx; the live region around keeps silent.
 */
export function AskPanel(props: { ask: Ask; call: CallView }) {
  const { hello } = useShared();
  const t = useTexts();
  const { ask, call } = props;
  const id = useId();
  const [panel, sight] = useSight(ask.key);
  const tool = hello?.tools.find((tool) => tool.name === call.name);
  const approval = ask.kind === "approval" ? ask.approval : undefined;
  const risk = approval?.risk;
  return (
    <div
      ref={panel}
      class="ask"
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      {...(approval && { "aria-describedby": `${id}-meaning` })}
      aria-live="off"
    >
      <div class="eyebrow">
        <h3 tabIndex={-1} data-ask={ask.key}>
          {t.words.asks}
        </h3>
        {risk === "high" && <span class="risk">{t.words.highRisk}</span>}
        {risk === "critical" && (
          <span class="risk">{t.words.criticalRisk}</span>
        )}
        <Expiry call={call} />
      </div>
      <p class="question" id={`${id}-question`} dir="auto">
        {ask.kind === "question"
          ? ask.question.question
          : approval === undefined
            ? t.words.gesture
            : askWords(t, tool, call, approval)}
      </p>
      {approval !== undefined && tool?.declared !== undefined && (
        <Given args={call.args} />
      )}
      {approval !== undefined && (
        <p class="quiet meaning" id={`${id}-meaning`}>
          {meaningWords(t, tool, hello?.model)}
        </p>
      )}
      {ask.kind === "question" ? (
        <QuestionForm
          askKey={ask.key}
          question={ask.question}
          sight={sight}
          about={`${id}-question`}
        />
      ) : (
        <div class="answers" data-sight={sight}>
          {answersTo(ask).map((answer) => (
            <AnswerButton
              key={answer}
              askKey={ask.key}
              answer={answer}
              live={sight === "live"}
              about={`${id}-question`}
            >
              {answerName(t, answer)}
            </AnswerButton>
          ))}
        </div>
      )}
      {sight === "covered" && <p class="quiet">{t.asks.covered}</p>}
    </div>
  );
}

/** The question for a tool of the page cannot name what it gets. */
function Given(props: { args: unknown }) {
  const t = useTexts();
  const { args } = props;
  if (Object.keys(Object(args) as object).length === 0) return null;
  return <Value title={t.names.arguments} value={args} />;
}

/** The panel's ref, and whether presses on it count; see sight.ts. */
function useSight(key: number) {
  const { desk } = useShared();
  const panel = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<SightState>("settling");
  useLayoutEffect(
    () =>
      panel.current === null
        ? undefined
        : desk.watch(key, watchSight(panel.current, setSight)),
    [desk, key],
  );
  return [panel, sight] as const;
}

/** How long the question stands; it moves nothing when it counts down. */
function Expiry(props: { call: CallView }) {
  const t = useTexts();
  const { waitEndsAt } = props.call;
  const now = useNow(waitEndsAt !== undefined, 500);
  if (waitEndsAt === undefined) return null;
  const left = Math.max(0, waitEndsAt - now);
  return (
    <span class={`expiry ${left < 15_000 ? "soon" : ""}`} role="timer">
      {expiryWords(t, left)}
    </span>
  );
}

type Simple = Decision | "continue";

function answersTo(ask: Exclude<Ask, { kind: "question" }>): Simple[] {
  if (ask.kind === "gesture") return ["continue"];
  return ask.approval.remember ? ["deny", "session", "once"] : ["deny", "once"];
}

function answerName(t: Texts, answer: Simple): string {
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
