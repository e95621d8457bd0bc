/**
 * The WebSocket to the server, kept open: hello first, heartbeats answered,
 * silence noticed, reconnecting with backoff and as soon as the browser has a
 * network again. It knows frames only as far as
 * the connection needs them; docs/protocol.md is the rule for the rest.
 */

import type { ClientFrame, ClientHello, ServerFrame } from "../gen/protocol.ts";
import type { LossReason, Status } from "./api.ts";
import { parseServerFrame } from "./parse.ts";

/** The version in hello. */
export const protocolVersion = 1;
const subprotocol = "farhand.v1";

/** A side that has received no frame for this long closes. */
const silenceMs = 90_000;
/** The wait before the next attempt grows from the first to the second. */
const shortestWaitMs = 500;
const longestWaitMs = 30_000;
/** A connection that was open for this long starts the growth anew. */
const stableMs = 10_000;

/** What a connection needs and whom it tells. */
export type ConnectionConfig = {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** The first frame on each socket. */
  readonly hello: () => ClientHello;
  /** Every text that goes over the socket, before it is read or sent. */
  readonly wire: (sent: boolean, text: string) => void;
  /** Every frame of the server but heartbeats. */
  readonly received: (frame: ServerFrame) => void;
  readonly changed: (status: Status) => void;
};

/** A connection, attempted from the start. */
export type Connection = {
  /** False if there is no session: nothing was sent. */
  send(frame: ClientFrame): boolean;
  /** Attempts at once, from waiting or closed. */
  reconnect(): void;
  /** Takes another socket at once, and with it another session. */
  renew(): void;
  /** Ends it for good. */
  close(): void;
  status(): Status;
};

/** Throws what the WebSocket constructor throws, for instance on a bad URL. */
export function openConnection(config: ConnectionConfig): Connection {
  let status: Status = { status: "connecting" };
  let socket: WebSocket | undefined;
  let finished = false;
  let attempts = 0;
  /** The server answered although the browser saw no network: it needs none. */
  let near = false;
  let openedAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function change(next: Status): void {
    status = next;
    config.changed(next);
  }

  function write(frame: ClientFrame): void {
    const text = JSON.stringify(frame);
    config.wire(true, text);
    socket?.send(text);
  }

  function heard(): void {
    clearTimeout(silence);
    silence = setTimeout(() => lose("silent", 1006), silenceMs);
  }

  function start(): void {
    const mine = new config.WebSocket(config.url, subprotocol);
    let opened = false;
    socket = mine;
    heard();
    mine.onopen = () => {
      opened = true;
      write(config.hello());
    };
    mine.onmessage = (event: MessageEvent<unknown>) => {
      heard();
      receive(event.data);
    };
    mine.onclose = (event) => {
      lose(
        opened ? (reasons[event.code] ?? "lost") : "refused_or_unreachable",
        event.code,
      );
    };
  }

  function receive(data: unknown): void {
    if (typeof data === "string") config.wire(false, data);
    const frame = parseServerFrame(data);
    if (frame === undefined) {
      console.warn("farhand: ignored an unknown frame");
      return;
    }
    if (frame.type === "heartbeat") {
      write({ type: "heartbeat", seq: frame.seq });
      return;
    }
    if (frame.type === "hello" && status.status === "connecting") {
      if (frame.protocol !== protocolVersion) return lose("protocol", 4011);
      openedAt = Date.now();
      near = !onLine();
      change({ status: "open" });
    }
    config.received(frame);
  }

  /** Lets go of the socket, whatever it still does, and decides what is next. */
  function lose(reason: LossReason, code: number): void {
    letGo();
    if (status.status === "open" && Date.now() - openedAt >= stableMs) {
      attempts = 0;
    }
    if (final.includes(code)) {
      return change({ status: "closed", reason, code });
    }
    if (offline()) return rest(code);
    const wait =
      reason === "draining" && attempts === 0 ? 0 : backoff(attempts);
    attempts++;
    retry = setTimeout(reconnect, wait);
    change({ status: "waiting", reason, code, retryAt: Date.now() + wait });
  }

  function letGo(): void {
    clearTimeout(silence);
    clearTimeout(retry);
    if (socket === undefined) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
    socket = undefined;
  }

  function reconnect(): void {
    if (socket !== undefined || finished) return;
    clearTimeout(retry);
    change({ status: "connecting" });
    start();
  }

  function offline(): boolean {
    return !near && !onLine();
  }

  /** Without a network attempts would only fail. */
  function rest(code: number): void {
    clearTimeout(retry);
    change({ status: "waiting", reason: "offline", code });
  }

  /** The network came or went, or the person did: do not wait any longer, or do. */
  function look(): void {
    if (status.status !== "waiting") return;
    const resting = status.reason === "offline";
    if (offline() && !resting) return rest(status.code);
    if (!offline() && (resting || !document.hidden)) reconnect();
  }

  start();
  const watching = new AbortController();
  for (const type of ["online", "offline", "visibilitychange"]) {
    globalThis.addEventListener?.(type, look, { signal: watching.signal });
  }
  return {
    send(frame) {
      if (status.status !== "open") return false;
      write(frame);
      return true;
    },
    reconnect,
    renew() {
      letGo();
      reconnect();
    },
    close() {
      finished = true;
      watching.abort();
      letGo();
      change({ status: "closed", reason: "closed", code: 1000 });
    },
    status: () => status,
  };
}

/** Between the shortest wait and one that doubles with every attempt. */
function backoff(attempts: number): number {
  const most = Math.min(longestWaitMs, shortestWaitMs * 2 ** (attempts + 1));
  return shortestWaitMs + Math.random() * (most - shortestWaitMs);
}

/** The close codes of protocol version 1 (docs/protocol.md); any other is lost. */
const reasons: { readonly [code: number]: LossReason } = {
  1009: "too_large",
  4001: "superseded",
  4002: "idle",
  4003: "authentication",
  4004: "origin",
  4008: "rate_limited",
  4010: "draining",
  4011: "protocol",
};

/** After these, trying again by itself would not help, or would fight another tab. */
const final: readonly number[] = [4001, 4002, 4003, 4004, 4011];

/** False only where the browser is sure that there is no network. */
function onLine(): boolean {
  return globalThis.navigator?.onLine !== false;
}
