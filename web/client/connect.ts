/** The client: connection, registry, dispatcher and the turn, wired together. */

import type {
  Inspect,
  OfferedTool,
  ServerFrame,
  ServerHello,
  Snapshot,
  ToolResult,
  TurnEndReason,
  User,
} from "../gen/protocol.ts";
import { holderOf, ticketSource } from "./admission.ts";
import type { Client, Events, Options, Sent, Status, ToolMap } from "./api.ts";
import { contextFields } from "./context.ts";
import { openConnection, protocolVersion, silenceMs } from "./connection.ts";
import { createDispatcher } from "./dispatcher.ts";
import { disagreements } from "./drift.ts";
import { createEmitter } from "./emitter.ts";
import type { Execute } from "./execution.ts";
import { utf8Bytes } from "./utf8.ts";
import { thisPage, uniqueId } from "./page.ts";
import { createRegistry } from "./registry.ts";
import { createReturn } from "./return.ts";

/** For tools that the last hello does not tell of; the contract's default. */
const defaultResultBytes = 65_536;
/** What a frame holds beside a result or arguments, generously. */
const envelopeBytes = 1024;
/** How long a page may take to register its bodies before the console is told of what is missing. */
const patienceMs = 1000;
/** A turn without a socket has ended by then: 30 s after the server has noticed. */
const hopelessMs = silenceMs + 30_000;

/** Frames that change nothing here: whoever listens is told, and that is all. */
type Told = Extract<
  ServerFrame,
  {
    type:
      | "text"
      | "reasoning"
      | "retract"
      | "notice"
      | "step"
      | "inspected"
      | "nack"
      | "heartbeat";
  }
>;

/** The turn as the page sees it; number 0 until its turn_start is here. */
type Turn = {
  readonly user: string;
  readonly number: number;
  /** What asked for it; to be sent again if it did not arrive. */
  readonly frame?: User | Inspect;
};

/**
 * Connects at once and stays connected until `close`. Every trouble with that
 * is a status. `execute` runs
 * a call: a page may fetch it when it is needed, index.ts has it at once.
 */
