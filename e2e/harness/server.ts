/** The built server as a process of its own, on a port of its own. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { serverBinary } from "./paths.ts";

/** What a server is started with. */
export type ServerOptions = {
  /** Further flags, such as ["-user-timeout", "1s"]. */
  readonly flags?: readonly string[];
  /** Environment variables beside PATH and HOME. */
  readonly env?: { readonly [name: string]: string };
  /** Default: a free port. */
  readonly port?: number;
};

/** One line of the server's log. */
export type LogRecord = { readonly [field: string]: unknown };

export type Server = {
  /** Such as http://127.0.0.1:41234, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** All lines so far. */
  readonly log: readonly LogRecord[];
  /** All output so far, as it came. */
  readonly output: () => string;
  /** Sends SIGTERM and returns the exit code; null if a signal ended it. */
  stop(): Promise<number | null>;
};

/** Starts the server and returns once it says where it listens. */
export async function startServer(
  options: ServerOptions = {},
): Promise<Server> {
  const address = `127.0.0.1:${options.port ?? 0}`;
  const child = spawn(
    serverBinary,
    ["-addr", address, "-log-format", "json", ...(options.flags ?? [])],
    {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        ...options.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const exited = once(child, "exit");
  const log: LogRecord[] = [];
  let output = "";

  const listening = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        output += `${line}\n`;
        const record = parse(line);
        log.push(record);
        if (
          typeof record["addr"] === "string" &&
          String(record["message"]).endsWith("listening")
        ) {
          resolve(record["addr"]);
        }
      });
    }
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(
        new Error(`server ended with ${code} before it listened:\n${output}`),
      ),
    );
  });

  const url = await listening;
  return {
    url,
    port: Number(new URL(url).port),
    log,
    output: () => output,
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exited;
      return child.exitCode;
    },
  };
}

function parse(line: string): LogRecord {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // A line that is no JSON, such as a panic.
  }
  return { message: line };
}
