/**
 * A Gemini server that says what a test tells it to and keeps what it was sent.
 * It checks nothing; the strict reading of the API is internal/emulator's.
 */

import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { PassThrough, pipeline } from "node:stream";

/** A part of a content, as the REST API spells it. */
export type Part = {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: unknown };
  functionResponse?: { id?: string; name: string; response: unknown };
};

/** A request as the model was sent it. */
export type ModelRequest = {
  contents: { role: "user" | "model"; parts: Part[] }[];
  tools?: { functionDeclarations: { name: string }[] }[];
  systemInstruction?: { parts: Part[] };
};

/** What the model does at one request: answer with parts, as a test goes on, refuse, or never answer. */
export type Step = readonly Part[] | Live | Refusal | "hang";

/** An answer that a test streams bit by bit, also before it was asked for. */
export type Live = {
  readonly stream: PassThrough;
  give(step: readonly Part[]): void;
  /** The last parts. */
  end(step: readonly Part[]): void;
  /** Breaks the connection; what was not yet read may be lost. */
  cut(): void;
};

/** An error of the API (https://google.aip.dev/193). */
export type Refusal = {
  readonly status: number;
  readonly error: { readonly status: string; readonly message: string };
};

/** Words, in one chunk of the stream each. */
export function says(...chunks: string[]): Part[] {
  return chunks.map((text) => ({ text }));
}

/** Calls of tools, all in one step: [name, arguments], … */
export function calls(...wanted: [name: string, args?: unknown][]): Part[] {
  return wanted.map(([name, args], i) => ({
    functionCall: { id: `call${i + 1}`, name, args: args ?? {} },
    ...(i === 0 && { thoughtSignature: "c2lnbmF0dXJl" }),
  }));
}

/** An answer for script, to be given later. */
export function live(): Live {
  const stream = new PassThrough();
  return {
    stream,
    give: (step) => void stream.write(event(step, false)),
    end: (step) => void stream.end(event(step, true)),
    cut: () => void stream.destroy(),
  };
}

export type Model = {
  /** For -gemini-url. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** The key that came with each of them; "" for none. */
  readonly keys: readonly string[];
  /** The steps for the requests to come, after those that still wait. */
  script(...steps: Step[]): void;
  /** The tool results in the last content of the newest request. */
  told(): unknown[];
  /** The names of the tools that the newest request declares. */
  offered(): string[];
  close(): Promise<void>;
};

/** Starts the model on a port of its own. */
export async function startModel(): Promise<Model> {
  const requests: ModelRequest[] = [];
  const keys: string[] = [];
  const steps: Step[] = [];

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(await bodyOf(request));
    keys.push(String(request.headers["x-goog-api-key"] ?? ""));
    const step = steps.shift() ?? unscripted;
    if (step === "hang") return;
    if ("status" in step) {
      refuse(response, step);
      return;
    }
    if ("stream" in step) {
      response.setHeader("Content-Type", "text/event-stream");
      pipeline(step.stream, response, () => {}); // a cut is no error here
      return;
    }
    const streamed = request.url?.includes(":streamGenerateContent");
    if (!streamed) {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(chunk(step, true)));
      return;
    }
    response.setHeader("Content-Type", "text/event-stream");
    for (const [i, part] of step.entries()) {
      response.write(event([part], i === step.length - 1));
    }
    response.end();
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    keys,
    script: (...more) => void steps.push(...more),
    told: () =>
      (requests.at(-1)?.contents.at(-1)?.parts ?? []).flatMap((part) =>
        part.functionResponse ? [part.functionResponse.response] : [],
      ),
    offered: () =>
      (requests.at(-1)?.tools ?? []).flatMap((tool) =>
        tool.functionDeclarations.map((declaration) => declaration.name),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as ModelRequest;
}

/** A piece of a stream. */
function event(parts: readonly Part[], last: boolean): string {
  return `data: ${JSON.stringify(chunk(parts, last))}\r\n\r\n`;
}

function chunk(parts: readonly Part[], last: boolean): object {
  return {
    candidates: [
      {
        index: 0,
        content: { role: "model", parts },
        ...(last && { finishReason: "STOP" }),
      },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: 5,
      totalTokenCount: 15,
    },
    modelVersion: "gemini-test",
    responseId: "response",
  };
}

const unscripted: Refusal = {
  status: 400,
  error: {
    status: "INVALID_ARGUMENT",
    message: "the test has scripted no further step",
  },
};

function refuse(response: ServerResponse, { status, error }: Refusal): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ error: { code: status, ...error } }));
}
