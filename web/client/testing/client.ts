/** A client on fake sockets, for tests. */

import type {
  OpenCall,
  ServerHello,
  Snapshot,
  SnapshotTurn,
  ToolCall,
} from "../../gen/protocol.ts";
import type { Events, Options } from "../api.ts";
import { connect } from "../index.ts";
import { fakeSockets } from "./sockets.ts";

export const hello: ServerHello = {
  type: "hello",
  session: "s1",
  protocol: 1,
  model: { name: "demo", demo: true },
  tools: [],
  withheld: [],
  limits: { frameBytes: 100_000, textBytes: 20, heartbeatMs: 20_000 },
};

export const toolCall: ToolCall = {
  type: "tool_call",
  turn: 1,
  step: 1,
  id: "t1.1",
  name: "echo",
  args: { text: "hi" },
  timeoutMs: 15_000,
  userTimeoutMs: 120_000,
};

export const usage = {
  inputTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

export type Own = {
  [name: string]: { args: { text: string }; result: unknown };
};

// No test of the client asks anybody; one that does brings its own.
globalThis.fetch = () => Promise.reject(new Error("no network"));

/** The server's answer to a first hello, where it keeps sessions. */
export function keeping(token: string, more: Partial<ServerHello> = {}) {
  return { ...hello, resume: { token, ttlMs: 43_200_000 }, ...more };
}

/** The server's answer to a token: the session goes on. */
export function resumed(
  token: string,
  snapshot: Partial<Snapshot> = {},
  more: Partial<ServerHello> = {},
) {
  return keeping(token, {
    resumed: true,
    snapshot: { turns: [], open: [], ...snapshot },
    ...more,
  });
}

/** A turn of a snapshot, begun by the user message `id`. */
export function shown(
  turn: number,
  id: string,
  more: Partial<SnapshotTurn> = {},
): SnapshotTurn {
  return { turn, user: { id, text: "hi" }, parts: [], ...more };
}

/** A call of a snapshot that waits for this page. */
export function waiting(id: string, state: OpenCall["state"]): OpenCall {
  return { id, state, timeoutMs: 15_000, userTimeoutMs: 120_000 };
}

const clients: { close(): void }[] = [];

/** Ends every client so far; else it would hear of the next test's document. */
export function closeAll(): void {
  for (const client of clients.splice(0)) client.close();
}

/** A client on fake sockets, and a way to collect what it tells. */
export function connecting(options: Options<Own> = {}) {
  const { WebSocket, made, last } = fakeSockets();
  const client = connect<Own>({ url: "ws://test/ws", WebSocket, ...options });
  clients.push(client);
  const listen = <T extends keyof Events>(type: T): Events[T][] => {
    const list: Events[T][] = [];
    client.on(type, (event) => list.push(event));
    return list;
  };
  return { client, made, last, listen };
}

/** The same after the hello of both sides. */
export function connected(
  options: Options<Own> = {},
  answer: ServerHello = hello,
) {
  const parts = connecting(options);
  parts.last().open();
  parts.last().receive(answer);
  return { ...parts, socket: parts.last() };
}
