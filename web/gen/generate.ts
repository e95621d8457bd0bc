/**
 * The generator as a program, bundled to one file for Node 20.
 *
 *     generate.mjs                       tools.ts and protocol.ts of this repository
 *     generate.mjs TOOLS.json OUT.ts     the types of your own contract
 *
 * Paths are relative to the directory in which npm was called, else to the
 * working directory. The output depends on the input alone. Exit code 1 and
 * one line on standard error tell a fault.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { generateTools } from "./contract.ts";
import { generateProtocol } from "./frames.ts";

function readJSON(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(
      `read ${path}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function main(args: string[]): void {
  const [from, to] = args;
  if (from !== undefined && to !== undefined && args.length === 2) {
    const base = process.env["INIT_CWD"] ?? process.cwd();
    const contract = readJSON(resolve(base, from));
    writeFileSync(resolve(base, to), generateTools(contract, basename(from)));
    return;
  }
  if (args.length !== 0) throw new Error("usage: generate [TOOLS.json OUT.ts]");
  writeFileSync(
    "gen/tools.ts",
    generateTools(readJSON("../tools.json"), "tools.json"),
  );
  const frames = "internal/protocol/frames.schema.json";
  writeFileSync(
    "gen/protocol.ts",
    generateProtocol(readJSON(`../${frames}`), frames),
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`generate: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
