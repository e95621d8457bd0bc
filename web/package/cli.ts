/**
 * The command of the package.
 *
 *     farhand types TOOLS.json           writes the types to standard output
 *     farhand types TOOLS.json -o FILE   writes them to a file
 *
 * The output depends on the input alone. Exit code 1 and one line on standard
 * error tell a fault, 2 that the command was not understood.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { generateTools } from "../gen/contract.ts";

const usage = `usage: farhand types TOOLS.json [-o FILE]

Writes the TypeScript types of your contract: arguments and results of each tool
that runs in the page, and the hashes by which the server knows that the page
was built for the same contract.
`;

function asked(): { from: string; to: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        output: { type: "string", short: "o" },
        help: { type: "boolean", short: "h" },
      },
    });
    const [command, from, ...more] = positionals;
    if (values.help) {
      process.stdout.write(usage);
      process.exit(0);
    }
    if (command !== "types" || from === undefined || more.length > 0) return;
    return { from, to: values.output };
  } catch {
    return undefined; // a flag that there is not
  }
}

function main(): void {
  const command = asked();
  if (command === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const { from, to } = command;
  try {
    const contract: unknown = JSON.parse(readFileSync(from, "utf8"));
    const types = generateTools(contract, basename(from), "farhand types");
    if (to === undefined) process.stdout.write(types);
    else writeFileSync(to, types);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`farhand: ${from}: ${message}\n`);
    process.exitCode = 1;
  }
}

main();
