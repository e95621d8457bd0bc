/** One tool call: a slim card that opens, with the question of the call below it. */

import { useState } from "preact/hooks";
import type { OfferedTool } from "../../gen/protocol.ts";
import type { CallView } from "../../client/api.ts";
import { AskPanel } from "./ask.tsx";
import { fill } from "../parts/text.ts";
import { useNow, useShared } from "../parts/hooks.ts";
import { memo } from "../parts/memo.ts";
import { useTexts } from "../parts/texts.ts";
import { toolIcon } from "../parts/icons.tsx";
import { Icon, type IconName } from "../parts/icons-later.tsx";
import type { Ask } from "../state.ts";
import { isCallOpen } from "./open.ts";
import { stateReason } from "../strings/calls.ts";
import { stateWords, waitingSentence } from "../strings/turns.ts";
import { Drawn } from "./drawn.tsx";
import { HelpLine, type Retry } from "./helpline.tsx";
import { pictures } from "./pictures.ts";
import { Pictures, Value } from "./value.tsx";

/**
 * The card of a call. `ask` is the open question of this call, if there is
 * one; `retry` is there in the last turn of the conversation, and would do
 * again what is done already if it `repeats`.
 */
export const Card = memo(function Card(props: {
  call: CallView;
  ask: Ask | undefined;
  retry?: Retry | undefined;
  repeats?: boolean;
}) {
  const { call, ask } = props;
  const { hello, rendering } = useShared();
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const render = rendering(call.name);

  const tool = hello?.tools.find((tool) => tool.name === call.name);
  const withheld = hello?.withheld.find((tool) => tool.name === call.name);
  const title = t.contractWords(tool?.title ?? withheld?.title ?? call.name);
  const done =
    call.state === "succeeded" ? t.contractWords(tool?.ui.done ?? "") : "";
  // Where it names an argument it tells more than the title does.
  const gist = done.includes("{") ? fill(done, call.args) : "";
  const shown = !open && hasPictures(call);
  return (
    <li
      class={`card ${ask === undefined ? "" : "asking"}`}
      part={`card ${ask === undefined ? "" : "asking"}`}
      data-state={call.state}
      data-where={tool?.where ?? "browser"}
    >
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="place">
            <Icon name={toolIcon(call.name)} />
          </span>
          <span class="title">{title}</span>
          <State call={call} />
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
      {shown && <Pictures value={call.result} />}
      {render !== undefined && <Drawn call={call} render={render} />}
      {ask !== undefined && <AskPanel key={ask.key} ask={ask} call={call} />}
      {call.waiting === "permission" && (
        <p class="hint">{waitingSentence(t, call.waiting)}</p>
      )}
      {call.saved !== undefined && <Saved keys={call.saved} />}
      <HelpLine
        call={call}
        title={title}
        tool={tool}
        retry={props.retry}
        repeats={props.repeats ?? false}
      />
    </li>
  );
});

function hasPictures(call: CallView): boolean {
  return call.result !== undefined && pictures(call.result).length > 0;
}

/** The state in words, and why it is that. */
function State(props: { call: CallView }) {
  const t = useTexts();
  const { call } = props;
  const state = stateWords(t, call);
  const reason = stateReason(t, call);
  // In an element of its own, so that the bare state can be found, too.
  const [before = "", after = ""] =
    reason === "" ? ["", ""] : t.calls.because("\n", reason).split("\n");
  return (
    <span class="state">
      <Icon name={stateIcon(call)} />
      <span>
        {before}
        <span>{state}</span>
        {after}
      </span>
    </span>
  );
}

/** What the call left in the browser, and the way to it. */
function Saved(props: { keys: readonly string[] }) {
  const { show } = useShared();
  const t = useTexts();
  return (
    <div class="help">
      <p class="hint">{t.calls.saved(props.keys.join(", "))}</p>
      <button type="button" class="small" onClick={() => show("settings")}>
        {t.calls.showSaved}
      </button>
    </div>
  );
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
        <bdi>{t.format.duration(call.ms)}</bdi>
      </span>
    );
  }
  if (from === undefined) return null;
  // Screen readers get the state, not every tenth of a second.
  return (
    <span class="clock" aria-hidden="true">
      <bdi>{t.format.clock(now - from)}</bdi>
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
