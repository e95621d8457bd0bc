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
        opened ? reasonOf(event.code) : "refused_or_unreachable",
        event.code,
      );
    };
  }

  function receive(data: unknown): void {
    if (typeof data === "string") config.wire(false, data);
    const frame = parseServerFrame(data);
    if (frame === undefined) {
      console.warn("farhand: ignored a frame that this client does not know");
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
    if (isFinal(reason)) return change({ status: "closed", reason, code });
    if (offline())
      return change({ status: "waiting", reason: "offline", code });
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

  /** The network or the person is back: do not wait any longer. */
  function hurry(): void {
    if (status.status === "waiting" && !offline()) reconnect();
  }

  /** The network is gone: attempts would fail. */
  function rest(): void {
    if (status.status !== "waiting" || !offline()) return;
    clearTimeout(retry);
    change({ status: "waiting", reason: "offline", code: status.code });
  }

  start();
  const unwatch = watch(hurry, rest);
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
      unwatch();
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

/** The close codes of protocol version 1 (docs/protocol.md). */
function reasonOf(code: number): LossReason {
  switch (code) {
    case 1009:
      return "too_large";
    case 4001:
      return "superseded";
    case 4002:
      return "idle";
    case 4003:
      return "authentication";
    case 4004:
      return "origin";
    case 4008:
      return "rate_limited";
    case 4010:
      return "draining";
    case 4011:
      return "protocol";
    default:
      return "lost";
  }
}

/** Trying again by itself would not help, or would fight another tab. */
function isFinal(reason: LossReason): boolean {
  switch (reason) {
    case "superseded":
    case "idle":
    case "authentication":
    case "origin":
    case "protocol":
    case "closed":
      return true;
    case "refused_or_unreachable":
    case "lost":
    case "offline":
    case "silent":
    case "draining":
    case "rate_limited":
    case "too_large":
      return false;
    default:
      return reason satisfies never;
  }
}

/** False only where the browser is sure that there is no network. */
function onLine(): boolean {
  return typeof navigator === "undefined" || navigator.onLine !== false;
}

/** Calls back when network or page come back, or the network goes; returns the end of it. */
function watch(back: () => void, gone: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const seen = (): void => {
    if (!document.hidden) back();
  };
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener("online", back, { signal });
  window.addEventListener("offline", gone, { signal });
  document.addEventListener("visibilitychange", seen, { signal });
  return () => listening.abort();
}
