/** One turn: the user's words, then what the assistant did and said. */

import { Card } from "../calls/card.tsx";
import { hasChanged, type Retry } from "../calls/helpline.tsx";
import { useShared } from "../parts/hooks.ts";
import { memo } from "../parts/memo.ts";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons-later.tsx";
import { isCallOpen } from "../calls/open.ts";
import {
  type Ask,
  type CallPart,
  isOpen,
  type Part,
  type Turn,
} from "../state.ts";
import { errorSentence } from "../strings/faults.ts";
import { endSentence, noticeSentence } from "../strings/turns.ts";
import { WhatHappened } from "../sequence/what.tsx";
import type { Texts } from "../strings/texts.ts";
import { AnswerActions } from "./actions.tsx";
import { Said } from "./said.tsx";
import { Words } from "./words.tsx";

/** A turn of the conversation with the open questions of its calls. */
export const TurnView = memo(function TurnView(props: {
  turn: Turn;
  asks: readonly Ask[];
  /** What its cards can do about it; in the last turn only. */
  retry?: Retry | undefined;
  /** Puts the words into the composer; in the last turn only. */
  onEdit?: (() => void) | undefined;
}) {
  const t = useTexts();
  const { turn } = props;
  const open = isOpen(turn);
  const blocks = group(turn.parts);
  const end = endOf(t, turn);
  return (
    <article class="turn">
      <Said words={turn.words}>
        {props.onEdit !== undefined && (
          <button
            type="button"
            class="bare"
            aria-label={t.answer.edit}
            title={t.answer.edit}
            onClick={props.onEdit}
          >
            <Icon name="pencil" />
          </button>
        )}
      </Said>
      {blocks.map((block, at) => {
        const key = `${at}-${Array.isArray(block) ? "calls" : block.kind}`;
        return Array.isArray(block) ? (
          <Calls
            key={key}
            parts={block}
            turn={turn}
            asks={props.asks}
            retry={props.retry}
          />
        ) : (
          <PartView
            key={key}
            part={block}
            streaming={open && at === blocks.length - 1}
          />
        );
      })}
      {open && <Working shown={isSilent(turn.parts)} />}
      {end !== "" && (
        <p class={`end ${weight(turn)}`}>
          <Icon name={weight(turn) === "quiet" ? "stopped" : "alert"} />
          <span>{end}</span>
        </p>
      )}
      <AnswerActions
        turn={turn}
        again={weight(turn) === "fault" ? props.retry : undefined}
      >
        {!turn.recalled && <WhatHappened turn={turn} />}
      </AnswerActions>
    </article>
  );
});

function PartView(props: {
  part: Exclude<Part, CallPart>;
  streaming: boolean;
}) {
  const t = useTexts();
  const { part } = props;
  switch (part.kind) {
    case "text":
      // Busy while it grows, so that it is read out once, as a whole.
      return (
        <div
          class="words"
          part="message answer"
          dir="auto"
          aria-busy={props.streaming}
        >
          <Words text={part.text} growing={props.streaming} />
        </div>
      );
    case "thoughts":
      return (
        <details class="thoughts">
          <summary>
            <Icon name="thoughts" />
            <span>{t.names.thoughts}</span>
            <Icon name="chevron" />
          </summary>
          <div class="words" dir="auto">
            <Words text={part.text} growing={props.streaming} />
          </div>
        </details>
      );
    case "notice":
      return <p class="notice">{noticeSentence(t, part)}</p>;
    default:
      return part satisfies never;
  }
}

function Calls(props: {
  parts: readonly CallPart[];
  turn: Turn;
  asks: readonly Ask[];
  retry: Retry | undefined;
}) {
  const { hello } = useShared();
  const { retry } = props;
  const repeats = retry !== undefined && hasChanged(props.turn, hello?.tools);
  return (
    <ul class="calls" role="list">
      {props.parts.map(({ call }) => (
        <Card
          key={call.id}
          call={call}
          ask={
            isCallOpen(call)
              ? props.asks.find((ask) => ask.call.id === call.id)
              : undefined
          }
          retry={retry}
          repeats={repeats}
        />
      ))}
    </ul>
  );
}

/** Stands where the next words will, so that they move nothing when they come. */
function Working(props: { shown: boolean }) {
  const t = useTexts();
  if (!props.shown) return null;
  return (
    <p class="working">
      <span class="dots" aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span class="unseen">{t.words.working}</span>
    </p>
  );
}

/** Whether the model owes the next thing and nothing on the screen tells so. */
function isSilent(parts: readonly Part[]): boolean {
  const last = parts.at(-1);
  if (last?.kind === "text") return false;
  return !parts.some((part) => part.kind === "call" && isCallOpen(part.call));
}

/** Calls that follow each other become one list. */
function group(
  parts: readonly Part[],
): (Exclude<Part, CallPart> | CallPart[])[] {
  const blocks: (Exclude<Part, CallPart> | CallPart[])[] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if (part.kind !== "call") blocks.push(part);
    else if (Array.isArray(last)) last.push(part);
    else blocks.push([part]);
  }
  return blocks;
}

function endOf(t: Texts, turn: Turn): string {
  switch (turn.progress.at) {
    case "sent":
    case "running":
      return "";
    case "ended":
      return endSentence(t, turn.progress.end.reason, turn.progress.end.error);
    case "refused":
      return errorSentence(t, turn.progress.error);
    default:
      return turn.progress satisfies never;
  }
}

/** How loudly the end of a turn is told. */
function weight(turn: Turn): "quiet" | "short" | "fault" {
  if (turn.progress.at !== "ended") return "fault";
  switch (turn.progress.end.reason) {
    case "done":
    case "stopped":
      return "quiet";
    case "budget":
    case "truncated":
      return "short";
    default:
      return "fault";
  }
}
