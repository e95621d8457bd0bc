/**
 * Calls of the server to bodies of the page. Every id runs at most once: it is
 * claimed synchronously when its frame arrives, and stays claimed for the whole
 * session, so that a repeated frame never runs a tool again. A call is open
 * until its body ends, the server cancels it, the user stops the turn, or the
 * session is lost; whatever comes first decides, the rest is dropped. An answer
 * is kept until the server has told the call's final state, to be sent again.
 *
 * Non-goals: it validates no schemas (the server does, both ways) and draws
 * nothing; listeners get a new CallView for every change.
 */

import type {
  CallError,
  ClientToolState,
  Code,
  FinalState,
  Grant,
  OpenState,
  ServerToolState,
  Snapshot,
  ToolCall,
  ToolCancel,
  ToolResult,
} from "../gen/protocol.ts";
import type { CallView, Options, Run, Waiting } from "./api.ts";
import { disagreement } from "./drift.ts";
import type { Execute, Execution, Outcome } from "./execution.ts";
import {
  begun,
  confirmed,
  entered,
  failed,
  type Final,
  recalled,
} from "./view.ts";

/** Bytes of a result; a larger one is not left for another document. */
const mostLeft = 65_536;
/** For the bodies of aborted calls, and their views. */
const endedByServer = "ended by the server";
const stoppedByUser = "stopped by the user";

/** What a dispatcher needs and whom it tells. */
export type DispatcherConfig = {
  /** Runs one call. */
  readonly execute: Execute;
  readonly approve?: Options["approve"];
  readonly gesture?: Options["gesture"];
  readonly find: (name: string) => Run<unknown, unknown> | undefined;
  /** Of the result's compact JSON in UTF-8, for the tool of this name. */
  readonly maxResultBytes: (name: string) => number;
  readonly send: (frame: ClientToolState | ToolResult) => void;
  /** The user allowed a tool for the session. */
  readonly granted: (name: string) => void;
  /** For BodyContext. */
  readonly subject: () => string;
  /** Any change is a `view`; another state is a `call` besides. */
  readonly changed: (type: "view" | "call", view: CallView) => void;
};

/** The calls of one session at a time. */
export type Dispatcher = {
  call(frame: ToolCall): void;
  cancel(frame: ToolCancel): void;
  /** The server's last word on a call, sent to this page or not. */
  final(frame: ServerToolState): void;
  /** The user stopped the turn: ends open calls, and refuses late ones until turnEnded. */
  stop(): void;
  turnEnded(): void;
  /** Ids of calls that run here, or whose answers the server may not have. */
  held(): string[];
  /** What another document of the tab has to know, if this one goes now. */
  left(): { started: string[]; results: ToolResult[] };
  /**
   * The session goes on as `snapshot` has it: what it no longer waits for ends,
   * and answers that it may not have are sent again, `inherited` ones too.
   */
  resumed(snapshot: Snapshot, inherited: readonly ToolResult[]): void;
  /** The session is gone: open calls end, and nobody will confirm anything. */
  lost(): void;
  /** A new conversation begins, after reset or on another socket. */
  restart(): void;
  /** In order of arrival. */
  views(): readonly CallView[];
};

type Entry = {
  view: CallView;
  execution?: Execution;
  /** Sent at least once, unless there was no socket; dropped with the final state. */
  answer?: ToolResult;
  /** False: known from a snapshot only, and may still have to run here. */
  claimed: boolean;
};

