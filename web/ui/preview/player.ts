/** A client without a server, for the preview: it says what a scene tells it to. */

import type { Question } from "../state.ts";
import type {
  CallView,
  Client,
  Events,
  LossReason,
  Sent,
} from "../../client/api.ts";
import type { ServerHello, TurnEnd } from "../../gen/protocol.ts";
import type { FarhandChat } from "../element.tsx";
import * as samples from "../samples.ts";

/** What a scene can make happen. */
export type Player = {
  /** The inside of the element. */
  root(): ShadowRoot;
  emit<E extends keyof Events>(type: E, event: Events[E]): void;
  /** The server's hello, with changes, over an open connection. */
  open(changes?: Partial<ServerHello>): void;
  /** The user's words and the start of the next turn. */
  ask(words: string): Promise<void>;
  say(text: string, step?: number): void;
  call(changes: Partial<CallView>): void;
  approve(reason: string, remember: boolean, id?: string): void;
  gesture(id: string, name: string): void;
  /** The question of the tool ask_user. */
  question(question: Question): void;
  lose(reason: LossReason): void;
  /** Ends the connection; nothing tries again by itself. */
  close(reason: LossReason, code: number): void;
  /** As the client does on signOut. */
  signOut(): void;
  /** Waits until it is so. */
  until(so: () => boolean): Promise<void>;
  speak(speaking: boolean): void;
  openCards(): void;
  /** The user has allowed these tools for the session. */
  grant(names: readonly string[]): void;
  end(reason?: TurnEnd["reason"], error?: TurnEnd["error"]): void;
};

/** Lets the element render. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

/** Attaches a fake client to the element. */
export function createPlayer(chat: FarhandChat): Player {
  const listeners = new Map<string, Set<(event: never) => void>>();
  let turn = 0;
  let grants: readonly string[] = [];
  let hello: ServerHello | undefined;
  const calls = new Map<string, CallView>();
  let tellSpeech = (_speaking: boolean): void => {};

  function emit<E extends keyof Events>(type: E, event: Events[E]): void {
    for (const listener of listeners.get(type) ?? []) listener(event as never);
  }

  function begin(): Sent {
    const id = `u${++turn}`;
    queueMicrotask(() =>
      emit("turn_start", { type: "turn_start", turn, user: id }),
    );
    return { id };
  }

  const client: Client = {
    send: begin,
    inspect: begin,
    revoke: (revoked) =>
      player.grant(
        grants.filter((name) => revoked !== undefined && name !== revoked),
      ),
    stop: () => player.end("stopped"),
    reset: () => emit("session", { session: "s2", cause: "reset" }),
    reconnect: () => player.open(),
    register: () => () => {},
    declare: () => () => {},
    rendering: () => undefined,
    setContext: () => {},
    signOut: async () => player.signOut(),
    subject: "",
    close: () => {},
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set.add(listener as (event: never) => void));
      return () => set.delete(listener as (event: never) => void);
    },
    get calls() {
      return [...calls.values()];
    },
    get hello() {
      return hello;
    },
    status: { status: "connecting" },
    get grants() {
      return grants;
    },
    busy: false,
  };

  const player: Player = {
    emit,
    root() {
      if (chat.shadowRoot === null) throw new Error("no shadow root");
      return chat.shadowRoot;
    },
    open(changes = {}) {
      hello = { ...samples.hello, ...changes };
      emit("hello", hello);
      emit("status", { status: "open" });
    },
    async ask(words) {
      const root = chat.shadowRoot;
      const field = root?.querySelector("textarea");
      if (!root || !field) return;
      field.value = words;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await settled();
      root.querySelector<HTMLButtonElement>(".send")?.click();
      await settled();
    },
    say(delta, step = 1) {
      emit("text", { type: "text", turn, step, delta });
    },
    call(changes) {
      const requested = Date.now() - 800;
      const call = samples.call({
        turn,
        marks: { requested },
        ms: 800,
        ...changes,
      });
      calls.set(call.id, call);
      emit("view", call);
    },
    approve(reason, remember, id = "t1.1") {
      void chat.approve({
        call: { id, name: "clipboard_read", turn, step: 1 },
        args: {},
        reason,
        risk: "high",
        remember,
        signal: new AbortController().signal,
      });
    },
    gesture(id, name) {
      const signal = new AbortController().signal;
      void chat.gesture({
        call: { id, name, turn, step: 1 },
        args: {},
        signal,
      });
    },
    question(question) {
      const { signal } = new AbortController();
      const call = { id: "t1.1", name: "ask_user", turn, step: 1 };
      void chat.ask({ ...question, call, signal });
    },
    openCards() {
      chat.shadowRoot
        ?.querySelectorAll<HTMLElement>(".card > details > summary")
        .forEach((summary) => summary.click());
    },
    grant(names) {
      grants = names;
      emit("grants", grants);
    },
    speak: (speaking) => tellSpeech(speaking),
    lose(reason) {
      const wait = reason !== "offline" && { retryAt: Date.now() + 4_000 };
      emit("status", { status: "waiting", reason, code: 1006, ...wait });
    },
    close(reason, code) {
      emit("status", { status: "closed", reason, code });
    },
    signOut() {
      emit("status", { status: "closed", reason: "signed_out", code: 1000 });
      emit("subject", undefined);
    },
    async until(so) {
      while (!so()) await settled();
    },
    end(reason = "done", error) {
      const usage = {
        inputTokens: 0,
        outputTokens: 0,
        thoughtsTokens: 0,
        cachedTokens: 0,
      };
      emit("turn_end", {
        type: "turn_end",
        turn,
        reason,
        usage,
        ...(error && { error }),
      });
    },
  };
  chat.attach(client, {
    speaking: false,
    onChange(listener) {
      tellSpeech = listener;
      return () => {};
    },
  });
  return player;
}
