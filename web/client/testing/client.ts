/** A client on fake sockets, for tests. */

import type { ServerHello, ToolCall } from "../../gen/protocol.ts";
import type { Events, Options } from "../api.ts";
import { connect } from "../connect.ts";
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

/** A client on fake sockets, and a way to collect what it tells. */
export function connecting(options: Options<Own> = {}) {
  const { WebSocket, made, last } = fakeSockets();
  const client = connect<Own>({ url: "ws://test/ws", WebSocket, ...options });
  const listen = <T extends keyof Events>(type: T): Events[T][] => {
    const list: Events[T][] = [];
    client.on(type, (event) => list.push(event));
    return list;
  };
  return { client, made, last, listen };
}

/** The same after the hello of both sides. */
export function connected(options: Options<Own> = {}) {
  const parts = connecting(options);
  parts.last().open();
  parts.last().receive(hello);
  return { ...parts, socket: parts.last() };
}