export function connectUsing<M extends ToolMap>(
  execute: Execute,
  options: Options<M>,
): Client<M> {
  const url = options.url ?? defaultURL();
  const page = uniqueId();
  const back = createReturn(options.resume ?? true, url);
  const registry = createRegistry(options.tools ?? {}, options.hashes ?? {});
  const emitter = createEmitter<Events>();
  const warned = new Set<string>();
  let warning: ReturnType<typeof setTimeout> | undefined;
  let hello: ServerHello | undefined;
  let turn: Turn | undefined;
  let resetting = false;
  /** The turn is to stop, also if the server does not know yet. */
  let stopping = false;
  /** No hello was received on the socket. */
  let fresh = false;
  let hopeless: ReturnType<typeof setTimeout> | undefined;
  /** The server has another contract for sessions that begin now. */
  let outdated = false;
  let announcing = false;
  let messages = 0;
  let grants: readonly string[] = [];
  let { context } = options;
  const ticket = ticketSource(options);
  /** Without tickets there is nobody in particular. */
  let subject: string | undefined = ticket ? undefined : "";
  if (!ticket) back.identify("");

  const dispatcher = createDispatcher({
    execute,
    approve: options.approve,
    gesture: options.gesture,
    find: (name) => registry.find(name, offered(name)?.declared),
    maxResultBytes,
    send: (frame) => void connection.send(frame),
    granted: (name) => setGrants([...grants, name]),
    subject: () => subject ?? "",
    changed: emitter.emit,
  });

  const connection = openConnection({
    url,
    WebSocket: options.WebSocket ?? WebSocket,
    ticket,
    hello(shown) {
      announcing = false;
      if (back.identify(holderOf(shown))) dropSession();
      return {
        type: "hello",
        protocol: protocolVersion,
        page: thisPage(page),
        ...registry.announce(),
        approvals: options.approve !== undefined,
        ...back.claim(dispatcher.held()),
      };
    },
    kept: back.kept,
    leave: () => back.leave(dispatcher.left()),
    comeBack: (ready) =>
      back.comeBack((same) => {
        if (!same) dropSession();
        ready();
      }),
    thaw: back.thaw,
    wire: (sent, text) => emitter.emit("wire", { sent, text }),
    received,
    changed(status) {
      if (status.status === "closed" && !status.kept) back.forget();
      if (status.status === "open") {
        fresh = true;
        clearTimeout(hopeless);
        hopeless = undefined;
      } else if (!back.kept()) dropSession();
      else if (status.status !== "connecting") hopeless ??= despair();
      emitter.emit("status", status);
    },
  });

  function despair(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const waits = dispatcher.views().some(({ waiting }) => waiting);
      if (waits) hopeless = despair();
      else if (turn !== undefined) {
        back.forget();
        dropSession();
      }
    }, hopelessMs);
  }

  function offered(name: string): OfferedTool | undefined {
    return hello?.tools.find((tool) => tool.name === name);
  }

  function maxResultBytes(name: string): number {
    return Math.min(
      offered(name)?.policy.maxResultBytes ?? defaultResultBytes,
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
        turnOver();
        break;
      case "error":
        if (turn?.number === 0 && (frame.ref ?? turn.user) === turn.user) {
          turnOver();
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
      default:
        frame satisfies Told;
    }
    emitFrame(frame);
  }

  function emitFrame<F extends ServerFrame>(frame: F): void {
    emitter.emit(frame.type, frame as unknown as Events[F["type"]]);
  }

  /**
   * A hello opens a session or goes on with it, ends a reset, or answers
   * tools_changed. The turn ends before the hello of a reset, so one that comes
   * earlier is not it.
   */
  function begin(frame: ServerHello): void {
    const { session, snapshot, reason } = frame;
    belongTo(frame.subject ?? "");
    const before = hello?.session;
    const first = fresh;
    const inherited = first ? back.learned(frame) : [];
    fresh = false;
    outdated &&= before === session;
    hello = frame;
    clearTimeout(warning);
    warning = setTimeout(warn, patienceMs);
    const goesOn = first && snapshot !== undefined;
    const known = before === session || (goesOn && before === undefined);
    if (!known || (!first && resetting && turn === undefined)) {
      const cause = resetting
        ? "reset"
        : before !== undefined || reason !== undefined
          ? "reconnected"
          : back.duplicated
            ? "duplicated"
            : "opened";
      if (first) dropSession();
      turnOver();
      resetting = false;
      dispatcher.restart();
      emitter.emit("session", { session, cause, ...(reason && { reason }) });
    }
    if (goesOn) goOn(session, snapshot, inherited);
    setGrants(frame.grants ?? []);
    announceNow();
  }

  /** What there was of another user goes before anybody hears of it. */
  function belongTo(next: string | undefined): void {
    const before = subject;
    if (next === before) return;
    if (before !== undefined && hello !== undefined) {
      dropSession();
      dispatcher.restart();
      hello = undefined;
    }
    subject = next;
    emitter.emit("subject", next);
  }

  /** Nothing here knows better than the snapshot; what did not arrive is said again. */
  function goOn(
    session: string,
    snapshot: Snapshot,
    inherited: readonly ToolResult[],
  ): void {
    const asked = turn;
    const { running, turns } = snapshot;
    const user = turns.find((one) => one.turn === running)?.user.id;
    turn =
      running === undefined
        ? undefined
        : { number: running, user: user ?? asked?.user ?? "" };
    dispatcher.resumed(snapshot, inherited);
    if (resetting) return void connection.send({ type: "reset" });
    emitter.emit("resumed", { session, snapshot });
    if (asked !== undefined) catchUp(asked, snapshot);
    if (turn === undefined) turnOver();
    else if (stopping) connection.send({ type: "stop" });
  }

  /** What became of the turn that this document knew last. */
  function catchUp(asked: Turn, { turns }: Snapshot): void {
    const { user, number } = asked;
    const known = turns.find((one) => one.user.id === user);
    if (turn?.user === user) {
      if (number > 0) return;
      emitFrame({ type: "turn_start", turn: turn.number, user });
    } else if (known?.end !== undefined) {
      emitFrame({ type: "turn_end", turn: known.turn, ...known.end });
    } else if (turn === undefined && asked.frame && !stopping) {
      turn = asked;
      connection.send(asked.frame);
    } else tellEnd(number, stopping ? "stopped" : "disconnected");
  }

  function turnOver(): void {
    turn = undefined;
    stopping = false;
    dispatcher.turnEnded();
  }

  function setGrants(names: readonly string[]): void {
    const next = [...new Set(names)].sort();
    if (next.join() === grants.join()) return;
    grants = next;
    emitter.emit("grants", grants);
  }

  /** Each once, however often it connects. */
  function warn(): void {
    for (const line of disagreements(hello)) {
      if (!warned.has(line)) console.warn(line);
      warned.add(line);
    }
  }

  /** The session is gone, and with it the turn. */
  function dropSession(): void {
    resetting = false;
    dispatcher.lost();
    if (turn !== undefined) {
      const { number } = turn;
      turnOver();
      tellEnd(number, "disconnected");
    }
    setGrants([]);
  }

  function tellEnd(turn: number, reason: TurnEndReason): void {
    emitter.emit("turn_end", {
      type: "turn_end",
      turn,
      reason,
      usage: {
        inputTokens: 0,
        outputTokens: 0,
        thoughtsTokens: 0,
        cachedTokens: 0,
      },
    });
  }

  /** The server learns of a change, and of its removal. */
  function announced(remove: () => void): () => void {
    announceSoon();
    return () => {
      remove();
      announceSoon();
    };
  }

  /** One frame for all changes of this task, before the next message. */
  function announceSoon(): void {
    if (announcing) return;
    announcing = true;
    queueMicrotask(announceNow);
  }

  function announceNow(): void {
    if (!announcing) return;
    // Later, if no hello is here yet; the next one may have left already.
    announcing = !connection.send({
      type: "tools_changed",
      ...registry.announce(),
    });
  }

  /** Asks for a turn. `most` bytes of `content` are allowed. */
  function ask(
    frame: () => Omit<User, "id"> | Omit<Inspect, "id">,
    content: string,
    most = Infinity,
  ): Sent {
    if (connection.status().status !== "open") return { refused: "not_open" };
    if (turn !== undefined || resetting) return { refused: "busy" };
    if (content.trim() === "") return { refused: "empty" };
    if (utf8Bytes(content) > most) return { refused: "too_large" };
    announceNow();
    const id = `${page}-${++messages}`;
    const asked = { ...frame(), id };
    turn = { user: id, number: 0, frame: asked };
    connection.send(asked);
    return { id };
  }

  return {
    send: (text, { replaces } = {}) =>
      ask(
        () => ({
          type: "user",
          text,
          ...(replaces !== undefined && { replaces }),
          ...contextFields(context),
        }),
        text,
        hello?.limits.textBytes,
      ),
    setContext(next) {
      context = next;
    },
    inspect: (name, args) =>
      ask(
        () => ({ type: "inspect", name, args }),
        JSON.stringify(args),
        mostBytes(),
      ),
    stop() {
      if (turn !== undefined) {
        stopping = true;
        connection.send({ type: "stop" });
        dispatcher.stop();
      }
      emitter.emit("stopped", { by: "stop" });
    },
    reset() {
      if (outdated) {
        back.forget();
        connection.renew();
        resetting = true;
      } else if (connection.send({ type: "reset" }) || back.kept()) {
        resetting = true;
        dispatcher.stop();
      }
      emitter.emit("stopped", { by: "reset" });
    },
    revoke(name) {
      connection.send({ type: "revoke", ...(name !== undefined && { name }) });
    },
    reconnect: () => connection.reconnect(),
    register: (name, body) => announced(registry.add(name, body)),
    declare: (name, tool) => announced(registry.declare(name, tool)),
    rendering: (name) => registry.rendering(name, offered(name)?.declared),
    async signOut({ forget = false } = {}) {
      const user = subject;
      connection.send({ type: "end" });
      back.forget(true);
      connection.part("signed_out");
      belongTo(undefined);
      emitter.emit("stopped", { by: "close" });
      if (forget && user !== undefined) await options.forget?.(user);
    },
    close() {
      // Else the server may keep it for a while.
      connection.send({ type: "end" });
      clearTimeout(hopeless);
      clearTimeout(warning);
      connection.close();
      emitter.emit("stopped", { by: "close" });
    },
    on: emitter.on,
    get calls() {
      return dispatcher.views();
    },
    get subject() {
      return subject;
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
