/**
 * A server for tests, in their own process: a scripted model behind the real
 * protocol, without a network and without a key. Vitest reaches it through
 * `options`, a page under Playwright through `route`.
 *
 * What it is not is said in session.ts. The built server with the demo model
 * is the other way to test without a key.
 */

import type { CallView, Client, WireEvent } from "../client/api.ts";
import type { ClientFrame, TurnEnd } from "../gen/protocol.ts";
import type { Contract } from "./contract.ts";
import { type RoutablePage, routed } from "./route.ts";
import type { Answer, ModelRequest, Step, Told } from "./script.ts";
import { createSession } from "./session.ts";
import { type Ear, localSockets, type Pipe } from "./socket.ts";

/** What `fakeServer` takes. */
export type FakeServerConfig = {
  /** The tools.json. Default: one without tools. */
  readonly contract?: Contract;
};

/** What became of a turn. */
export type Turn = Pick<TurnEnd, "reason" | "error"> & {
  /** All that the model said in it. */
  readonly text: string;
  /** Its calls as the page sees them, in the order of their arrival. */
  readonly calls: readonly CallView[];
};

export type FakeServer = {
  /** For `connect`: `connect({ ...server.options, tools })`. */
  readonly options: {
    readonly url: string;
    readonly WebSocket: typeof WebSocket;
  };
  /** The steps of the model for the requests to come. Without one a turn ends with model_error. */
  script(...steps: Step[]): void;
  /** Says something and resolves when the turn is over. Waits for the connection. Rejects if it is refused. */
  turn(
    client: Pick<Client, "send" | "on" | "status">,
    text: string,
  ): Promise<Turn>;
  /** Every request to the model so far, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** The results in the newest request. */
  told(): readonly Told[];
  /** The names of the tools in the newest request. */
  offered(): readonly string[];
  /** Every frame so far, both ways; `sent`: by the page. */
  readonly frames: readonly WireEvent[];
  /** Breaks every connection, as a network would. The client connects again, to a session of its own. */
  cut(): void;
  /**
   * Serves the sockets of a page under Playwright: call it before the page is
   * opened. `url`: which ones; default: those whose path ends in /ws.
   */
  route(page: RoutablePage, url?: string | RegExp): Promise<void>;
};

/** Starts a server; there is nothing to stop. */
export function fakeServer({
  contract = { tools: [] },
}: FakeServerConfig = {}): FakeServer {
  const steps: Step[] = [];
  const requests: ModelRequest[] = [];
  const frames: WireEvent[] = [];
  const pipes = new Set<Pipe>();
  let sessions = 0;

  async function answer(request: ModelRequest): Promise<Answer> {
    requests.push(request);
    const step = steps.shift();
    if (step === undefined) {
      throw new Error("the test has scripted no further step");
    }
    if (step === "hang") return new Promise(() => {});
    return typeof step === "function" ? step(request) : step;
  }

  function accept(pipe: Pipe): Ear {
    pipes.add(pipe);
    const session = createSession({
      name: `fake-${++sessions}`,
      contract,
      answer,
      send(frame) {
        if (!pipes.has(pipe)) return;
        const text = JSON.stringify(frame);
        frames.push({ sent: false, text });
        pipe.send(text);
      },
    });
    return {
      receive(text) {
        frames.push({ sent: true, text });
        session.receive(JSON.parse(text) as ClientFrame);
      },
      gone() {
        pipes.delete(pipe);
        session.end();
      },
    };
  }

  return {
    options: { url: "ws://farhand.test/ws", WebSocket: localSockets(accept) },
    script: (...more) => void steps.push(...more),
    turn,
    requests,
    told: () => requests.at(-1)?.results ?? [],
    offered: () => requests.at(-1)?.offered ?? [],
    frames,
    cut() {
      for (const pipe of [...pipes]) pipe.close(1006);
    },
    route: (page, url = /\/ws(\?|$)/) => routed(page, url, accept),
  };
}

const turn: FakeServer["turn"] = async (client, text) => {
  await opened(client);
  const ends: (() => void)[] = [];
  const calls = new Map<string, CallView>();
  let said = "";
  try {
    return await new Promise((resolve, reject) => {
      ends.push(
        client.on("text", ({ delta }) => (said += delta)),
        client.on("view", (call) => calls.set(call.id, call)),
        client.on("error", ({ message }) => reject(new Error(message))),
        client.on("turn_end", ({ reason, error }) =>
          resolve({
            reason,
            ...(error && { error }),
            text: said,
            calls: [...calls.values()],
          }),
        ),
      );
      const sent = client.send(text);
      if ("refused" in sent) reject(new Error(`not sent: ${sent.refused}`));
    });
  } finally {
    for (const end of ends) end();
  }
};

/** Resolves when the client has a connection. */
async function opened({
  on,
  status,
}: Pick<Client, "on" | "status">): Promise<void> {
  if (status.status === "open") return;
  await new Promise<void>((resolve) => {
    const end = on("status", ({ status }) => {
      if (status !== "open") return;
      end();
      resolve();
    });
  });
}
