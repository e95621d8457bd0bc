/**
 * The generator as a program, bundled to one file for Node 20: writes tools.ts,
 * protocol.ts and shapes.ts of this repository. The types of another contract
 * come from `npx farhand types`, see web/package/cli.ts.
 *
 * The output depends on the input alone. Exit code 1 and one line on standard
 * error tell a fault.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { generateTools } from "./contract.ts";
import { generateProtocol, generateShapes } from "./frames.ts";

function readJSON(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(
      `read ${path}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function main(): void {
  writeFileSync(
    "gen/tools.ts",
    generateTools(readJSON("../tools.json"), "tools.json"),
  );
  const frames = "internal/protocol/frames.schema.json";
  const schema = readJSON(`../${frames}`);
  writeFileSync("gen/protocol.ts", generateProtocol(schema, frames));
  writeFileSync("gen/shapes.ts", generateShapes(schema, frames));
}

try {
  main();
} catch (error) {
  console.error(`generate: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
