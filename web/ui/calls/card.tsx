/** One tool call: a slim card that opens, with the question of the call below it. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OfferedTool } from "../../gen/protocol.ts";
import type { CallView } from "../../client/api.ts";
import { AskPanel } from "./ask.tsx";
import { fill } from "../parts/format.ts";
import { memo, useNow, useShared, useTexts } from "../parts/hooks.ts";
import { Icon, type IconName, toolIcon } from "../parts/icons.tsx";
import { type Ask, isCallOpen } from "../state.ts";
import {
  codeSentence,
  stateWords,
  waitingSentence,
} from "../strings/sentences.ts";
import type { Texts } from "../strings/texts.ts";
import { Value } from "./value.tsx";

/** The card of a call. `ask` is the open question of this call, if there is one. */
export const Card = memo(function Card(props: {
  call: CallView;
  ask: Ask | undefined;
}) {
  const { call, ask } = props;
  const { hello, texts: t } = useShared();
  const [open, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  useFocusAfter(ask, summary);

  const tool = hello?.tools.find((tool) => tool.name === call.name);
  const withheld = hello?.withheld.find((tool) => tool.name === call.name);
  const title = t.contractWords(tool?.title ?? withheld?.title ?? call.name);
  const hint = cardHint(t, call);
  const done =
    call.state === "succeeded" ? t.contractWords(tool?.ui.done ?? "") : "";
  // Where it names an argument it tells more than the title does.
  const gist = done.includes("{") ? fill(done, call.args) : "";
  return (
    <li
      class={`card ${ask === undefined ? "" : "asking"}`}
      data-state={call.state}
      data-where={tool?.where ?? "browser"}
    >
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary ref={summary}>
          <span class="place">
            <Icon name={toolIcon(call.name)} />
          </span>
          <span class="title">{title}</span>
          <span class="state">
            <Icon name={stateIcon(call)} />
            <span>{stateWords(t, call)}</span>
          </span>
          <Clock call={call} />
          {gist !== "" && (
            <span class="gist">
              <bdi>{gist}</bdi>
            </span>
          )}
          <Icon name="chevron" />
        </summary>
        {open && <Details call={call} tool={tool} />}
      </details>
      {ask !== undefined && (
        <AskPanel
          key={ask.key}
          ask={ask}
          readOnly={tool?.policy.readOnly ?? false}
        />
      )}
      {hint !== "" && <p class="hint">{hint}</p>}
    </li>
  );
});

/** Gives the focus that a vanished button had to the card that it stood on. */
function useFocusAfter(
  ask: Ask | undefined,
  summary: { readonly current: HTMLElement | null },
): void {
  const before = useRef(ask);
  useLayoutEffect(() => {
    const answered = before.current !== undefined && ask === undefined;
    before.current = ask;
    const element = summary.current;
    if (!answered || element === null) return;
    const { activeElement, body } = element.ownerDocument;
    if (activeElement === null || activeElement === body) {
      element.focus({ preventScroll: true });
    }
  }, [ask, summary]);
}

function cardHint(t: Texts, call: CallView): string {
  if (call.state === "awaiting_user") {
    return call.waiting === undefined ? "" : waitingSentence(t, call.waiting);
  }
  // The state of an interrupted call is its whole sentence.
  return call.code === undefined || call.state === "interrupted"
    ? ""
    : codeSentence(t, call.code, call.message);
}

/** The time that a call takes so far, or took; a success has it in its state. */
function Clock(props: { call: CallView }) {
  const t = useTexts();
  const { call } = props;
  const open = isCallOpen(call);
  const now = useNow(open, 100);
  const from = call.marks.requested;
  if (!open) {
    if (call.ms === undefined || call.state === "succeeded") return null;
    return (
      <span class="clock">
        <bdi dir="ltr">{t.format.duration(call.ms)}</bdi>
      </span>
    );
  }
  if (from === undefined) return null;
  // Screen readers get the state, not every tenth of a second.
  return (
    <span class="clock" aria-hidden="true">
      <bdi dir="ltr">{t.format.clock(now - from)}</bdi>
    </span>
  );
}

function Details(props: { call: CallView; tool: OfferedTool | undefined }) {
  const t = useTexts();
  const { call, tool } = props;
  return (
    <div class="body">
      <Value title={t.names.arguments} value={call.args} />
      {call.result !== undefined && (
        <Value title={t.names.result} value={call.result} />
      )}
      <dl class="facts">
        <Fact
          name={t.facts.where}
          value={tool?.where === "server" ? t.words.there : t.words.here}
        />
        {call.userMs > 0 && (
          <Fact name={t.facts.waited} value={t.format.duration(call.userMs)} />
        )}
        {call.resultBytes !== undefined && (
          <Fact name={t.facts.size} value={t.format.bytes(call.resultBytes)} />
        )}
        {call.message !== undefined && (
          <Fact name={t.facts.message} value={call.message} />
        )}
        {call.code !== undefined && (
          <Fact name={t.facts.code} value={call.code} />
        )}
      </dl>
    </div>
  );
}

function Fact(props: { name: string; value: string }) {
  return (
    <div class="row">
      <dt>{props.name}</dt>
      <dd dir="auto">{props.value}</dd>
    </div>
  );
}

function stateIcon(call: CallView): IconName {
  switch (call.state) {
    case "requested":
    case "delivered":
    case "running":
      return "running";
    case "awaiting_user":
      return "hand";
    case "succeeded":
      return "check";
    case "failed":
    case "interrupted":
      return "alert";
    case "denied":
      return "declined";
    case "timed_out":
      return "clock";
    case "cancelled":
      return "stopped";
    default:
      return call.state satisfies never;
  }
}
