/** Lines about the conversation as a whole. */

import type { Error as ErrorFrame } from "../../gen/protocol.ts";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons-later.tsx";
import { useTexts } from "../parts/texts.ts";
import type { Start } from "../state.ts";
import {
  errorSentence,
  type Refused,
  refusalSentence,
} from "../strings/faults.ts";
import "../styles/later.ts";

/** What the person has to know of its beginning. */
export function Beginning(props: { start: Start }) {
  const t = useTexts();
  return <p class="notice">{t.starts[props.start]}</p>;
}

/** What is off because of the page's address. */
export function Insecure() {
  return <p>{useTexts().words.insecure}</p>;
}

/** Why words were not sent. */
export function Refusal(props: { refused: Refused }) {
  const { hello } = useShared();
  const t = useTexts();
  return <>{refusalSentence(t, props.refused, hello?.limits.textBytes)}</>;
}

/** A fault that belongs to no turn. */
export function Problem(props: { problem: ErrorFrame }) {
  const t = useTexts();
  return (
    <p class="end fault">
      <Icon name="alert" />
      <span>{errorSentence(t, props.problem)}</span>
    </p>
  );
}
