/**
 * What a person tries out: arguments while they are written, and the runs so
 * far. One bench for each client, which outlives the drawer; the runs stand
 * here and nowhere else.
 */

import type { CallView, Client, Sent } from "../../client/api.ts";
import type { TurnEndReason } from "../../gen/protocol.ts";

/** One run of a tool. */
export type Run = {
  /** Of the inspect frame. */
  readonly id: string;
  readonly name: string;
  readonly args: Args;
  /** As Date.now() counts. */
  readonly at: number;
  /** 0: it has not begun. */
  readonly turn: number;
  readonly calls: readonly CallView[];
  /** What the model would have read. */
  readonly response?: { readonly [key: string]: unknown };
  readonly end?: TurnEndReason;
  /** Why the server did not begin it. */
  readonly refused?: string;
};

/** The arguments of a call. */
export type Args = { readonly [name: string]: unknown };

/** Arguments that are being written. */
export type Sheet = {
  /** With a Draft where something is no value yet. */
  readonly value: unknown;
  /** As typed; undefined: as the value is written. */
  readonly text: string | undefined;
};

/** Everything on the bench. */
export type BenchState = {
  /** The chosen tool; "": the first. */
  readonly tool: string;
  readonly mode: "form" | "json";
  readonly sheets: { readonly [tool: string]: Sheet };
  /** Newest first. */
  readonly runs: readonly Run[];
};

/** A bench that changes by `set` and by what the client tells. */
export type Bench = {
  get(): BenchState;
  set(changes: Partial<BenchState>): void;
  /** Runs a tool, and keeps the run if the client takes it. */
  run(name: string, args: Args): Sent;
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

const mostRuns = 20;
const benches = new WeakMap<object, Bench>();

/** The bench of a client. */
export function benchOf(client: Pick<Client, "inspect" | "on">): Bench {
  let bench = benches.get(client);
  if (bench === undefined) benches.set(client, (bench = createBench(client)));
  return bench;
}

function createBench(client: Pick<Client, "inspect" | "on">): Bench {
  let state: BenchState = { tool: "", mode: "form", sheets: {}, runs: [] };
  const listeners = new Set<() => void>();

  function set(changes: Partial<BenchState>): void {
    state = { ...state, ...changes };
    for (const listener of [...listeners]) listener();
  }

  /** Changes the run that goes on, if it matches. */
  function change(matches: (run: Run) => boolean, changes: Partial<Run>): void {
    const [run, ...before] = state.runs;
    if (run === undefined || isOver(run) || !matches(run)) return;
    set({ runs: [{ ...run, ...changes }, ...before] });
  }

  client.on("turn_start", ({ turn, user }) =>
    change((run) => run.id === user, { turn }),
  );
  client.on("view", (call) => {
    const calls = state.runs[0]?.calls ?? [];
    const known = calls.some(({ id }) => id === call.id);
    change((run) => run.turn === call.turn, {
      calls: known
        ? calls.map((other) => (other.id === call.id ? call : other))
        : [...calls, call],
    });
  });
  client.on("inspected", ({ turn, response }) =>
    change((run) => run.turn === turn, { response }),
  );
  client.on("turn_end", ({ turn, reason }) =>
    change((run) => run.turn === turn, { end: reason }),
  );
  client.on("error", ({ ref, message }) =>
    change((run) => run.turn === 0 && (ref ?? run.id) === run.id, {
      refused: message,
    }),
  );
  client.on("session", () => change(() => true, { end: "disconnected" }));

  return {
    get: () => state,
    set,
    run(name, args) {
      const sent = client.inspect(name, args);
      if ("id" in sent) {
        const { id } = sent;
        const run: Run = { id, name, args, at: Date.now(), turn: 0, calls: [] };
        set({ runs: [run, ...state.runs].slice(0, mostRuns) });
      }
      return sent;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether nothing more comes of a run. */
export function isOver(run: Run): boolean {
  return run.end !== undefined || run.refused !== undefined;
}
