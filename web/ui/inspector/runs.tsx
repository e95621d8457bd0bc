/** The runs so far: what happened, and what the model would read of it. */

import type { CallView } from "../../client/api.ts";
import { utf8Bytes } from "../../client/utf8.ts";
import { Card } from "../calls/card.tsx";
import { useTexts } from "../parts/texts.ts";
import { isCallOpen } from "../calls/open.ts";
import type { Run } from "./bench.ts";
import { useInspection } from "./context.ts";
import { clockTime } from "./times.ts";

/** Newest first. */
export function Runs(props: { runs: readonly Run[] }) {
  const { words } = useInspection();
  return (
    <section class="runs" aria-label={words.runs.title}>
      <h3>{words.runs.title}</h3>
      {props.runs.length === 0 && <p class="quiet">{words.runs.none}</p>}
      {props.runs.map((run) => (
        <RunView key={run.id} run={run} />
      ))}
    </section>
  );
}

function RunView(props: { run: Run }) {
  const t = useTexts();
  const { words, bench, asks } = useInspection();
  const { run } = props;
  const [call] = run.calls;
  const end = endWords(words.runs.ended, run);
  return (
    <article class="ran">
      <header>
        <code>{run.name}</code>
        <span class="quiet">
          {words.runs.at(clockTime(t.language, run.at))}
        </span>
        <button
          type="button"
          class="link"
          onClick={() => {
            const sheet = { value: run.args, text: undefined };
            const sheets = { ...bench.get().sheets, [run.name]: sheet };
            bench.set({ tool: run.name, sheets });
          }}
        >
          {words.runs.use}
        </button>
      </header>
      {call !== undefined && (
        <ul class="calls" role="list">
          <Card
            call={call}
            ask={
              isCallOpen(call)
                ? asks.find((ask) => ask.call.id === call.id)
                : undefined
            }
            retry={undefined}
          />
        </ul>
      )}
      {run.refused !== undefined && (
        <p class="wrong">{words.runs.refused.server(run.refused)}</p>
      )}
      {end !== "" && <p class="wrong">{end}</p>}
      {run.response !== undefined && <Response response={run.response} />}
      {call !== undefined && <Times call={call} />}
    </article>
  );
}

function endWords(
  ended: { [reason: string]: string } & { other: string },
  run: Run,
): string {
  if (run.end === undefined || run.end === "done") return "";
  return Object.hasOwn(ended, run.end)
    ? (ended[run.end] ?? ended.other)
    : ended.other;
}

function Response(props: { response: { readonly [key: string]: unknown } }) {
  const t = useTexts();
  const { words } = useInspection();
  const { response } = props;
  const { error } = response;
  const said =
    typeof error === "object" && error !== null && "message" in error
      ? String(error.message)
      : "";
  const compact = JSON.stringify(response);
  return (
    <section class="part">
      <h4>{words.runs.reads}</h4>
      {said !== "" && (
        <p class="wrong" dir="auto">
          {said}
        </p>
      )}
      <pre dir="ltr" tabIndex={0}>
        {JSON.stringify(response, null, 2)}
      </pre>
      <p class="quiet">
        {`${words.runs.size}: ${t.format.bytes(utf8Bytes(compact))}`}
      </p>
    </section>
  );
}

function Times(props: { call: CallView }) {
  const t = useTexts();
  const { words } = useInspection();
  const { marks, userMs, ms } = props.call;
  const { requested, delivered, running } = marks;
  const end = endOf(props.call);
  const rows: [string, number | undefined][] = [
    [words.runs.delivered, since(requested, delivered)],
    [words.runs.waited, userMs > 0 ? userMs : undefined],
    [words.runs.ran, since(running, end)],
    [words.runs.whole, ms],
  ];
  const known = rows.filter(
    (row): row is [string, number] => row[1] !== undefined,
  );
  if (known.length === 0) return null;
  return (
    <section class="part">
      <h4>{words.runs.times}</h4>
      <dl class="facts">
        {known.map(([name, ms]) => (
          <div class="row" key={name}>
            <dt>{name}</dt>
            <dd>{t.format.duration(ms)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function since(from?: number, to?: number): number | undefined {
  return from === undefined || to === undefined ? undefined : to - from;
}

function endOf(call: CallView): number | undefined {
  return isCallOpen(call) ? undefined : call.marks[call.state];
}
