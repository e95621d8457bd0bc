/** The calls of the session: which are open, and how they stand. */

import type { CallView } from "../../client/api.ts";
import { useNow } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { isCallOpen } from "../calls/open.ts";
import { stateWords } from "../strings/turns.ts";
import { useInspection, useLive } from "./context.ts";
import { clocksOf, marksOf } from "./pending.ts";

const mostEnded = 50;

/** Open calls first, then those that have ended, newest first. */
export function Calls() {
  const { words, watch, client } = useInspection();
  useLive(watch, watch.entries); // every change of a call goes with a frame
  const calls = client.calls;
  const open = calls.filter(isCallOpen);
  const ended = calls.filter((call) => !isCallOpen(call)).reverse();
  return (
    <>
      <section class="part">
        <h3>{words.calls.open}</h3>
        {open.length === 0 && <p class="quiet">{words.calls.noneOpen}</p>}
        <List calls={open} />
      </section>
      <section class="part">
        <h3>{words.calls.ended}</h3>
        {ended.length === 0 && <p class="quiet">{words.calls.noneEnded}</p>}
        <List calls={ended.slice(0, mostEnded)} />
      </section>
    </>
  );
}

function List(props: { calls: readonly CallView[] }) {
  return (
    <ul class="list" role="list">
      {props.calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </ul>
  );
}

function Call(props: { call: CallView }) {
  const t = useTexts();
  const { words, watch } = useInspection();
  const { call } = props;
  const open = isCallOpen(call);
  const now = useNow(open, 200);
  const entries = watch.entries();
  const clocks = clocksOf(call, entries, now);
  const marks = marksOf(call, entries);
  const { clock } = t.format;
  const of = (spent: number, limit: number | undefined): string =>
    limit === undefined
      ? clock(spent)
      : words.calls.of(clock(spent), clock(limit));
  return (
    <li class="entry call" data-state={call.state}>
      <p class="line">
        <code>{call.id}</code>
        <code class="name">{call.name}</code>
        <span class="chip">{stateWords(t, call)}</span>
      </p>
      <dl class="facts" aria-live="off">
        {open && call.marks.requested !== undefined && (
          <Fact
            name={words.calls.age}
            value={clock(now - call.marks.requested)}
          />
        )}
        <Fact
          name={words.calls.ownClock}
          value={of(clocks.ownMs, clocks.ownLimitMs)}
        />
        {(clocks.userMs > 0 || open) && (
          <Fact
            name={words.calls.userClock}
            value={of(clocks.userMs, clocks.userLimitMs)}
          />
        )}
        {call.code !== undefined && (
          <Fact name={t.facts.code} value={call.code} />
        )}
      </dl>
      {marks.map((mark) => (
        <p key={mark} class="wrong">
          {words.calls[mark]}
        </p>
      ))}
    </li>
  );
}

function Fact(props: { name: string; value: string }) {
  return (
    <div class="row">
      <dt>{props.name}</dt>
      <dd>
        <bdi dir="ltr">{props.value}</bdi>
      </dd>
    </div>
  );
}
