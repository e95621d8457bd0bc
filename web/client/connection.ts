/**
 * The WebSocket to the server, kept open: hello first, heartbeats answered,
 * silence noticed, reconnecting with backoff and as soon as the browser has a
 * network again, and let go while the document is away. It knows frames only as
 * far as the connection needs them; docs/protocol.md is the rule for the rest.
 *
 * What an earlier socket, ticket or question still tells is not heard: each has
 * the number of its attempt.
 */

import type { ClientFrame, ClientHello, ServerFrame } from "../gen/protocol.ts";
import { askWhy, none, saidAtClose } from "./admission.ts";
import type { LossReason, Refusal, Status } from "./api.ts";
import { parseServerFrame } from "./parse.ts";

/** The version in hello. */
export const protocolVersion = 1;
const subprotocol = "farhand.v1";

/** A side that has received no frame for this long closes. */
export const silenceMs = 90_000;
/** The wait before the next attempt grows from the first to the second. */
const shortestWaitMs = 500;
const longestWaitMs = 30_000;
/** A connection that was open for this long starts the growth anew. */
const stableMs = 10_000;

/** What a connection needs and whom it tells. */
export type ConnectionConfig = {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** Asked for a new ticket before each socket. Absent: it needs none. */
  readonly ticket?: (() => Promise<string>) | undefined;
  /** The first frame on each socket, which was opened with this ticket. */
  readonly hello: (ticket: string | undefined) => ClientHello;
  /** The session may go on with another socket. */
  readonly kept: () => boolean;
  /**
   * The document goes, perhaps to come back, or is frozen, perhaps for good.
   * False: there is nothing to come back to, and the socket is left as it is.
   */
  readonly leave: () => boolean;
  /** It has come back: `ready` connects, once. */
  readonly comeBack: (ready: () => void) => void;
  /** It was frozen, and goes on with the socket that it has. */
  readonly thaw: () => void;
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
  /** Takes another socket at once. */
  renew(): void;
  /** Lets go of it until `reconnect`, for that reason. */
  part(reason: LossReason): void;
  /** Ends it for good. */
  close(): void;
  status(): Status;
};