export function createDispatcher(config: DispatcherConfig): Dispatcher {
  const entries = new Map<string, Entry>();
  let stopped = false;

  function update(entry: Entry, next: CallView): void {
    const { state } = entry.view;
    entry.view = next;
    config.changed("view", next);
    if (next.state !== state) config.changed("call", next);
  }

  /** Ends every open call without a word to the server, which knows already. */
  function abortAll(code: Code, message: string): void {
    for (const entry of entries.values()) abort(entry, code, message);
  }

  function abort(entry: Entry, code: Code, message: string): void {
    const error = { code, message };
    if (entry.execution) end(entry, failed(entry.view, error), error);
  }

  /** Ends a call as `next`, and what runs of it, if anything does. */
  function end(entry: Entry, next: CallView, error: CallError): void {
    const { execution } = entry;
    delete entry.execution;
    update(entry, next);
    execution?.abort(error);
  }

  /** Nothing more will be heard of it. */
  function close(entry: Entry): void {
    delete entry.answer;
    if (!entry.view.confirmed) {
      update(entry, { ...entry.view, confirmed: true });
    }
  }

  function confirm(entry: Entry, final: Final): void {
    delete entry.answer;
    const { code = "cancelled" } = final;
    const error = { code, message: endedByServer };
    end(entry, confirmed(entry.view, final), error);
  }

  function moved(
    entry: Entry,
    waiting: Waiting | undefined,
    userMs: number,
    userTimeoutMs: number,
  ): void {
    const state: OpenState = waiting ? "awaiting_user" : "running";
    const { view } = entry;
    // Waits that follow each other without a break are one stretch of the clock.
    const { waitEndsAt = Date.now() + userTimeoutMs - userMs } = view;
    update(entry, {
      ...entered(view, state),
      userMs,
      ...(waiting && { waiting, waitEndsAt }),
    });
    if (state !== view.state) {
      config.send({ type: "tool_state", id: view.id, state });
    }
  }

  function saved(entry: Entry, key: string): void {
    const before = entry.view.saved ?? [];
    // A body may go on after its conversation has ended.
    const known = entries.get(entry.view.id) === entry;
    if (!known || before.includes(key)) return;
    update(entry, { ...entry.view, saved: [...before, key] });
  }

  function ended(entry: Entry, outcome: Outcome, grant?: Grant): void {
    delete entry.execution;
    const { view } = entry;
    const { why, resultBytes: _, ...said } = outcome;
    entry.answer = {
      type: "tool_result",
      id: view.id,
      ...said,
      ...(grant && { grant }),
    };
    config.send(entry.answer);
    update(
      entry,
      outcome.error
        ? { ...failed(view, outcome.error), ...(why && { why }) }
        : { ...entered(view, "succeeded"), ...outcome },
    );
    // What the server takes for a grant (docs/protocol.md, tool_result).
    if (grant === "session" && entry.view.code !== "denied") {
      config.granted(view.name);
    }
  }

  return {
    call(frame) {
      if (entries.get(frame.id)?.claimed) return;
      const entry: Entry = { view: begun(frame), claimed: true };
      entries.set(frame.id, entry);
      if (stopped) {
        const error = { code: "cancelled", message: stoppedByUser } as const;
        update(entry, failed(entry.view, error));
        return;
      }
      config.send({ type: "tool_state", id: frame.id, state: "delivered" });
      update(entry, entered(entry.view, "delivered"));
      entry.execution = config.execute({
        call: frame,
        run: config.find(frame.name),
        maxResultBytes: config.maxResultBytes(frame.name),
        subject: config.subject(),
        approve: config.approve,
        gesture: config.gesture,
        moved: (waiting, userMs) =>
          moved(entry, waiting, userMs, frame.userTimeoutMs),
        saved: (key) => saved(entry, key),
        ended: (outcome, grant, userMs) => {
          if (entry.execution === undefined) return;
          entry.view = { ...entry.view, userMs };
          ended(entry, outcome, grant);
        },
      });
    },
    cancel(frame) {
      const entry = entries.get(frame.id);
      if (entry) abort(entry, frame.reason, endedByServer);
    },
    final(frame) {
      const { id, mismatch } = frame;
      const known = entries.get(id);
      const entry = known ?? { view: begun(frame), claimed: true };
      if (mismatch) console.error(disagreement(entry.view.name, mismatch));
      entries.set(id, entry);
      confirm(entry, frame);
    },
    stop() {
      stopped = true;
      abortAll("cancelled", stoppedByUser);
    },
    turnEnded() {
      stopped = false;
    },
    held: () =>
      [...entries.values()]
        .filter(({ execution, answer }) => execution ?? answer)
        .map(({ view }) => view.id),
    left() {
      const started: string[] = [];
      const results: ToolResult[] = [];
      for (const { view, answer } of entries.values()) {
        if (view.confirmed) continue;
        if (answer && (view.resultBytes ?? 0) <= mostLeft) {
          results.push(answer);
        } else if (view.marks.running) {
          started.push(view.id);
        }
      }
      return { started, results };
    },
    resumed({ turns, open }, inherited) {
      for (const { turn, parts } of turns) {
        for (const part of parts) {
          if (part.kind !== "call") continue;
          const { id, state, code, ms } = part;
          const entry = entries.get(id);
          if (entry === undefined) {
            entries.set(id, { view: recalled(part, turn), claimed: false });
          } else if (ms !== undefined && !entry.view.confirmed) {
            confirm(entry, {
              state: state as FinalState,
              ms,
              ...(code && { code }),
            });
          }
        }
      }
      for (const frame of inherited) {
        const entry = entries.get(frame.id);
        if (entry && !entry.claimed)
          entries.set(frame.id, { ...entry, claimed: true, answer: frame });
      }
      const waiting = new Set(open.map(({ id }) => id));
      for (const entry of entries.values()) {
        const { id, state } = entry.view;
        if (!entry.claimed) continue;
        if (!waiting.has(id)) {
          abort(entry, "disconnected", endedByServer);
          close(entry);
        } else if (entry.answer) {
          config.send(entry.answer);
        } else if (entry.execution && state !== "delivered") {
          config.send({ type: "tool_state", id, state: state as OpenState });
        }
      }
    },
    lost() {
      abortAll("disconnected", "the connection was lost");
      for (const entry of entries.values()) close(entry);
      stopped = false;
    },
    restart() {
      abortAll("cancelled", "a new conversation began");
      entries.clear();
      stopped = false;
    },
    views: () => [...entries.values()].map((entry) => entry.view),
  };
}
