/** Checks once that there is a server to test and a browser to test it in. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { serverBinary, repository } from "./paths.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the Chromium to use. */
    chromium: string;
  }
}

export default function setup(project: TestProject): void {
  if (!existsSync(serverBinary)) {
    throw new Error(`${serverBinary} is missing: run make build`);
  }
  const chromium = execFileSync("scripts/chromium.sh", {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  project.provide("chromium", chromium.trim());
}
