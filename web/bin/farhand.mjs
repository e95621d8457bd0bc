#!/usr/bin/env node
// `npx farhand` in this repository, once it is built.
import { existsSync } from "node:fs";

const command = new URL("../npm/farhand.mjs", import.meta.url);
if (existsSync(command)) await import(command.href);
else {
  console.error("farhand: there is no package yet, run make build");
  process.exitCode = 1;
}
