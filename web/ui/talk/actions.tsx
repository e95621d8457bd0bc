/** What can be done with an answer. */

import type { ComponentChildren } from "preact";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons-later.tsx";
import { isOpen, type Turn } from "../state.ts";
import { CopyButton } from "../parts/copy.tsx";
import { markdown } from "./fetch.ts";

/** The words of the answer of a turn, in Markdown as the model wrote them. */
export function answerOf(turn: Turn): string {
  return turn.parts
    .flatMap((part) => (part.kind === "text" ? [part.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");
}

/**
 * A row under a turn: the children, what can be done with its answer once that
 * is complete, and `again` where trying again may help.
 */
export function AnswerActions(props: {
  turn: Turn;
  again: { readonly now: boolean; again(): void } | undefined;
  children?: ComponentChildren;
}) {
  const t = useTexts();
  const open = isOpen(props.turn);
  const again = open ? undefined : props.again;
  const answer = open ? "" : answerOf(props.turn);
  return (
    <div class="actions">
      {props.children}
      {answer !== "" && (
        <>
          <CopyButton
            name={t.answer.copy}
            text={() => markdown()?.plainOf(answer) ?? answer}
          />
          <CopyButton
            name={t.answer.copyMarkdown}
            brief="Markdown"
            text={() => answer}
          />
        </>
      )}
      {again !== undefined && (
        <button
          type="button"
          class="small"
          disabled={!again.now}
          onClick={again.again}
        >
          <Icon name="again" />
          <span>{t.names.tryAgain}</span>
        </button>
      )}
    </div>
  );
}
