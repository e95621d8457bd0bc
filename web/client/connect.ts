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
import { createEmitter } from "./emitter.ts";
import { utf8Bytes } from "./json.ts";
import { thisPage } from "./page.ts";
import { createRegistry } from "./registry.ts";

/** For tools that the last hello does not tell of; the contract's default. */
const defaultResultBytes = 65_536;
/** What a frame holds beside a result or arguments, generously. */
const envelopeBytes = 1024;

/** The turn as the page sees it: none, asked for with a user frame, or running. */
type TurnState =
  | { is: "none" }
  | { is: "asked"; user: string }
  | { is: "running"; turn: number };

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
  let turn: TurnState = { is: "none" };
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
        turn = { is: "running", turn: frame.turn };
        break;
      case "turn_end":
        turn = { is: "none" };
        dispatcher.turnEnded();
        break;
      case "error":
        if (turn.is === "asked" && (frame.ref ?? turn.user) === turn.user) {
          turn = { is: "none" };
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
    const reset = resetting && turn.is === "none";
    const sameSession = hello?.session === frame.session;
    const same = sameSession && !reset;
    outdated &&= sameSession;
    const cause =
      hello === undefined ? "opened" : resetting ? "reset" : "reconnected";
    hello = frame;
    warnOfDrift(frame);
    if (!same) {
      turn = { is: "none" };
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

  /** What page and contract disagree on, each once, however often it connects. */
  function warnOfDrift(frame: ServerHello): void {
    for (const { name, reason, server, page } of frame.withheld) {
      if (reason !== "schema") continue;
      warnOnce(
        `farhand: ${name} is not offered, its schema differs: server ${server}, page ${page}`,
      );
    }
    const contract = [...frame.tools, ...frame.withheld].map(
      ({ name }) => name,
    );
    // A body with a hash is a built-in one, which no contract needs to have.
    const own = Object.entries(registry.announce().tools)
      .filter(([name, hash]) => hash === "" && !contract.includes(name))
      .map(([name]) => name);
    if (own.length === 0) return;
    warnOnce(
      `farhand: not in the server's contract and therefore not offered: ${own.join(", ")}`,
    );
  }

  function warnOnce(line: string): void {
    if (warned.has(line)) return;
    warned.add(line);
    console.warn(line);
  }

  /** The socket is gone, and with it the turn. */
  function dropTurn(): void {
    resetting = false;
    dispatcher.lost();
    if (turn.is === "none") return;
    const number = turn.is === "running" ? turn.turn : 0;
    turn = { is: "none" };
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
    if (turn.is !== "none" || resetting) return { refused: "busy" };
    if (content.trim() === "") return { refused: "empty" };
    if (utf8Bytes(content) > most) return { refused: "too_large" };
    announceNow();
    const id = `${page.id}-${++messages}`;
    turn = { is: "asked", user: id };
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
      if (turn.is !== "none") {
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
      return turn.is !== "none";
    },
  };
}

function defaultURL(): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/ws`;
}
