/** A client, and its conversation as one value that is new for every change. */

import type {
  ApprovalRequest,
  AskRequest,
  Client,
  GestureRequest,
  Options,
  ToolMap,
} from "../client/api.ts";
import { connect } from "../client/entry.ts";
import type { Farhand, FarhandOptions, Question } from "./api.ts";
import { give, type Scope } from "./scope.ts";
import { after, type Turn } from "./turns.ts";

/** A conversation that goes on as long as a component listens. */
export type Talk = {
  readonly listeners: Set<() => void>;
  state: Farhand<ToolMap>;
};

/** Before it is mounted, and on a server. */
export const initial: Farhand<ToolMap> = {
  status: { status: "connecting" },
  busy: false,
  turns: [],
  calls: [],
  questions: [],
  send: () => ({ refused: "not_open" }),
  stop() {},
  reset() {},
};

/** Connects, with the tools and the data of the scope. */
export function begin(
  { data, tools, talks }: Scope,
  url: string | undefined,
  options: { readonly current: FarhandOptions<ToolMap> },
): Talk {
  const first = options.current;
  let turns: readonly Turn[] = [];
  let questions: readonly Question[] = [];

  // Each calls the newest of its kind, or puts the question among those to be drawn.
  const handlers: { [kind in Question["kind"]]?: unknown } = {};
  for (const kind of ["approve", "gesture", "ask"] as const) {
    if (!first.questions && !first[kind]) continue;
    handlers[kind] = (request: ApprovalRequest & GestureRequest & AskRequest) =>
      options.current[kind]?.(request) ??
      new Promise((answer) => {
        // The call tells that it waits as soon as it has asked.
        questions = [...questions, { ...request, kind, answer }] as Question[];
      });
  }

  const client = connect({
    ...first,
    ...handlers,
    context() {
      let all: object | undefined;
      for (const { current: said } of data) {
        if (said)
          all = { ...all, ...(typeof said === "function" ? said() : said) };
      }
      return all;
    },
  } as Options<ToolMap>);

  const send: Farhand["send"] = (text, more) => {
    const sent = client.send(text, more);
    if ("id" in sent) {
      changed([...turns, { ...more, ...sent, text, turn: 0, parts: [] }]);
    }
    return sent;
  };
  const talk: Talk = { listeners: new Set(), state: initial };
  const changed = (next: readonly Turn[]): void => {
    turns = next;
    // Answered, or void: its call waits no more.
    questions = questions.filter(({ call }) =>
      client.calls.some(({ id, waiting }) => id === call.id && waiting),
    );
    talk.state = { ...client, client, send, turns, questions };
    talk.listeners.forEach((listener) => listener());
  };
  for (const type in after) {
    client.on(type as "text", (event) =>
      changed(after[type as "text"]!(turns, event)),
    );
  }
  changed(turns);
  for (const tool of tools) give(tool, client);
  return (talks[url!] = talk);
}