/** Never throws: an address that the browser does not take is a status. */
export function openConnection(config: ConnectionConfig): Connection {
  let status: Status = { status: "connecting" };
  let socket: WebSocket | undefined;
  /** Of the attempt that counts; 0 between two. */
  let current = 0;
  let attempt = 0;
  let finished = false;
  let away = false;
  let failures = 0;
  /** The server did not take a ticket; the next one is the last. */
  let renewed = false;
  /** The server answered although the browser saw no network: it needs none. */
  let near = false;
  let openedAt = 0;
  let heardAt = 0;
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
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => lose("silent"), silenceMs);
  }

  /** Without tickets it dials before it returns. */
  async function start(): Promise<void> {
    const mine = (current = ++attempt);
    let missing: "ticket" | "socket" = "ticket";
    heard();
    try {
      const ticket = config.ticket && (await config.ticket());
      missing = "socket";
      if (mine === current) dial(mine, ticket);
    } catch (thrown) {
      await null; // whoever connects listens by then
      if (mine !== current) return;
      const reason = missing === "ticket" ? "authentication" : "address";
      lose(reason, 1006, none(missing, thrown));
    }
  }

  function dial(mine: number, ticket?: string): void {
    const protocols = [subprotocol];
    if (ticket) protocols.push(`farhand.ticket.${ticket}`);
    const made = new config.WebSocket(config.url, protocols);
    let opened = false;
    socket = made;
    made.onopen = () => {
      if (mine !== current) return;
      opened = true;
      write(config.hello(ticket));
    };
    made.onmessage = (event: MessageEvent<unknown>) => {
      if (mine !== current) return;
      heard();
      receive(event.data);
    };
    // Where a policy of the page forbids it, Chromium tells of the error only.
    made.onerror = made.onclose = (event: Partial<CloseEvent>) => {
      const { code = 1006, reason } = event;
      if (mine !== current) return;
      const loss = reasons[code] ?? "lost";
      const why = opened ? loss : "refused_or_unreachable";
      if (lose(why, code, saidAtClose(reason))) return;
      if (!opened || explained.includes(code)) void explain(ticket);
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
      if (frame.protocol !== protocolVersion)
        return void lose("protocol", 4011);
      openedAt = Date.now();
      renewed = false;
      near = !onLine();
      change({ status: "open" });
    }
    config.received(frame);
  }

  /**
   * Lets go of the socket, whatever it still does, and decides what is next.
   * True: another ticket, at once.
   */
  function lose(reason: LossReason, code = 1006, refusal?: Refusal): boolean {
    letGo();
    if (status.status === "open" && Date.now() - openedAt >= stableMs) {
      failures = 0;
    }
    // A ticket may have become too old on its way: another one, once.
    const again = code === 4003 && config.ticket !== undefined && !renewed;
    renewed ||= again;
    const over = (final.includes(code) || reason === "address") && !again;
    const loss = {
      reason: over || !offline() ? reason : "offline",
      code,
      ...((!over || reason === "idle") &&
        config.kept() && { kept: true as const }),
      ...(refusal && { refusal }),
    } as const;
    if (over || offline()) {
      change({ status: over ? "closed" : "waiting", ...loss });
      return false;
    }
    const now = again || (reason === "draining" && failures === 0);
    const wait = now ? 0 : backoff(failures);
    failures++;
    const retryAt = retryIn(wait, again ? undefined : refusal);
    change({ status: "waiting", ...loss, retryAt });
    return again;
  }

  /** Returns when: not before the server wants it. */
  function retryIn(wait: number, refusal?: Refusal): number {
    const ms = Math.max(wait, refusal?.retryAfterMs ?? 0);
    clearTimeout(retry);
    retry = setTimeout(reconnect, ms);
    return Date.now() + ms;
  }

  /** Asks the server why it did not take the socket. */
  async function explain(ticket: string | undefined): Promise<void> {
    const asked = status;
    const refusal = await askWhy(config.url, ticket);
    if (status !== asked || refusal === undefined) return;
    if (asked.status === "closed") change({ ...asked, refusal });
    if (asked.status !== "waiting" || asked.retryAt === undefined) return;
    const retryAt = retryIn(asked.retryAt - Date.now(), refusal);
    change({ ...asked, retryAt, refusal });
  }

  function letGo(): void {
    clearTimeout(silence);
    clearTimeout(retry);
    current = 0;
    socket?.close(1000);
    socket = undefined;
  }

  function reconnect(): void {
    if (current !== 0 || finished || away) return;
    clearTimeout(retry);
    change({ status: "connecting" });
    void start();
  }

  function offline(): boolean {
    return !near && !onLine();
  }

  /** The network came or went, or the person did: do not wait any longer, or do. */
  function look(): void {
    if (current !== 0 && Date.now() - heardAt >= silenceMs) {
      // Its timers stood still, as on a laptop that slept.
      lose("silent");
      if (!offline()) reconnect();
    }
    if (status.status !== "waiting") return;
    const resting = status.reason === "offline";
    // Without a network attempts would only fail.
    if (offline() && !resting) return void lose("offline", status.code);
    if (!offline() && (resting || !document.hidden)) reconnect();
  }

  /** The person is here: a session that was given up for its silence goes on. */
  function used(): void {
    const idle = status.status === "closed" && status.reason === "idle";
    if (idle && config.kept() && !document.hidden) reconnect();
  }

  function hide(): void {
    if (away || !config.leave()) return;
    away = true;
    letGo();
    change({ status: "connecting" });
  }

  function show(): void {
    if (!away) return;
    config.comeBack(() => {
      away = false;
      reconnect();
    });
  }

  /** Frozen in the background; not on the way into the back/forward cache or out of it. */
  function freeze(): void {
    if (!away) config.leave();
  }

  function thaw(): void {
    if (away) return;
    config.thaw();
    look();
  }

  function part(reason: LossReason): void {
    letGo();
    change({ status: "closed", reason, code: 1000 });
  }

  void start();
  const watching = new AbortController();
  const watch = (types: string[], listener: () => void): void => {
    const options = { capture: true, signal: watching.signal };
    for (const type of types) {
      globalThis.addEventListener?.(type, listener, options);
    }
  };
  watch(["online", "offline", "visibilitychange"], look);
  watch(["visibilitychange", "focus", "pointerdown", "keydown"], used);
  watch(["pagehide"], hide);
  watch(["pageshow"], show);
  watch(["freeze"], freeze);
  watch(["resume"], thaw);
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
    part,
    close() {
      finished = true;
      watching.abort();
      part("closed");
    },
    status: () => status,
  };
}

/** Between the shortest wait and one that doubles with every attempt. */
function backoff(failures: number): number {
  const most = Math.min(longestWaitMs, shortestWaitMs * 2 ** (failures + 1));
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

/** After these, /check knows more than the close frame. */
const explained: readonly number[] = [4003, 4004, 4008];

/** False only where the browser is sure that there is no network. */
function onLine(): boolean {
  return globalThis.navigator?.onLine !== false;
}
