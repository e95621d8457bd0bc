/** The client: connection, registry, dispatcher and the turn, wired together. */

import type {
  Inspect,
  ServerFrame,
  ServerHello,
  User,
} from "../gen/protocol.ts";
import type { Tools } from "../gen/tools.ts";
import type { Client, Events, Options, Sent, Status, ToolMap } from "./api.ts";
import { openConnection, protocolVersion } from "./connection.ts";
import { createDispatcher } from "./dispatcher.ts";
import { drift } from "./drift.ts";
import { createEmitter } from "./emitter.ts";
import { utf8Bytes } from "./json.ts";
import { thisPage } from "./page.ts";
import { createRegistry } from "./registry.ts";

/** For tools that the last hello does not tell of; the contract's default. */
const defaultResultBytes = 65_536;
/** What a frame holds beside a result or arguments, generously. */
const envelopeBytes = 1024;

/** The turn as the page sees it; number 0 until its turn_start is here. */
type Turn = { readonly user: string; readonly number: number };

/**
 * Connects at once and stays connected until `close`. Throws only what the
 * WebSocket constructor throws; every later trouble is a status.
 */
export function connect<M extends ToolMap = Tools>(
  options: Options<M> = {},
): Client<M> {
  const page = thisPage();
  const registry = createRegistry(options.tools ?? {}, options.hashes ?? {});
  const emitter = createEmitter<Events>();
  const warned = new Set<string>();
  let hello: ServerHello | undefined;
  let turn: Turn | undefined;
  let resetting = false;
  /** The server has another contract for sessions that begin now. */
  let outdated = false;
  let announcing = false;
  let messages = 0;
  let grants: readonly string[] = [];

  const dispatcher = createDispatcher({
    approve: options.approve,
    gesture: options.gesture,
    find: (name) => registry.find(name),
    maxResultBytes,
    send: (frame) => void connection.send(frame),
    granted: (name) => setGrants([...grants, name]),
    changed: (view) => emitter.emit("call", view),
  });

  const connection = openConnection({
    url: options.url ?? defaultURL(),
    WebSocket: options.WebSocket ?? WebSocket,
    hello: () => ({
      type: "hello",
      protocol: protocolVersion,
      page,
      ...registry.announce(),
      approvals: options.approve !== undefined,
    }),
    wire: (sent, text) => emitter.emit("wire", { sent, text }),
    received,
    changed(status) {
      if (status.status !== "open") {
        dropTurn();
        setGrants([]);
      }
      emitter.emit("status", status);
    },
  });

  function maxResultBytes(name: string): number {
    const tool = hello?.tools.find((offered) => offered.name === name);
    return Math.min(
      tool?.policy.maxResultBytes ?? defaultResultBytes,
      mostBytes(),
    );
  }

  /** The most JSON that fits into one frame. */
  function mostBytes(): number {
    return (hello?.limits.frameBytes ?? Infinity) - envelopeBytes;
  }

  function received(frame: ServerFrame): void {
    switch (frame.type) {
      case "hello":
        begin(frame);
        break;
      case "turn_start":
        turn = { user: frame.user, number: frame.turn };
        break;
      case "turn_end":
        turn = undefined;
        dispatcher.turnEnded();
        break;
      case "error":
        if (turn?.number === 0 && (frame.ref ?? turn.user) === turn.user) {
          turn = undefined;
          dispatcher.turnEnded();
        }
        break;
      case "contract_changed":
        outdated ||= frame.faults.length === 0;
        break;
      case "tool_call":
        dispatcher.call(frame);
        break;
      case "tool_cancel":
        dispatcher.cancel(frame);
        break;
      case "tool_state":
        dispatcher.final(frame);
        break;
      case "text":
      case "reasoning":
      case "retract":
      case "notice":
      case "step":
      case "inspected":
      case "nack":
      case "heartbeat":
        break;
      default:
        frame satisfies never;
    }
    emitFrame(frame);
  }

  function emitFrame<F extends ServerFrame>(frame: F): void {
    emitter.emit(frame.type, frame as unknown as Events[F["type"]]);
  }

  /**
   * A hello opens a session, ends a reset, or answers tools_changed. The turn
   * ends before the hello of a reset, so one that comes earlier is not it.
   */
  function begin(frame: ServerHello): void {
    const reset = resetting && turn === undefined;
    const sameSession = hello?.session === frame.session;
    const same = sameSession && !reset;
    outdated &&= sameSession;
    const cause =
      hello === undefined ? "opened" : resetting ? "reset" : "reconnected";
    hello = frame;
    warnOfDrift(frame);
    if (!same) {
      turn = undefined;
      resetting = false;
      dispatcher.restart();
      emitter.emit("session", { session: frame.session, cause });
    }
    setGrants(frame.grants ?? []);
  }

  function setGrants(names: readonly string[]): void {
    const next = [...new Set(names)].sort();
    if (next.join() === grants.join()) return;
    grants = next;
    emitter.emit("grants", grants);
  }

  /** Each once, however often it connects. */
  function warnOfDrift(frame: ServerHello): void {
    for (const line of drift(frame, registry.announce().tools)) {
      if (!warned.has(line)) console.warn(line);
      warned.add(line);
    }
  }

  /** The socket is gone, and with it the turn. */
  function dropTurn(): void {
    resetting = false;
    dispatcher.lost();
    if (turn === undefined) return;
    const { number } = turn;
    turn = undefined;
    emitter.emit("turn_end", {
      type: "turn_end",
      turn: number,
      reason: "disconnected",
      usage: {
        inputTokens: 0,
        outputTokens: 0,
        thoughtsTokens: 0,
        cachedTokens: 0,
      },
    });
  }

  /** One frame for all changes of this task, before the next message. */
  function announceSoon(): void {
    if (announcing) return;
    announcing = true;
    queueMicrotask(announceNow);
  }

  function announceNow(): void {
    if (!announcing) return;
    announcing = false;
    connection.send({ type: "tools_changed", ...registry.announce() });
  }

  /** Asks for a turn. `most` bytes of `content` are allowed. */
  function ask(
    frame: Omit<User, "id"> | Omit<Inspect, "id">,
    content: string,
    most = Infinity,
  ): Sent {
    if (connection.status().status !== "open") return { refused: "not_open" };
    if (turn !== undefined || resetting) return { refused: "busy" };
    if (content.trim() === "") return { refused: "empty" };
    if (utf8Bytes(content) > most) return { refused: "too_large" };
    announceNow();
    const id = `${page.id}-${++messages}`;
    turn = { user: id, number: 0 };
    connection.send({ ...frame, id });
    return { id };
  }

  return {
    send: (text, { replaces } = {}) =>
      ask(
        { type: "user", text, ...(replaces !== undefined && { replaces }) },
        text,
        hello?.limits.textBytes,
      ),
    inspect: (name, args) =>
      ask({ type: "inspect", name, args }, JSON.stringify(args), mostBytes()),
    stop() {
      if (turn !== undefined) {
        connection.send({ type: "stop" });
        dispatcher.stop();
      }
      emitter.emit("stopped", { by: "stop" });
    },
    reset() {
      if (outdated) {
        connection.renew();
        resetting = true;
      } else if (connection.send({ type: "reset" })) {
        resetting = true;
        dispatcher.stop();
      }
      emitter.emit("stopped", { by: "reset" });
    },
    revoke(name) {
      connection.send({ type: "revoke", ...(name !== undefined && { name }) });
    },
    reconnect: () => connection.reconnect(),
    register(name, body) {
      const remove = registry.add(name, body);
      announceSoon();
      return () => {
        remove();
        announceSoon();
      };
    },
    close() {
      connection.close();
      emitter.emit("stopped", { by: "close" });
    },
    on: emitter.on,
    get calls() {
      return dispatcher.views();
    },
    get hello() {
      return hello;
    },
    get status(): Status {
      return connection.status();
    },
    get grants() {
      return grants;
    },
    get busy() {
      return turn !== undefined;
    },
  };
}

function defaultURL(): string {
  return `${location.origin.replace("http", "ws")}/ws`;
}
