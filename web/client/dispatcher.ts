/**
 * Calls of the server to bodies of the page. Every id runs at most once: it is
 * claimed synchronously when its frame arrives, and stays claimed for the whole
 * session, so that a repeated frame never runs a tool again. A call is open
 * until its body ends, the server cancels it, the user stops the turn, or the
 * socket is lost; whatever comes first decides, the rest is dropped.
 *
 * Non-goals: it validates no schemas (the server does, both ways) and draws
 * nothing; listeners get a new CallView for every change.
 */

import type {
  ClientToolState,
  Code,
  Grant,
  OpenState,
  ServerToolState,
  ToolCall,
  ToolCancel,
  ToolResult,
} from "../gen/protocol.ts";
import type { CallView, Options, Run, State, Waiting } from "./api.ts";
import { stateOf } from "./error.ts";
import { execute, type Execution, type Outcome } from "./execution.ts";

/** What a dispatcher needs and whom it tells. */
export type DispatcherConfig = {
  readonly approve?: Options["approve"];
  readonly gesture?: Options["gesture"];
  readonly find: (name: string) => Run<unknown, unknown> | undefined;
  /** Of the result's compact JSON in UTF-8, for the tool of this name. */
  readonly maxResultBytes: (name: string) => number;
  readonly send: (frame: ClientToolState | ToolResult) => void;
  /** The user allowed a tool for the session. */
  readonly granted: (name: string) => void;
  readonly changed: (view: CallView) => void;
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
  /** The socket is gone: open calls end, and nobody will confirm anything. */
  lost(): void;
  /** A new conversation begins, after reset or on another socket. */
  restart(): void;
  /** In order of arrival. */
  views(): readonly CallView[];
};

type Entry = { view: CallView; execution?: Execution };

export function createDispatcher(config: DispatcherConfig): Dispatcher {
  const entries = new Map<string, Entry>();
  let stopped = false;

  function update(entry: Entry, next: CallView): void {
    entry.view = next;
    config.changed(next);
  }

  /** Ends every open call without a word to the server, which knows already. */
  function abortAll(code: Code, message: string): void {
    for (const entry of entries.values()) abort(entry, code, message);
  }

  function abort(entry: Entry, code: Code, message: string): void {
    const { execution } = entry;
    if (execution === undefined) return;
    delete entry.execution;
    update(entry, failed(entry.view, code, message));
    execution.abort(code, message);
  }

  function moved(
    entry: Entry,
    waiting: Waiting | undefined,
    userMs: number,
    userTimeoutMs: number,
  ): void {
    const state: OpenState =
      waiting === undefined ? "running" : "awaiting_user";
    const before = entry.view.state;
    // Waits that follow each other without a break are one stretch of the clock.
    const waitEndsAt =
      entry.view.waitEndsAt ?? Date.now() + userTimeoutMs - userMs;
    const next = { ...entered(entry.view, state), userMs };
    update(
      entry,
      waiting === undefined ? next : { ...next, waiting, waitEndsAt },
    );
    if (state !== before) {
      config.send({ type: "tool_state", id: next.id, state });
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
    const { id, name } = entry.view;
    const granted = grant === undefined ? {} : { grant };
    if ("error" in outcome) {
      const { error, why } = outcome;
      config.send({ type: "tool_result", id, error, ...granted });
      update(entry, {
        ...failed(entry.view, error.code, error.message),
        ...(why && { why }),
      });
    } else {
      const { result, bytes } = outcome;
      config.send({ type: "tool_result", id, result, ...granted });
      update(entry, {
        ...entered(entry.view, "succeeded"),
        result,
        resultBytes: bytes,
      });
    }
    // What the server takes for a grant (docs/protocol.md, tool_result).
    if (grant === "session" && entry.view.code !== "denied") {
      config.granted(name);
    }
  }

  return {
    call(frame) {
      if (entries.has(frame.id)) return;
      const entry: Entry = { view: begun(frame) };
      entries.set(frame.id, entry);
      if (stopped) {
        update(entry, failed(entry.view, "cancelled", "stopped by the user"));
        return;
      }
      config.send({ type: "tool_state", id: frame.id, state: "delivered" });
      update(entry, entered(entry.view, "delivered"));
      entry.execution = execute({
        call: frame,
        run: config.find(frame.name),
        maxResultBytes: config.maxResultBytes(frame.name),
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
      if (entry === undefined) return;
      abort(entry, frame.reason, "ended by the server");
    },
    final(frame) {
      const entry = entries.get(frame.id);
      if (entry === undefined) {
        const unseen: Entry = { view: begun(frame) };
        entries.set(frame.id, unseen);
        update(unseen, confirmed(unseen.view, frame));
        return;
      }
      abort(entry, frame.code ?? "cancelled", "ended by the server");
      update(entry, confirmed(entry.view, frame));
    },
    stop() {
      stopped = true;
      abortAll("cancelled", "stopped by the user");
    },
    turnEnded() {
      stopped = false;
    },
    lost() {
      abortAll("disconnected", "the connection was lost");
      for (const entry of entries.values()) {
        if (!entry.view.confirmed) {
          update(entry, { ...entry.view, confirmed: true });
        }
      }
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

/** From a call, or from the end of one that the server answered itself. */
function begun(frame: ToolCall | ServerToolState): CallView {
  const { id, name = "", args = {} } = frame;
  const asked = frame.type === "tool_call" ? frame : undefined;
  return {
    id,
    name,
    turn: asked?.turn ?? Number(/^t(\d+)\./.exec(id)?.[1] ?? 0),
    step: asked?.step ?? 0,
    args,
    ...(asked?.approval && { approval: asked.approval }),
    state: "requested",
    confirmed: false,
    marks: asked ? { requested: Date.now() } : {},
    userMs: 0,
  };
}

function entered(view: CallView, state: State): CallView {
  const { waiting: _, waitEndsAt: __, ...rest } = view;
  return { ...rest, state, marks: { [state]: Date.now(), ...view.marks } };
}

function failed(view: CallView, code: Code, message: string): CallView {
  return { ...entered(view, stateOf(code)), code, message };
}

/** The server decides: its state and code replace what the page believed. */
function confirmed(view: CallView, frame: ServerToolState): CallView {
  const { code, message, why, ...rest } = entered(view, frame.state);
  const same = code === frame.code;
  return {
    ...rest,
    ...(frame.code && { code: frame.code }),
    ...(same && message !== undefined && { message }),
    ...(same && why && { why }),
    ms: frame.ms,
    confirmed: true,
  };
}
