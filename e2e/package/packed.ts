/** The npm package, packed as it would be published, in the folder of a project that uses it. */

import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "../harness/paths.ts";

/** Below it, so that a project finds Vitest and the compiler; not in git. */
const projects = path.join(repository, "e2e/.packed");

/** What came out of a program. */
export type Ran = { readonly code: number; readonly output: string };

export type Project = {
  readonly folder: string;
  /** The packed package, and where it is installed. */
  readonly tarball: string;
  readonly installed: string;
  /** Runs a program there with Node: one of the repository's node_modules, or a file. */
  run(program: string, ...args: string[]): Promise<Ran>;
  remove(): void;
};

/** Copies `source`, but what is installed there, and installs the package, without a network. */
export function install(source: string): Project {
  mkdirSync(projects, { recursive: true });
  const folder = mkdtempSync(path.join(projects, "project-"));
  cpSync(source, folder, {
    recursive: true,
    filter: (file) => path.basename(file) !== "node_modules",
  });
  const installed = path.join(folder, "node_modules/farhand");
  mkdirSync(installed, { recursive: true });
  execFileSync(
    "npm",
    [
      ...["pack", path.join(repository, "web/npm"), "--offline", "--silent"],
      ...["--pack-destination", folder],
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm packed nothing");
  const tarball = path.join(folder, name);
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip=1"]);
  return {
    folder,
    tarball,
    installed,
    async run(program, ...args) {
      const file = path.resolve(repository, "node_modules/.bin", program);
      const node = process.execPath;
      try {
        const { stdout, stderr } = await promisify(execFile)(
          node,
          [file, ...args],
          {
            cwd: folder,
            env: { PATH: process.env["PATH"], NO_COLOR: "1" },
          },
        );
        return { code: 0, output: stdout + stderr };
      } catch (error) {
        const { code, stdout, stderr } = error as Ran & {
          stdout: string;
          stderr: string;
        };
        return { code, output: `${stdout}${stderr}` };
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
