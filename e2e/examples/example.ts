/** An example of examples/, served as its README says. */

import path from "node:path";
import { repository } from "../harness/paths.ts";

/** The folder of an example. */
export function example(name: string): string {
  return path.join(repository, "examples", name);
}

/** The flags of its README; `app`: where its page is, below its folder. */
export function flagsOf(name: string, app = ""): string[] {
  const folder = example(name);
  return [
    ...["-app", path.join(folder, app)],
    ...["-tools", path.join(folder, "tools.json")],
  ];
}
